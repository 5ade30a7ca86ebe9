import { afterEach, beforeAll, expect, test } from "vitest";
import { findWiki } from "../../db/queries/config/find-wiki.ts";
import { updateWiki } from "../../db/queries/config/update-wiki.ts";
import { deletePages } from "../../db/queries/feed/delete-pages.ts";
import { freshDatabase } from "../../db/testing/fresh.ts";
import { normalised, samplePage, sampleWiki } from "../../db/testing/sample.ts";
import type { WikiId } from "../../db/types.ts";
import { asDay } from "../../shared/calendar/day.ts";
import type { KvPair } from "../../shared/protocol/types.ts";
import { decodeSnapshot } from "../../shared/snapshot/decode.ts";
import { systemClock } from "../runtime/clock.ts";
import { readConfig } from "../runtime/config.ts";
import type { Database, RoleContext } from "../runtime/context.ts";
import { silentLog } from "../runtime/log.ts";
import { dispatch, exportWiki } from "./run.ts";
import type { SnapshotStore } from "./store.ts";

const DAY = 3_600;
let db: Database;
let one: WikiId;
let two: WikiId;
beforeAll(async () => {
  db = await freshDatabase();
  one = await sampleWiki(db, "onewiki");
  two = await sampleWiki(db, "twowiki");
});
afterEach(async () => {
  await db.sql`truncate url, page, page_link, slice, recheck, change, host, host_trait`;
  await db.sql`update dispatch_client set needs_export = true, position_xid = '0', position_id = 0, dispatched_at = null`;
});

const context = (): RoleContext => ({
  db,
  clock: systemClock,
  log: silentLog,
  signal: new AbortController().signal,
  config: readConfig({}),
});

/** Keeps what is written, and counts the writes of a key. */
function memory(fail: (pair: KvPair) => boolean = () => false) {
  const values = new Map<string, string>();
  const writes: string[] = [];
  const store: SnapshotStore = {
    async put(pairs) {
      if (pairs.some(fail)) return { kind: "failed", message: "the store is full" };
      for (const { key, value } of pairs) {
        values.set(key, value);
        writes.push(key);
      }
      return { kind: "stored", calls: 1 };
    },
    async remove(keys) {
      for (const key of keys) values.delete(key);
      return { kind: "stored", calls: 1 };
    },
  };
  const urlsOf = (key: string) => {
    const decoded = decodeSnapshot(Buffer.from(values.get(key) ?? "", "base64"));
    return decoded.kind === "snapshot" ? decoded.snapshot.urls.map(({ url }) => url).sort() : null;
  };
  return { store, values, writes, urlsOf };
}

test("the first pass writes profile and all pages, the next nothing, a change only its page", async () => {
  await samplePage(db, one, 1, ["https://a.zz/", "https://b.zz/"], DAY);
  await samplePage(db, one, 2, ["https://c.zz/"], DAY);
  const { store, writes, urlsOf } = memory();
  expect(await dispatch(context(), { once: true, store })).toMatchObject({ clients: 2, written: 2 });
  expect([...writes].sort()).toEqual([
    "s1:onewiki@wmflabs:1",
    "s1:onewiki@wmflabs:2",
    "w1:onewiki@wmflabs",
    "w1:twowiki@wmflabs",
  ]);
  expect(urlsOf("s1:onewiki@wmflabs:1")).toEqual(["https://a.zz/", "https://b.zz/"]);
  expect(await dispatch(context(), { once: true, store })).toMatchObject({ changes: 0, written: 0 });
  await samplePage(db, one, 2, ["https://c.zz/", "https://d.zz/"], DAY + 1);
  writes.length = 0;
  expect(await dispatch(context(), { once: true, store })).toMatchObject({ written: 1 });
  expect(writes.filter((key) => key.startsWith("s1:"))).toEqual(["s1:onewiki@wmflabs:2"]);
  expect(urlsOf("s1:onewiki@wmflabs:2")).toEqual(["https://c.zz/", "https://d.zz/"]);
});

test("a URL's change concerns the pages of every wiki that has it, each written once (D4)", async () => {
  await samplePage(db, one, 1, ["https://a.zz/", "https://b.zz/"], DAY);
  await samplePage(db, two, 9, ["https://b.zz/"], DAY);
  await samplePage(db, two, 10, ["https://other.zz/"], DAY);
  const { store, writes } = memory();
  await dispatch(context(), { once: true, store });
  writes.length = 0;
  const ids = await db.sql<{ id: number }[]>`select id from url where path = '/' order by id`;
  for (const { id } of ids.slice(0, 2))
    await db.sql`insert into change (day, kind, url_id) values (${DAY}, 'url', ${id}), (${DAY}, 'url', ${id})`;
  await dispatch(context(), { once: true, store });
  expect(writes.filter((key) => key.startsWith("s1:")).sort()).toEqual([
    "s1:onewiki@wmflabs:1",
    "s1:twowiki@wmflabs:9",
  ]);
});

test("a deleted page's snapshot is removed", async () => {
  await samplePage(db, one, 1, ["https://a.zz/"], DAY);
  const { store, values } = memory();
  await dispatch(context(), { once: true, store });
  expect(values.has("s1:onewiki@wmflabs:1")).toBe(true);
  await deletePages(db, one, [1], "deleted", asDay(DAY));
  expect(await dispatch(context(), { once: true, store })).toMatchObject({ removed: 1 });
  expect(values.has("s1:onewiki@wmflabs:1")).toBe(false);
});

test("a store that fails loses nothing: the position stays, the next pass tells it", async () => {
  await samplePage(db, one, 1, ["https://a.zz/"], DAY);
  const broken = memory(({ key }) => key.startsWith("s1:"));
  await expect(dispatch(context(), { once: true, store: broken.store })).rejects.toThrow("the store is full");
  const { store, urlsOf } = memory();
  await dispatch(context(), { once: true, store });
  expect(urlsOf("s1:onewiki@wmflabs:1")).toEqual([normalised("https://a.zz/")]);
});

test("weboid export writes everything anew, and only a wiki that there is", async () => {
  await samplePage(db, one, 1, ["https://a.zz/"], DAY);
  await dispatch(context(), { once: true, store: memory().store });
  const { store, values } = memory();
  await exportWiki(context(), "onewiki@wmflabs", store);
  expect(values.has("s1:onewiki@wmflabs:1")).toBe(true);
  await expect(exportWiki(context(), "nowiki@wmflabs", store)).rejects.toThrow("weboid wiki list");
});

test("two dispatchers share the clients, and everything is told", async () => {
  for (let page = 1; page <= 20; page++) {
    await samplePage(db, one, page, [`https://a.zz/${page}`], DAY);
    await samplePage(db, two, page, [`https://a.zz/${page}`], DAY);
  }
  const { store, values } = memory();
  await Promise.all([1, 2, 3].map(() => dispatch(context(), { once: true, store })));
  expect([...values.keys()].filter((key) => key.startsWith("s1:"))).toHaveLength(40);
});

test("the profile is written again when the wiki's configuration changes", async () => {
  const { store, writes, values } = memory();
  await dispatch(context(), { once: true, store });
  const wiki = await findWiki(db, "onewiki@wmflabs");
  if (wiki === null) throw new Error("no wiki");
  await updateWiki(db, wiki.id, { siteName: "Another name" });
  writes.length = 0;
  await dispatch(context(), { once: true, store });
  expect(writes).toContain("w1:onewiki@wmflabs");
  expect(values.get("w1:onewiki@wmflabs")).toContain("Another name");
});
