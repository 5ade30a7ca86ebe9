import { expect, test } from "vitest";
import { freshDatabase } from "../testing/fresh.ts";
import { samplePage, sampleWiki } from "../testing/sample.ts";
import type { Change } from "../types.ts";
import { concernedPages } from "./concerned-pages.ts";
import { changesOfWikis } from "./read.ts";

test("pages are found by the index over their URLs alone, whole, and in order", async () => {
  // One connection, which says what it counted, and plans again after five calls.
  const db = await freshDatabase({ max: 1 });
  const wiki = await sampleWiki(db);
  const other = await sampleWiki(db, "otherwiki");
  const all = Array.from({ length: 9 }, (_, at) => `https://all.org/${at}`);
  for (const pageid of [3, 1, 2])
    await samplePage(db, wiki, pageid, [...all, `https://one.org/${pageid}`], 10);
  await samplePage(db, wiki, 4, ["https://none.org/"], 10);
  await samplePage(db, other, 1, all, 10);
  await db.sql`analyze page_link`;
  const rows = await db.sql<{ url: number; pages: number }[]>`
    select url::int, count(*)::int as pages from page_link cross join unnest(urls) as url group by 1 order by 2, 1`;
  const shared = rows.filter(({ pages }) => pages === 4).map(({ url }) => url);
  const change = (url: number | null, pageid: number | null = null) =>
    ({ url, page: pageid === null ? null : { wiki, pageid } }) as unknown as Change;
  const changes = [
    ...shared.map((url) => change(url)),
    change(shared[0] ?? 0),
    change(null, 2),
    change(null, 9),
    change(null, 9),
  ];
  const scans = async () => {
    await db.sql`select pg_stat_force_next_flush()`;
    const [row] = await db.sql`
      select (select sum(seq_scan)::int from pg_stat_user_tables where relname ~ '^page_link_[0-9]+$') as table,
        (select sum(idx_scan)::int from pg_stat_user_indexes where indexrelname ~ '^page_link_[0-9]+_pkey$') as key`;
    return row;
  };
  const before = await scans();
  for (let call = 0; call < 8; call++)
    expect(await Array.fromAsync(concernedPages(db, changes, [wiki], 1))).toEqual([
      [{ wiki, pageid: 1, watched: true, changes: 10 }],
      [{ wiki, pageid: 2, watched: true, changes: 11 }],
      [{ wiki, pageid: 3, watched: true, changes: 10 }],
      [{ wiki, pageid: 9, watched: false, changes: 2 }],
    ]);
  expect(shared).toHaveLength(9);
  expect(before).toEqual({ table: expect.any(Number), key: expect.any(Number) });
  expect(await scans()).toEqual(before);
});

test("the pages of as many URLs as a batch has are found for the feed by the index over their URLs alone", async () => {
  const db = await freshDatabase({ max: 1 });
  const wiki = await sampleWiki(db);
  const other = await sampleWiki(db, "otherwiki");
  const all = Array.from({ length: 500 }, (_, at) => `https://all.org/${at}`);
  for (const pageid of [3, 1, 2]) await samplePage(db, wiki, pageid, all, 10);
  await samplePage(db, other, 1, all, 10);
  await db.sql`analyze page_link`;
  const ids = await db.sql<{ id: number }[]>`select id from url order by id`;
  const changes = ids.map(({ id }) => ({ kind: "url", url: id, page: null }) as unknown as Change);
  const scans = async () => {
    await db.sql`select pg_stat_force_next_flush()`;
    const [row] = await db.sql<{ count: number }[]>`
      select sum(seq_scan)::int as count from pg_stat_user_tables where relname ~ '^page_link_[0-9]+$'`;
    return row?.count;
  };
  const before = await scans();
  const found = await changesOfWikis(db, changes, [wiki], 2);
  expect([...found.keys()]).toEqual([wiki]);
  expect(found.get(wiki)).toEqual(changes.map((change) => ({ change, pages: [1, 2], pageCount: 3 })));
  expect(await scans()).toBe(before);
});
