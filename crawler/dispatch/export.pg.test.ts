import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, expect, test, vi } from "vitest";
import { markProfiles } from "../../db/dispatch/published.ts";
import { asComponent, freshDatabase } from "../../db/testing/fresh.ts";
import { samplePage, sampleWiki } from "../../db/testing/sample.ts";
import { updateWiki } from "../../db/wikis/wikis.ts";
import { systemClock } from "../runtime/clock.ts";
import { readConfig } from "../runtime/config.ts";
import type { RoleContext } from "../runtime/context.ts";
import { silentLog } from "../runtime/log.ts";
import { dispatch, exportWiki } from "./run.ts";
import type { SnapshotStore } from "./store.ts";
import { memoryStore } from "./testing/memory-store.ts";

const DAY = 3_600;
const NAME = "onewiki@wmflabs";
const key = (pageid: number) => `s1:${NAME}:${pageid}`;
const TRIES_MAX = 500;

afterEach(() => {
  vi.restoreAllMocks();
});

/** Moves the time that passes in this process, by which an export waits. */
function passingTime() {
  const now = performance.now.bind(performance);
  let passed = 0;
  vi.spyOn(performance, "now").mockImplementation(() => now() + passed);
  return (ms: number) => {
    passed += ms;
  };
}

async function oneWiki() {
  const db = await freshDatabase();
  const wiki = await sampleWiki(db, "onewiki");
  const ctx: RoleContext = {
    db: await asComponent(db, "dispatch"),
    clock: systemClock,
    log: silentLog,
    signal: new AbortController().signal,
    config: readConfig({}),
  };
  return { db, wiki, ctx };
}

test("what changes while an export looks through a store is published meanwhile", async () => {
  const { db, wiki, ctx } = await oneWiki();
  await samplePage(db, wiki, 1, ["https://a.zz/"], DAY);
  const { store, values, urlsOf } = memoryStore();
  await dispatch(ctx, { once: true, store });
  for (let page = 0; page < 140; page++) values.set(key(1_000 + page), "");
  const pass = passingTime();
  let lists = 0;
  let seen: readonly string[] | null = null;
  const slow: SnapshotStore = {
    ...store,
    async list(prefix, cursor) {
      const found = await store.list(prefix, cursor);
      if (prefix !== `s1:${NAME}:`) return found;
      pass(1_000);
      if (++lists === 10) await samplePage(db, wiki, 1, ["https://b.zz/"], DAY);
      seen = await urlsOf(key(1));
      if (found.kind === "failed" || found.cursor !== null) return found;
      // Not the end before it is there: a transaction elsewhere may hold changes back.
      if (lists > TRIES_MAX || seen?.includes("https://b.zz/")) return found;
      await sleep(10);
      return { ...found, cursor: cursor ?? "" };
    },
  };
  await exportWiki(ctx, NAME, slow);
  expect(lists).toBeGreaterThanOrEqual(20);
  expect(seen).toEqual(["https://b.zz/"]);
  expect([...values.keys()].filter((one) => one.startsWith("s1:"))).toEqual([key(1)]);
});

test("a profile that changes while an export writes pages is published before they are through", async () => {
  const { db, wiki, ctx } = await oneWiki();
  await db.sql`insert into page (wiki_id, pageid, namespace, touched, title, links_read)
    select ${wiki}, no, 0, ${DAY}, 'Page ' || no, ${DAY} from generate_series(1, 2500) no`;
  await db.sql`insert into page_link (wiki_id, pageid, urls) select ${wiki}, no, '{}' from generate_series(1, 2500) no`;
  const api = "https://new.example.org/w/api.php";
  const pass = passingTime();
  let changes = false;
  const { store, values, writes } = memoryStore({
    before: async (keys) => {
      if (!changes || !keys.includes(key(1))) return;
      changes = false;
      await updateWiki(db, wiki, { api });
      await markProfiles(db, ctx.config.edgeName);
      pass(6_000);
    },
  });
  await dispatch(ctx, { once: true, store });
  changes = true;
  writes.length = 0;
  await exportWiki(ctx, NAME, store);
  expect(JSON.parse(values.get(`w1:${NAME}`) ?? "{}")).toMatchObject({ api });
  expect(writes).toContain(key(2_500));
  expect(writes.lastIndexOf(`w1:${NAME}`)).toBeGreaterThan(writes.indexOf(key(1)));
  expect(writes.lastIndexOf(`w1:${NAME}`)).toBeLessThan(writes.indexOf(key(2_500)));
});
