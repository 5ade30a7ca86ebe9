import { type ClientEnd, type ClientLease, raiseFence, renewClient } from "../../db/dispatch/leases.ts";
import type { Position } from "../../db/types.ts";
import type { KvPair } from "../../shared/protocol/types.ts";
import type { RoleContext } from "../runtime/context.ts";
import { LeaseKeeper, type Moment } from "../runtime/lease-keeper.ts";
import { CALLS_AT_ONCE, type SnapshotStore, type StoreResult, type WriteTerms } from "./store.ts";

export const LEASE_SECONDS = 120;
const LEASE_MS = LEASE_SECONDS * 1_000;
/** The most age of a lease before a request to a store that knows no fences. */
const ASKED_MS = 5_000;

export type Written =
  | { readonly kind: "stored"; readonly same?: number }
  | { readonly kind: "failed"; readonly message: string }
  /** Another dispatcher has the client by now, and writes all this again. */
  | { readonly kind: "lost" };

/** Writes to the edge under a client's lease (D2): what is written through it cannot undo what a successor wrote. */
export interface FencedWriter {
  /** How many writers may use their store at a time. */
  readonly callsAtOnce: number;
  put(pairs: readonly KvPair[], terms?: Pick<WriteTerms, "rewrite">): Promise<Written>;
  remove(keys: readonly string[]): Promise<Written>;
  /** No more renewals; the lease runs out, or is given back. */
  end(): Promise<void>;
}

/**
 * Renews the lease while the work lasts, checks before each write that it still stands, and writes under its fencing
 * token: a process that was suspended between the check and the write is refused by the edge. A store that knows no
 * fences is given the time for which the lease surely stands, counted from before it was renewed, or at first from before
 * it was claimed: others that take this process for dead, because its connections are cut, shorten its lease to
 * `lateSeconds`.
 */
export function openWriter(
  { db, log }: Pick<RoleContext, "db" | "log">,
  lease: ClientLease,
  store: SnapshotStore,
  claimed: Moment,
): FencedWriter {
  let { fence } = lease;
  const keeper = new LeaseKeeper({
    seconds: LEASE_SECONDS,
    renew: () => renewClient(db, lease, LEASE_SECONDS),
    claimed,
    log,
  });
  const { lateSeconds } = store;
  const sureMs = lateSeconds === undefined ? LEASE_MS : Math.min(LEASE_MS, lateSeconds * 1_000);
  const renewMs = lateSeconds === undefined ? LEASE_MS / 3 : ASKED_MS;
  const held = async () => {
    if (keeper.ageMs() > renewMs) await keeper.renew();
    return keeper.lost.aborted ? 0 : sureMs - keeper.ageMs();
  };

  const write = async (send: (number: number) => Promise<StoreResult>): Promise<Written> => {
    if ((await held()) <= 0) return { kind: "lost" };
    const first = await send(fence);
    if (keeper.lost.aborted) return { kind: "lost" };
    if (first.kind !== "outdated") return first;
    const raised = await raiseFence(db, lease, first.number);
    if (raised === null) return { kind: "lost" };
    fence = raised;
    const second = await send(fence);
    if (second.kind !== "outdated") return second;
    return {
      kind: "failed",
      message: `somebody else writes for ${lease.name} at the edge; does another database feed it?`,
    };
  };

  const { name: wiki } = lease;
  return {
    callsAtOnce: store.callsAtOnce ?? CALLS_AT_ONCE,
    put: async (pairs, terms = {}) =>
      pairs.length === 0
        ? { kind: "stored" }
        : write((number) => store.put(pairs, { wiki, number }, { ...terms, held })),
    remove: async (keys) =>
      keys.length === 0
        ? { kind: "stored" }
        : write((number) => store.remove(keys, { wiki, number }, { held })),
    end: () => keeper.end(),
  };
}

/** The work on one client: what was published, its position in the changes, and what kept the rest from being published. */
export interface Delivery {
  readonly lease: ClientLease;
  readonly writer: FencedWriter;
  /** Advanced with what is stored: work that is repeated after an outage continues there. */
  position: Position;
  profileDue: boolean;
  needsExport: boolean;
  exportAfter: number | null;
  changes: number;
  written: number;
  removed: number;
  trouble: string | null;
  /** The client belongs to another dispatcher by now, or a full export was requested: another delivery follows. */
  interrupted: boolean;
  /** Given back with its last position. */
  released: boolean;
}

export function beginDelivery(lease: ClientLease, writer: FencedWriter): Delivery {
  const { position, profileDue, needsExport, exportAfter } = lease;
  return {
    lease,
    writer,
    position,
    profileDue,
    needsExport,
    exportAfter,
    changes: 0,
    written: 0,
    removed: 0,
    trouble: null,
    interrupted: false,
    released: false,
  };
}

export const isOpen = ({ trouble, interrupted, released }: Delivery): boolean =>
  trouble === null && !interrupted && !released;

export function endOf({ trouble, interrupted }: Delivery): ClientEnd {
  if (trouble !== null) return "failed";
  return interrupted ? "interrupted" : "published";
}

/** Records what became of a write; true: continue. */
export function noted(delivery: Delivery, result: Written): boolean {
  if (result.kind === "failed") delivery.trouble = result.message;
  if (result.kind === "lost") delivery.interrupted = true;
  return result.kind === "stored";
}

/** Records whether the database accepted a note under the lease; true: continue. */
export function stillOurs(delivery: Delivery, stored: boolean): boolean {
  if (!stored) delivery.interrupted = true;
  return stored;
}
