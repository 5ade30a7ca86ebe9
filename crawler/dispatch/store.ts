import type { Fence, KvPair } from "../../shared/protocol/types.ts";

/**
 * Where snapshots live for the edge: the Worker's own authenticated route, or Cloudflare's KV over its REST interface.
 * Both take the same pairs and are tried by one suite (testing/store-contract.ts). A call either stored everything or says
 * why not; it may be made again as long as nothing newer was written. With a fence, all keys are of its wiki, and what
 * comes from a dispatcher that was overtaken is kept away (D2): by the Worker, which knows the number; before it is
 * sent, where nobody knows it.
 */
export interface SnapshotStore {
  /**
   * How long after its lease was prolonged what a dispatcher sends may still come into force: a lease is cut to no less where its
   * holder seems dead. Absent: no longer than its fence stands.
   */
  readonly lateSeconds?: number;
  /** Calls for different wikis that it takes at a time; more would only wait. Absent: CALLS_AT_ONCE. */
  readonly callsAtOnce?: number;
  /** Any number of pairs; split into calls within the store's limits. */
  put(pairs: readonly KvPair[], fence?: Fence, terms?: WriteTerms): Promise<StoreResult>;
  remove(keys: readonly string[], fence?: Fence, terms?: WriteTerms): Promise<StoreResult>;
  /** The keys that begin so, some at a time, from where a cursor says; what came or went within a minute may be told wrongly. */
  list(prefix: string, cursor: string | null): Promise<StoredKeys>;
}

export const CALLS_AT_ONCE = 16;

/** A store that can be looked into. */
export interface ReadableStore extends SnapshotStore {
  /** The bytes under a key as they were stored; readers elsewhere may get them up to a minute later. */
  get(key: string): Promise<StoredValue>;
}

export interface WriteTerms {
  /** For how many milliseconds the lease still stands, renewed if it can be; 0: it is lost. Asked before every request. */
  readonly held?: () => Promise<number>;
  /** Written whatever is known of what the store holds: a full export mends a store that lost something. */
  readonly anew?: true;
}

export type StoredKeys =
  /** A null cursor: these were the last. */
  | { readonly kind: "keys"; readonly keys: readonly string[]; readonly cursor: string | null }
  | { readonly kind: "failed"; readonly message: string };

export type StoreResult =
  /** `same`: of the pairs, those that were there already and were not sent. */
  | { readonly kind: "stored"; readonly calls: number; readonly same?: number }
  | { readonly kind: "failed"; readonly message: string }
  /** Refused by the fence; `number`: the one that the store has. */
  | { readonly kind: "outdated"; readonly number: number };

export type StoredValue =
  | { readonly kind: "value"; readonly bytes: Uint8Array }
  | { readonly kind: "absent" }
  | { readonly kind: "failed"; readonly message: string };

/** Limits of one call. */
export interface CallLimits {
  readonly pairs: number;
  /** Of keys and values as they are sent. */
  readonly bytes: number;
}

/** Splits pairs into calls within the limits, in their order; a pair over the limit travels alone. */
export function batches(pairs: readonly KvPair[], limits: CallLimits): KvPair[][] {
  const calls: KvPair[][] = [];
  let bytes = 0;
  for (const pair of pairs) {
    const size = pair.key.length + pair.value.length;
    const call = calls.at(-1);
    if (call === undefined || call.length >= limits.pairs || bytes + size > limits.bytes) {
      calls.push([pair]);
      bytes = size;
    } else {
      call.push(pair);
      bytes += size;
    }
  }
  return calls;
}

export function keyBatches(keys: readonly string[], most: number): string[][] {
  return Array.from({ length: Math.ceil(keys.length / most) }, (_, at) =>
    keys.slice(at * most, (at + 1) * most),
  );
}
