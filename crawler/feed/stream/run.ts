import { claimStreams, releaseStreams, streamHolders } from "../../../db/wikis/streams.ts";
import { userAgent } from "../../runtime/config.ts";
import type { RoleContext } from "../../runtime/context.ts";
import { createStreamClient } from "../../runtime/event-stream.ts";
import { isDead } from "../../runtime/heartbeat.ts";
import { outlast } from "../../runtime/outage.ts";
import { pause } from "../../runtime/pause.ts";
import { followStream, STREAM_LEASE_SECONDS } from "./follow.ts";

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
      for (const held of await outlast(ctx, () => claim(ctx, worker))) {
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
    await releaseStreams(ctx.db, worker).catch(() => {});
  }
  if (failure !== null) throw (failure as { readonly error: unknown }).error;
}

async function claim({ db }: RoleContext, worker: string) {
  for (const holder of await streamHolders(db)) if (isDead(holder)) await releaseStreams(db, holder);
  return claimStreams(db, worker, STREAM_LEASE_SECONDS);
}
