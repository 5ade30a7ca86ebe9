import { endpointsForStream } from "../../../db/wikis/configured.ts";
import {
  claimStreams,
  type HeldStream,
  releaseStream,
  releaseStreams,
  renewStream,
  type StreamNews,
  type StreamWiki,
  storeStream,
  streamHolders,
  streamWikis,
} from "../../../db/wikis/streams.ts";
import { numericEndpoint } from "../../../shared/url/endpoint.ts";
import { clientOptions } from "../../net/egress/clients.ts";
import { createStreamClient, type StreamClient } from "../../net/egress/event-stream.ts";
import { pause } from "../../runtime/clock.ts";
import type { RoleContext } from "../../runtime/context.ts";
import { retryWhileDatabaseDown } from "../../runtime/database-retry.ts";
import { deadAmong } from "../../runtime/heartbeat.ts";
import { LeaseKeeper } from "../../runtime/lease-keeper.ts";
import { readConnection } from "./connection.ts";
import { createBacklog } from "./events.ts";

/** Short: the stream of a feeder that was killed is not read until its lease runs out. */
const STREAM_LEASE_SECONDS = 30;
/** How long until a stream is opened again, unless the server gives another time; doubled as long as nothing comes. */
const RETRY_MS = 3_000;
const RETRY_MS_MIN = 1_000;
const RETRY_MS_MAX = 5 * 60_000;
const RETRY_AFTER_MS_MAX = 3_600_000;
const TROUBLE_CHARS_MAX = 300;

/** Reads a stream under its lease, until no wiki names it any more or another feeder has it. */
async function followLeased(
  outer: RoleContext,
  client: StreamClient,
  held: HeldStream,
  onQueued: () => void,
): Promise<void> {
  const { db, log } = outer;
  const keeper = new LeaseKeeper({
    seconds: STREAM_LEASE_SECONDS,
    renew: () => renewStream(db, held, STREAM_LEASE_SECONDS),
    release: () => releaseStream(db, held),
    log,
  });
  const signal = AbortSignal.any([outer.signal, keeper.lost]);
  await followStream({ ...outer, signal }, client, held, onQueued).finally(() => keeper.end());
}

/**
 * Reads one stream for all wikis that name it, and resumes after the last event that was stored whenever it ends (F4), until
 * the signal, or until the stream is nobody's or another's. Throws only errors of the database.
 */
async function followStream(
  ctx: RoleContext,
  client: StreamClient,
  held: HeldStream,
  onQueued: () => void,
): Promise<void> {
  const { url } = held;
  let { lastEventId } = held;
  let wikis: readonly StreamWiki[] = [];
  const backlog = createBacklog(
    () => wikis,
    () => ctx.clock.now(),
  );
  /** False: the stream is nobody's, or another's. Pages queued twice, because of an outage, are read once. */
  const store = (
    id: string | null,
    { heard = false, error = null, lost = [] }: Partial<Pick<StreamNews, "heard" | "error" | "lost">>,
  ) => {
    const { pages, hints } = backlog.take();
    return retryWhileDatabaseDown(ctx, async () => {
      wikis = await streamWikis(ctx.db, url);
      const news = { heard, lastEventId: id, pages, hints, lost, error };
      const kept = await storeStream(ctx.db, held, news, ctx.clock.now());
      if (kept && id !== null) lastEventId = id;
      if (kept && pages.size + hints.size > 0) onQueued();
      return kept && wikis.length > 0;
    });
  };

  for (let failures = 0, logged = ""; !ctx.signal.aborted; ) {
    const endpoints = await retryWhileDatabaseDown(ctx, () => endpointsForStream(ctx.db, url));
    const end = await readConnection({
      ctx,
      client,
      url,
      configured: [...endpoints, numericEndpoint(url) ?? ""],
      lastEventId,
      backlog,
      store: (id, heard) => store(id, { heard }),
    });
    if (end.kind === "over") return;
    failures = end.good ? 0 : failures + 1;
    const trouble = end.good ? null : end.trouble.slice(0, TROUBLE_CHARS_MAX);
    if (trouble !== null && trouble !== logged)
      ctx.log.warn(`stream ${url}: ${trouble}; trying again`, "stream-failed");
    logged = trouble ?? "";
    const restart = end.unresumable && lastEventId !== "";
    if (restart)
      ctx.log.warn(
        `stream ${url} cannot be resumed after its last event, and is read from now on`,
        "stream-restarted",
      );
    // The wikis' own lists of changes have what is missed meanwhile.
    const lost = trouble === null ? [] : wikis.map(({ id }) => id);
    if (!(await store(restart ? "" : null, { error: trouble, lost }))) return;
    await pause(waitMs(end.retryMs, failures), ctx.signal);
  }
}

function waitMs(asked: number | null, failures: number): number {
  const first = Math.max(asked ?? RETRY_MS, RETRY_MS_MIN);
  const doubled = Math.min(first * 2 ** Math.max(0, failures - 1), RETRY_MS_MAX);
  return Math.min(Math.max(first, doubled), RETRY_AFTER_MS_MAX);
}

/** How often a feeder looks for streams that nobody reads. */
const POLL_MS = 5_000;

/**
 * Reads the streams of events that wikis name (F4), each in one of the feeders, until the signal. They only show sooner what
 * the wikis' lists of changes have in any case. `worker`: the name of the feeder's heartbeat. `onQueued` is called when
 * pages were queued.
 */
export async function followStreams(outer: RoleContext, worker: string, onQueued: () => void): Promise<void> {
  const client = createStreamClient(clientOptions(outer.config));
  const stop = new AbortController();
  const ctx = { ...outer, signal: AbortSignal.any([outer.signal, stop.signal]) };
  const following = new Map<string, Promise<void>>();
  const failures: unknown[] = [];
  try {
    while (!ctx.signal.aborted) {
      for (const held of await retryWhileDatabaseDown(ctx, () => claim(ctx, worker))) {
        const followed = (following.get(held.url) ?? Promise.resolve())
          .then(() => followLeased(ctx, client, held, onQueued))
          .catch((error: unknown) => {
            failures.push(error);
            stop.abort();
          });
        following.set(held.url, followed);
      }
      await pause(POLL_MS, ctx.signal);
    }
  } finally {
    stop.abort();
    await Promise.all(following.values());
    await client.close();
    // Without a database the leases run out by themselves.
    await releaseStreams(ctx.db, [worker]).catch(() => {});
  }
  if (failures.length > 0) throw failures[0];
}

async function claim({ db }: RoleContext, worker: string) {
  await releaseStreams(db, await deadAmong(db, await streamHolders(db)));
  return claimStreams(db, worker, STREAM_LEASE_SECONDS);
}
