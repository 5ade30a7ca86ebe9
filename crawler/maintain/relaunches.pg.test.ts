import { expect, test } from "vitest";
import { readEvents } from "../../db/events/read.ts";
import { writeEvents } from "../../db/events/write.ts";
import { dueDomains } from "../../db/relaunches/domains.ts";
import { storedRelaunches } from "../../db/relaunches/store.ts";
import { asComponent, freshDatabase } from "../../db/testing/fresh.ts";
import { linked, samplePage, sampleWiki } from "../../db/testing/sample.ts";
import type { WikiId } from "../../db/types.ts";
import { encodeHistory } from "../../db/urls/row.ts";
import { asDay, instantOfDay } from "../../shared/calendar/day.ts";
import type { History } from "../../shared/history/types.ts";
import { statusOfHttp } from "../../shared/status/table.ts";
import { dispatch } from "../dispatch/run.ts";
import { memoryStore } from "../dispatch/testing/memory-store.ts";
import { steppedClock } from "../runtime/clock.ts";
import { readConfig } from "../runtime/config.ts";
import { silentLog } from "../runtime/log.ts";
import { findRelaunches } from "./relaunches.ts";
import { surveyWikis } from "./survey.ts";

const run = (http: number, first: number, last: number) => ({
  status: statusOfHttp(http),
  http,
  first: asDay(first),
  last: asDay(last),
  deadEnd: false,
  checks: 9,
});
const LOST: History = [run(404, 3_520, 3_610), run(200, 3_000, 3_500)];
const WELL: History = [run(200, 3_000, 3_610)];
const BACK: History = [run(200, 3_612, 3_640), ...LOST];
const name = (at: number) => String(at).padStart(2, "0");
const urls = (path: string, count: number) =>
  Array.from({ length: count }, (_, at) => `https://www.a.zz/${path}/${name(at)}.html`);
const OLD = urls("old", 60);

/** A site that was relaunched, on the pages of two wikis, and another one of the same domain that was not. */
async function relaunchedSite() {
  const db = await freshDatabase();
  const [one, two, other] = [
    await sampleWiki(db),
    await sampleWiki(db, "secondwiki"),
    await sampleWiki(db, "otherwiki"),
  ];
  const well = [...urls("well", 10), "https://b.a.zz/", "https://user.github.io/"];
  await samplePage(db, one, 1, [...OLD.slice(0, 30), ...well], 3_600);
  await samplePage(db, one, 2, OLD.slice(20, 40), 3_600);
  await samplePage(db, two, 7, OLD.slice(30), 3_600);
  await samplePage(db, other, 9, well, 3_600);
  const seen = async (all: readonly string[], history: History) => {
    const keys = all.map((url) => linked(url).key);
    await db.sql`update url set history = decode(${Buffer.from(encodeHistory(history)).toString("hex")}, 'hex')
      where key = any(${keys}::uuid[])`;
  };
  await seen(OLD, LOST);
  await seen(well, WELL);
  // Twenty of them were found elsewhere.
  await db.sql`insert into move (url_id, host_id, target, first, last, days, checked)
    select url.id, host_id, replace('https://new.zz/' || path, '//old/', '/stories/'), 3500, 3510, 3, 3605
    from url join host on host.id = host_id where name = 'www.a.zz' and path < '/old/20'`;
  const clock = steppedClock(instantOfDay(asDay(3_612)));
  const ctx = {
    db: await asComponent(db, "maintain"),
    clock,
    log: silentLog,
    signal: new AbortController().signal,
    config: readConfig({}),
  };
  return { db, ctx, clock, seen, wikis: { one, two, other } };
}

const eventsOf = async (db: Awaited<ReturnType<typeof freshDatabase>>, wiki: WikiId) => {
  const found = await readEvents(db, wiki, {
    since: null,
    limit: 500,
    kinds: ["site-relaunched"],
    namespaces: null,
    pageids: null,
  });
  return found?.events ?? [];
};

test("a relaunch is stored, and published to the wikis that it concerns, once", async () => {
  const { db, ctx, clock, seen, wikis } = await relaunchedSite();
  const publish = async () => {
    const { store } = memoryStore();
    const as = { ...ctx, db: await asComponent(db, "dispatch") };
    await dispatch(as, { once: true, store, events: writeEvents });
  };
  await publish();
  await surveyWikis(ctx, { once: true });
  // Two maintainers at once, and another one later.
  const found = await Promise.all([findRelaunches(ctx, { once: true }), findRelaunches(ctx, { once: true })]);
  expect(found.sort()).toEqual([0, 1]);
  expect(await findRelaunches(ctx, { once: true })).toBe(0);
  expect(await storedRelaunches(db, "a.zz")).toEqual([
    {
      id: expect.any(Number),
      site: "a.zz",
      domain: "a.zz",
      kind: "relaunch",
      from: 3_501,
      to: 3_520,
      found: 3_612,
      lost: 60,
      kept: 10,
      moved: 20,
      moves: [{ from: "https://www.a.zz/old/", to: "https://new.zz/stories/", count: 20 }],
      examples: OLD.slice(0, 5),
    },
  ]);
  await publish();
  await publish();
  const relaunch = {
    site: "a.zz",
    kind: "relaunch",
    from: 3_501,
    to: 3_520,
    moves: [{ from: "https://www.a.zz/old/", to: "https://new.zz/stories/", count: 20 }],
  };
  const [first, ...more] = await eventsOf(db, wikis.one);
  expect(more).toEqual([]);
  expect(first).toMatchObject({ url: null, pageCount: 2, relaunch: { ...relaunch, lost: 40, moved: 20 } });
  expect(first?.pages.map(({ title }) => title)).toEqual(["Page 1", "Page 2"]);
  expect(await eventsOf(db, wikis.two)).toMatchObject([
    // How the site moved is known by the other wiki's links.
    { relaunch: { ...relaunch, lost: 30, moved: 0, moves: [] } },
  ]);
  expect(await eventsOf(db, wikis.other)).toEqual([]);

  // Weeks later some of them were found elsewhere, too: known better, and no news.
  await db.sql`update relaunch_scan set day = 3580`;
  await db.sql`insert into move (url_id, host_id, target, first, last, days, checked)
    select url.id, host_id, 'https://new.zz/x', 3500, 3510, 3, 3605
    from url join host on host.id = host_id where name = 'www.a.zz' and path = '/old/20.html'`;
  expect(await findRelaunches(ctx, { once: true })).toBe(0);
  expect(await storedRelaunches(db, "a.zz")).toMatchObject([{ found: 3_612, lost: 60, moved: 21 }]);

  // Links that come back undo it, also where fewer are broken by now than a relaunch has.
  await seen(OLD.slice(5), BACK);
  clock.set(instantOfDay(asDay(3_645)));
  await surveyWikis(ctx, { once: true });
  expect(await findRelaunches(ctx, { once: true })).toBe(0);
  expect(await storedRelaunches(db, "a.zz")).toEqual([]);
  await publish();
  expect(await eventsOf(db, wikis.one)).toHaveLength(1);
});

test("a follower sees it once, also when dispatcher and maintainer are killed and started again", async () => {
  const { db, ctx, clock, wikis } = await relaunchedSite();
  const dispatching = async (events: typeof writeEvents, signal = ctx.signal) => {
    const { store } = memoryStore();
    return dispatch({ ...ctx, db: await asComponent(db, "dispatch"), signal }, { once: true, store, events });
  };
  await dispatching(writeEvents);
  const follow = async (since: Parameters<typeof readEvents>[2]["since"]) => {
    const found = await readEvents(db, wikis.one, {
      ...{ since, limit: 1, kinds: null, namespaces: null, pageids: null },
    });
    if (found === null) throw new Error("the cursor is gone");
    return { place: found.place, relaunches: found.events.filter(({ kind }) => kind === "site-relaunched") };
  };
  const before = await follow(null);
  await surveyWikis(ctx, { once: true });
  expect(await findRelaunches(ctx, { once: true })).toBe(1);
  // A maintainer that does not know that it looked there already.
  await db.sql`delete from relaunch_scan`;
  clock.set(instantOfDay(asDay(3_613)));
  expect(await findRelaunches({ ...ctx, db: await asComponent(db, "maintain") }, { once: true })).toBe(0);
  const dying = new AbortController();
  const killed: typeof writeEvents = async (...batch) => {
    await writeEvents(...batch);
    dying.abort();
    throw new Error("killed within its transaction");
  };
  await dispatching(killed, dying.signal).catch(() => {});
  expect(dying.signal.aborted).toBe(true);
  expect((await follow(before.place)).relaunches).toEqual([]);
  // Its lease ends, as that of a process that gives no sign of life.
  await db.sql`update dispatch_client set lease_until = now()`;
  await dispatching(writeEvents);
  await dispatching(writeEvents);
  // One event at a time, from the cursor that was stored last; the follower is a new one each time.
  const seen: string[] = [];
  let { place } = before;
  for (;;) {
    const next = await follow(place);
    seen.push(...next.relaunches.map(({ id }) => id));
    if (next.place.id === place.id) break;
    place = next.place;
  }
  expect(seen).toHaveLength(1);
  // One that died before it stored its cursor meets the same event, by its id.
  expect((await follow(before.place)).relaunches.map(({ id }) => id)).toEqual(seen);
});

test("links that were taken off the pages undo nothing; years later it is forgotten", async () => {
  const { db, ctx, clock } = await relaunchedSite();
  await surveyWikis(ctx, { once: true });
  expect(await findRelaunches(ctx, { once: true })).toBe(1);
  await db.sql`delete from page_link`;
  await db.sql`delete from url where path < '/old/50.html'`;
  clock.set(instantOfDay(asDay(3_645)));
  await findRelaunches(ctx, { once: true });
  expect(await storedRelaunches(db, "a.zz")).toHaveLength(1);
  clock.set(instantOfDay(asDay(3_520 + 3 * 365 + 1)));
  await findRelaunches(ctx, { once: true });
  expect(await storedRelaunches(db, "a.zz")).toEqual([]);
  // Nor is it found again as a new one, though its links are still there.
  expect(await db.sql`select 1 from change where kind = 'site-relaunched'`).toHaveLength(2);
  await db.sql`delete from survey_domain`;
  clock.set(instantOfDay(asDay(3_520 + 4 * 365)));
  await findRelaunches(ctx, { once: true });
  expect(await db.sql`select 1 from relaunch_scan`).toEqual([]);
});

test("domains are looked at in turn: those never looked at, then the longest ago; not the same again within days", async () => {
  const db = await freshDatabase();
  const [one, two] = [await sampleWiki(db), await sampleWiki(db, "secondwiki")];
  await db.sql`insert into survey_domain values (${one}, 'huge.zz', 900, 9), (${one}, 'new.zz', 15, 0), (${two}, 'new.zz', 4, 1),
    (${one}, 'old.zz', 30, 0), (${one}, 'changed.zz', 31, 0), (${one}, 'same.zz', 40, 0), (${one}, 'small.zz', 19, 0)`;
  await db.sql`insert into relaunch_scan values ('huge.zz', 3590, 909), ('old.zz', 3585, 30), ('changed.zz', 3604, 25),
    ('same.zz', 3604, 40), ('gone.zz', 3585, 30)`;
  const due = await dueDomains(await asComponent(db, "maintain"), asDay(3_612), 9);
  expect(due.map(({ domain }) => domain)).toEqual(["new.zz", "old.zz", "huge.zz", "changed.zz"]);
});

test("all domains that are due are looked at before the pause, however many", async () => {
  const { db, ctx } = await relaunchedSite();
  const wiki = await sampleWiki(db, "fourthwiki");
  await db.sql`insert into survey_domain select ${wiki}, 'd' || no || '.zz', 900, 9 from generate_series(1, 501) no`;
  const ending = new AbortController();
  const looking = findRelaunches({ ...ctx, signal: ending.signal }, { once: false });
  const looked = async () => (await db.sql`select 1 from relaunch_scan`).length;
  await expect.poll(looked).toBe(501);
  ending.abort();
  await looking;
});
