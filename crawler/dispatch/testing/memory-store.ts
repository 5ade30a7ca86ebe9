import type { Fence, KvPair } from "../../../shared/protocol/types.ts";
import { decodeSnapshot } from "../../../shared/snapshot/snapshot.ts";
import type { SnapshotStore, StoreResult } from "../store.ts";

interface MemoryOptions {
  readonly fail?: (pair: KvPair) => boolean;
  /** Before a call is carried out; its answer comes after it. */
  readonly before?: (keys: readonly string[]) => Promise<void> | void;
}

/** Keeps what is written, refuses what is overtaken as the edge does, and counts the writes of a key. */
export function memoryStore({ fail = () => false, before = () => {} }: MemoryOptions = {}) {
  const values = new Map<string, string>();
  const fences = new Map<string, number>();
  const writes: string[] = [];
  const call = async (
    keys: readonly string[],
    fence: Fence | undefined,
    work: () => void,
  ): Promise<StoreResult> => {
    await before(keys);
    const number = fences.get(fence?.wiki ?? "") ?? 0;
    if (fence !== undefined && fence.number < number) return { kind: "outdated", number };
    if (fence !== undefined) fences.set(fence.wiki, fence.number);
    work();
    return { kind: "stored", calls: 1 };
  };
  const store: SnapshotStore = {
    async put(pairs, fence) {
      if (pairs.some(fail)) return { kind: "failed", message: "the store is full" };
      return call(
        pairs.map(({ key }) => key),
        fence,
        () => {
          for (const { key, value } of pairs) {
            values.set(key, value);
            writes.push(key);
          }
        },
      );
    },
    remove: (keys, fence) =>
      call(keys, fence, () => {
        for (const key of keys) values.delete(key);
      }),
    async list(prefix, cursor) {
      const keys = [...values.keys()].filter((key) => key.startsWith(prefix) && key > (cursor ?? "")).sort();
      const some = keys.slice(0, 7);
      return { kind: "keys", keys: some, cursor: keys.length > some.length ? (some.at(-1) ?? null) : null };
    },
  };
  const urlsOf = async (key: string) => {
    const decoded = await decodeSnapshot(Buffer.from(values.get(key) ?? "", "base64"));
    return decoded.kind === "snapshot" ? decoded.snapshot.urls.map(({ url }) => url).sort() : null;
  };
  return { store, values, fences, writes, urlsOf };
}
