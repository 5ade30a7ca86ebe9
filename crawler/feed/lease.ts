import type { WikiId } from "../../db/types.ts";
import {
  claimFeed,
  type FeedLease,
  feedHolders,
  releaseFeed,
  releaseFeeds,
  renewFeed,
} from "../../db/wikis/feeding.ts";
import type { RoleContext } from "../runtime/context.ts";
import { isDead } from "../runtime/heartbeat.ts";

/** Short, as nobody feeds the wiki of a feeder that was killed on another machine until it runs out. */
const LEASE_SECONDS = 30;

/** A hold on a wiki, prolonged until it is given back. */
export interface Hold {
  readonly kind: "hold";
  readonly lease: FeedLease;
  /** Aborted when the feeder shall stop, and when the hold was lost. */
  readonly signal: AbortSignal;
  release(): Promise<void>;
}

export interface Held {
  readonly kind: "held";
  readonly holder: string;
  readonly seconds: number;
}

/** Any number of feeders share the wikis: one at a time has one. `worker`: as a heartbeat is named. */
export async function holdWiki(
  { db, log, signal }: RoleContext,
  wiki: WikiId,
  worker: string,
): Promise<Hold | Held> {
  const request = { worker, leaseSeconds: LEASE_SECONDS };
  let claim = await claimFeed(db, wiki, request);
  if (claim.kind === "held" && isDead(claim.holder))
    claim = await claimFeed(db, wiki, { ...request, dead: claim.holder });
  if (claim.kind === "held") return claim;
  const lease = claim;
  const end = new AbortController();
  const stop = () => end.abort();
  signal.addEventListener("abort", stop);
  if (signal.aborted) stop();
  const timer = setInterval(
    () =>
      renewFeed(db, lease, LEASE_SECONDS)
        .then((held) => {
          if (held) return;
          log.warn("another feeder took the wiki over, as this one was away for too long");
          stop();
        })
        // The run itself meets the database's trouble.
        .catch(() => {}),
    (LEASE_SECONDS * 1_000) / 3,
  );
  return {
    kind: "hold",
    lease,
    signal: end.signal,
    async release() {
      clearInterval(timer);
      signal.removeEventListener("abort", stop);
      // Without a database it runs out by itself, and what kept us from the database was met by the run.
      await releaseFeed(db, lease).catch(() => {});
    },
  };
}

/** Frees the wikis of feeders of this machine that were killed, so that they need not wait until the hold runs out. */
export async function freeDead({ db }: Pick<RoleContext, "db">): Promise<void> {
  await releaseFeeds(
    db,
    (await feedHolders(db)).filter((holder) => isDead(holder)),
  );
}
