import type { Fence, KvPair } from "../../shared/protocol/types.ts";

/**
 * Where snapshots live for the edge: the Worker's own authenticated route now, Cloudflare's bulk API later.
 * Both take the same pairs. A call either stored everything or says why not; it may be made again as long as
 * nothing newer was written. With a fence, all keys are of its wiki, and what comes under a smaller number than
 * before is refused (D2).
 */
export interface SnapshotStore {
  /** Any number of pairs; split into calls within the store's limits. */
  put(pairs: readonly KvPair[], fence?: Fence): Promise<StoreResult>;
  remove(keys: readonly string[], fence?: Fence): Promise<StoreResult>;
}

export type StoreResult =
  | { readonly kind: "stored"; readonly calls: number }
  | { readonly kind: "failed"; readonly message: string }
  /** Refused by the fence; `number`: the one that the store has. */
  | { readonly kind: "outdated"; readonly number: number };

/** Limits of one call: those of Cloudflare's bulk write with room to spare, so that both stores are fed alike. */
export const PAIRS_PER_CALL_MAX = 1_000;
export const BYTES_PER_CALL_MAX = 8 * 1024 * 1024;

/** Splits pairs into calls within the limits, in their order; a pair over the limit travels alone. */
export function batches(pairs: readonly KvPair[]): KvPair[][] {
  const calls: KvPair[][] = [];
  let bytes = 0;
  for (const pair of pairs) {
    const size = pair.key.length + pair.value.length;
    const call = calls.at(-1);
    if (call === undefined || call.length >= PAIRS_PER_CALL_MAX || bytes + size > BYTES_PER_CALL_MAX) {
      calls.push([pair]);
      bytes = size;
    } else {
      call.push(pair);
      bytes += size;
    }
  }
  return calls;
}
