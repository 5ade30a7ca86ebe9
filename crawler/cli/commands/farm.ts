import { Command, InvalidArgumentError } from "commander";
import type { Cli } from "../cli.ts";
import { DATABASE, document } from "../help.ts";
import { farmName, wholeNumber } from "../options.ts";
import { withRole } from "../role.ts";
import { tableLines } from "../table.ts";

interface AddOptions {
  readonly code?: number;
  readonly sites: string;
  readonly internalHosts: string;
  readonly json?: true;
}

export function farm(cli: Cli): Command {
  const add = new Command("add")
    .description("add a family of wikis (M1)")
    .argument("<name>", "its short name, as in dbname@NAME", farmName)
    .option("--code <n>", "its number, 2 or more (default: the next free one)", wholeNumber(2, 32_767))
    .option("--sites <text>", "where its wikis are found, for people", "")
    .option("--internal-hosts <regex>", "regular expression over its own host names (U5)", parsePattern, "")
    .option("--json", "print the farm as JSON")
    .action((name: string, options: AddOptions) => runAdd(cli, name, options));
  const list = new Command("list")
    .description("list the farms")
    .option("--json", "a JSON line per farm: {code, name, sites, internalHosts}")
    .action((options: { readonly json?: true }) => runList(cli, options.json === true));
  document(add, {
    examples: [String.raw`farm add osm --internal-hosts '(?:^|\.)openstreetmap\.org$'`],
    environment: DATABASE,
    finding: "the name or code is taken",
  });
  document(list, { examples: ["farm list"], environment: DATABASE, finding: "the database did not answer" });
  const command = new Command("farm")
    .description("configure families of wikis: add, list")
    .addCommand(add)
    .addCommand(list);
  return document(command, {
    examples: ["farm add osm", "farm list --json"],
    environment: DATABASE,
    finding: "the work failed",
  });
}

function parsePattern(text: string): string {
  try {
    new RegExp(text, "i");
  } catch (error) {
    throw new InvalidArgumentError(
      `Give a regular expression over host names (${error instanceof Error ? error.message : "not valid"}).`,
    );
  }
  if (text.length > 1_000) throw new InvalidArgumentError("Give at most 1000 characters.");
  return text;
}

async function runAdd(cli: Cli, name: string, options: AddOptions): Promise<void> {
  const [{ addFarm }, { listFarms }, { freeCode }, { WorkError }] = await Promise.all([
    import("../../../db/queries/config/add-farm.ts"),
    import("../../../db/queries/config/list-farms.ts"),
    import("../../feed/register.ts"),
    import("../../runtime/errors.ts"),
  ]);
  const added = await withRole(cli, "farm", async ({ db }) => {
    const code = options.code ?? freeCode(await listFarms(db));
    const row = { code, name, sites: options.sites, internalHosts: options.internalHosts };
    const result = await addFarm(db, row);
    if (result.kind === "exists")
      throw new WorkError(
        result.what === "code"
          ? `code ${code} is taken; leave --code out, or see weboid farm list`
          : `there is a farm ${name} already; see weboid farm list`,
      );
    return row;
  });
  await cli.out.line(
    options.json === true ? JSON.stringify(added) : `added farm ${name} with code ${added.code}`,
  );
}

async function runList(cli: Cli, json: boolean): Promise<void> {
  const { listFarms } = await import("../../../db/queries/config/list-farms.ts");
  const farms = await withRole(cli, "farm", ({ db }) => listFarms(db));
  const lines = json
    ? farms.map((one) => JSON.stringify(one))
    : tableLines(
        farms.map(({ code, name, sites, internalHosts }) => [code, name, internalHosts || "-", sites || "-"]),
      );
  for (const line of lines) await cli.out.line(line);
}
