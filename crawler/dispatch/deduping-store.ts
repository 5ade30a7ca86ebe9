import { createHash } from "node:crypto";
import { forgetValues, type KeptValue, keepValues, knownValues } from "../../db/dispatch/published.ts";
import { type KvPair, pageOfKey } from "../../shared/protocol/types.ts";
import type { Database } from "../runtime/context.ts";
import { batched } from "./batching.ts";
import type { SnapshotStore } from "./store.ts";

/**
 * A store that skips values already written, as far as the database remembers: a hash of each value written lately. The
 * hash is forgotten before another value is written and kept when that is stored, so a process killed in between
 * writes the value once more, never once less. A full export writes everything, as only the store itself could say
 * what it lost.
 */
export function dedupingStore(store: SnapshotStore, db: Database, target: string): SnapshotStore {
  const known = batched((keys: readonly string[]) => knownValues(db, target, keys));
  const forget = batched((keys: readonly string[]) => forgetValues(db, target, keys));
  const keep = batched((values: readonly KeptValue[]) => keepValues(db, target, values));
  return {
    ...store,
    async put(pairs, fence, terms = {}) {
      if (fence === undefined || terms.rewrite) {
        await forget(pairs.map(({ key }) => key));
        const result = await store.put(pairs, fence, terms);
        // The pages of an export are too many to be remembered.
        const few = pairs.filter(({ key }) => pageOfKey(key) === null);
        if (result.kind === "stored" && fence !== undefined && few.length > 0)
          await keep(few.map((pair) => ({ ...hashed(pair), fence })));
        return result;
      }
      const before = await known(pairs.map(({ key }) => key));
      const fresh = pairs.map(hashed).filter(({ key, hash }) => before.get(key) !== hash);
      const same = pairs.length - fresh.length;
      if (fresh.length === 0) return { kind: "stored", calls: 0, same };
      const other = fresh.filter(({ key }) => before.has(key));
      if (other.length > 0) await forget(other.map(({ key }) => key));
      const result = await store.put(
        fresh.map(({ pair }) => pair),
        fence,
        terms,
      );
      if (result.kind !== "stored") return result;
      await keep(fresh.map(({ key, hash }) => ({ key, hash, fence })));
      return { ...result, same };
    },
    async remove(keys, fence, terms) {
      await forget(keys);
      return store.remove(keys, fence, terms);
    },
  };
}

/** 64 bits are enough among the values of one key. */
function hashed(pair: KvPair) {
  const digest = createHash("sha256")
    .update(pair.base64 ? "b" : "t")
    .update(pair.value)
    .digest();
  return { pair, key: pair.key, hash: digest.readBigInt64BE() };
}
