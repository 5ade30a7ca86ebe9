import { type Command, InvalidArgumentError } from "commander";
import { addFarm, listFarms, updateFarm } from "../../../db/wikis/farms.ts";
import { setSpamList } from "../../../db/wikis/wikis.ts";
import { freeCode } from "../../feed/registration/register.ts";
import { UsageError, WorkError } from "../../runtime/errors.ts";
import { type Cli, document } from "../command.ts";
import { farmName, httpUrl, isPattern, orNone, wholeNumber } from "../options.ts";
import { jsonText } from "../output/json.ts";
import { printRows } from "../output/table.ts";
import { withRole } from "../role.ts";

interface AddOptions {
  readonly code?: number;
  readonly sites: string;
  readonly internalHosts: string;
  readonly spamList: string;
  readonly json?: true;
}

interface SetOptions {
  readonly internalHosts?: string;
  readonly spamList?: string;
}

export function farm(command: Command, cli: Cli): void {
  command.description("configure families of wikis: add, set, list");
  const add = command
    .command("add")
    .description("add a family of wikis")
    .argument("<name>", "its short name, as in dbname@NAME", farmName)
    .option("--code <n>", "its number, 2 or more (default: the next free one)", wholeNumber(2, 32_767))
    .option("--sites <text>", "where its wikis are found, for people", "")
    .option("--internal-hosts <regex>", "regular expression over its own host names", parsePattern, "")
    .option("--spam-list <url>", "address of its global spam list as plain text", httpUrl, "")
    .option("--json", "print the farm as JSON")
    .action((name: string, options: AddOptions) => runAdd(cli, name, options));
  const list = command
    .command("list")
    .description("list the farms")
    .option("--json", "a JSON line per farm: {code, name, sites, internalHosts, spamList}")
    .action(async ({ json }: { readonly json?: true }) => {
      const farms = await withRole(cli, "farm", ({ db }) => listFarms(db));
      await printRows(cli.out, json, farms, {
        none: "there are no farms",
        cells: ({ code, name, sites, internalHosts, spamList }) => [
          code,
          name,
          internalHosts || "-",
          sites || "-",
          spamList || "-",
        ],
      });
    });
  const set = command
    .command("set")
    .description("change a farm's configuration")
    .argument("<name>", "its short name", farmName)
    .option(
      "--internal-hosts <regex>",
      "regular expression over its own host names; none: only its configured wikis are its own",
      orNone(parsePattern),
    )
    .option(
      "--spam-list <url>",
      "address of its global spam list as plain text, as action=raw gives it; none: it has none",
      orNone(httpUrl),
    )
    .action((name: string, options: SetOptions) => runSet(cli, name, options));
  document(set, {
    examples: [
      "farm set osm --spam-list 'https://wiki.example.org/w/index.php?title=Spam_blacklist&action=raw'",
      "farm set osm --spam-list none",
      String.raw`farm set osm --internal-hosts '(?:^|\.)openstreetmap\.org$'`,
    ],
    finding: "there is no such farm",
  });
  document(add, {
    examples: [String.raw`farm add osm --internal-hosts '(?:^|\.)openstreetmap\.org$'`],
    finding: "the name or code is taken",
  });
  document(list, { examples: ["farm list"] });
  document(command, { examples: ["farm add osm", "farm list --json"], finding: "the work failed" });
}

function parsePattern(text: string): string {
  if (!isPattern(text)) throw new InvalidArgumentError("Give a regular expression over host names.");
  if (text.length > 1_000) throw new InvalidArgumentError("Give at most 1000 characters.");
  return text;
}

async function runAdd(cli: Cli, name: string, { json, code, ...texts }: AddOptions): Promise<void> {
  const added = await withRole(cli, "farm", async ({ db }) => {
    const row = { code: code ?? freeCode(await listFarms(db)), name, ...texts };
    const result = await addFarm(db, row);
    if (result.kind === "exists")
      throw new WorkError(
        result.what === "code"
          ? `code ${row.code} is taken; leave --code out, or see weboid farm list`
          : `there is a farm ${name} already; see weboid farm list`,
      );
    return row;
  });
  await cli.out.line(json ? jsonText(added) : `added farm ${name} with code ${added.code}`);
}

async function runSet(cli: Cli, name: string, { internalHosts, spamList }: SetOptions): Promise<void> {
  if (internalHosts === undefined && spamList === undefined)
    throw new UsageError(
      "say what to change: --internal-hosts REGEX or --spam-list URL; see weboid farm set --help",
    );
  await withRole(cli, "farm", ({ db }) =>
    db.transaction(async (tx) => {
      if (!(await listFarms(tx)).some((farm) => farm.name === name))
        throw new WorkError(`there is no farm ${name}; see weboid farm list`);
      if (internalHosts !== undefined) await updateFarm(tx, name, { internalHosts });
      if (spamList !== undefined) await setSpamList(tx, name, spamList);
    }),
  );
  const then = [
    ...(spamList ? ["the list is read within half an hour, by weboid feed --once now"] : []),
    ...(spamList === "" ? ["its wikis have only their own spam lists"] : []),
    ...(internalHosts === undefined ? [] : ["links to its hosts change as pages are read, within a week"]),
  ];
  await cli.out.line(`changed farm ${name}; ${then.join("; ")}`);
}
