import type { Command } from "commander";
import { PAGEID_MAX } from "../../../shared/interwiki/stored-titles.ts";
import { readAccounts } from "../../feed/api/credentials.ts";
import { releasePages } from "../../feed/criteria/release.ts";
import { feedFromDump } from "../../feed/dump/run.ts";
import { DumpStopped } from "../../feed/dump/wiki.ts";
import { feedWikis } from "../../feed/run.ts";
import { type Config, requireContact } from "../../runtime/config.ts";
import { UsageError } from "../../runtime/errors.ts";
import { type Cli, document, ROLE } from "../command.ts";
import { each, type WikiName, wholeNumber, wikiName } from "../options.ts";
import { jsonText } from "../output/json.ts";
import { withRole } from "../role.ts";

/** What a feeder needs: wikis see who asks, and a file of accounts that cannot be used is no reason to ask without. */
export function feedSettings(config: Config): void {
  requireContact(config);
  readAccounts(config);
}

interface Options {
  readonly once?: true;
  readonly json?: true;
  readonly fromDump?: readonly string[];
  readonly siteinfo?: string;
  readonly release?: readonly number[];
}

export function feed(command: Command, cli: Cli): void {
  command
    .description("read pages and their links from the wikis that are due, until stopped")
    .argument("[wiki...]", "wikis as dbname@farm; default: all that are not paused", each(wikiName))
    .option("--once", "both runs now, whether due or not, then end")
    .option("--from-dump <file...>", "fill one wiki from its SQL dumps (files, or a folder), then end")
    .option("--siteinfo <file>", "with --from-dump: the wiki's saved siteinfo, so that its API is not used")
    .option(
      "--release <pageid...>",
      "stop watching these pages of one wiki at once, if none of its criteria includes them any more",
      each(wholeNumber(1, PAGEID_MAX)),
    )
    .option("--json", "at the end a JSON line per wiki; with --release per page")
    .action((wikis: readonly WikiName[], options: Options) => run(cli, wikis, options));
  document(command, {
    examples: [
      "feed",
      "feed --once testwiki@local",
      "feed testwiki@local --release 12 13",
      "feed dewiki@WMF --from-dump dewiki-20261101-{page,externallinks,iwlinks}.sql.gz",
    ],
    environment: [
      ...ROLE,
      "WEBOID_CONTACT",
      "WEBOID_DNS",
      "WEBOID_DENY",
      "WEBOID_WIKI_CREDENTIALS",
      "WEBOID_ALLOW_PRIVATE",
    ],
    finding:
      "a wiki could not be read to its end (the others were), a dump is broken, or a page was not released",
    more: [
      "An interrupted feed loses nothing: the next one goes on where it ended.",
      "Dumps: page and externallinks are needed, iwlinks is read if given, categorylinks (and linktarget) where categories are among the criteria; .sql or .sql.gz, as mysqldump writes them.",
    ],
  });
}

async function run(cli: Cli, wikis: readonly WikiName[], options: Options): Promise<void> {
  const names = wikis.map(({ full }) => full);
  if (options.release !== undefined) return release(cli, names, options.release, options);
  if (options.fromDump !== undefined) return fromDump(cli, names, options.fromDump, options);
  if (options.siteinfo !== undefined) throw new UsageError("--siteinfo goes with --from-dump FILE …");
  const once = options.once === true;
  const summary = await withRole(cli, "feed", (ctx) => feedWikis(ctx, { wikis: names, once }), {
    settings: feedSettings,
    component: "feed",
  });
  if (options.json) await cli.out.lines(summary.wikis.map(jsonText));
  // Without `once` it goes on until a signal: what it had in hand then is no failure of its end.
  if (once && summary.wikis.some(({ error }) => error !== null && error.kind !== "stopped")) cli.fail();
}

async function fromDump(
  cli: Cli,
  names: readonly string[],
  from: readonly string[],
  { siteinfo, json, once }: Options,
): Promise<void> {
  const [wiki] = names;
  if (wiki === undefined || names.length > 1)
    throw new UsageError(
      "--from-dump fills one wiki: name it first, as in weboid feed dewiki@WMF --from-dump FILE …",
    );
  if (once === true)
    throw new UsageError(
      `--from-dump goes alone; read what happened since the dump afterwards: weboid feed ${wiki} --once`,
    );
  const fed = await withRole(
    cli,
    "feed",
    (ctx) =>
      feedFromDump(ctx, { wiki, from, siteinfo: siteinfo ?? null }).catch((error: unknown) => {
        // A command that ends on a signal, and loses nothing, did not fail.
        if (!(error instanceof DumpStopped && ctx.signal.aborted)) throw error;
        ctx.log.warn(`${wiki}: ${error.message}`, "wiki-error");
        return { wiki, error: { kind: "stopped", message: error.message } };
      }),
    { component: "feed", files: siteinfo === undefined ? from : [...from, siteinfo] },
  );
  if (json) await cli.out.line(jsonText(fed));
}

const RELEASED: Readonly<Record<"released" | "gone" | "kept" | "not-watched", string>> = {
  released: "released",
  gone: "released, as the wiki has no such page of wikitext any more",
  kept: "kept, as it is included by",
  "not-watched": "not watched",
};

async function release(
  cli: Cli,
  names: readonly string[],
  pageids: readonly number[],
  { once, json, fromDump: dump, siteinfo }: Options,
): Promise<void> {
  const [wiki] = names;
  if (wiki === undefined || names.length > 1 || once === true || (dump ?? siteinfo) !== undefined)
    throw new UsageError(
      "--release takes pages of one wiki, and goes alone: weboid feed dewiki@WMF --release 12 13",
    );
  const releases = await withRole(cli, "feed", (ctx) => releasePages(ctx, { wiki, pageids }), {
    settings: feedSettings,
    component: "feed",
  });
  await cli.out.lines(
    releases.map(({ pageid, outcome, criterion }) =>
      json
        ? jsonText({ wiki, pageid, outcome, criterion })
        : `${wiki} ${pageid}: ${RELEASED[outcome]}${criterion === null ? "" : ` ${criterion}`}`,
    ),
  );
  if (releases.some(({ outcome }) => outcome === "kept" || outcome === "not-watched")) cli.fail();
}
