import { type Command, Option } from "commander";
import { type Cli, document } from "../command.ts";
import { wholeNumber } from "../options.ts";
import { jsonText } from "../output/json.ts";
import { coloured, createPaint } from "../output/paint.ts";
import { withRole } from "../role.ts";
import { statusLines } from "../status/lines.ts";
import { readReport } from "../status/read.ts";

interface Options {
  readonly json?: true;
  readonly check?: true;
  readonly stuckAfter: number;
}

export function status(command: Command, cli: Cli): void {
  command
    .description("show alarms, the progress and speed of passes, queues and workers")
    .addOption(
      new Option("--stuck-after <minutes>", "raise an alarm for an edge that got no changes for so long")
        .argParser(wholeNumber(1, 525_600))
        .default(60),
    )
    .option("--check", "for monitoring: exit code 1 while there is an alarm; warnings are none")
    .option("--json", "print it as one JSON document")
    .action((options: Options) => run(cli, options));
  document(command, {
    examples: ["status", "status --json", "status --check"],
    finding: "the database did not answer, or with --check there is an alarm",
  });
}

async function run(cli: Cli, { json, check, stuckAfter }: Options): Promise<void> {
  const report = await withRole(cli, "status", ({ db, clock, config }) =>
    readReport(db, clock.today(), config, stuckAfter * 60),
  );
  if (check && report.alarms.some(({ level }) => level === "alarm")) cli.fail();
  const { out, env } = cli;
  if (json) return out.line(jsonText(report));
  const paint = createPaint(coloured({ env, terminal: out.terminal }));
  await out.lines(statusLines(report, out.columns, paint));
}
