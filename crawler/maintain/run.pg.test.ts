import { afterEach, beforeAll, expect, test } from "vitest";
import { DatabaseError } from "../../db/errors.ts";
import { asComponent, freshDatabase } from "../../db/testing/fresh.ts";
import { samplePage, sampleWiki } from "../../db/testing/sample.ts";
import type { WikiId } from "../../db/types.ts";
import { SLICE_IDS } from "../../db/urls/row.ts";
import { asDay, instantOfDay } from "../../shared/calendar/day.ts";
import { steppedClock } from "../runtime/clock.ts";
import { readConfig } from "../runtime/config.ts";
import type { Database, RoleContext } from "../runtime/context.ts";
import { silentLog } from "../runtime/log.ts";
import type { Metrics } from "../runtime/metrics.ts";
import { type Expired, maintain } from "./run.ts";

const SEEN = 3_600;
const NOTHING: Expired = {
  urls: 0,
  traits: 0,
  sites: 0,
  notes: 0,
  moves: 0,
  reports: 0,
  people: 0,
  asked: 0,
  touches: 0,
  changes: 0,
  events: 0,
  turned: 0,
  tallies: 0,
  workers: 0,
  dumps: 0,
  values: 0,
  registryAnswers: 0,
  sharers: 0,
};

let db: Database;
let maintainer: Database;
let wiki: WikiId;
beforeAll(async () => {
  db = await freshDatabase();
  maintainer = await asComponent(db, "maintain");
  wiki = await sampleWiki(db);
});
afterEach(async () => {
  await db.sql`truncate url, page, page_link, slice, recheck, change, host, host_trait, domain_note, report,
    touch_queue, worker`;
});

const maintainOn = (day: number, extra: Partial<RoleContext> = {}, force = false) =>
  maintain(
    {
      db: maintainer,
      clock: steppedClock(instantOfDay(asDay(day))),
      log: silentLog,
      signal: new AbortController().signal,
      config: readConfig({}),
      ...extra,
    },
    { once: true, force },
  );

const hostOf = async () => {
  const [row] = await db.sql<{ id: number }[]>`insert into host (name) values ('a.zz') returning id`;
  return row?.id ?? 0;
};

test.each<[string, keyof Expired, number, () => Promise<unknown>]>([
  [
    "URLs that no page was seen with (M4)",
    "urls",
    100,
    () => samplePage(db, wiki, 1, ["https://a.zz/"], SEEN),
  ],
  [
    "traits of hosts (M9)",
    "traits",
    100,
    async () => db.sql`insert into host_trait values (${await hostOf()}, 'dns-error', 1, ${SEEN})`,
  ],
  [
    "the need of GET, however often it was met (C1)",
    "traits",
    200,
    async () =>
      db.sql`insert into host_trait values (${await hostOf()}, 'get-needed', ${SEEN}, ${SEEN + 200})`,
  ],
  [
    "what is known of sites (C7)",
    "sites",
    183,
    () => db.sql`insert into host (name, site, site_day) values ('a.zz', '{}', ${SEEN})`,
  ],
  [
    "notes on domains (M10)",
    "notes",
    183,
    async () =>
      db.sql`insert into domain_note (host, kind, first, last) values ('a.zz', 'moved', 1, ${SEEN})`,
  ],
  ["reports (H1)", "reports", 183, () => db.sql`insert into report values (5, gen_random_uuid(), ${SEEN})`],
  [
    "pages that were requested (F5)",
    "touches",
    7,
    async () => db.sql`insert into touch_queue values (${wiki}, 1, ${SEEN}, true)`,
  ],
])("%s expire after their days, not before, and are counted once", async (_name, kind, days, fill) => {
  await fill();
  expect(await maintainOn(SEEN + days)).toEqual(NOTHING);
  expect(await maintainOn(SEEN + days + 1)).toEqual({ ...NOTHING, [kind]: 1 });
  expect(await maintainOn(SEEN + days + 1)).toEqual(NOTHING);
});

test.each<[string, () => Promise<unknown>]>([
  ["that is paused", () => db.sql`update wiki set paused = true`],
  [
    "whose last pass is five weeks old",
    () => db.sql`update feed_pass set ended_at = now() - interval '36 days'`,
  ],
  ["that no pass came through yet", () => db.sql`update feed_pass set ended_at = null`],
])("URLs on pages of a wiki %s stay, and go once it is read again", async (_name, neglect) => {
  await samplePage(db, wiki, 1, ["https://a.zz/"], SEEN);
  await neglect();
  expect(await maintainOn(SEEN + 300, {}, true)).toEqual(NOTHING);
  await db.sql`update wiki set paused = false`;
  await db.sql`update feed_pass set ended_at = now()`;
  expect(await maintainOn(SEEN + 300)).toEqual({ ...NOTHING, urls: 1 });
});

test("no more than a hundredth of all URLs goes in a run, and it is said, unless somebody wants more", async () => {
  const urls = Array.from({ length: 250 }, (_, at) => `https://a.zz/${at}`);
  await samplePage(db, wiki, 1, urls, SEEN);
  const warnings: string[] = [];
  const log = { ...silentLog, warn: (line: string) => void warnings.push(line) };
  expect(await maintainOn(SEEN + 300, { log })).toEqual({ ...NOTHING, urls: 3 });
  expect(warnings).toEqual([expect.stringMatching(/^3 URLs .* weboid maintain --once --force$/)]);
  expect(await maintainOn(SEEN + 300, { log }, true)).toEqual({ ...NOTHING, urls: 247 });
  expect(warnings.length).toBe(1);
});

test("no more than a hundredth of all URLs goes in a run that connections are lost in", async () => {
  await samplePage(
    db,
    wiki,
    1,
    Array.from({ length: 250 }, (_, at) => `https://a.zz/${at}`),
    SEEN,
  );
  let losses = 3;
  const unsteady: Database = {
    ...maintainer,
    async transaction(work) {
      const done = await maintainer.transaction(work);
      // What was deleted is committed; the answer is lost.
      if (losses-- > 0) throw new DatabaseError("away", "the connection was lost");
      return done;
    },
  };
  const backoff = { firstMs: 1, mostMs: 1, totalMs: 10_000 };
  expect(await maintainOn(SEEN + 300, { db: unsteady, backoff })).toMatchObject({ urls: 3 });
  expect(losses).toBeLessThan(3);
  expect(await db.sql`select 1 from url`).toHaveLength(247);
});

test("a maintainer that goes on shows that it lives, that URLs wait, and what expired (M11)", async () => {
  await samplePage(db, wiki, 1, ["https://a.zz/1", "https://a.zz/2"], SEEN);
  const stop = new AbortController();
  const clock = steppedClock(instantOfDay(asDay(SEEN + 300)));
  let figures = (): unknown => null;
  const metrics: Metrics = {
    watch(_role, own) {
      figures = own;
      return () => {};
    },
  };
  const ctx = { db: maintainer, clock, log: silentLog, signal: stop.signal, config: readConfig({}), metrics };
  const ended = maintain(ctx, { once: false, firstUrlsMs: 500 });
  try {
    await expect.poll(() => db.sql`select 1 from url`).toHaveLength(1);
    await expect.poll(() => db.sql`select role from worker`).toEqual([{ role: "maintain" }]);
    await expect
      .poll(() => figures())
      .toMatchObject({
        urlsHeld: true,
        expired: { urls: { last: 1, rows: 1 }, reports: { last: 0, rows: 0 }, changes: { last: 0, rows: 0 } },
      });
  } finally {
    stop.abort();
    await ended;
  }
  expect(await db.sql`select role from worker`).toEqual([]);
});

test("one that ends soon after its start, again and again, deletes no URL", async () => {
  await samplePage(db, wiki, 1, ["https://a.zz/1"], SEEN);
  await db.sql`insert into report values (5, gen_random_uuid(), ${SEEN})`;
  const stop = new AbortController();
  const clock = steppedClock(instantOfDay(asDay(SEEN + 300)));
  const ctx = { db: maintainer, clock, log: silentLog, signal: stop.signal, config: readConfig({}) };
  const ended = maintain(ctx, { once: false });
  await expect.poll(() => db.sql`select 1 from report`).toHaveLength(0);
  stop.abort();
  expect(await ended).toMatchObject({ urls: 0, reports: 1 });
  expect(await db.sql`select 1 from url`).toHaveLength(1);
});

test("changes of two weeks and processes silent for a day go, by the clock of the database", async () => {
  const dated = (minutes: number) => db.sql`
    insert into change (day, kind, at) values
      (${SEEN}, 'url', clock_timestamp() - interval '14 days' - make_interval(mins => ${minutes}))`;
  const silent = (name: string, minutes: number) => db.sql`
    insert into worker (name, role, seen_at) values
      (${name}, 'crawl', clock_timestamp() - interval '1 day' - make_interval(mins => ${minutes}))`;
  // In the order in which they were written.
  for (const minutes of [6, 5, -5]) await dated(minutes);
  await Promise.all([silent("young", -5), silent("old", 5)]);
  expect(await maintainOn(SEEN)).toEqual({ ...NOTHING, changes: 2, workers: 1 });
  expect(await db.sql`select name from worker`).toEqual([{ name: "young" }]);
  expect(await maintainOn(SEEN)).toEqual(NOTHING);
});

test("a signal ends it between two slices, and the next run does the rest", async () => {
  await samplePage(db, wiki, 1, ["https://a.zz/"], SEEN);
  await db.sql`select setval('url_id_seq', ${SLICE_IDS})`;
  await samplePage(db, wiki, 2, ["https://b.zz/"], SEEN);
  await db.sql`insert into report values (5, gen_random_uuid(), ${SEEN})`;
  const stop = new AbortController();
  const stopping: Database = {
    ...maintainer,
    transaction(work) {
      stop.abort();
      return db.transaction(work);
    },
  };
  const day = SEEN + 300;
  expect(await maintainOn(day, { db: stopping, signal: stop.signal })).toEqual({ ...NOTHING, urls: 1 });
  expect(await maintainOn(day)).toEqual({ ...NOTHING, urls: 1, reports: 1 });
});

test("slices that are missing, as after a restore, are made, so that they are swept again", async () => {
  await samplePage(db, wiki, 1, ["https://a.zz/"], SEEN);
  const slices = () => db.sql`select no, swept, fresh from slice`;
  const before = await slices();
  expect(before.length).toBe(1);
  await db.sql`delete from slice`;
  await maintainOn(SEEN);
  expect(await slices()).toEqual(before);
});
