import { Command, InvalidArgumentError } from "commander";
import { UsageError, WorkError } from "../../runtime/errors.ts";
import type { Cli } from "../cli.ts";
import { DATABASE, document } from "../help.ts";
import { farmName, httpUrl, isPattern, wholeNumber } from "../options.ts";
import { jsonText } from "../output/json.ts";
import { tableLines } from "../output/table.ts";
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

export function farm(cli: Cli): Command {
  const add = new Command("add")
    .description("add a family of wikis (M1)")
    .argument("<name>", "its short name, as in dbname@NAME", farmName)
    .option("--code <n>", "its number, 2 or more (default: the next free one)", wholeNumber(2, 32_767))
    .option("--sites <text>", "where its wikis are found, for people", "")
    .option("--internal-hosts <regex>", "regular expression over its own host names (U5)", parsePattern, "")
    .option("--spam-list <url>", "address of its global spam list as plain text (P1)", httpUrl, "")
    .option("--json", "print the farm as JSON")
    .action((name: string, options: AddOptions) => runAdd(cli, name, options));
  const list = new Command("list")
    .description("list the farms")
    .option("--json", "a JSON line per farm: {code, name, sites, internalHosts, spamList}")
    .action((options: { readonly json?: true }) => runList(cli, options.json === true));
  const set = new Command("set")
    .description("change a farm's configuration")
    .argument("<name>", "its short name", farmName)
    .option(
      "--internal-hosts <regex>",
      "regular expression over its own host names (U5); none: only its configured wikis are its own",
      (text: string) => (text === "none" ? "" : parsePattern(text)),
    )
    .option(
      "--spam-list <url>",
      "address of its global spam list as plain text, such as action=raw gives it; none: it has none (P1)",
      (text: string) => (text === "none" ? "" : httpUrl(text)),
    )
    .action((name: string, options: SetOptions) => runSet(cli, name, options));
  document(set, {
    examples: [
      "farm set osm --spam-list 'https://wiki.example.org/w/index.php?title=Spam_blacklist&action=raw'",
      "farm set osm --spam-list none",
      String.raw`farm set osm --internal-hosts '(?:^|\.)openstreetmap\.org$'`,
    ],
    environment: DATABASE,
    finding: "there is no such farm",
  });
  document(add, {
    examples: [String.raw`farm add osm --internal-hosts '(?:^|\.)openstreetmap\.org$'`],
    environment: DATABASE,
    finding: "the name or code is taken",
  });
  document(list, { examples: ["farm list"], environment: DATABASE, finding: "the database did not answer" });
  const command = new Command("farm")
    .description("configure families of wikis: add, set, list")
    .addCommand(add)
    .addCommand(set)
    .addCommand(list);
  return document(command, {
    examples: ["farm add osm", "farm list --json"],
    environment: DATABASE,
    finding: "the work failed",
  });
}

function parsePattern(text: string): string {
  if (!isPattern(text)) throw new InvalidArgumentError("Give a regular expression over host names.");
  if (text.length > 1_000) throw new InvalidArgumentError("Give at most 1000 characters.");
  return text;
}

async function runAdd(cli: Cli, name: string, options: AddOptions): Promise<void> {
  const [{ addFarm }, { listFarms }, { freeCode }] = await Promise.all([
    import("../../../db/wikis/farms.ts"),
    import("../../../db/wikis/farms.ts"),
    import("../../feed/registration/register.ts"),
  ]);
  const added = await withRole(cli, "farm", async ({ db }) => {
    const code = options.code ?? freeCode(await listFarms(db));
    const { sites, internalHosts, spamList } = options;
    const row = { code, name, sites, internalHosts, spamList };
    const result = await addFarm(db, row);
    if (result.kind === "exists")
      throw new WorkError(
        result.what === "code"
          ? `code ${code} is taken; leave --code out, or see weboid farm list`
          : `there is a farm ${name} already; see weboid farm list`,
      );
    return row;
  });
  await cli.out.line(options.json === true ? jsonText(added) : `added farm ${name} with code ${added.code}`);
}

async function runSet(cli: Cli, name: string, { internalHosts, spamList }: SetOptions): Promise<void> {
  if (internalHosts === undefined && spamList === undefined)
    throw new UsageError(
      "say what to change: --internal-hosts REGEX or --spam-list URL; see weboid farm set --help",
    );
  const [{ setSpamList }, { updateFarm }, { listFarms }] = await Promise.all([
    import("../../../db/wikis/wikis.ts"),
    import("../../../db/wikis/farms.ts"),
    import("../../../db/wikis/farms.ts"),
  ]);
  await withRole(cli, "farm", ({ db }) =>
    db.transaction(async (tx) => {
      if (!(await listFarms(tx)).some((farm) => farm.name === name))
        throw new WorkError(`there is no farm ${name}; see weboid farm list`);
      if (internalHosts !== undefined) await updateFarm(tx, name, { internalHosts });
      if (spamList !== undefined) await setSpamList(tx, name, spamList);
    }),
  );
  const then = [
    ...(spamList === undefined ? [] : ["the list is read within half an hour, by weboid feed --once now"]),
    ...(internalHosts === undefined
      ? []
      : ["links to its hosts change as pages are read again, within a week"]),
  ];
  await cli.out.line(`changed farm ${name}; ${then.join("; ")}`);
}

async function runList(cli: Cli, json: boolean): Promise<void> {
  const { listFarms } = await import("../../../db/wikis/farms.ts");
  const farms = await withRole(cli, "farm", ({ db }) => listFarms(db));
  const lines = json
    ? farms.map(jsonText)
    : tableLines(
        farms.map(({ code, name, sites, internalHosts, spamList }) => [
          code,
          name,
          internalHosts || "-",
          sites || "-",
          spamList || "-",
        ]),
      );
  for (const line of lines) await cli.out.line(line);
}
