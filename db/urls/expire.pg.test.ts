import { expect, test } from "vitest";
import { asDay } from "../../shared/calendar/day.ts";
import { freshDatabase } from "../testing/fresh.ts";
import { samplePage, sampleWiki } from "../testing/sample.ts";
import { expireUrls } from "./expire.ts";
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
