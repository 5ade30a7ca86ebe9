import { Command, Option } from "commander";
import { KEEP_CHANGES } from "../../runtime/config.ts";
import { UsageError } from "../../runtime/errors.ts";
import type { Cli } from "../cli.ts";
import { DATABASE, document } from "../help.ts";
import { wholeNumber } from "../options.ts";
import { jsonText } from "../output/json.ts";
import { withRole } from "../role.ts";

interface Options {
  readonly once?: true;
  readonly json?: true;
  readonly keepChanges: number;
  readonly keepChangesMax: number;
  readonly keepChangesRows: number;
}

const days = (flags: string, text: string, standard: number) =>
  new Option(flags, text).argParser(wholeNumber(1, 3_650)).default(standard);

export function maintain(cli: Cli): Command {
  const command = new Command("maintain")
    .description("let everything that expires expire (M11), now and every six hours")
    .option("--once", "now, then end")
    .addOption(
      days("--keep-changes <days>", "for how long change rows are kept in any case", KEEP_CHANGES.days),
    )
    .addOption(
      days(
        "--keep-changes-max <days>",
        "how long a client that is not told them holds them; then it is told everything anew",
        KEEP_CHANGES.daysMax,
      ),
    )
    .addOption(
      new Option("--keep-changes-rows <n>", "how many change rows are kept at most")
        .argParser(wholeNumber(1, 1_000_000_000_000))
        .default(KEEP_CHANGES.rowsMax),
    )
    .option("--json", "at the end one JSON document: how many of each kind expired")
    .action((options: Options) => run(cli, options));
  return document(command, {
    examples: ["maintain", "maintain --once --json"],
    environment: DATABASE,
    finding: "the work failed",
  });
}

async function run(cli: Cli, { once, json, ...kept }: Options): Promise<void> {
  const { keepChanges: days, keepChangesMax: daysMax, keepChangesRows: rowsMax } = kept;
  if (daysMax < days) throw new UsageError("--keep-changes-max must not be less than --keep-changes");
  const role = await import("../../maintain/run.ts");
  const expired = await withRole(cli, "maintain", (ctx) =>
    role.maintain(ctx, { once: once === true, keepChanges: { days, daysMax, rowsMax } }),
  );
  if (json === true) await cli.out.line(jsonText(expired));
}
