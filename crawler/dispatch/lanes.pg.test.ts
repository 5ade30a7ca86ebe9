import { beforeEach, expect, test } from "vitest";
import { addClients } from "../../db/dispatch/clients.ts";
import { requestExport } from "../../db/dispatch/exports.ts";
import { asComponent, freshDatabase } from "../../db/testing/fresh.ts";
import { newsOf, samplePage, sampleWiki } from "../../db/testing/sample.ts";
import { FEED_TARGET, type WikiId } from "../../db/types.ts";
import { updateWiki } from "../../db/wikis/wikis.ts";
import { systemClock } from "../runtime/clock.ts";
import { readConfig } from "../runtime/config.ts";
import type { Database, RoleContext } from "../runtime/context.ts";
import { silentLog } from "../runtime/log.ts";
import type { WriteEvents } from "./changes.ts";
import { dispatch, exportWiki } from "./run.ts";
import { memoryStore } from "./testing/memory-store.ts";

const DAY = 3_600;
const NEWS = JSON.stringify(newsOf("https://a.zz/"));
let db: Database;
let dispatcher: Database;
let one: WikiId;
let two: WikiId;
let stop: AbortController;
beforeEach(async () => {
  db = await freshDatabase();
  dispatcher = await asComponent(db, "dispatch");
  one = await sampleWiki(db, "onewiki");
  two = await sampleWiki(db, "twowiki");
  await samplePage(db, one, 1, ["https://a.zz/"], DAY);
  await samplePage(db, two, 1, ["https://b.zz/"], DAY);
  stop = new AbortController();
});

const context = (): RoleContext => ({
  db: dispatcher,
  clock: systemClock,
  log: silentLog,
  signal: stop.signal,
  config: readConfig({}),
});
const noEvents: WriteEvents = async () => {};

test("all wikis are known at an edge before the first page is exported there", async () => {
  const { store, writes } = memoryStore({
    before: (keys) => (keys.includes("w1:twowiki@wmflabs") ? Bun.sleep(300) : undefined),
  });
  await dispatch(context(), { once: true, store });
  const kinds = writes.filter((key) => !key.startsWith("n1:")).map((key) => key.slice(0, 2));
  expect(kinds).toEqual(["w1", "w1", "ed", "s1", "s1"]);
});

test("followers hear what happened, and other wikis' readers too, while the edge takes for ever", async () => {
  await dispatch(context(), { once: true, store: memoryStore().store, events: noEvents });
  const hanging = Promise.withResolvers<void>();
  let asked = false;
  const { store, values } = memoryStore({
    async before(keys) {
      if (keys.some((key) => key.includes("twowiki"))) {
        asked = true;
        await hanging.promise;
      }
    },
  });
  const followed: WikiId[] = [];
  const events: WriteEvents = async (_tx, concerned) => void followed.push(...concerned.keys());
  await updateWiki(db, two, { siteName: "Another name" });
  const running = dispatch(context(), { once: false, store, events, delaySeconds: 0 });
  await expect.poll(() => asked).toBe(true);
  await samplePage(db, one, 2, ["https://late.zz/"], DAY + 1);
  await db.sql`insert into change (day, kind, url_id, payload) select ${DAY}, 'url', id, ${NEWS}::text::jsonb from url`;
  await expect.poll(() => followed).toContain(two);
  await expect.poll(() => values.has("s1:onewiki@wmflabs:2")).toBe(true);
  hanging.resolve();
  stop.abort();
  await running;
});

test("profiles travel side by side", async () => {
  await dispatch(context(), { once: true, store: memoryStore().store });
  await db.sql`update dispatch_client set profile_due = true`;
  const both = Promise.withResolvers<void>();
  let under = 0;
  const { store, writes } = memoryStore({
    async before() {
      under += 1;
      if (under === 2) both.resolve();
      await both.promise;
    },
  });
  await dispatch(context(), { once: true, store });
  expect(writes.filter((key) => key.startsWith("w1:"))).toHaveLength(2);
});

test.each(["onewiki", "twowiki"])("a client far behind, %s, lets the others go first", async (behind) => {
  await dispatch(context(), { once: true, store: memoryStore().store, events: noEvents });
  for (let n = 0; n < 30; n++) await db.sql`insert into change (day, kind) values (${DAY}, 'url')`;
  await dispatch(context(), { once: true, store: memoryStore().store, events: noEvents });
  await db.sql`insert into change (day, kind, url_id, payload) select ${DAY}, 'url', id, ${NEWS}::text::jsonb from url order by id`;
  const late = behind === "onewiki" ? one : two;
  await db.sql`update dispatch_client set position_xid = '0', position_id = 0 where wiki_id = ${late} and target = ${FEED_TARGET}`;
  const followed: WikiId[] = [];
  const events: WriteEvents = async (_tx, concerned) => void followed.push(...concerned.keys());
  await db.sql`delete from change where (xid, id) < (select xid, id from change order by id offset 4 limit 1)`;
  await dispatch(context(), { once: true, store: memoryStore().store, events, batch: 1 });
  expect(followed).toEqual([late === one ? two : one, late]);
});

test("followers of a wiki that is new do not begin with the oldest change of all others", async () => {
  const [head] = await db.sql<{ xid: string }[]>`select max(xid)::text as xid from change`;
  const three = await sampleWiki(db, "threewiki");
  await addClients(db, [FEED_TARGET]);
  const rows = await db.sql`
    select wiki_id as wiki, position_xid > ${head?.xid ?? ""}::xid8 as behind_all from dispatch_client
    where target = ${FEED_TARGET} order by 1`;
  expect(rows).toEqual([
    { wiki: one, behind_all: false },
    { wiki: two, behind_all: false },
    { wiki: three, behind_all: true },
  ]);
});

test("an export is of its wiki alone, and says so where nothing can be published", async () => {
  await dispatch(context(), { once: true, store: memoryStore().store });
  const { store, writes } = memoryStore({ fail: ({ key }) => key.includes("twowiki") });
  await requestExport(db, two);
  expect(await exportWiki(context(), "onewiki@wmflabs", store)).toMatchObject({ clients: 1, written: 1 });
  expect(writes).toContain("s1:onewiki@wmflabs:1");
  expect(await exportWiki(context(), "onewiki@wmflabs", store)).toMatchObject({
    byOthers: 0,
    finished: true,
  });
  await updateWiki(db, one, { paused: true });
  await expect(exportWiki(context(), "onewiki@wmflabs", store)).rejects.toThrow(
    "onewiki@wmflabs is paused, so nothing of it is published; weboid wiki set onewiki@wmflabs --resume",
  );
});

test("an export beside a running dispatcher counts the pages that this one wrote", async () => {
  const { store } = memoryStore();
  const running = dispatch(context(), { once: false, store });
  const { written, byOthers, finished } = await exportWiki(context(), "onewiki@wmflabs", store);
  expect([written + byOthers, finished]).toEqual([1, true]);
  stop.abort();
  await running;
});

test("a single run waits for what another claims just as it looks", async () => {
  const { store } = memoryStore();
  await dispatch(context(), { once: true, store });
  await requestExport(db, one);
  const claimed = Promise.withResolvers<void>();
  const claiming = Promise.withResolvers<void>();
  // A claim of the other: it holds the row, and has not said yet whose it is.
  const other = db.transaction(async ({ sql }) => {
    await sql`select 1 from dispatch_client where wiki_id = ${one} for no key update`;
    claiming.resolve();
    await claimed.promise;
  });
  await claiming.promise;
  const running = dispatch(context(), { once: true, store });
  const first = await Promise.race([running.then(() => "ended"), Bun.sleep(500).then(() => "waits")]);
  claimed.resolve();
  await other;
  expect([first, (await running).written]).toEqual(["waits", 1]);
});
