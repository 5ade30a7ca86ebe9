import { beforeAll, beforeEach, expect, test } from "vitest";
import type { Database } from "../connect.ts";
import { freshDatabase } from "../testing/fresh.ts";
import { samplePage, sampleWiki } from "../testing/sample.ts";
import type { WikiId } from "../types.ts";
import { advanceScan, type ScanTest } from "./scans.ts";

const PAGES = 3;
let db: Database;
let wiki: WikiId;

beforeAll(async () => {
  db = await freshDatabase({ max: 6, name: "scan-test" });
  wiki = await sampleWiki(db, "scanwiki");
  for (let pageid = 1; pageid <= PAGES; pageid++)
    await samplePage(db, wiki, pageid, [`http://host${pageid}.zz/`], 3_000);
});

beforeEach(async () => {
  await db.sql`update page set needs_update = false`;
  await db.sql`delete from spam_scan`;
  await db.sql`
    insert into spam_scan (farm, wiki_id, entries, wide) values (0, ${wiki}, '[{"kind": "line", "text": "host"}]', true)`;
});

const all: ScanTest = async (_scan, urls) => urls.map(() => true);

async function marked(): Promise<number> {
  const [row] = await db.sql<{ marked: number }[]>`
    select count(*)::int as marked from page where needs_update`;
  return row?.marked ?? -1;
}

test("while URLs are judged, no transaction is open and no other feeder has the scan", async () => {
  const [session, others] = [db.session(), db.session()];
  const seen: unknown[] = [];
  const slow: ScanTest = async (scan, urls) => {
    const open = await db.sql`
      select query from pg_stat_activity
      where datname = current_database() and xact_start is not null and pid <> pg_backend_pid()
        and backend_type = 'client backend' and query <> ''`;
    seen.push([...open], await advanceScan(db, others, all));
    return all(scan, urls);
  };
  expect(await advanceScan(db, session, slow)).toEqual({ urls: PAGES, marked: PAGES, turn: wiki });
  expect(seen).toEqual([[], null]);
  expect(await marked()).toBe(PAGES);
  // It is given back for the next step: of a wiki's scan, that which finds no page any more.
  expect(await advanceScan(db, others, all)).toEqual({ urls: 0, marked: 0, turn: wiki });
  expect(await advanceScan(db, session, all)).toBeNull();
  await Promise.all([session.close(), others.close()]);
});

test("the scan of a feeder that died is another's at once, and what comes late moves nothing back", async () => {
  const [session, others] = [db.session(), db.session()];
  const dying: ScanTest = async (scan, urls) => {
    const ended = await db.sql`
      select pg_terminate_backend(pid, 5000) from pg_locks
      where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())`;
    expect(ended.length).toBe(1);
    expect(await advanceScan(db, others, all)).toEqual({ urls: PAGES, marked: PAGES, turn: wiki });
    await db.sql`update spam_scan set position = 99`;
    return all(scan, urls);
  };
  // It hears of it when it gives the scan back.
  await advanceScan(db, session, dying).catch(() => {});
  const left = await db.sql<{ position: number }[]>`select position from spam_scan`;
  expect([...left]).toEqual([{ position: 99 }]);
  await Promise.all([session.close(), others.close()]);
});

test.each([
  ["a host", "known1\\.zz", false, ["http://www.known1.zz/"]],
  ["an address inside a path", "known2\\.zz", false, ["http://archive.zz/http://known2.zz/"]],
  ["a label that goes on beyond ASCII", "w\\.known3", false, ["http://www.xn--known3-8ya.zz/"]],
  ["the same, going over all", "w\\.known3", true, ["http://www.xn--known3-8ya.zz/"]],
])("a text in %s", async (_what, text, wide, wanted) => {
  const links = ["http://www.known1.zz/", "http://archive.zz/http://known2.zz/", "http://www.known3ü.zz/"];
  await samplePage(db, wiki, 9, links, 3_000);
  const [{ last } = { last: 0 }] = await db.sql<{ last: number }[]>`select max(id)::int as last from url`;
  await db.sql`
    update spam_scan set entries = ${JSON.stringify([{ kind: "line", text }])}::text::jsonb, wide = ${wide}, wiki_id = null,
      until = ${last}`;
  const session = db.session();
  const tried: string[] = [];
  await advanceScan(db, session, async (_scan, urls) => {
    tried.push(...urls);
    return urls.map(() => false);
  });
  expect(tried).toEqual(wanted);
  await session.close();
});

test("pages with very many links are gone over a few at a time", async () => {
  const before =
    await db.sql`select pageid, urls from page_link where wiki_id = ${wiki} and pageid in (1, 2)`;
  await db.sql`
    update page_link set urls = array(select generate_series(1, 15000)::bigint) where wiki_id = ${wiki} and pageid in (1, 2)`;
  const session = db.session();
  try {
    const position = async () => (await db.sql`select position from spam_scan`)[0]?.position;
    await advanceScan(db, session, all);
    // The second page goes beyond what a step takes, and is its last one.
    expect(await position()).toBe(2);
    await advanceScan(db, session, all);
    expect(await position()).toBeGreaterThan(2);
  } finally {
    for (const { pageid, urls } of before)
      await db.sql`update page_link set urls = ${urls} where wiki_id = ${wiki} and pageid = ${pageid}`;
    await session.close();
  }
});

test("a line that no list applies, however long, finds nothing and ends", async () => {
  const text = "spam|".repeat(200_000);
  await db.sql`
    update spam_scan set entries = ${JSON.stringify([{ kind: "line", text }])}::text::jsonb, wide = false, wiki_id = null`;
  const session = db.session();
  expect(await advanceScan(db, session, all)).toEqual({ urls: 0, marked: 0, turn: 0 });
  expect(await advanceScan(db, session, all)).toBeNull();
  await session.close();
});

test("a farm's lookups come first; then all have their turn, however many scans one wiki has", async () => {
  const other = await sampleWiki(db, "otherwiki");
  await db.sql`delete from spam_scan`;
  const entries = (many: number) =>
    JSON.stringify(Array.from({ length: many }, (_, at) => ({ kind: "line", text: `\\bq${at}\\.zz\\b` })));
  const open = (id: WikiId | null, many: number, wide = false) => db.sql`
    insert into spam_scan (farm, wiki_id, entries, wide, until)
    values (0, ${id}, ${entries(many)}::text::jsonb, ${wide}, ${wide ? 1 : null})`;
  for (let scan = 0; scan < 3; scan += 1) await open(wiki, 101);
  await open(null, 10, true);
  await open(other, 101);
  const session = db.session();
  const turns: number[] = [];
  const advance = async () => {
    const step = await advanceScan(db, session, all, { after: turns.at(-1) ?? 0 });
    if (step !== null) turns.push(step.turn);
    return step !== null;
  };
  for (let step = 0; step < 3; step += 1) await advance();
  await open(null, 101);
  while (await advance());
  await session.close();
  expect(turns).toEqual([wiki, other, 0, 0, 0, wiki, other, wiki, wiki, wiki, wiki]);
});
