import { beforeAll, beforeEach, expect, test } from "vitest";
import { addClients, claimClients } from "../../db/dispatch/clients.ts";
import { expireValues } from "../../db/dispatch/published.ts";
import { asComponent, freshDatabase } from "../../db/testing/fresh.ts";
import { sampleWiki } from "../../db/testing/sample.ts";
import { watched } from "../../db/testing/watched.ts";
import type { Fence } from "../../shared/protocol/types.ts";
import type { Database } from "../runtime/context.ts";
import { dedupingStore } from "./deduping-store.ts";
import type { SnapshotStore, StoreResult } from "./store.ts";

let db: Database;
let dispatcher: Database;
let fence: Fence;
let writes: string[];
let next: StoreResult | null;
beforeAll(async () => {
  db = await freshDatabase();
  dispatcher = await asComponent(db, "dispatch");
  await sampleWiki(db, "onewiki");
  await addClients(db, ["main"]);
});
beforeEach(async () => {
  await db.sql`truncate published_value`;
  await db.sql`update dispatch_client set holder = null, lease_until = 'epoch', dispatched_at = null`;
  fence = await claim();
  writes = [];
  next = null;
});

async function claim(): Promise<Fence> {
  const [lease] = await claimClients(dispatcher, {
    worker: "w",
    target: "main",
    leaseSeconds: 60,
    delaySeconds: 0,
    count: 1,
    work: "profile",
    until: null,
  });
  if (lease === undefined) throw new Error("no client");
  return { wiki: lease.name, number: lease.fence };
}

const nameOf = (key: string) => Object.entries(PAGES).find(([, page]) => page === key)?.[0] ?? key;

const inner: SnapshotStore = {
  async put(pairs) {
    const result = next ?? { kind: "stored", calls: 1 };
    if (result.kind === "stored") writes.push(pairs.map(({ key, value }) => nameOf(key) + value).join(" "));
    return result;
  },
  remove: async () => ({ kind: "stored", calls: 1 }),
  list: async () => ({ kind: "keys", keys: [], cursor: null }),
};
const store = (target = "main") => dedupingStore(inner, dispatcher, target);
const pair = (page: string, value: string) => ({ key: PAGES[page] ?? page, value });
const PAGES: Record<string, string> = { a: "s1:onewiki@wmflabs:1", b: "s1:onewiki@wmflabs:2" };

test("what an edge has is not written again, by whatever process", async () => {
  expect(await store().put([pair("a", "1"), pair("b", "1")], fence)).toEqual({
    kind: "stored",
    calls: 1,
    same: 0,
  });
  expect(await store().put([pair("a", "1"), pair("b", "2")], fence)).toEqual({
    kind: "stored",
    calls: 1,
    same: 1,
  });
  expect(await store().put([pair("a", "1"), pair("b", "2")], fence)).toEqual({
    kind: "stored",
    calls: 0,
    same: 2,
  });
  expect(writes).toEqual(["a1 b1", "b2"]);
  // Text and bytes of the same spelling are two values.
  await store().put([{ ...pair("a", "1"), base64: true }], fence);
  expect(writes.at(-1)).toBe("a1");
});

test("another edge has its own memory", async () => {
  await addClients(db, ["other"]);
  await store().put([pair("a", "1")], fence);
  await store("other").put([pair("a", "1")], fence);
  expect(writes).toEqual(["a1", "a1"]);
});

test("a value that went away and came back is written", async () => {
  for (const value of ["1", "2", "1"]) await store().put([pair("a", value)], fence);
  await store().remove([pair("a", "").key], fence);
  await store().put([pair("a", "1")], fence);
  expect(writes).toEqual(["a1", "a2", "a1", "a1"]);
});

test("a full export writes everything, and what differs from it later is written too", async () => {
  await store().put([pair("a", "1")], fence);
  await store().put([pair("a", "1")], fence, { rewrite: true });
  await store().put([pair("a", "1")], fence);
  expect(writes).toEqual(["a1", "a1", "a1"]);
});

test("a wiki's profile is remembered from an export, as every process begins with it", async () => {
  await store().put([pair("w1:onewiki@wmflabs", "{}")], fence, { rewrite: true });
  await store().put([pair("w1:onewiki@wmflabs", "{}")], fence);
  expect(writes).toEqual(["w1:onewiki@wmflabs{}"]);
});

test("killed or refused before it was stored: nothing is remembered, neither the old nor the new", async () => {
  await store().put([pair("a", "1")], fence);
  next = { kind: "failed", message: "cut" };
  await store().put([pair("a", "2")], fence);
  next = null;
  await store().put([pair("a", "1")], fence);
  expect(writes).toEqual(["a1", "a1"]);
});

test("a dispatcher that was overtaken while it wrote leaves no memory of it", async () => {
  const late = fence;
  await db.sql`update dispatch_client set lease_until = 'epoch', dispatched_at = null where target = 'main'`;
  const successor = await claim();
  expect(successor.number).toBeGreaterThan(late.number);
  await store().put([pair("a", "old")], late);
  await store().put([pair("a", "old")], successor);
  expect(writes).toEqual(["aold", "aold"]);
});

test("what is written for many wikis at once is remembered together, each by its own right", async () => {
  for (const name of ["two", "three", "four"]) await sampleWiki(db, name);
  await addClients(db, ["many"]);
  const claims = { worker: "w", target: "many", leaseSeconds: 60, delaySeconds: 0, count: 9, until: null };
  const leases = await claimClients(dispatcher, { ...claims, work: "profile" });
  const fences = leases.map((lease): Fence => ({ wiki: lease.name, number: lease.fence }));
  const late = fences.map((held, at) => (at === 0 ? { ...held, number: held.number - 1 } : held));
  const statements: string[] = [];
  const counted = watched(dispatcher, (text) => void statements.push(/[a-z]+/.exec(text)?.[0] ?? ""));
  const deduping = dedupingStore(inner, counted, "many");
  const put = (by: readonly Fence[]) =>
    Promise.all(by.map((held) => deduping.put([pair(`s1:${held.wiki}:1`, "1")], held)));
  await put(late);
  expect([fences.length, statements]).toEqual([4, ["select", "insert"]]);
  expect(await put(fences)).toEqual(
    fences.map((_, at) => ({ kind: "stored", calls: at === 0 ? 1 : 0, same: at === 0 ? 0 : 1 })),
  );
});

test("is forgotten after some days (M11)", async () => {
  await store().put([pair("a", "1"), pair("b", "1")], fence);
  await db.sql`update published_value set at = now() - interval '8 days' where key = ${PAGES.a ?? ""}`;
  expect(await expireValues(db, 7 * 86_400)).toBe(1);
  await store().put([pair("a", "1"), pair("b", "1")], fence);
  expect(writes).toEqual(["a1 b1", "a1"]);
});
