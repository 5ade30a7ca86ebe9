import { beforeEach, expect, test } from "vitest";
import type { Database } from "../connect.ts";
import { addClients } from "../dispatch/clients.ts";
import { freshDatabase } from "../testing/fresh.ts";
import { sampleWiki } from "../testing/sample.ts";
import { pruneChanges } from "./prune.ts";
import { readChanges } from "./read.ts";

const HOUR = 3_600;
const KEPT = { seconds: 24 * HOUR, secondsMax: 72 * HOUR, rowsMax: 1_000 };

let db: Database;
beforeEach(async () => {
  db = await freshDatabase();
});

/** A change each, so many hours old. */
async function written(...hours: number[]): Promise<void> {
  for (const age of hours)
    await db.sql`insert into change (day, kind, at) values (1, 'url', clock_timestamp() - make_interval(hours => ${age}))`;
}

/** A client wiki at an edge that has the first so many changes. */
async function clientAt(dbname: string, count: number): Promise<void> {
  const wiki = await sampleWiki(db, dbname);
  await addClients(db, ["main"]);
  const { next } = await readChanges(db, { xid: "0", id: 0 }, count);
  await db.sql`
    update dispatch_client set needs_export = false, position_xid = ${next.xid}::xid8, position_id = ${next.id}
    where wiki_id = ${wiki}`;
}

const ages = async () => {
  const rows = await db.sql<{ hours: number }[]>`
    select round(extract(epoch from clock_timestamp() - at) / 3600)::int as hours from change order by xid, id`;
  return rows.map(({ hours }) => hours);
};

test("what all living clients have goes after its time, what one does not have stays until the last", async () => {
  await written(90, 60, 50, 40, 10, 1);
  await clientAt("quick", 6);
  await clientAt("slow", 3);
  expect(await pruneChanges(db, KEPT)).toEqual({ changes: 3, left: [] });
  expect(await ages()).toEqual([40, 10, 1]);
  await db.sql`update change set at = at - interval '2 days'`;
  // Once it is left behind, it holds nothing any more.
  expect(await pruneChanges(db, KEPT)).toEqual({ changes: 3, left: ["slow@wmflabs at main"] });
  expect(await ages()).toEqual([]);
  const marked = await db.sql`
    select w.dbname, c.needs_export from dispatch_client c join wiki w on w.id = c.wiki_id order by 1`;
  expect(marked).toEqual([
    { dbname: "quick", needs_export: false },
    { dbname: "slow", needs_export: true },
  ]);
});

test.each([
  ["never had anything", "update dispatch_client set position_xid = '0', position_id = 0", []],
  ["waits for a full export", "update dispatch_client set needs_export = true", []],
  ["is paused", "update wiki set paused = true", ["one@wmflabs at main"]],
])("a client that %s holds nothing", async (_, state, left) => {
  await written(90, 60, 50, 10);
  await clientAt("one", 1);
  await db.sql.unsafe(state);
  const marked = state.includes("position_xid") ? ["one@wmflabs at main"] : left;
  expect(await pruneChanges(db, KEPT)).toEqual({ changes: 3, left: marked });
  expect(await ages()).toEqual([10]);
});

test("an export that is under way holds what comes after it", async () => {
  await written(60, 50);
  await clientAt("one", 1);
  await db.sql`update dispatch_client set needs_export = true, export_after = 7`;
  expect(await pruneChanges(db, KEPT)).toEqual({ changes: 1, left: [] });
});

test("more rows than there may be go, also where a client does not have them", async () => {
  await written(9, 8, 7, 6, 5);
  await clientAt("one", 1);
  expect(await pruneChanges(db, { ...KEPT, rowsMax: 3 })).toEqual({
    changes: 2,
    left: ["one@wmflabs at main"],
  });
  expect(await ages()).toEqual([7, 6, 5]);
});

test("in many transactions, each going on where the last one ended, until a signal", async () => {
  await db.sql`
    insert into change (day, kind, at) select 1, 'url', clock_timestamp() - interval '2 days' from generate_series(1, 25000)`;
  await written(1);
  const stop = new AbortController();
  const stopping: Database = {
    ...db,
    transaction(work) {
      stop.abort();
      return db.transaction(work);
    },
  };
  expect((await pruneChanges(stopping, { ...KEPT, rowsMax: 100_000 }, stop.signal)).changes).toBe(10_000);
  expect((await pruneChanges(db, { ...KEPT, rowsMax: 100_000 })).changes).toBe(15_000);
  expect(await ages()).toEqual([1]);
});

test("what a transaction that still runs may have written before them is left", async () => {
  await written(90);
  const written2 = Promise.withResolvers<void>();
  const release = Promise.withResolvers<void>();
  const late = db.transaction(async ({ sql }) => {
    await sql`insert into change (day, kind) values (1, 'url')`;
    written2.resolve();
    await release.promise;
  });
  await written2.promise;
  await written(80);
  expect((await pruneChanges(db, KEPT)).changes).toBe(1);
  release.resolve();
  await late;
  // The young one stands before the other old one now.
  expect(await ages()).toEqual([0, 80]);
  expect((await pruneChanges(db, KEPT)).changes).toBe(0);
});

test("what came with a dump of another server, which was further on, is not kept until this one is as far", async () => {
  await written(1);
  await db.sql`insert into change (xid, day, kind) values ('900000000000', 1, 'url')`;
  expect((await pruneChanges(db, KEPT)).changes).toBe(1);
  expect(await ages()).toEqual([1]);
});

test("who had something of another server, which was further on, begins again, also where nobody claims it before this one is as far", async () => {
  await written(1);
  await clientAt("one", 1);
  await clientAt("other", 1);
  await db.sql`update wiki set paused = true where dbname = 'one'`;
  await db.sql`
    update dispatch_client set position_xid = (pg_current_xact_id()::text::bigint + 100)::text::xid8, export_after = 7
    where wiki_id = (select id from wiki where dbname = 'one')`;
  await pruneChanges(db, KEPT);
  for (let no = 0; no < 150; no++) await db.sql`select pg_current_xact_id()`;
  const state = await db.sql`
    select w.dbname, c.position_xid = '0' as restarted, c.needs_export, c.export_after, c.export_wanted
    from dispatch_client c join wiki w on w.id = c.wiki_id order by 1`;
  expect(state).toEqual([
    { dbname: "one", restarted: true, needs_export: true, export_after: null, export_wanted: 1 },
    { dbname: "other", restarted: false, needs_export: false, export_after: null, export_wanted: 0 },
  ]);
});

test("what stays is not read: the rows behind those that go cost nothing", async () => {
  await written(...Array.from({ length: 100 }, () => 90));
  await db.sql`insert into change (day, kind) select 1, 'url' from generate_series(1, 60000)`;
  await db.sql`analyze change`;
  const read = async () => {
    await db.sql`select pg_stat_force_next_flush()`;
    const [row] = await db.sql<{ rows: number }[]>`
      select (seq_tup_read + idx_tup_fetch)::int as rows from pg_stat_user_tables where relname = 'change'`;
    return row?.rows ?? Number.NaN;
  };
  const before = await read();
  expect(await pruneChanges(db, { ...KEPT, rowsMax: 1_000_000 })).toMatchObject({ changes: 100 });
  // Two looks at a batch of ten thousand.
  expect((await read()) - before).toBeLessThan(25_000);
});
