import {
  type ClaimRequest,
  type ClientLease,
  claimClients,
} from "../../db/queries/dispatch/claim-clients.ts";
import { releaseClients } from "../../db/queries/dispatch/release-clients.ts";
import type { RoleContext } from "../runtime/context.ts";
import { outlast } from "../runtime/outage.ts";
import { pause } from "../runtime/pause.ts";
import { holdClient, instant, LEASE_SECONDS } from "./hold.ts";
import { beginPass, endOf, type Pass } from "./pass.ts";
import type { SnapshotStore } from "./store.ts";

const IDLE_MS = 1_000;
/** After the edge failed for all clients that were tried: they are long given back, and anyone tries again. */
const FAILED_MS = 5_000;

/** A kind of work that goes on beside the others: an export of an hour keeps no change waiting. */
export interface Lane {
  readonly claim: Omit<ClaimRequest, "leaseSeconds">;
  /** Ends when no client is due. */
  readonly once: boolean;
  readonly store: SnapshotStore;
  /** May be done anew with the same passes after an outage of the database. */
  work(passes: readonly Pass[]): Promise<void>;
  /** Before each look for due clients. */
  before(): Promise<void>;
  /** When they are given back. */
  told(passes: readonly Pass[]): void;
}

/**
 * Claims, tells and gives back, until the signal; with `once` until there is nothing more to do, and answers those that could not
 * be told. A target where all of a claim failed is away and not tried again; others are served to their end.
 */
export async function runLane(ctx: RoleContext, lane: Lane): Promise<Pass[]> {
  const { claim, once } = lane;
  const untold: Pass[] = [];
  let { targets } = claim;
  while (!ctx.signal.aborted && targets.length > 0) {
    await lane.before();
    const claimed = instant();
    const except = untold.map(({ lease }) => lease);
    const leases = await outlast(ctx, () =>
      claimClients(ctx.db, { ...claim, targets, except, leaseSeconds: LEASE_SECONDS }),
    );
    if (leases.length === 0) {
      if (once) break;
      await pause(IDLE_MS, ctx.signal);
      continue;
    }
    const passes = await tellClients(ctx, leases, lane, claimed);
    lane.told(passes);
    const failed = passes.filter(({ trouble }) => trouble !== null);
    const [first] = failed;
    if (first === undefined) continue;
    if (once) {
      untold.push(...failed);
      const went = new Set(passes.filter(({ trouble }) => trouble === null).map(({ lease }) => lease.target));
      targets = targets.filter(
        (target) => went.has(target) || failed.every(({ lease }) => lease.target !== target),
      );
      continue;
    }
    const more = failed.length === 1 ? "" : ` and ${failed.length - 1} more`;
    ctx.log.error(`${first.lease.name}${more}: ${first.trouble}; trying again`);
    if (failed.length === passes.length) await pause(FAILED_MS, ctx.signal);
  }
  return untold;
}

async function tellClients(
  ctx: RoleContext,
  leases: readonly ClientLease[],
  { store, work }: Lane,
  claimed: ReturnType<typeof instant>,
): Promise<Pass[]> {
  const passes = leases.map((lease) => beginPass(lease, holdClient(ctx.db, lease, store, claimed)));
  try {
    // Done anew after an outage of the database: what was posted already changes nothing.
    await outlast(ctx, () => work(passes));
  } finally {
    for (const { hold } of passes) hold.end();
  }
  const kept = passes.filter(({ released }) => !released);
  const ends = kept.map((pass) => ({ lease: pass.lease, end: endOf(pass) }));
  await outlast(ctx, () => releaseClients(ctx.db, ends));
  return passes;
}
