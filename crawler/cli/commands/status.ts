import { Command, Option } from "commander";
import type { Cli } from "../cli.ts";
import { DATABASE, document } from "../help.ts";
import { wholeNumber } from "../options.ts";
import { jsonText } from "../output/json.ts";
import { coloured, createPaint } from "../output/paint.ts";
import { withRole } from "../role.ts";

export function status(cli: Cli): Command {
  const command = new Command("status")
    .description("tell how far the passes are, how fast, who works, what waits, and what is wrong")
    .addOption(
      new Option("--stuck-after <minutes>", "an alarm for whom was not told something for so long")
        .argParser(wholeNumber(1, 525_600))
        .default(60),
    )
    .option("--json", "print it as one JSON document")
    .action((options: Options) => run(cli, options));
  return document(command, {
    examples: ["status", "status --json"],
    environment: DATABASE,
    finding: "the database did not answer; alarms are no failure of this command",
  });
}

interface Options {
  readonly json?: true;
  readonly stuckAfter: number;
}

async function run(cli: Cli, { json, stuckAfter }: Options): Promise<void> {
  const [{ readStatus }, { reportStatus }, { statusLines }] = await Promise.all([
    import("../../../db/status/status.ts"),
    import("../status/report.ts"),
    import("../status/lines.ts"),
  ]);
  const report = await withRole(cli, "status", async ({ db, clock }) =>
    reportStatus(await readStatus(db, clock.today()), clock.today(), stuckAfter * 60),
  );
  const { out, env } = cli;
  if (json === true) return out.line(jsonText(report));
  const paint = createPaint(coloured({ env, terminal: out.terminal }));
  for (const line of statusLines(report, out.columns, paint)) await out.line(line);
}
