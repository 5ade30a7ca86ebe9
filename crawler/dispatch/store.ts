import type { Fence, KvPair } from "../../shared/protocol/types.ts";

/**
 * Where snapshots live for the edge: the Worker's own authenticated route, or Cloudflare's KV over its REST interface.
 * Both take the same pairs and pass one suite of tests (testing/store-contract.ts). A call either stored everything or says
 * why not; it may be made again as long as nothing newer was written. With a fence, all keys are of its wiki, and what
 * comes from a dispatcher that was overtaken is refused (D2): by the Worker, which knows the number, or before it is sent
 * to a store that does not.
 */
export interface SnapshotStore {
  /**
   * How long after its lease was renewed what a dispatcher sends may still come into force: the lease of a holder that
   * seems dead is shortened to no less. Absent: no longer than its fence stands.
   */
  readonly lateSeconds?: number;
  /** Calls for different wikis that the store takes at a time; more would only wait. Absent: CALLS_AT_ONCE. */
  readonly callsAtOnce?: number;
  /** Any number of pairs; split into calls within the store's limits. */
  put(pairs: readonly KvPair[], fence?: Fence, terms?: WriteTerms): Promise<StoreResult>;
  remove(keys: readonly string[], fence?: Fence, terms?: WriteTerms): Promise<StoreResult>;
  /** Keys with a prefix, some at a time, from a cursor on; what was written or removed within a minute may be wrong. */
  list(prefix: string, cursor: string | null): Promise<StoredKeys>;
}

export const CALLS_AT_ONCE = 16;

/** A store whose values can be read. */
export interface ReadableStore extends SnapshotStore {
  /** The bytes under a key as they were stored; readers elsewhere may get them up to a minute later. */
  get(key: string): Promise<StoredValue>;
}

export interface WriteTerms {
  /** Milliseconds for which the lease still stands, renewed if possible; 0: it is lost. Asked before every request. */
  readonly held?: () => Promise<number>;
  /** Write also values that the store is known to have: a full export repairs a store that lost something. */
  readonly rewrite?: true;
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
  /** Of keys and values as they are sent: in JSON, as UTF-8. */
  readonly bytes: number;
}

/** Of a value that is sent as text most characters may be escaped or outside ASCII. */
const bytesOf = ({ key, value, base64 }: KvPair): number =>
  key.length + (base64 === true ? value.length : Buffer.byteLength(JSON.stringify(value)));

/** Counts what goes into one call, a pair at a time: false from that on with which it is over the limits. */
export function roomOf(limits: CallLimits): (pair: KvPair) => boolean {
  let [pairs, bytes] = [0, 0];
  return (pair) => {
    pairs += 1;
    bytes += bytesOf(pair);
    return pairs <= limits.pairs && bytes <= limits.bytes;
  };
}

/** Splits pairs into calls within the limits, in their order; a pair over the limit travels alone. */
export function batches(pairs: readonly KvPair[], limits: CallLimits): KvPair[][] {
  const calls: KvPair[][] = [];
  let fits = roomOf(limits);
  for (const pair of pairs) {
    const call = calls.at(-1);
    if (fits(pair) && call !== undefined) call.push(pair);
    else {
      calls.push([pair]);
      fits = roomOf(limits);
      fits(pair);
    }
  }
  return calls;
}

export function keyBatches(keys: readonly string[], most: number): string[][] {
  return Array.from({ length: Math.ceil(keys.length / most) }, (_, at) =>
    keys.slice(at * most, (at + 1) * most),
  );
}
