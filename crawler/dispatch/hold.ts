import { type ClientEnd, type ClientLease, raiseFence, renewClient } from "../../db/dispatch/clients.ts";
import type { Position } from "../../db/types.ts";
import type { KvPair } from "../../shared/protocol/types.ts";
import type { Database } from "../runtime/context.ts";
import { CALLS_AT_ONCE, type SnapshotStore, type StoreResult, type WriteTerms } from "./store.ts";

export const LEASE_SECONDS = 120;
const LEASE_MS = LEASE_SECONDS * 1_000;
/** Before each request to a store that knows no fences, the lease is no older. */
const ASKED_MS = 5_000;

export type Written =
  | { readonly kind: "stored"; readonly same?: number }
  | { readonly kind: "failed"; readonly message: string }
  /** Another dispatcher has the client by now, and tells all this anew. */
  | { readonly kind: "lost" };

/** A dispatcher's hold on a client (D2). What is written through it cannot undo what a successor wrote. */
export interface Hold {
  /** How many of these may write to their store at a time. */
  readonly callsAtOnce: number;
  put(pairs: readonly KvPair[], terms?: Pick<WriteTerms, "anew">): Promise<Written>;
  remove(keys: readonly string[]): Promise<Written>;
  /** No more renewals; the lease runs out, or is given back. */
  end(): void;
}

/** Two clocks, as one of them may stand still while a machine sleeps, and the other be set back. */
export const instant = () => ({ ran: performance.now(), wall: Date.now() });

/**
 * Prolongs the lease while the work lasts, looks before each write whether it still stands, and writes under its
 * fence: a process that was suspended between the look and the write is refused by the edge. To a store that knows no
 * fences it is told for how long the lease surely stands, counted from before it was prolonged, or at first from before it was
 * claimed: where others take this process for dead, as only its connections are cut, they cut its lease to `lateSeconds`.
 */
export function holdClient(
  db: Database,
  lease: ClientLease,
  store: SnapshotStore,
  claimed: ReturnType<typeof instant>,
): Hold {
  let { fence } = lease;
  let lost = false;
  let renewed = claimed;
  const renew = async () => {
    const at = instant();
    if (!lost) lost = !(await renewClient(db, lease, LEASE_SECONDS));
    renewed = at;
  };
  const { lateSeconds } = store;
  const sureMs = lateSeconds === undefined ? LEASE_MS : Math.min(LEASE_MS, lateSeconds * 1_000);
  const renewMs = lateSeconds === undefined ? LEASE_MS / 3 : ASKED_MS;
  const leftMs = () => {
    const { ran, wall } = instant();
    return lost ? 0 : sureMs - Math.max(ran - renewed.ran, wall - renewed.wall);
  };
  const held = async () => {
    if (leftMs() < sureMs - renewMs) await renew();
    return leftMs();
  };
  // A database that is away is met by the next write.
  const renewal = setInterval(() => void renew().catch(() => {}), LEASE_MS / 3);

  const write = async (send: (number: number) => Promise<StoreResult>): Promise<Written> => {
    if ((await held()) <= 0) return { kind: "lost" };
    const first = await send(fence);
    if (lost) return { kind: "lost" };
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
    end: () => clearInterval(renewal),
  };
}

/** One client's pass: what was told, where it stands, and what kept the rest from being told. */
export interface Pass {
  readonly lease: ClientLease;
  readonly hold: Hold;
  /** Advanced with what is stored: work that is done anew after an outage goes on from there. */
  position: Position;
  profileDue: boolean;
  needsExport: boolean;
  exportAfter: number | null;
  changes: number;
  written: number;
  removed: number;
  trouble: string | null;
  /** The client is another's by now, or was asked to be told everything anew: this pass ends, and another comes. */
  interrupted: boolean;
  /** Given back with its last position. */
  released: boolean;
}

export function beginPass(lease: ClientLease, hold: Hold): Pass {
  const { position, profileDue, needsExport, exportAfter } = lease;
  return {
    lease,
    hold,
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

export const isOpen = ({ trouble, interrupted, released }: Pass): boolean =>
  trouble === null && !interrupted && !released;

export function endOf({ trouble, interrupted }: Pass): ClientEnd {
  if (trouble !== null) return "failed";
  return interrupted ? "interrupted" : "published";
}

/** True: go on. */
export function noted(pass: Pass, result: Written): boolean {
  if (result.kind === "failed") pass.trouble = result.message;
  if (result.kind === "lost") pass.interrupted = true;
  return result.kind === "stored";
}

/** True: go on; false: what was to be noted in the database was refused. */
export function stillOurs(pass: Pass, stored: boolean): boolean {
  if (!stored) pass.interrupted = true;
  return stored;
}
