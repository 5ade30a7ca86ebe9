import { beforeEach, expect, test } from "vitest";
import { expireBulk } from "../../db/bulk/expire.ts";
import { beginBulk } from "../../db/bulk/stages.ts";
import { readChanges } from "../../db/changes/read.ts";
import { writeFirstResults } from "../../db/changes/write.ts";
import { addClients } from "../../db/dispatch/clients.ts";
import { requestExport } from "../../db/dispatch/exports.ts";
import { clientLags } from "../../db/status/clients.ts";
import { asComponent, freshDatabase } from "../../db/testing/fresh.ts";
import {
  dueUrl,
  newsOf,
  POSITION_END,
  POSITION_ZERO,
  resultOf,
  samplePage,
  sampleWiki,
} from "../../db/testing/sample.ts";
import type { UrlId, WikiId } from "../../db/types.ts";
import { handBackRechecks, postponeRechecks, takeRechecks } from "../../db/urls/rechecks.ts";
import { recordResults } from "../../db/urls/results.ts";
import { beginFirstPass, boundFirstPass } from "../../db/wikis/first-pass.ts";
import { finishSlice, leaseSlices } from "../../db/work/slices.ts";
import { addDays, asDay } from "../../shared/calendar/day.ts";
import { statusOfHttp } from "../../shared/status/table.ts";
import type { Verdict } from "../../shared/verdict/types.ts";
import { systemClock } from "../runtime/clock.ts";
import { readConfig } from "../runtime/config.ts";
import type { Database, RoleContext } from "../runtime/context.ts";
import { silentLog } from "../runtime/log.ts";
import { dispatch, exportWiki } from "./run.ts";
import { memoryStore } from "./testing/memory-store.ts";

const DAY = asDay(3_600);
const [OWN, SHARED, DEAD] = ["https://own.zz/", "https://shared.zz/", "https://dead.zz/"];
let db: Database;
let crawler: Database;
let context: RoleContext;
let young: WikiId;
let old: WikiId;
beforeEach(async () => {
  db = await freshDatabase();
  crawler = await asComponent(db, "crawl");
  const { signal } = new AbortController();
  context = {
    ...{ db: await asComponent(db, "dispatch"), clock: systemClock, log: silentLog, signal },
    config: readConfig({}),
  };
  young = await sampleWiki(db, "youngwiki");
  old = await sampleWiki(db, "oldwiki");
  await addClients(db, ["main"]);
  await samplePage(db, old, 9, [SHARED], DAY);
});

const store = memoryStore();
const written = async (): Promise<string[]> => {
  store.writes.length = 0;
  await dispatch(context, { once: true, store: store.store });
  return store.writes.filter((key) => key.startsWith("s1:")).sort();
};

async function check(url: string, http: number, verdict: Verdict): Promise<void> {
  const change = newsOf(url, { verdict, status: statusOfHttp(http) });
  const due = await dueUrl(db, url);
  expect(await recordResults(crawler, null, [resultOf(due, DAY, http, { change })])).toMatchObject({
    stored: 1,
  });
}

const kinds = async () => {
  const { changes } = await readChanges(db, POSITION_ZERO, 1_000, POSITION_END);
  return changes.map(({ kind }) => kind).filter((kind) => kind !== "page-links");
};

/** How many rows of a table are read by what is done. */
const rowsRead = (table: string, work: (tx: Database) => Promise<void>): Promise<number> =>
  context.db.transaction(async (tx) => {
    const soFar = async () => {
      const [row] = await tx.sql<
        { rows: number }[]
      >`select (seq_tup_read + coalesce(idx_tup_fetch, 0))::int as rows
        from pg_stat_xact_user_tables where relname = ${table}`;
      return row?.rows ?? 0;
    };
    const before = await soFar();
    await work(tx);
    return (await soFar()) - before;
  });

/** Every slice was swept, as crawlers leave it. */
const sweep = () => db.sql`update slice set swept = ${DAY}, fresh = false`;

test("pages of a first pass are written once, at its end; those of other wikis at once", async () => {
  await beginFirstPass(db, young);
  await samplePage(db, young, 1, [OWN, SHARED, DEAD], DAY);
  expect(await written()).toEqual(["s1:oldwiki@wmflabs:9"]);
  await boundFirstPass(db, young);

  await check(OWN, 200, "working");
  await check(SHARED, 301, "working");
  await check(DEAD, 404, "doubtful");
  expect(await kinds()).toEqual(["first-results", "first-results", "url"]);
  expect(await written()).toEqual(["s1:oldwiki@wmflabs:9"]);
  const waits = (await clientLags(db)).map(({ wiki, inFirstPass, waiting }) => [wiki, inFirstPass, waiting]);
  expect(waits).toEqual([
    ["oldwiki@wmflabs", false, 0],
    ["youngwiki@wmflabs", true, 0],
  ]);

  await sweep();
  expect(await written()).toEqual(["s1:youngwiki@wmflabs:1"]);
  await check(OWN, 404, "doubtful");
  expect(await written()).toEqual(["s1:youngwiki@wmflabs:1"]);
});

test("it is over when slices are swept that are there at its end, whatever comes later, or after four weeks", async () => {
  await beginFirstPass(db, young);
  await samplePage(db, young, 1, [OWN], DAY);
  await sweep();
  // Its last URLs are still being entered.
  expect(await written()).not.toContain("s1:youngwiki@wmflabs:1");
  await boundFirstPass(db, young);
  await db.sql`update slice set fresh = true`;
  expect(await written()).toEqual([]);
  await db.sql`update wiki set first_pass_until = first_pass_until - interval '28 days'`;
  expect(await written()).toEqual(["s1:youngwiki@wmflabs:1"]);
});

test("once it is over it stays so: later exports and news wait for no slice, nor do first results share rows", async () => {
  await beginFirstPass(db, young);
  await samplePage(db, young, 1, [OWN], DAY);
  await boundFirstPass(db, young);
  await sweep();
  expect(await written()).toContain("s1:youngwiki@wmflabs:1");

  // As a younger dump ends (db/bulk/stages.ts).
  await samplePage(db, young, 2, [SHARED, DEAD], DAY);
  await beginFirstPass(db, young);
  await requestExport(db, young);
  await boundFirstPass(db, young);
  await db.sql`update slice set fresh = true`;
  expect((await clientLags(db)).filter(({ inFirstPass }) => inFirstPass)).toEqual([]);
  await check(SHARED, 200, "working");
  expect(await kinds()).toEqual(["url"]);
  expect(await written()).toEqual([
    "s1:oldwiki@wmflabs:9",
    "s1:youngwiki@wmflabs:1",
    "s1:youngwiki@wmflabs:2",
  ]);
});

test("URLs that a worker gave away keep its slice from counting as swept, for half an hour; those of slow hosts do not", async () => {
  await beginFirstPass(db, young);
  await samplePage(db, young, 1, [OWN, DEAD], DAY);
  await boundFirstPass(db, young);
  const leases = await leaseSlices(db, { worker: "a", count: 1, leaseSeconds: 60, today: DAY, passDays: 28 });
  const [own, dead] = [await dueUrl(db, OWN), await dueUrl(db, DEAD)];
  // As hand-back.ts does: one for an idle worker, one whose host asks for a pause.
  await handBackRechecks(crawler, [own.id], DAY);
  await postponeRechecks(crawler, [dead.id], addDays(DAY, 1));
  for (const lease of leases) expect(await finishSlice(crawler, lease)).toBe(true);
  expect(await written()).toEqual(["s1:oldwiki@wmflabs:9"]);
  await takeRechecks(crawler, { worker: "b", count: 10, leaseSeconds: 60, today: DAY });
  expect(await written()).toEqual([]);
  await check(OWN, 200, "working");
  expect(await written()).toEqual(["s1:youngwiki@wmflabs:1"]);
});

test("a worker that does not come to what it was given holds up the export for half an hour", async () => {
  await beginFirstPass(db, young);
  await samplePage(db, young, 1, [OWN], DAY);
  await boundFirstPass(db, young);
  const leases = await leaseSlices(db, { worker: "a", count: 1, leaseSeconds: 60, today: DAY, passDays: 28 });
  await handBackRechecks(crawler, [(await dueUrl(db, OWN)).id], DAY);
  for (const lease of leases) await finishSlice(crawler, lease);
  await db.sql`update slice set lease_until = now() - interval '29 minutes'`;
  expect(await written()).toEqual(["s1:oldwiki@wmflabs:9"]);
  await db.sql`update slice set lease_until = now() - interval '31 minutes'`;
  expect(await written()).toEqual(["s1:youngwiki@wmflabs:1"]);
});

test("an abandoned start is over when what it entered is checked; who goes on with it enters again", async () => {
  const again = await sampleWiki(db, "againwiki");
  await addClients(db, ["main"]);
  for (const wiki of [young, again]) {
    await beginBulk(db, wiki, "dump");
    await beginFirstPass(db, wiki);
    await samplePage(db, wiki, 1, [OWN], DAY);
  }
  await sweep();
  expect(await written()).toEqual(["s1:oldwiki@wmflabs:9"]);
  expect(await expireBulk(await asComponent(db, "maintain"), 0)).toBe(2);
  await beginFirstPass(db, again);
  expect(await written()).toEqual(["s1:youngwiki@wmflabs:1"]);
  await boundFirstPass(db, again);
  expect(await written()).toEqual(["s1:againwiki@wmflabs:1"]);
});

test("it waits for no slices before its own, nor are those read, however many wikis wait", async () => {
  const swept = async (from: number, to: number) => {
    await db.sql`insert into slice (no, swept, fresh) select no, ${DAY}::int, false
      from generate_series(${from}::int, ${to}::int) no on conflict (no) do update set swept = ${DAY}, fresh = false`;
  };
  // 200 slices for each; the last of them, which is the next one's first, is not swept.
  for (const [at, name] of ["a", "b", "c", "d", "e"].entries()) {
    await swept(at * 200, at * 200);
    const wiki = await sampleWiki(db, name);
    await beginFirstPass(db, wiki);
    await samplePage(db, wiki, 1, [OWN], DAY);
    await swept(at * 200, at * 200 + 200);
    await db.sql`update slice set swept = -1 where no % 200 = 0 and no > 0`;
    await boundFirstPass(db, wiki);
  }
  await addClients(db, ["main"]);
  await db.sql`analyze slice`;
  expect(await written()).toEqual(["s1:oldwiki@wmflabs:9"]);
  await db.sql`update slice set swept = ${DAY} where no < 1000`;
  const read = await rowsRead("slice", async (tx) => {
    const first = (await clientLags(tx)).filter(({ inFirstPass }) => inFirstPass);
    expect(first.map(({ wiki }) => wiki)).toEqual(["e@wmflabs"]);
  });
  expect(read).toBeLessThan(1_100);

  await db.sql`update slice set swept = case when no in (200, 400, 600) then -1 else ${DAY}::int end`;
  expect(await written()).toEqual(["s1:e@wmflabs:1"]);
});

test("a profile that changes meanwhile is published at once", async () => {
  await beginFirstPass(db, young);
  await samplePage(db, young, 1, [OWN], DAY);
  await written();
  await db.sql`update wiki set server = 'https://elsewhere.zz' where id = ${young}`;
  await written();
  expect(store.writes).toEqual(["w1:youngwiki@wmflabs", "n1:youngwiki@wmflabs"]);
  expect((await clientLags(db)).map(({ inFirstPass }) => inFirstPass)).toEqual([false, true]);
});

test("a full export that is asked for waits for no first pass", async () => {
  await beginFirstPass(db, young);
  await samplePage(db, young, 1, [OWN], DAY);
  expect(await exportWiki(context, "youngwiki@wmflabs", store.store)).toMatchObject({
    written: 1,
    finished: true,
  });
});

test("a wiki that has pages is published as before", async () => {
  await written();
  await beginFirstPass(db, old);
  await samplePage(db, old, 9, [SHARED, OWN], DAY);
  expect(await written()).toEqual(["s1:oldwiki@wmflabs:9"]);
  await check(OWN, 200, "working");
  expect(await kinds()).toEqual(["url"]);
});

test("a batch of changes has no more URLs than were asked for, whether in one change or in many", async () => {
  await db.sql`truncate change`;
  for (const length of [3, 2, 9, 1])
    await writeFirstResults(
      db.orm,
      Array.from({ length }, (_, at) => (at + 1) as UrlId),
      DAY,
    );
  const batches: [number, boolean][] = [];
  for (let after = POSITION_ZERO, last = false; !last; ) {
    const batch = await readChanges(db, after, 5, POSITION_END);
    ({ next: after, last } = batch);
    batches.push([batch.changes.length, last]);
  }
  expect(batches).toEqual([
    [2, false],
    [1, false],
    [1, true],
  ]);
});

/** The server's own work reads a few rows, too. */
const FEW_ROWS = 10;

test("for a batch no more rows are read than it may have URLs, many or few in a row", async () => {
  await db.sql`truncate change`;
  const many = Array.from({ length: 1_000 }, (_, at) => (at + 1) as UrlId);
  for (let row = 0; row < 500; row++) await writeFirstResults(db.orm, many, DAY);
  const readOf = (changes: number, limit: number) =>
    rowsRead("change", async (tx) => {
      // As of a table that is large.
      for (const way of ["enable_seqscan", "enable_bitmapscan", "enable_sort"])
        await tx.sql`select set_config(${way}, 'off', true)`;
      const batch = await readChanges(tx, POSITION_ZERO, limit, POSITION_END);
      expect(batch.changes).toHaveLength(changes);
    });
  expect(await readOf(3, 3_000)).toBeLessThan(50 + FEW_ROWS);

  await db.sql`truncate change`;
  for (let row = 0; row < 500; row++) await writeFirstResults(db.orm, many.slice(0, 1), DAY);
  expect(await readOf(480, 480)).toBeLessThan(480 + FEW_ROWS);
  expect(await readOf(500, 501)).toBeLessThan(500 + FEW_ROWS);
});
