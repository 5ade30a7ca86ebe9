import type { ClientLease } from "../../db/queries/dispatch/claim-client.ts";
import { raiseFence } from "../../db/queries/dispatch/raise-fence.ts";
import { renewClient } from "../../db/queries/dispatch/renew-client.ts";
import type { KvPair } from "../../shared/protocol/types.ts";
import type { Database } from "../runtime/context.ts";
import type { SnapshotStore, StoreResult } from "./store.ts";

export const LEASE_SECONDS = 120;

export type Written =
  | { readonly kind: "stored" }
  | { readonly kind: "failed"; readonly message: string }
  /** Another dispatcher has the client by now, and tells all this anew. */
  | { readonly kind: "lost" };

/** A dispatcher's hold on a client (D2). What is written through it cannot undo what a successor wrote. */
export interface Hold {
  put(pairs: readonly KvPair[]): Promise<Written>;
  remove(keys: readonly string[]): Promise<Written>;
  /** No more renewals; the lease runs out, or is given back. */
  end(): void;
}

/**
 * Prolongs the lease while the work lasts, looks right before each write whether it still stands, and writes under its
 * fence: a process that was suspended between the look and the write is refused by the edge.
 */
export function holdClient(db: Database, lease: ClientLease, store: SnapshotStore): Hold {
  let { fence } = lease;
  let lost = false;
  const renew = async () => {
    if (!lost) lost = !(await renewClient(db, lease, LEASE_SECONDS));
  };
  // A database that is away is met by the next write.
  const renewal = setInterval(() => void renew().catch(() => {}), (LEASE_SECONDS * 1_000) / 3);

  const write = async (send: (number: number) => Promise<StoreResult>): Promise<Written> => {
    await renew();
    if (lost) return { kind: "lost" };
    const first = await send(fence);
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
    put: async (pairs) =>
      pairs.length === 0 ? { kind: "stored" } : write((number) => store.put(pairs, { wiki, number })),
    remove: async (keys) =>
      keys.length === 0 ? { kind: "stored" } : write((number) => store.remove(keys, { wiki, number })),
    end: () => clearInterval(renewal),
  };
}
