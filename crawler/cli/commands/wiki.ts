import { Command } from "commander";
import type { Database } from "../../../db/connect.ts";
import type { Wiki } from "../../../db/wikis/wikis.ts";
import { UsageError, WorkError } from "../../runtime/errors.ts";
import type { Cli } from "../cli.ts";
import { DATABASE, document } from "../help.ts";
import { DEFAULT_FARM, farmName, httpUrl, type WikiName, wholeNumber, wikiName } from "../options.ts";
import { jsonText } from "../output/json.ts";
import { tableLines } from "../output/table.ts";
import { withRole } from "../role.ts";
import { printChanged, printWiki, stateOf, wikiData } from "../wiki/data.ts";
import {
  addCriteriaOptions,
  CHANGES_EVERY_MAX,
  CHANGES_EVERY_MIN,
  type CriteriaOptions,
  criteriaOf,
} from "../wiki/options.ts";
import { withHttp } from "../wiki/with-http.ts";

interface JsonOption {
  readonly json?: true;
}
interface AddOptions extends CriteriaOptions, JsonOption {
  readonly api?: string;
  readonly farm?: string;
  readonly all?: true;
  readonly from?: string;
  readonly stream?: string;
}
interface SetOptions extends CriteriaOptions, JsonOption {
  readonly api?: string;
  readonly pause?: true;
  readonly resume?: true;
  readonly stream?: string;
  readonly changesEvery?: number;
}

const NAME = "the wiki as dbname@farm, such as dewiki@WMF; farm WMF may be left out";
const STREAM = "where its events are told as they happen (server-sent events, as Wikimedia's EventStreams)";
const ENVIRONMENT = [...DATABASE, "WEBOID_CONTACT", "WEBOID_DNS", "WEBOID_WIKI_CREDENTIALS"] as const;

const COMMON = { environment: ENVIRONMENT, finding: "the wiki is not configured, or cannot be used" };

export function wiki(cli: Cli): Command {
  const command = new Command("wiki").description("configure wikis: add, list, show, set");
  for (const verb of [addCommand, listCommand, showCommand, setCommand]) command.addCommand(verb(cli));
  return document(command, {
    ...COMMON,
    examples: ["wiki add testwiki@local --api http://127.0.0.1:8080/w/api.php", "wiki list"],
  });
}

function addCommand(cli: Cli): Command {
  const add = addCriteriaOptions(
    new Command("add")
      .description("add a wiki; it is asked who it is, and its farm is made if it is missing (M2)")
      .argument("[wiki]", NAME, wikiName)
      .option("--api <url>", "address of its api.php, or of one of its pages", httpUrl),
  )
    .option("--stream <url>", STREAM, httpUrl)
    .option("--farm <name>", "with --all: the farm whose wikis are added", farmName)
    .option("--all", "add all wikis of a farm, from its site matrix")
    .option("--from <file|url>", "with --all: the site matrix (action=sitematrix), if not the farm's own")
    .option("--json", "print the wiki as JSON")
    .action((name: WikiName | undefined, options: AddOptions) => runAddOrAll(cli, name, options));
  return document(add, {
    ...COMMON,
    examples: [
      "wiki add testwiki@local --api http://127.0.0.1:8080/w/api.php",
      "wiki add --farm WMF --all",
      "wiki add dewiki --api https://de.wikipedia.org/w/api.php --namespace 0 --namespace 4 --exclude-category Kunst",
    ],
  });
}

function listCommand(cli: Cli): Command {
  const list = new Command("list")
    .description("list the wikis")
    .option("--json", "a JSON line per wiki")
    .action((options: JsonOption) => runList(cli, options.json === true));
  return document(list, {
    examples: ["wiki list --json"],
    environment: DATABASE,
    finding: "the database did not answer",
  });
}

function showCommand(cli: Cli): Command {
  const show = new Command("show")
    .description("show a wiki's configuration, and how far its feeding is")
    .argument("<wiki>", NAME, wikiName)
    .option("--json", "print it as JSON")
    .action((name: WikiName, options: JsonOption) => runShow(cli, name, options.json === true));
  return document(show, { ...COMMON, examples: ["wiki show testwiki@local"], environment: DATABASE });
}

function setCommand(cli: Cli): Command {
  const set = addCriteriaOptions(
    new Command("set")
      .description("change a wiki's configuration; criteria given replace all of before")
      .argument("<wiki>", NAME, wikiName)
      .option("--api <url>", "new address of its api.php", httpUrl),
  )
    .option("--stream <url>", `${STREAM}; none: there is no such place`, streamUrl)
    .option("--pause", "feed it no more until --resume")
    .option("--resume", "feed it again, also where it is left alone after trouble")
    .option(
      "--changes-every <seconds>",
      "how often its recent changes are read, four times less often while nothing happens (default: 300)",
      wholeNumber(CHANGES_EVERY_MIN, CHANGES_EVERY_MAX),
    )
    .option("--json", "print the wiki as JSON")
    .action((name: WikiName, options: SetOptions) => runSet(cli, name, options));
  return document(set, {
    ...COMMON,
    examples: [
      "wiki set testwiki@local --namespace 0 --namespace 14",
      "wiki set testwiki@local --pause",
      "wiki set testwiki@local --changes-every 60",
    ],
  });
}

async function runAddOrAll(cli: Cli, name: WikiName | undefined, options: AddOptions): Promise<void> {
  const { all, farm, from, api, ...rest } = options;
  if (all === true) {
    if (name !== undefined || api !== undefined || rest.stream !== undefined || criteriaOf(rest) !== null)
      throw new UsageError("--all takes the wikis of a farm as they are; give it --farm and --from alone");
    const { addAll } = await import("../wiki/all.ts");
    return addAll(cli, { farm: farm ?? DEFAULT_FARM, from: from ?? null, json: rest.json === true });
  }
  if (farm !== undefined || from !== undefined)
    throw new UsageError("--farm and --from belong to --all; a single wiki is named dbname@farm");
  if (name === undefined)
    throw new UsageError(
      "give the wiki as dbname@farm with --api, or --farm NAME --all; see weboid wiki add --help",
    );
  if (api === undefined)
    throw new UsageError("required option '--api <url>' not specified; see weboid wiki add --help");
  return runAdd(cli, name, { ...rest, api });
}

async function runAdd(
  cli: Cli,
  { dbname, farm, full }: WikiName,
  options: AddOptions & { readonly api: string },
): Promise<void> {
  const { registerWiki } = await import("../../feed/registration/register.ts");
  const { troubleText } = await import("../../feed/registration/ask-wiki.ts");
  const { findWiki } = await import("../../../db/wikis/wikis.ts");
  const { updateWiki } = await import("../../../db/wikis/wikis.ts");
  await withRole(
    cli,
    "wiki",
    async (ctx) => {
      if ((await findWiki(ctx.db, full)) !== null)
        throw new WorkError(`there is a wiki ${full} already; change it with: weboid wiki set ${full}`);
      const registered = await withHttp(ctx, (http) =>
        registerWiki(ctx, http, { dbname, farm, api: options.api, criteria: criteriaOf(options) }),
      );
      if (!registered.ok) throw new WorkError(registered.error.message);
      const { wiki: added, farmAdded, site, trouble } = registered.value;
      if (options.stream !== undefined) await updateWiki(ctx.db, added.id, { stream: options.stream });
      if (farmAdded) ctx.log.info(`made farm ${farm}`);
      if (trouble !== null) ctx.log.warn(troubleText(full, trouble));
      if (site.dbname !== dbname)
        ctx.log.warn(
          `the wiki calls itself ${site.dbname}: its gadget asks for dbname=${site.dbname}@${farm}`,
        );
      await printChanged(
        cli,
        ctx.db,
        await need(ctx.db, full),
        options.json === true,
        `added ${full}: ${added.siteName} at ${added.server}`,
      );
    },
    { contact: true },
  );
}

async function runSet(cli: Cli, { dbname, farm, full }: WikiName, options: SetOptions): Promise<void> {
  const criteria = criteriaOf(options);
  if (options.pause === true && options.resume === true)
    throw new UsageError("--pause and --resume contradict each other; give one of them");
  const { stream, changesEvery } = options;
  if (
    criteria === null &&
    options.api === undefined &&
    stream === undefined &&
    changesEvery === undefined &&
    !options.pause &&
    !options.resume
  )
    throw new UsageError(
      "say what to change, such as --namespace 0 or --api URL; see weboid wiki set --help",
    );
  const { registerWiki } = await import("../../feed/registration/register.ts");
  const { troubleText } = await import("../../feed/registration/ask-wiki.ts");
  const { updateWiki } = await import("../../../db/wikis/wikis.ts");
  const { recover } = await import("../../../db/wikis/server-leases.ts");
  const asksWiki = criteria !== null || options.api !== undefined;
  await withRole(
    cli,
    "wiki",
    async (ctx) => {
      let row = await need(ctx.db, full);
      if (asksWiki) {
        const api = options.api ?? row.api;
        const registered = await withHttp(ctx, (http) =>
          registerWiki(ctx, http, { dbname, farm, api, criteria }),
        );
        if (!registered.ok) throw new WorkError(registered.error.message);
        if (registered.value.trouble !== null) ctx.log.warn(troubleText(full, registered.value.trouble));
      }
      if (options.pause === true || options.resume === true)
        await updateWiki(ctx.db, row.id, { paused: options.pause === true });
      if (options.resume === true) await recover(ctx.db, row.id);
      if (stream !== undefined) await updateWiki(ctx.db, row.id, { stream });
      if (changesEvery !== undefined)
        await updateWiki(ctx.db, row.id, { changesEveryS: changesEvery, changesDueMs: 0 });
      row = await need(ctx.db, full);
      await printChanged(cli, ctx.db, row, options.json === true, `changed ${full}`);
    },
    { contact: asksWiki },
  );
}

async function runShow(cli: Cli, { full }: WikiName, json: boolean): Promise<void> {
  await withRole(cli, "wiki", async ({ db }) => printWiki(cli, db, await need(db, full), json));
}

async function runList(cli: Cli, json: boolean): Promise<void> {
  const { listWikis } = await import("../../../db/wikis/wikis.ts");
  await withRole(cli, "wiki", async ({ db, clock }) => {
    const rows = await listWikis(db);
    const now = clock.now();
    if (json) for (const row of rows) await cli.out.line(jsonText(await wikiData(db, row)));
    else
      for (const line of tableLines(rows.map((row) => [row.name, row.siteName, row.api, stateOf(row, now)])))
        await cli.out.line(line);
  });
}

/** "": none. */
const streamUrl = (text: string): string => (text === "none" ? "" : httpUrl(text));

async function need(db: Database, name: string): Promise<Wiki> {
  const { findWiki } = await import("../../../db/wikis/wikis.ts");
  const row = await findWiki(db, name);
  if (row === null)
    throw new WorkError(
      `${name} is not configured; see weboid wiki list, or add it with: weboid wiki add ${name} --api URL`,
    );
  return row;
}
