import { expect, test } from "vitest";
import { gathering } from "./gathering.ts";
import type { SnapshotStore, StoreResult, WriteTerms } from "./store.ts";

function setUp(results: readonly StoreResult[] = []) {
  const calls: { keys: string[]; terms: WriteTerms; end: () => void }[] = [];
  const inner: SnapshotStore = {
    async put(pairs, _fence, terms = {}) {
      const result = results[calls.length] ?? { kind: "stored", calls: 1 };
      const ended = Promise.withResolvers<void>();
      calls.push({ keys: pairs.map(({ key }) => key), terms, end: ended.resolve });
      await ended.promise;
      return result;
    },
    remove: async () => ({ kind: "stored", calls: 1 }),
    list: async () => ({ kind: "keys", keys: [], cursor: null }),
  };
  return { store: gathering(inner), calls };
}
const pair = (key: string) => ({ key, value: "" });

test("what comes during a call travels together in the next, for as long as the shortest lease stands", async () => {
  const { store, calls } = setUp();
  const first = store.put([pair("a")]);
  const others = [9, 4, 7].map((ms, at) => store.put([pair(`b${at}`)], undefined, { held: async () => ms }));
  calls[0]?.end();
  expect(await first).toEqual({ kind: "stored", calls: 1 });
  await expect.poll(() => calls.map(({ keys }) => keys)).toEqual([["a"], ["b0", "b1", "b2"]]);
  expect(await calls[1]?.terms.held?.()).toBe(4);
  calls[1]?.end();
  expect((await Promise.all(others)).map(({ kind }) => kind)).toEqual(["stored", "stored", "stored"]);
  const last = store.put([pair("c")], undefined, { anew: true });
  await expect.poll(() => calls[2]?.terms).toEqual({ anew: true });
  calls[2]?.end();
  await last;
});

test("a call that fails has failed for all, and the next is made", async () => {
  const { store, calls } = setUp([
    { kind: "stored", calls: 1 },
    { kind: "failed", message: "no" },
  ]);
  const puts = ["a", "b", "c"].map((key) => store.put([pair(key)]));
  calls[0]?.end();
  await expect.poll(() => calls.length).toBe(2);
  const after = store.put([pair("d")]);
  calls[1]?.end();
  expect((await Promise.all(puts)).map(({ kind }) => kind)).toEqual(["stored", "failed", "failed"]);
  await expect.poll(() => calls.length).toBe(3);
  calls[2]?.end();
  expect((await after).kind).toBe("stored");
});
