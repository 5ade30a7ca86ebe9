import type { WikiId } from "../../../db/types.ts";
import {
  claimStreams,
  type HeldStream,
  releaseStreams,
  type StreamNews,
  type StreamWiki,
  storeStream,
  streamHolders,
  streamWikis,
} from "../../../db/wikis/streams.ts";
import { pause } from "../../runtime/clock.ts";
import { userAgent } from "../../runtime/config.ts";
import type { RoleContext } from "../../runtime/context.ts";
import { retryWhileDatabaseDown } from "../../runtime/database-retry.ts";
import { createStreamClient, type StreamClient } from "../../runtime/event-stream.ts";
import { isDead } from "../../runtime/heartbeat.ts";
import { readConnection } from "./connection.ts";
import { createBacklog } from "./events.ts";

/** Short, as nobody reads the stream of a feeder that was killed until it runs out. */
export const STREAM_LEASE_SECONDS = 30;
/** How often the hold is prolonged while a stream that ended is waited for. */
const RENEW_MS = 8_000;
/** Before it is opened again, unless the server wishes another time; doubled as long as it tells nothing. */
const RETRY_MS = 3_000;
const RETRY_MS_MIN = 1_000;
const RETRY_MS_MAX = 5 * 60_000;
const RETRY_AFTER_MS_MAX = 3_600_000;
const TROUBLE_CHARS_MAX = 300;

/**
 * Reads one stream for all wikis that name it, and goes on behind the last event that was stored whenever it ends (F4). Until
 * the signal, until no wiki names it any more, or another feeder has it. Only the database's trouble is thrown.
 */
export async function followStream(
  ctx: RoleContext,
  client: StreamClient,
  held: HeldStream,
  told: () => void,
): Promise<void> {
  const { url } = held;
  let { lastEventId } = held;
  let wikis: readonly StreamWiki[] = [];
  const backlog = createBacklog(
    () => wikis,
    () => ctx.clock.now(),
  );
  /** False: it is nobody's, or another's. What was told twice, if an outage made that of it, is read once. */
  const store = (
    id: string | null,
    {
      heard = false,
      error = null,
      lost = [],
    }: Partial<Pick<StreamNews, "heard" | "error">> & { readonly lost?: readonly WikiId[] } = {},
  ) => {
    const { pages, hints } = backlog.take();
    return retryWhileDatabaseDown(ctx, async () => {
      wikis = await streamWikis(ctx.db, url);
      const news = { heard, lastEventId: id, pages, hints, lost, error };
      const kept = await storeStream(ctx.db, held, news, {
        nowMs: ctx.clock.now(),
        leaseSeconds: STREAM_LEASE_SECONDS,
      });
      if (kept && id !== null) lastEventId = id;
      if (kept && pages.size + hints.size > 0) told();
      return kept && wikis.length > 0;
    });
  };

  for (let failures = 0, said = ""; !ctx.signal.aborted; ) {
    const end = await readConnection({
      ctx,
      client,
      url,
      lastEventId,
      backlog,
      store: (id, heard) => store(id, { heard }),
    });
    if (end.kind === "over") return;
    failures = end.good ? 0 : failures + 1;
    const trouble = end.good ? null : end.trouble.slice(0, TROUBLE_CHARS_MAX);
    if (trouble !== null && trouble !== said) ctx.log.warn(`stream ${url}: ${trouble}; trying again`);
    said = trouble ?? "";
    const anew = end.unresumable && lastEventId !== "";
    if (anew) ctx.log.warn(`stream ${url} does not go on behind its last event, and is begun anew`);
    // What is missed meanwhile the wikis' own lists of changes tell.
    const lost = trouble === null ? [] : wikis.map(({ id }) => id);
    if (!(await store(anew ? "" : null, { error: trouble, lost }))) return;
    if (!(await waitHolding(ctx, waitMs(end.retryMs, failures), () => store(null, { error: trouble }))))
      return;
  }
}

function waitMs(wished: number | null, failures: number): number {
  const first = Math.max(wished ?? RETRY_MS, RETRY_MS_MIN);
  const doubled = Math.min(first * 2 ** Math.max(0, failures - 1), RETRY_MS_MAX);
  return Math.min(Math.max(first, doubled), RETRY_AFTER_MS_MAX);
}

/** Waits, and keeps the hold meanwhile; false: it was lost, or we stop. */
async function waitHolding(ctx: RoleContext, ms: number, renew: () => Promise<boolean>): Promise<boolean> {
  for (let left = ms; left > 0; left -= RENEW_MS) {
    if (!(await pause(Math.min(left, RENEW_MS), ctx.signal))) return false;
    if (left > RENEW_MS && !(await renew())) return false;
  }
  return true;
}

/** How often a feeder looks for streams that nobody reads. */
const LOOK_MS = 5_000;

/**
 * Reads the streams of events that wikis name (F4), each by one of the feeders, until the signal. They only make faster what
 * the wikis' lists of changes tell in any case. `worker`: as the feeder's heartbeat is named; `told` hears that something
 * was queued.
 */
export async function followStreams(outer: RoleContext, worker: string, told: () => void): Promise<void> {
  const { contact, dns } = outer.config;
  const client = createStreamClient({ userAgent: userAgent(contact), dns });
  const stop = new AbortController();
  const ctx = { ...outer, signal: AbortSignal.any([outer.signal, stop.signal]) };
  const following = new Map<string, Promise<void>>();
  let failure: { readonly error: unknown } | null = null;
  try {
    while (!ctx.signal.aborted) {
      for (const held of await retryWhileDatabaseDown(ctx, () => claim(ctx, worker))) {
        const followed = (following.get(held.url) ?? Promise.resolve())
          .then(() => followStream(ctx, client, held, told))
          .catch((error: unknown) => {
            failure ??= { error };
            stop.abort();
          });
        following.set(held.url, followed);
      }
      await pause(LOOK_MS, ctx.signal);
    }
  } finally {
    stop.abort();
    await Promise.all(following.values());
    await client.close();
    // Without a database the holds run out by themselves.
    await releaseStreams(ctx.db, [worker]).catch(() => {});
  }
  if (failure !== null) throw (failure as { readonly error: unknown }).error;
}

async function claim({ db }: RoleContext, worker: string) {
  const holders = await streamHolders(db);
  await releaseStreams(
    db,
    holders.filter((holder) => isDead(holder)),
  );
  return claimStreams(db, worker, STREAM_LEASE_SECONDS);
}
