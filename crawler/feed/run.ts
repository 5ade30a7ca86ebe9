import { findWiki } from "../../db/queries/config/find-wiki.ts";
import { listCriteria } from "../../db/queries/config/list-criteria.ts";
import { listWikis } from "../../db/queries/config/list-wikis.ts";
import { updateWiki } from "../../db/queries/config/update-wiki.ts";
import { deleteUntouchedPages } from "../../db/queries/feed/delete-untouched-pages.ts";
import type { Wiki as WikiRow } from "../../db/types.ts";
import { addDays } from "../../shared/calendar/day.ts";
import { userAgent } from "../runtime/config.ts";
import type { RoleContext } from "../runtime/context.ts";
import { WorkError } from "../runtime/errors.ts";
import { createHttpClient, type HttpClient } from "../runtime/http.ts";
import { pause } from "../runtime/pause.ts";
import { createProgress } from "../runtime/progress.ts";
import type { WikiError } from "./answer.ts";
import { runAsked } from "./asked-run.ts";
import { selectionOf } from "./criteria.ts";
import { type ListCounts, runList } from "./list-run.ts";
import { type ReadCounts, runRead } from "./read-run.ts";
import { openWiki } from "./wiki.ts";

/** F2: "every one or two weeks". */
const LIST_PERIOD_DAYS = 7;
/** After trouble with a wiki it is left alone for a while. */
const TROUBLE_PAUSE_MS = 15 * 60_000;
/** F3: "not touched for some months". */
const UNTOUCHED_DAYS = 100;
const MS_PER_DAY = 86_400_000;
/** How often a waiting feeder looks for due wikis and for pages that were asked for (F5). */
const IDLE_MS = 5_000;
/** Wikis on different servers are fed side by side; those of one server one after the other. */
const SERVERS_AT_ONCE = 4;

export interface FeedOptions {
  /** Names as `dewiki@WMF`; empty: all that are not paused. */
  readonly wikis: readonly string[];
  /** Both runs now for these wikis, whether due or not, then an end. */
  readonly once: boolean;
  /** Tests and `up` give their own; it stays open. */
  readonly http?: HttpClient;
}

export interface WikiFeed extends ListCounts, ReadCounts {
  readonly wiki: string;
  error: WikiError | null;
}

export interface FeedSummary {
  readonly wikis: readonly WikiFeed[];
}

/**
 * The feeder (F1): the first run where it is due, pages asked for, the second run. One wiki's trouble is written into
 * its row and the summary and stops no other. Throws a WorkError for a wiki that is not configured.
 */
export async function feedWikis(ctx: RoleContext, options: FeedOptions): Promise<FeedSummary> {
  const own =
    options.http ?? createHttpClient({ userAgent: userAgent(ctx.config.contact), dns: ctx.config.dns });
  try {
    if (options.once) {
      const rows = await chosen(ctx, options.wikis);
      if (rows.length === 0)
        throw new WorkError("no wiki is configured yet; add one with: weboid wiki add NAME@FARM --api URL");
      return { wikis: await feedAll(ctx, own, rows, true) };
    }
    return await feedForever(ctx, own, options.wikis);
  } finally {
    if (options.http === undefined) await own.close();
  }
}

async function feedForever(
  ctx: RoleContext,
  http: HttpClient,
  names: readonly string[],
): Promise<FeedSummary> {
  let last: readonly WikiFeed[] = [];
  let told = false;
  do {
    const rows = await chosen(ctx, names);
    if (rows.length === 0 && !told)
      ctx.log.info("no wiki is configured yet; waiting (weboid wiki add NAME@FARM --api URL)");
    told = rows.length === 0;
    const now = ctx.clock.now();
    const ready = rows.filter(({ incrementalDueMs }) => incrementalDueMs <= now);
    if (ready.length > 0) last = await feedAll(ctx, http, ready, false);
  } while (await pause(IDLE_MS, ctx.signal));
  return { wikis: last };
}

async function chosen(ctx: RoleContext, names: readonly string[]): Promise<WikiRow[]> {
  if (names.length === 0) return (await listWikis(ctx.db)).filter(({ paused }) => !paused);
  return Promise.all(
    names.map(async (name) => {
      const row = await findWiki(ctx.db, name);
      if (row === null)
        throw new WorkError(`${name} is not configured; add it with: weboid wiki add ${name} --api URL`);
      return row;
    }),
  );
}

/** Serial per server, as one client should be to its operators; the order of the answer is that of `rows`. */
async function feedAll(
  ctx: RoleContext,
  http: HttpClient,
  rows: readonly WikiRow[],
  now: boolean,
): Promise<WikiFeed[]> {
  const servers = [...Map.groupBy(rows, ({ api }) => new URL(api).host).values()];
  const fed = new Map<WikiRow, WikiFeed>();
  const worker = async () => {
    for (let server = servers.shift(); server !== undefined; server = servers.shift())
      for (const row of server) if (!ctx.signal.aborted) fed.set(row, await feedOne(ctx, http, row, now));
  };
  await Promise.all(Array.from({ length: SERVERS_AT_ONCE }, worker));
  return rows.flatMap((row) => fed.get(row) ?? []);
}

async function feedOne(ctx: RoleContext, http: HttpClient, row: WikiRow, now: boolean): Promise<WikiFeed> {
  const fed: WikiFeed = {
    wiki: row.name,
    listed: 0,
    created: 0,
    read: 0,
    deleted: 0,
    watched: 0,
    added: 0,
    internal: 0,
    ignored: 0,
    invalid: 0,
    error: null,
  };
  const progress = createProgress(ctx.log);
  const tell = (text: string) => progress.update(`${row.name}: ${text}`);
  const wiki = openWiki(row.api, { http, signal: ctx.signal });
  const run = { ctx, row, wiki, counts: fed, tell };
  const criteria = await listCriteria(ctx.db, row.id);
  const listing = now || row.fullDueMs <= ctx.clock.now();

  async function runs(): Promise<WikiError | null> {
    if (listing) {
      const selection = selectionOf(criteria);
      for (const { kind, value } of selection.later)
        ctx.log.warn(`${row.name}: criterion ${kind} ${value} comes with a later version and is passed over`);
      const error = await runList(run, selection);
      if (error !== null) return error;
      await updateWiki(ctx.db, row.id, { fullDueMs: ctx.clock.now() + LIST_PERIOD_DAYS * MS_PER_DAY });
      const today = ctx.clock.today();
      fed.deleted += await deleteUntouchedPages(ctx.db, row.id, addDays(today, -UNTOUCHED_DAYS), today);
    }
    return (await runAsked(ctx, row, wiki, criteria)) ?? (await runRead(run));
  }

  fed.error = await runs();
  if (fed.error === null) {
    if (row.error !== null) await updateWiki(ctx.db, row.id, { error: null });
    progress.done(listing || fed.read > 0 || fed.deleted > 0 ? describe(fed) : undefined);
  } else if (fed.error.kind !== "stopped") {
    await updateWiki(ctx.db, row.id, {
      error: fed.error.message,
      incrementalDueMs: ctx.clock.now() + TROUBLE_PAUSE_MS,
    });
    progress.done();
    ctx.log.error(`${row.name}: ${fed.error.message}`);
  } else progress.done(`${row.name}: stopped; a next start goes on from here`);
  return fed;
}

function describe(fed: WikiFeed): string {
  return `${fed.wiki}: ${fed.listed} pages found (${fed.created} new), ${fed.read} read with ${fed.watched} links (${fed.added} new), ${fed.deleted} deleted`;
}
