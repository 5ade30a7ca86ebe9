import { type Command, Option } from "commander";
import * as role from "../../maintain/run.ts";
import { KEEP_CHANGES } from "../../runtime/config.ts";
import { UsageError } from "../../runtime/errors.ts";
import { type Cli, document, READING, ROLE } from "../command.ts";
import { wholeNumber } from "../options.ts";
import { jsonText } from "../output/json.ts";
import { withRole } from "../role.ts";

interface Options {
  readonly once?: true;
  readonly json?: true;
  readonly force?: true;
  readonly keepChanges: number;
  readonly keepChangesMax: number;
  readonly keepChangesRows: number;
}

const number = (flags: string, text: string, standard: number, max: number) =>
  new Option(flags, text).argParser(wholeNumber(1, max)).default(standard);
const days = (flags: string, text: string, standard: number) => number(flags, text, standard, 3_650);

export function maintain(command: Command, cli: Cli): void {
  command.description("delete what has expired, now and every six hours");
  const { days: least, daysMax, rowsMax } = KEEP_CHANGES;
  command
    .option("--once", "now, then end")
    .addOption(days("--keep-changes <days>", "for how long changes are kept in any case", least))
    .addOption(
      days(
        "--keep-changes-max <days>",
        "for how long changes are kept for an edge that does not get them; after that it needs full exports",
        daysMax,
      ),
    )
    .addOption(
      number("--keep-changes-rows <n>", "how many changes are kept at most", rowsMax, 1_000_000_000_000),
    )
    .option("--force", "delete all URLs that are due, not a hundredth of all at most")
    .option("--json", "at the end one JSON document: how many of each kind expired")
    .action((options: Options) => run(cli, options));
  document(command, {
    examples: ["maintain", "maintain --once --json"],
    environment: [...ROLE, ...READING],
    finding: "the work failed",
  });
}

async function run(cli: Cli, { once, json, force, ...kept }: Options): Promise<void> {
  const { keepChanges: days, keepChangesMax: daysMax, keepChangesRows: rowsMax } = kept;
  if (daysMax < days) throw new UsageError("--keep-changes-max must not be less than --keep-changes");
  const expired = await withRole(
    cli,
    "maintain",
    (ctx) =>
      role.maintain(ctx, {
        once: once === true,
        force: force === true,
        keepChanges: { days, daysMax, rowsMax },
      }),
    { component: "maintain", reads: true },
  );
  if (json) await cli.out.line(jsonText(expired));
}
