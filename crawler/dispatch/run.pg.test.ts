import { afterEach, beforeAll, expect, test } from "vitest";
import { addClients, claimClients, knownEdges } from "../../db/dispatch/clients.ts";
import { requestExport } from "../../db/dispatch/exports.ts";
import { releaseClients } from "../../db/dispatch/leases.ts";
import { forgetTarget } from "../../db/dispatch/published.ts";
import { deletePages } from "../../db/pages/delete.ts";
import { asComponent, freshDatabase } from "../../db/testing/fresh.ts";
import { newsOf, normalised, samplePage, sampleWiki } from "../../db/testing/sample.ts";
import type { WikiId } from "../../db/types.ts";
import { storeSite } from "../../db/wikis/sites.ts";
import { findWiki, updateWiki } from "../../db/wikis/wikis.ts";
import { asDay } from "../../shared/calendar/day.ts";
import { systemClock } from "../runtime/clock.ts";
import { readConfig } from "../runtime/config.ts";
import type { Database, RoleContext } from "../runtime/context.ts";
import { silentLog } from "../runtime/log.ts";
import type { WriteEvents } from "./changes.ts";
import { dispatch, exportWiki } from "./run.ts";
import type { SnapshotStore } from "./store.ts";
import { memoryStore } from "./testing/memory-store.ts";

const DAY = 3_600;
let db: Database;
let dispatcher: Database;
let one: WikiId;
let two: WikiId;
beforeAll(async () => {
  db = await freshDatabase();
  dispatcher = await asComponent(db, "dispatch");
  one = await sampleWiki(db, "onewiki");
  two = await sampleWiki(db, "twowiki");
  await addClients(db, ["main"]);
});
afterEach(async () => {
  await db.sql`truncate url, page, page_link, slice, recheck, change, host, host_trait`;
  await db.sql`update dispatch_client set needs_export = true, profile_due = true, profile_version = '', position_xid = '0', position_id = 0, dispatched_at = null,
    export_after = null, holder = null, lease_until = 'epoch', fence = 0`;
});

const context = (): RoleContext => ({
  db: dispatcher,
  clock: systemClock,
  log: silentLog,
  signal: new AbortController().signal,
  config: readConfig({}),
});

test("the first delivery writes profile and all pages, the next nothing, a change only its page", async () => {
  await samplePage(db, one, 1, ["https://a.zz/", "https://b.zz/"], DAY);
  await samplePage(db, one, 2, ["https://c.zz/"], DAY);
  const { store, writes, urlsOf } = memoryStore();
  expect(await dispatch(context(), { once: true, store })).toMatchObject({ clients: 2, written: 2 });
  expect([...writes].sort()).toEqual([
    "edge:wikis-told",
    "n1:onewiki@wmflabs",
    "n1:twowiki@wmflabs",
    "s1:onewiki@wmflabs:1",
    "s1:onewiki@wmflabs:2",
    "w1:onewiki@wmflabs",
    "w1:twowiki@wmflabs",
  ]);
  expect(await urlsOf("s1:onewiki@wmflabs:1")).toEqual(["https://a.zz/", "https://b.zz/"]);
  expect(await dispatch(context(), { once: true, store })).toMatchObject({ changes: 0, written: 0 });
  await samplePage(db, one, 2, ["https://c.zz/", "https://d.zz/"], DAY + 1);
  writes.length = 0;
  expect(await dispatch(context(), { once: true, store })).toMatchObject({ written: 1 });
  expect(writes.filter((key) => key.startsWith("s1:"))).toEqual(["s1:onewiki@wmflabs:2"]);
  expect(await urlsOf("s1:onewiki@wmflabs:2")).toEqual(["https://c.zz/", "https://d.zz/"]);
});

test("a URL's change concerns the pages of every wiki that has it, each written once (D4)", async () => {
  await samplePage(db, one, 1, ["https://a.zz/", "https://b.zz/"], DAY);
  await samplePage(db, two, 9, ["https://b.zz/"], DAY);
  await samplePage(db, two, 10, ["https://other.zz/"], DAY);
  const { store, writes } = memoryStore();
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
  const { store, values } = memoryStore();
  await dispatch(context(), { once: true, store });
  expect(values.has("s1:onewiki@wmflabs:1")).toBe(true);
  await deletePages(db, one, [1], "deleted", asDay(DAY));
  expect(await dispatch(context(), { once: true, store })).toMatchObject({ removed: 1 });
  expect(values.has("s1:onewiki@wmflabs:1")).toBe(false);
});

test("a store that fails loses nothing: the position stays, the next delivery publishes it", async () => {
  await samplePage(db, one, 1, ["https://a.zz/"], DAY);
  const broken = memoryStore({ fail: ({ key }) => key.startsWith("s1:") });
  await expect(dispatch(context(), { once: true, store: broken.store })).rejects.toThrow("the store is full");
  const { store, urlsOf } = memoryStore();
  await dispatch(context(), { once: true, store });
  expect(await urlsOf("s1:onewiki@wmflabs:1")).toEqual([normalised("https://a.zz/")]);
});

test("weboid export writes everything again, and only a wiki that there is", async () => {
  await samplePage(db, one, 1, ["https://a.zz/"], DAY);
  await dispatch(context(), { once: true, store: memoryStore().store });
  const { store, values } = memoryStore();
  await exportWiki(context(), "onewiki@wmflabs", store);
  expect(values.has("s1:onewiki@wmflabs:1")).toBe(true);
  await expect(exportWiki(context(), "nowiki@wmflabs", store)).rejects.toThrow("weboid wiki list");
});

test("two dispatchers share the clients, and everything is published", async () => {
  for (let page = 1; page <= 20; page++) {
    await samplePage(db, one, page, [`https://a.zz/${page}`], DAY);
    await samplePage(db, two, page, [`https://a.zz/${page}`], DAY);
  }
  const { store, values } = memoryStore();
  await Promise.all([1, 2, 3].map(() => dispatch(context(), { once: true, store })));
  expect([...values.keys()].filter((key) => key.startsWith("s1:"))).toHaveLength(40);
});

test("the profile is written again when the wiki's configuration changes", async () => {
  const { store, writes, values } = memoryStore();
  await dispatch(context(), { once: true, store });
  const wiki = await findWiki(db, "onewiki@wmflabs");
  if (wiki === null) throw new Error("no wiki");
  await updateWiki(db, wiki.id, { siteName: "Another name" });
  writes.length = 0;
  await dispatch(context(), { once: true, store });
  expect(writes).toContain("w1:onewiki@wmflabs");
  expect(values.get("w1:onewiki@wmflabs")).toContain("Another name");
});

test("the profile has the wiki's interwiki map and the farm's other wikis, and is written again with another map", async () => {
  const { store, values } = memoryStore();
  const profile = () => JSON.parse(values.get("w1:onewiki@wmflabs") ?? "{}") as Record<string, unknown>;
  await dispatch(context(), { once: true, store });
  const two = await findWiki(db, "twowiki@wmflabs");
  expect(profile()).toMatchObject({ wikis: [{ api: two?.api, articleUrl: two?.articleUrl }] });
  expect(profile()).not.toHaveProperty("interwikis");

  for (const url of ["https://fr.zz/wiki/$1", "https://fr.zz/w/$1"]) {
    const interwikis = new Map([["fr", { url, local: true }]]);
    await storeSite(db, one, { interwikis, namespaces: [], pages: null }, asDay(DAY));
    await dispatch(context(), { once: true, store });
    expect(profile().interwikis).toBe(`1\nfr\tl\t${url}`);
  }
});

const isSnapshot = (key: string) => key.startsWith("s1:");

test("an export removes the snapshots of pages that were deleted before it", async () => {
  await samplePage(db, one, 1, ["https://a.zz/"], DAY);
  await samplePage(db, one, 2, ["https://b.zz/"], DAY);
  await samplePage(db, one, 3, ["https://c.zz/"], DAY);
  const { store, values } = memoryStore();
  await dispatch(context(), { once: true, store });
  await deletePages(db, one, [2, 3], "deleted", asDay(DAY + 1));
  await samplePage(db, one, 3, ["https://d.zz/"], DAY + 1);
  expect(await exportWiki(context(), "onewiki@wmflabs", store)).toMatchObject({ removed: 1 });
  expect([...values.keys()].filter(isSnapshot).sort()).toEqual([
    "s1:onewiki@wmflabs:1",
    "s1:onewiki@wmflabs:3",
  ]);
});

test.each([
  ["in the midst", 1_200],
  ["with its last pages", 100],
])("an export that is asked for during an export is done as well: %s", async (_name, pages) => {
  await db.sql`insert into page (wiki_id, pageid, namespace, touched, links_read, title)
    select ${one}, n, 0, ${DAY}, ${DAY}, 'Page ' || n from generate_series(1, ${pages}) n`;
  let asked = false;
  const { store, values } = memoryStore({
    // The operator empties the store, and asks for an export.
    async before(keys) {
      if (asked || !keys.some(isSnapshot)) return;
      asked = true;
      values.clear();
      await requestExport(db, one);
    },
  });
  await dispatch(context(), { once: true, store });
  expect([...values.keys()].filter(isSnapshot)).toHaveLength(pages);
  expect(await db.sql`select needs_export from dispatch_client where wiki_id = ${one}`).toEqual([
    { needs_export: false },
  ]);
});

test.each([
  ["a dispatcher", (store: SnapshotStore) => dispatch(context(), { once: true, store })],
  ["weboid export", (store: SnapshotStore) => exportWiki(context(), "onewiki@wmflabs", store)],
])(
  "an export that is stopped goes on where it was by %s, and publishes what changed meanwhile",
  async (_name, goOn) => {
    await db.sql`insert into page (wiki_id, pageid, namespace, touched, links_read, title)
    select ${one}, n, 0, ${DAY}, ${DAY}, 'Page ' || n from generate_series(1, 3600) n`;
    const stop = new AbortController();
    const first = memoryStore({
      before: (keys) => {
        if (keys.some((key) => key.endsWith(":1001"))) stop.abort();
      },
    });
    await dispatch({ ...context(), signal: stop.signal }, { once: true, store: first.store });
    const before = first.writes.filter(isSnapshot);
    expect(before.length).toBeLessThan(3_600);
    await samplePage(db, one, 7, ["https://late.zz/"], DAY + 1);
    await deletePages(db, one, [8], "deleted", asDay(DAY + 1));
    const second = memoryStore();
    expect(await goOn(second.store)).toMatchObject({ removed: 1 });
    const after = second.writes.filter(isSnapshot);
    const place = before.length - (before.length % 1_000);
    expect(after[0]).toBe(`s1:onewiki@wmflabs:${place + 1}`);
    // Behind the others, or between them where these take long.
    expect(after).toContain("s1:onewiki@wmflabs:7");
    expect(after).toHaveLength(3_600 - place + 1);
    expect(new Set([...before, ...after]).size).toBe(3_600);
  },
);

test("a dispatcher that slept past its lease overwrites nothing of its successor", async () => {
  await samplePage(db, one, 1, ["https://old.zz/"], DAY);
  const asleep = Promise.withResolvers<void>();
  const woken = Promise.withResolvers<void>();
  let first = true;
  const { store, urlsOf, values } = memoryStore({
    async before(keys) {
      if (!first || !keys.some(isSnapshot)) return;
      first = false;
      asleep.resolve();
      await woken.promise;
    },
  });
  const sleeper = dispatch(context(), { once: true, store });
  // It has read the old state, and is about to post it.
  await asleep.promise;
  await samplePage(db, one, 1, ["https://new.zz/"], DAY + 1);
  await db.sql`update dispatch_client set lease_until = 'epoch'`;
  await dispatch(context(), { once: true, store });
  expect(await urlsOf("s1:onewiki@wmflabs:1")).toEqual(["https://new.zz/"]);
  const before = [...values];
  woken.resolve();
  await sleeper;
  expect([...values]).toEqual(before);
});

test("a dispatcher that lost its lease ends with what was under way, and notes nothing", async () => {
  await db.sql`insert into page (wiki_id, pageid, namespace, touched, links_read, title)
    select ${one}, n, 0, ${DAY}, ${DAY}, 'Page ' || n from generate_series(1, 3000) n`;
  let taken = false;
  const { store, writes } = memoryStore({
    async before(keys) {
      if (taken || !keys.includes("w1:onewiki@wmflabs")) return;
      taken = true;
      await db.sql`update dispatch_client set token = token + 1, holder = 'another',
        lease_until = clock_timestamp() + interval '1 hour' where wiki_id = ${one}`;
    },
  });
  // It ends when all is published, and the other has this wiki for an hour.
  const stop = new AbortController();
  const log = { ...silentLog, info: (message: string) => message.includes("another") && stop.abort() };
  await dispatch({ ...context(), log, signal: stop.signal }, { once: true, store });
  expect(taken).toBe(true);
  expect(writes.filter(isSnapshot).length).toBeLessThan(3_000);
  expect(await db.sql`select holder, needs_export from dispatch_client where wiki_id = ${one}`).toEqual([
    { holder: "another", needs_export: true },
  ]);
});

test("a fence stays while dispatchers follow each other, and grows when one may still be writing", async () => {
  const deliver = async (end: "published" | "failed") => {
    const [lease] = await claimClients(db, {
      worker: "d",
      target: "main",
      leaseSeconds: 60,
      delaySeconds: 0,
      count: 1,
      work: "profile",
      until: null,
    });
    if (lease === undefined) throw new Error("no client");
    await releaseClients(db, [{ lease, end }]);
    return lease.fence;
  };
  await db.sql`update wiki set paused = true where id = ${two}`;
  const first = await deliver("published");
  // Above whatever another database may have written under before.
  expect(first).toBeGreaterThan(Date.UTC(2020, 0) * 1_000);
  const second = await deliver("failed");
  const third = await deliver("published");
  const fourth = await deliver("published");
  await db.sql`update wiki set paused = false`;
  expect([second, fourth]).toEqual([first, third]);
  expect(third).toBeGreaterThan(second);
});

test("an edge that was fed from another database lately is fed from this one", async () => {
  await samplePage(db, one, 1, ["https://a.zz/"], DAY);
  const { store, values, fences } = memoryStore();
  fences.set("onewiki@wmflabs", 8_000_000_000_000_000);
  await dispatch(context(), { once: true, store });
  expect(values.has("s1:onewiki@wmflabs:1")).toBe(true);
  expect(fences.get("onewiki@wmflabs")).toBe(8_000_000_000_000_001);
});

test("each edge has a place of its own, a new one begins with a full export, and a forgotten one begins again", async () => {
  await samplePage(db, one, 1, ["https://a.zz/"], DAY);
  const at = (edge: string, store: SnapshotStore) => {
    const given = context();
    return dispatch({ ...given, config: { ...given.config, edgeName: edge } }, { once: true, store });
  };
  const main = memoryStore();
  const europe = memoryStore();
  expect(await at("main", main.store)).toMatchObject({ clients: 2, written: 1 });
  expect(await at("europe", europe.store)).toMatchObject({ clients: 2, written: 1 });
  await samplePage(db, one, 2, ["https://b.zz/"], DAY);
  expect(await at("europe", europe.store)).toMatchObject({ written: 1 });
  expect(main.values.has("s1:onewiki@wmflabs:2")).toBe(false);
  expect(await at("main", main.store)).toMatchObject({ written: 1 });
  expect([...main.values].sort()).toEqual([...europe.values].sort());
  expect(await knownEdges(db)).toEqual(["europe", "main"]);
  expect([await forgetTarget(db, "europe"), await forgetTarget(db, "europe")]).toEqual([2, 0]);
  expect(await knownEdges(db)).toEqual(["main"]);
  expect(await at("europe", memoryStore().store)).toMatchObject({ written: 2 });
  await forgetTarget(db, "europe");
});

test("events are written once, in the transaction of the position, only for wikis that a change concerns", async () => {
  await samplePage(db, one, 1, ["https://a.zz/"], DAY);
  await samplePage(db, one, 2, ["https://a.zz/"], DAY);
  await db.sql`truncate change`;
  const [{ id } = { id: 0 }] = await db.sql<{ id: number }[]>`select id from url`;
  await db.sql`insert into change (day, kind, url_id, payload)
    values (${DAY}, 'url', ${id}, ${JSON.stringify(newsOf("https://a.zz/"))}::text::jsonb)`;
  await db.sql`create table published (wiki int, url bigint, pages bigint[], count int)`;
  await db.sql`grant all on table published to public`;
  let failures = 1;
  const events: WriteEvents = async (tx, concerned) => {
    for (const [wiki, changes] of concerned)
      for (const { change, pages, pageCount } of changes)
        await tx.sql`insert into published values (${wiki}, ${change.url}, ${[...pages]}::bigint[], ${pageCount})`;
    if (failures-- > 0) throw new Error("the process is killed here");
  };
  const run = () => dispatch(context(), { once: true, store: memoryStore().store, events });
  await expect(run()).rejects.toThrow("killed here");
  await db.sql`update dispatch_client set lease_until = 'epoch'`;
  await run();
  await run();
  expect(await db.sql`select * from published`).toEqual([{ wiki: one, url: id, pages: [1, 2], count: 2 }]);
  await forgetTarget(db, "feed");
});

test("--once publishes everything to followers although the edge is away, and tries each wiki there once", async () => {
  await dispatch(context(), { once: true, store: memoryStore().store, events: async () => {} });
  await samplePage(db, one, 1, ["https://a.zz/"], DAY);
  await samplePage(db, two, 1, ["https://b.zz/"], DAY);
  let puts = 0;
  const away = {
    ...memoryStore().store,
    put: async () => {
      puts += 1;
      return { kind: "failed", message: "the edge did not answer" } as const;
    },
  };
  const followed = new Set<WikiId>();
  const events: WriteEvents = async (_tx, concerned) => {
    for (const wiki of concerned.keys()) followed.add(wiki);
  };
  // One client at a time: the edge's fail first.
  const publishing = dispatch(context(), { once: true, store: away, events, clients: 1 });
  await expect(publishing).rejects.toThrow("the edge did not answer");
  expect([...followed].sort()).toEqual([one, two].sort());
  expect(puts).toBe(1);
  await db.sql`delete from dispatch_client where target = 'feed'`;
});
