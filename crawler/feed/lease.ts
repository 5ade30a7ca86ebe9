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
import { deadAmong } from "../runtime/heartbeat.ts";
import { LeaseKeeper } from "../runtime/lease-keeper.ts";

/** Short: the wiki of a feeder that was killed on another machine is not fed until its lease runs out. */
const LEASE_SECONDS = 30;

/** A lease on a wiki, renewed until it is released. */
export interface WikiLease {
  readonly kind: "leased";
  readonly lease: FeedLease;
  /** Aborted when the feeder shall stop, and when the lease was lost. */
  readonly signal: AbortSignal;
  release(): Promise<void>;
}

/** Another feeder has the wiki, for so many seconds if it was killed. */
export interface Held {
  readonly kind: "held";
  readonly holder: string;
  readonly seconds: number;
}

/** Leases a wiki to one of any number of feeders. `worker`: the name of the feeder's heartbeat. */
export async function leaseWiki(
  { db, log, signal }: RoleContext,
  wiki: WikiId,
  worker: string,
): Promise<WikiLease | Held> {
  const request = { worker, leaseSeconds: LEASE_SECONDS };
  let claim = await claimFeed(db, wiki, request);
  if (claim.kind === "held" && (await deadAmong(db, [claim.holder])).length > 0)
    claim = await claimFeed(db, wiki, { ...request, dead: claim.holder });
  if (claim.kind === "held") return claim;
  const lease = claim;
  const keeper = new LeaseKeeper({
    seconds: LEASE_SECONDS,
    renew: () => renewFeed(db, lease, LEASE_SECONDS),
    release: () => releaseFeed(db, lease),
    log,
  });
  keeper.lost.addEventListener("abort", () =>
    log.warn("another feeder took the wiki over, as this one was away for too long", "lease-lost"),
  );
  return {
    kind: "leased",
    lease,
    signal: AbortSignal.any([signal, keeper.lost]),
    release: () => keeper.end(),
  };
}

/** Frees the wikis of feeders of this machine that were killed, so that nobody waits for their leases to run out. */
export async function freeDead({ db }: Pick<RoleContext, "db">): Promise<void> {
  await releaseFeeds(db, await deadAmong(db, await feedHolders(db)));
}
