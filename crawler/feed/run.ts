import pMap from "p-map";
import { findWiki, listWikis, type Wiki as WikiRow } from "../../db/wikis/wikis.ts";
import type { HttpClient } from "../net/egress/http-client.ts";
import { pause } from "../runtime/clock.ts";
import type { RoleContext } from "../runtime/context.ts";
import { retryWhileDatabaseDown, withBackoff } from "../runtime/database-retry.ts";
import { WorkError } from "../runtime/errors.ts";
import { startHeartbeat } from "../runtime/heartbeat.ts";
import { openWikiClient } from "./api/client.ts";
import type { WikiClient } from "./api/wiki.ts";
import { feedWiki, type WikiFeed } from "./feed-wiki.ts";
import { feedForever, SERVERS_AT_ONCE, serverOf } from "./schedule.ts";

export interface FeedOptions {
  /** Names as `dewiki@WMF`; empty: all that are not paused. */
  readonly wikis: readonly string[];
  /** Both runs now for these wikis, whether due or not, then an end. */
  readonly once: boolean;
  /** Tests and `up` give their own; it stays open. */
  readonly http?: HttpClient;
  /** How long one wiki is fed before others of its server; tests give other times. */
  readonly sliceMs?: number;
  /** How often a waiting feeder looks for due wikis; tests give other times. */
  readonly idleMs?: number;
  /** How a wiki is waited for; tests do not wait. */
  readonly wait?: typeof pause;
}

/** Counts of all time slices together; `error` is that of the last. */
export interface FeedSummary {
  readonly wikis: readonly WikiFeed[];
}

const SLICE_MS = 30_000;
/** Also how soon a requested page is noticed (F5). */
const IDLE_MS = 5_000;

/**
 * The feeder (F1): the first run where it is due, requested pages, the second run. One wiki's error is written into its
 * row and the summary and stops no other. Any number of feeders share the wikis. Throws a WorkError for a wiki that
 * is not configured.
 */
export async function feedWikis(outer: RoleContext, options: FeedOptions): Promise<FeedSummary> {
  const ctx = withBackoff(outer, options.once);
  const rows = await retryWhileDatabaseDown(ctx, () => chosen(ctx, options.wikis));
  if (options.once && rows.length === 0)
    throw new WorkError(
      "there is no wiki to feed; add one with: weboid wiki add NAME@FARM --api URL (or end the pause of one: weboid wiki set NAME@FARM --resume)",
    );
  const http = openWikiClient(ctx, { plain: options.http });
  let sum: readonly WikiFeed[] = [];
  const figures = () => ({
    wikis: sum.length,
    read: sum.reduce((pages, { read }) => pages + read, 0),
  });
  const life = startHeartbeat(ctx, "feed", figures, { runsOn: !options.once });
  try {
    if (options.once) return { wikis: await feedOnce(ctx, http, life.name, rows, options.wait) };
    const { sliceMs = SLICE_MS, idleMs = IDLE_MS, wait } = options;
    const names = options.wikis.length === 0 ? [] : rows.map(({ name }) => name);
    await feedForever(ctx, { http, worker: life.name, names, sliceMs, idleMs, wait }, (wikis) => {
      sum = wikis;
    });
    return { wikis: sum };
  } finally {
    await life.stop();
    if (options.http === undefined) await http.close();
  }
}

async function chosen(ctx: RoleContext, names: readonly string[]): Promise<WikiRow[]> {
  if (names.length === 0) return (await listWikis(ctx.db)).filter(({ paused }) => !paused);
  const rows = await Promise.all(
    names.map(async (name) => {
      const row = await findWiki(ctx.db, name);
      if (row === null)
        throw new WorkError(`${name} is not configured; add it with: weboid wiki add ${name} --api URL`);
      return row;
    }),
  );
  // A wiki that is named twice, perhaps in another spelling, is fed once.
  return [...new Map(rows.map((row) => [row.id, row])).values()];
}

/** Feeds each wiki once, serial per server; returns them in the order of `rows`. */
async function feedOnce(
  ctx: RoleContext,
  http: WikiClient,
  worker: string,
  rows: readonly WikiRow[],
  wait: typeof pause = pause,
): Promise<WikiFeed[]> {
  const endless = () => false;
  const slice = { listsOver: endless, over: endless };
  const farmsRead = new Set<number>();
  const feeds = new Map<WikiRow, WikiFeed>();
  const feedServer = async (wikis: readonly WikiRow[]) => {
    for (const row of wikis)
      if (!ctx.signal.aborted)
        feeds.set(row, await feedWiki(ctx, row, { http, worker, now: true, slice, farmsRead, wait }));
  };
  await pMap(Map.groupBy(rows, serverOf).values(), feedServer, { concurrency: SERVERS_AT_ONCE });
  return rows.flatMap((row) => feeds.get(row) ?? []);
}
