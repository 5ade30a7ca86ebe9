import { spamListHeads } from "../../../db/spam/lists.ts";
import { wikiCounts } from "../../../db/status/wiki-counts.ts";
import type { Criterion } from "../../../db/types.ts";
import { listCriteria } from "../../../db/wikis/criteria.ts";
import type { Wiki } from "../../../db/wikis/wikis.ts";
import type { RoleContext } from "../../runtime/context.ts";
import type { Cli } from "../command.ts";
import { jsonText } from "../output/json.ts";
import { tableLines } from "../output/table.ts";
import { feedPassOf } from "../status/passes.ts";
import { type Elsewhere, elsewhere } from "./elsewhere.ts";

/** The clock is the database's, whose moments are compared with it. */
type Asking = Pick<RoleContext, "db" | "clock">;

/** In one cell of a table. */
export const stateOf = (wiki: Wiki, nowMs: number): string => {
  if (wiki.paused) return "paused";
  const retry = retryOf(wiki, nowMs);
  return `${wiki.error ?? "ok"}${retry === null ? "" : `; tried again at ${retry}`}`;
};

/** When a wiki that is left alone after trouble is tried again; null: it is not left alone. */
const retryOf = ({ retryMs }: Wiki, nowMs: number): string | null =>
  retryMs > nowMs ? new Date(retryMs).toISOString() : null;

/** A wiki's configuration, as docs/cli.md describes it. */
export async function wikiData({ db, clock }: Asking, row: Wiki) {
  const criteria = await listCriteria(db, row.id);
  const heads = await spamListHeads(db, row);
  return {
    wiki: row.name,
    api: row.api,
    server: row.server,
    articleUrl: row.articleUrl,
    lang: row.lang,
    siteName: row.siteName,
    criteria: criteria.length > 0 ? criteria : [DEFAULT],
    paused: row.paused,
    /** Address of its stream of events (F4); null: it has none. */
    stream: row.stream || null,
    /** A feeder reads them at the moment. */
    streamed: row.streamed,
    error: row.error,
    /** Left alone after trouble until then; null: not. */
    retry: retryOf(row, clock.now()),
    /** When all its pages are listed again (F2). */
    due: new Date(row.fullDueMs).toISOString(),
    /** How far its own changes are known, by its clock (F4); null: they were not read yet, or it has none. */
    changesKnownUntil: row.changesAtMs === null ? null : new Date(row.changesAtMs).toISOString(),
    changesDue: new Date(row.changesDueMs).toISOString(),
    changesEverySeconds: row.changesEveryS,
    /** Its lists and its farm's; null in `error`: read well (P1). */
    spam: heads.map(({ wiki: of, kind, readAtMs, error }) => ({
      scope: of === null ? "global" : "local",
      list: kind,
      readAt: readAtMs === null ? null : new Date(readAtMs).toISOString(),
      error,
    })),
  };
}

/** How many pages are known of it, how far its pass is, as in `weboid status`, and of which wikis no pages are looked up. */
async function wikiProgress({ db, clock }: Asking, row: Wiki) {
  const [counts] = await wikiCounts(db, row.id);
  if (counts === undefined) throw new Error(`wiki ${row.name} vanished`);
  const { pages, needUpdate, countedAtMs } = counts;
  return {
    pages,
    needUpdate,
    /** null: just now, or there are none yet. */
    countedAt: countedAtMs === null ? null : new Date(countedAtMs).toISOString(),
    pass: feedPassOf(counts, clock.now()),
    notAsked: await elsewhere(db, row),
  };
}

const DEFAULT: Criterion = { effect: "include", kind: "namespace", value: "0" };

/** After a change: `said`, or the configuration as JSON. */
export async function printChanged(
  cli: Cli,
  ctx: Asking,
  row: Wiki,
  json: boolean,
  said: string,
): Promise<void> {
  if (!json) return cli.out.line(said);
  const { criteria, spam, ...rest } = await wikiData(ctx, row);
  return cli.out.line(jsonText({ ...rest, criteria, spam }));
}

/** The whole, and how its feeding goes. */
export async function printWiki(cli: Cli, ctx: Asking, row: Wiki, json: boolean): Promise<void> {
  const { criteria, spam, ...rest } = await wikiData(ctx, row);
  const progress = await wikiProgress(ctx, row);
  if (json) return cli.out.line(jsonText({ ...rest, ...progress, criteria, spam }));
  const { pages, needUpdate, countedAt, pass, notAsked } = progress;
  const share = pass.progress === null ? "" : `, ${Math.floor(pass.progress * 100)} % done`;
  const lines = tableLines([
    ...Object.entries(rest).map(([name, value]) => [name, String(value ?? "-")]),
    ["pages", `${pages}, ${needUpdate} to be read${countedAt === null ? "" : `; as of ${countedAt}`}`],
    [
      "pass",
      `${pass.state}${pass.began === null ? "" : ` since ${pass.began}`}: ${pass.listed} listed, ${pass.read} read${share}`,
    ],
    ...criteria.map(({ effect, kind, value, depth }) => [
      effect,
      depth === undefined ? `${kind} ${value}` : `${kind} ${value}, ${depth} levels of subcategories`,
    ]),
    ...notAskedLines(notAsked, row),
    ...spam.map(({ scope, list, readAt, error }) => [
      "spam",
      `${scope} ${list}, read ${readAt ?? "never"}${error === null ? "" : `; not lately: ${error}`}`,
    ]),
  ]);
  for (const line of lines) await cli.out.line(line);
}

function notAskedLines({ count, prefixes }: Elsewhere, { name }: Wiki): string[][] {
  if (count === 0) return [];
  const farm = name.slice(name.indexOf("@") + 1);
  const named = prefixes.map(({ prefix, url }) => `${prefix} (${URL.parse(url)?.host ?? url})`).join(", ");
  const more = count > prefixes.length ? ` and ${count - prefixes.length} more` : "";
  return [
    [
      "notAsked",
      `of pages by these prefixes, which its map calls local, as no wiki of farm ${farm} is known there: ${named}${more}; make them known by weboid farm set ${farm} --internal-hosts REGEX, or weboid wiki add`,
    ],
  ];
}
