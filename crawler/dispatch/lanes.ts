import {
  type ClaimRequest,
  type ClientLease,
  claimClients,
  type HeldClient,
  heldClients,
  releaseClients,
} from "../../db/dispatch/clients.ts";
import { pause } from "../runtime/clock.ts";
import type { RoleContext } from "../runtime/context.ts";
import { retryWhileDatabaseDown } from "../runtime/database-retry.ts";
import { beginPass, endOf, holdClient, instant, LEASE_SECONDS, type Pass } from "./hold.ts";
import type { SnapshotStore } from "./store.ts";

const IDLE_MS = 1_000;
/** After the edge failed for all clients that were tried: they are long given back, and anyone tries again. */
const FAILED_MS = 5_000;

/** Of a run with `once`: what its lanes could not tell. */
export type Untold = Pass[];

/** A kind of work at one target that goes on beside the others: neither an export of an hour nor an edge that hangs delays others' news. */
export interface Lane {
  readonly claim: Omit<ClaimRequest, "leaseSeconds" | "except">;
  /** Ends when no client has anything to be told. */
  readonly once: boolean;
  readonly untold: Untold;
  readonly store: SnapshotStore;
  /** May be done anew with the same passes after an outage of the database. */
  work(passes: readonly Pass[]): Promise<void>;
  /** Before each look for due clients. */
  before(): Promise<void>;
  /** When they are given back. */
  told(passes: readonly Pass[]): void;
}

/**
 * Claims, tells and gives back, until the signal; with `once` until there is nothing more to do, also where another dispatcher has
 * it in hand, or until all of a claim failed, as the target is away then. Each client is tried once.
 */
export async function runLane(ctx: RoleContext, lane: Lane): Promise<void> {
  const { claim, once, untold } = lane;
  let told = "";
  while (!ctx.signal.aborted) {
    await lane.before();
    const claimed = instant();
    const request = { ...claim, except: untold.map(({ lease }) => lease) };
    const leases = await retryWhileDatabaseDown(ctx, () =>
      claimClients(ctx.db, { ...request, leaseSeconds: LEASE_SECONDS }),
    );
    if (leases.length === 0) {
      // What this process has in hand is another lane's.
      const held = once
        ? await retryWhileDatabaseDown(ctx, () => heldClients(ctx.db, request, claim.worker))
        : [];
      const [other] = held;
      if (once && other === undefined) return;
      if (other !== undefined && other.holder !== told) ctx.log.info(waitingFor(other, held.length));
      told = other?.holder ?? told;
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
      if (failed.length === passes.length) return;
      continue;
    }
    const more = failed.length === 1 ? "" : ` and ${failed.length - 1} more`;
    ctx.log.error(`${first.lease.name}${more}: ${first.trouble}; trying again`);
    if (failed.length === passes.length) await pause(FAILED_MS, ctx.signal);
  }
}

const waitingFor = ({ name, holder, seconds }: HeldClient, count: number): string =>
  `${name}${count > 1 ? ` and ${count - 1} more` : ""}: in the hands of the dispatcher ${holder}; waiting until it told them, or, if it died, ${Math.ceil(seconds)} s at most`;

async function tellClients(
  ctx: RoleContext,
  leases: readonly ClientLease[],
  { store, work }: Lane,
  claimed: ReturnType<typeof instant>,
): Promise<Pass[]> {
  const passes = leases.map((lease) => beginPass(lease, holdClient(ctx.db, lease, store, claimed)));
  try {
    // Done anew after an outage of the database: what was posted already changes nothing.
    await retryWhileDatabaseDown(ctx, () => work(passes));
  } finally {
    for (const { hold } of passes) hold.end();
  }
  const kept = passes.filter(({ released }) => !released);
  const ends = kept.map((pass) => ({ lease: pass.lease, end: endOf(pass) }));
  await retryWhileDatabaseDown(ctx, () => releaseClients(ctx.db, ends));
  return passes;
}
