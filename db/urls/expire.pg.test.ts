import { expect, test } from "vitest";
import { asDay } from "../../shared/calendar/day.ts";
import { freshDatabase } from "../testing/fresh.ts";
import { samplePage, sampleWiki } from "../testing/sample.ts";
import type { UrlId } from "../types.ts";
import { deleteLocked, expireUrls } from "./expire.ts";
import { SLICE_IDS } from "./row.ts";

const SEEN = 3_600;
const expiryOn = (day: number) => ({ before: asDay(day - 100), today: asDay(day), most: 1_000_000 });

test("a slice is read again when its oldest URL may go, and not before", async () => {
  const db = await freshDatabase();
  const wiki = await sampleWiki(db);
  await samplePage(db, wiki, 1, ["https://a.zz/1", "https://a.zz/2"], SEEN);
  await db.sql`delete from page_link`;
  expect(await expireUrls(db, expiryOn(SEEN + 50))).toEqual({ deleted: 0, held: false });
  expect(await db.sql`select expiry_due from slice`).toEqual([{ expiry_due: SEEN + 101 }]);
  // What a run would find that read it.
  await db.sql`update url set touched = 1 where path = '/1'`;
  expect(await expireUrls(db, expiryOn(SEEN + 100))).toEqual({ deleted: 0, held: false });
  expect(await expireUrls(db, expiryOn(SEEN + 101))).toEqual({ deleted: 2, held: false });
  // Of a clock that was wrong.
  await samplePage(db, wiki, 1, ["https://a.zz/3"], SEEN);
  await db.sql`delete from page_link`;
  await db.sql`update slice set expiry_due = ${SEEN + 9_000}`;
  expect(await expireUrls(db, expiryOn(SEEN + 101))).toEqual({ deleted: 1, held: false });
});

test("of many slices a run reads some, those first that wait for longest, and all where it shall", async () => {
  const db = await freshDatabase();
  const slices = 350;
  await sampleWiki(db);
  await db.sql`insert into host (name) values ('a.zz')`;
  await db.sql`
    insert into url (id, key, host_id, port, touched, scheme, path)
    select no * ${SLICE_IDS}, gen_random_uuid(), (select id from host), 0, ${SEEN}, 1, '/' || no
    from generate_series(0, ${slices - 1}) as given (no)`;
  await db.sql`insert into slice (no, expiry_due) select no, ${SEEN} - no % 7 from generate_series(0, ${slices - 1}) as given (no)`;
  await db.sql`select setval('url_id_seq', ${slices * SLICE_IDS})`;
  expect(await expireUrls(db, expiryOn(SEEN + 300))).toEqual({ deleted: 100, held: false });
  const left = async () =>
    (await db.sql`select distinct no % 7 as rest from slice order by 1`).map(({ rest }) => rest);
  // 50 of each remainder: the two that wait for longest are done.
  expect(await left()).toEqual([0, 1, 2, 3, 4]);
  expect(await expireUrls(db, expiryOn(SEEN + 300))).toEqual({ deleted: 100, held: false });
  expect(await left()).toEqual([0, 1, 2]);
  expect(await expireUrls(db, { ...expiryOn(SEEN + 300), everywhere: true })).toEqual({
    deleted: 150,
    held: false,
  });
  expect(await db.sql`select 1 from url`).toEqual([]);
});

test("the last pages of many URLs are found by the index over their URLs alone", async () => {
  const db = await freshDatabase({ max: 1 });
  const wiki = await sampleWiki(db);
  const texts = Array.from({ length: 500 }, (_, no) => `https://a.zz/${no}`);
  for (const pageid of [1, 2]) await samplePage(db, wiki, pageid, texts, SEEN);
  await db.sql`insert into page_link (wiki_id, pageid, urls)
    select ${wiki}, no, array[1000000 + no::bigint] from generate_series(3, 3000) no`;
  await db.sql`analyze page_link`;
  const [row] = await db.sql<{ urls: UrlId[] }[]>`select urls from page_link where pageid = 1`;
  const scans = async () => {
    await db.sql`select pg_stat_force_next_flush()`;
    const [found] = await db.sql`
      select (select sum(seq_scan)::int from pg_stat_user_tables where relname ~ '^page_link_[0-9]+$') as table,
        (select sum(idx_tup_read)::int from pg_stat_user_indexes where indexrelname ~ '^page_link_[0-9]+_pkey$') as key`;
    return found;
  };
  const before = await scans();
  expect(await db.transaction(({ orm }) => deleteLocked(orm, row?.urls ?? [], asDay(SEEN)))).toBe(500);
  const after = await scans();
  expect([after?.table - before?.table, after?.key - before?.key < 100]).toEqual([0, true]);
});
