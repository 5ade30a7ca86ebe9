import type { Command } from "commander";
import { recover } from "../../../db/wikis/server-leases.ts";
import { findWiki, listWikis, updateWiki } from "../../../db/wikis/wikis.ts";
import { warningsOf } from "../../feed/registration/ask-wiki.ts";
import { type Registered, type Registration, registerWiki } from "../../feed/registration/register.ts";
import { requireContact } from "../../runtime/config.ts";
import type { RoleContext } from "../../runtime/context.ts";
import { UsageError, WorkError } from "../../runtime/errors.ts";
import { type Cli, DATABASE, document } from "../command.ts";
import {
  DEFAULT_FARM,
  farmName,
  httpUrl,
  orNone,
  WIKI_ARGUMENT,
  type WikiName,
  wholeNumber,
  wikiName,
} from "../options.ts";
import { jsonText } from "../output/json.ts";
import { tableLines } from "../output/table.ts";
import { withRole } from "../role.ts";
import { addAll } from "./all.ts";
import { printChanged, printWiki, stateOf, wikiData } from "./data.ts";
import {
  addCriteriaOptions,
  CHANGES_EVERY_MAX,
  CHANGES_EVERY_MIN,
  type CriteriaOptions,
  criteriaOf,
} from "./options.ts";
import { configuredWiki, withHttp } from "./wiki.ts";

interface JsonOption {
  readonly json?: true;
}
interface AddOptions extends CriteriaOptions, JsonOption {
  readonly api?: string;
  readonly farm?: string;
  readonly all?: true;
  readonly from?: string;
  readonly stream?: string;
  readonly pause?: true;
}
interface SetOptions extends CriteriaOptions, JsonOption {
  readonly api?: string;
  readonly pause?: true;
  readonly resume?: true;
  readonly stream?: string;
  readonly changesEvery?: number;
}

const STREAM = "address of its stream of events (server-sent events, as Wikimedia's EventStreams)";
const COMMON = {
  environment: [
    ...DATABASE,
    "WEBOID_CONTACT",
    "WEBOID_DNS",
    "WEBOID_ALLOW_PRIVATE",
    "WEBOID_DENY",
    "WEBOID_WIKI_CREDENTIALS",
  ],
  finding: "the wiki is not configured, or cannot be used",
} as const;

export function wiki(command: Command, cli: Cli): void {
  command.description("configure wikis: add, list, show, set");
  for (const define of [defineAdd, defineList, defineShow, defineSet]) define(command, cli);
  document(command, {
    ...COMMON,
    examples: ["wiki add testwiki@local --api http://127.0.0.1:8080/w/api.php", "wiki list"],
  });
}

function defineAdd(command: Command, cli: Cli): void {
  const add = command
    .command("add")
    .description("add a wiki; its API is asked what it is, and its farm is added if it is missing")
    .argument("[wiki]", WIKI_ARGUMENT, wikiName)
    .option("--api <url>", "address of its api.php, or of one of its pages", httpUrl);
  addCriteriaOptions(add)
    .option("--stream <url>", STREAM, httpUrl)
    .option("--pause", "feed it only after weboid wiki set --resume, so that a bulk start comes first")
    .option("--farm <name>", "with --all: the farm whose wikis are added", farmName)
    .option("--all", "add all wikis of a farm, from its site matrix")
    .option("--from <file|url>", "with --all: the site matrix (action=sitematrix), if not the farm's own")
    .option("--json", "print the wiki as JSON")
    .action((name: WikiName | undefined, options: AddOptions) => runAddOrAll(cli, name, options));
  document(add, {
    ...COMMON,
    examples: [
      "wiki add testwiki@local --api http://127.0.0.1:8080/w/api.php",
      "wiki add --farm WMF --all",
      "wiki add dewiki --api https://de.wikipedia.org/w/api.php --namespace 0 --namespace 4 --exclude-category Kunst",
    ],
  });
}

function defineList(command: Command, cli: Cli): void {
  const list = command
    .command("list")
    .description("list the wikis")
    .option("--json", "a JSON line per wiki")
    .action(({ json }: JsonOption) =>
      withRole(cli, "wiki", async (ctx) => {
        const rows = await listWikis(ctx.db);
        if (json) for (const row of rows) await cli.out.line(jsonText(await wikiData(ctx, row)));
        else
          await cli.out.lines(
            rows.length === 0
              ? ["there are no wikis; add one with: weboid wiki add"]
              : tableLines(
                  rows.map((row) => [row.name, row.siteName, row.api, stateOf(row, ctx.clock.now())]),
                ),
          );
      }),
    );
  document(list, { examples: ["wiki list --json"] });
}

function defineShow(command: Command, cli: Cli): void {
  const show = command
    .command("show")
    .description("show a wiki's configuration, and how far its feeding is")
    .argument("<wiki>", WIKI_ARGUMENT, wikiName)
    .option("--json", "print it as JSON")
    .action(({ full }: WikiName, { json }: JsonOption) =>
      withRole(cli, "wiki", async (ctx) =>
        printWiki(cli, ctx, await configuredWiki(ctx.db, full), json === true),
      ),
    );
  document(show, { examples: ["wiki show testwiki@local"], finding: COMMON.finding });
}

function defineSet(command: Command, cli: Cli): void {
  const set = command
    .command("set")
    .description("change a wiki's configuration; new criteria replace all earlier ones")
    .argument("<wiki>", WIKI_ARGUMENT, wikiName)
    .option("--api <url>", "new address of its api.php", httpUrl);
  addCriteriaOptions(set)
    .option("--stream <url>", `${STREAM}; none: it has none`, orNone(httpUrl))
    .option("--pause", "feed it no more until --resume")
    .option("--resume", "feed it again, also where feeding rests after errors")
    .option(
      "--changes-every <seconds>",
      "how often its recent changes are read, four times less often while nothing happens (default: 300)",
      wholeNumber(CHANGES_EVERY_MIN, CHANGES_EVERY_MAX),
    )
    .option("--json", "print the wiki as JSON")
    .action((name: WikiName, options: SetOptions) => runSet(cli, name, options));
  document(set, {
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
      throw new UsageError(
        "--all takes the wikis of a farm as they are; give it --farm, --from and --pause alone",
      );
    return addAll(cli, {
      farm: farm ?? DEFAULT_FARM,
      from: from ?? null,
      paused: rest.pause === true,
      json: rest.json === true,
    });
  }
  if (farm !== undefined || from !== undefined)
    throw new UsageError("--farm and --from belong to --all; a single wiki is named dbname@farm");
  if (name === undefined)
    throw new UsageError(
      "give the wiki as dbname@farm with --api, or --farm NAME --all; see weboid wiki add --help",
    );
  if (api === undefined)
    throw new UsageError("required option '--api <url>' not specified; see weboid wiki add --help");
  await withRole(cli, "wiki", (ctx) => add(cli, ctx, name, { ...rest, api }), { settings: requireContact });
}

async function add(
  cli: Cli,
  ctx: RoleContext,
  { dbname, farm, full }: WikiName,
  options: AddOptions & { readonly api: string },
): Promise<void> {
  const { db, log } = ctx;
  if ((await findWiki(db, full)) !== null)
    throw new WorkError(`there is a wiki ${full} already; change it with: weboid wiki set ${full}`);
  const criteria = criteriaOf(options);
  const given = { dbname, farm, api: options.api, given: true, criteria, paused: options.pause === true };
  const { wiki: added, farmAdded, site } = await register(ctx, given);
  if (options.stream !== undefined) await updateWiki(db, added.id, { stream: options.stream });
  if (farmAdded) log.info(`added farm ${farm}`);
  if (site.dbname !== dbname)
    log.warn(
      `the wiki calls itself ${site.dbname}: its gadget asks for dbname=${site.dbname}@${farm}`,
      "wiki-oddity",
    );
  const same = (await listWikis(db)).filter(({ id, api }) => api === added.api && id !== added.id);
  if (same.length > 0)
    log.warn(
      `${same.map(({ name }) => name).join(", ")} has the same address, so its pages are read and published once more: if that is not meant, weboid wiki set ${full} --pause`,
      "wiki-oddity",
    );
  const said = `added ${full}: ${added.siteName} at ${added.server}`;
  await printChanged(cli, ctx, await configuredWiki(db, full), options.json === true, said);
}

/** Asks the wiki what it is, and stores that with the criteria; throws a WorkError for one that cannot be used. */
async function register(ctx: RoleContext, registration: Registration): Promise<Registered> {
  const registered = await withHttp(ctx, (http) => registerWiki(ctx, http, registration));
  if (!registered.ok) throw new WorkError(registered.error.message);
  for (const warning of warningsOf(registered.value.wiki.name, registered.value))
    ctx.log.warn(warning, "wiki-oddity");
  return registered.value;
}

async function runSet(cli: Cli, { dbname, farm, full }: WikiName, options: SetOptions): Promise<void> {
  const criteria = criteriaOf(options);
  const { api, stream, changesEvery, pause, resume, json } = options;
  if (pause && resume) throw new UsageError("--pause and --resume contradict each other; give one of them");
  const asksWiki = criteria !== null || api !== undefined;
  if (!asksWiki && stream === undefined && changesEvery === undefined && !pause && !resume)
    throw new UsageError(
      "say what to change, such as --namespace 0 or --api URL; see weboid wiki set --help",
    );
  await withRole(
    cli,
    "wiki",
    async (ctx) => {
      const { db } = ctx;
      const row = await configuredWiki(db, full);
      const given = api !== undefined;
      if (asksWiki) await register(ctx, { dbname, farm, api: api ?? row.api, given, criteria });
      if (pause) await updateWiki(db, row.id, { paused: true });
      // What it changed meanwhile is asked for at once, too, whenever that was to be.
      if (resume) await updateWiki(db, row.id, { paused: false, changesDueMs: 0 });
      if (resume) await recover(db, row.id);
      if (stream !== undefined) await updateWiki(db, row.id, { stream });
      if (changesEvery !== undefined)
        await updateWiki(db, row.id, { changesEveryS: changesEvery, changesDueMs: 0 });
      await printChanged(cli, ctx, await configuredWiki(db, full), json === true, `changed ${full}`);
    },
    asksWiki ? { settings: requireContact } : {},
  );
}
