import { type Command, Option } from "commander";
import type { RoleContext } from "../../runtime/context.ts";
import { retryWhileDatabaseDown } from "../../runtime/database-retry.ts";
import { type Cli, document } from "../command.ts";
import { wholeNumber } from "../options.ts";
import { jsonText } from "../output/json.ts";
import { coloured, createPaint } from "../output/paint.ts";
import { withRole } from "../role.ts";
import { statusLines } from "./lines.ts";
import { prometheusText } from "./prometheus.ts";
import { readReport } from "./read.ts";
import { createView, watch } from "./watch.ts";

interface Options {
  readonly json?: true;
  readonly check?: true;
  readonly watch?: true;
  readonly prometheus?: true;
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
    .option("--watch", "a live view until Ctrl-C, read again every two seconds")
    .option("--json", "print it as one JSON document, with --watch as a JSON line each time")
    .addOption(
      new Option("--prometheus", "print alarms and counts in the text format of Prometheus").conflicts([
        "json",
        "watch",
      ]),
    )
    .action((options: Options) => run(cli, options));
  document(command, {
    examples: ["status", "status --json", "status --check", "status --watch", "status --prometheus"],
    finding: "the database did not answer, or with --check there is an alarm",
  });
}

async function run(cli: Cli, { json, check, stuckAfter, watch: isLive, prometheus }: Options): Promise<void> {
  const { out, env } = cli;
  const paint = createPaint(coloured({ env, terminal: out.terminal }));
  const look = async (ctx: RoleContext) => {
    const { db, clock, config, signal } = ctx;
    const read = () => readReport(db, clock.today(), config, stuckAfter * 60);
    if (!isLive) return read();
    return watch(() => retryWhileDatabaseDown(ctx, read), {
      show: json ? (seen) => out.line(jsonText(seen)) : createView(out, env, paint),
      flush: out.flush,
      signal,
    });
  };
  const report = await withRole(cli, "status", look, { existing: true });
  if (check && report.alarms.some(({ level }) => level === "alarm")) cli.fail();
  if (isLive) return;
  if (prometheus) return void (await out.text(await prometheusText(report)));
  if (json) return out.line(jsonText(report));
  await out.lines(statusLines(report, out.columns, paint));
}
