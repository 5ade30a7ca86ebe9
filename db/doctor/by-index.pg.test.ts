import { expect, test } from "vitest";
import { asDay } from "../../shared/calendar/day.ts";
import { markUsers } from "../pages/read-run.ts";
import { freshDatabase } from "../testing/fresh.ts";
import { samplePage, sampleWiki } from "../testing/sample.ts";
import type { UrlId } from "../types.ts";
import { usedInFarm } from "./internal.ts";
import { deleteUrls, mergeUrls } from "./urls.ts";

const TODAY = asDay(3_600);

test("the pages of URLs that should not be there are found by the index over their URLs alone", async () => {
  // One connection, which says what it counted.
  const db = await freshDatabase({ max: 1 });
  const wiki = await sampleWiki(db);
  const texts = Array.from({ length: 500 }, (_, no) => `https://a.zz/${no}`);
  for (const pageid of [1, 2, 3]) await samplePage(db, wiki, pageid, texts, TODAY);
  await samplePage(db, wiki, 4, ["https://b.zz/"], TODAY);
  await db.sql`insert into page_link (wiki_id, pageid, urls)
    select ${wiki}, no, array[1000000 + no::bigint] from generate_series(5, 3000) no`;
  await db.sql`insert into page (wiki_id, pageid, namespace, touched, title) select ${wiki}, no, 0, 1, 'x' from generate_series(5, 3000) no`;
  await db.sql`update page set needs_update = false`;
  await db.sql`analyze page_link, page`;
  const [row] = await db.sql<{ farm: number; urls: UrlId[] }[]>`
    select (select farm from wiki) as farm, (select urls from page_link where pageid = 1) as urls`;
  const { farm = 0, urls = [] } = row ?? {};
  const scans = async () => {
    await db.sql`select pg_stat_force_next_flush()`;
    const [found] = await db.sql<{ table: number; key: number }[]>`
      select (select sum(seq_scan)::int from pg_stat_user_tables where relname ~ '^page(_link)?_[0-9]+$') as table,
        (select sum(idx_tup_read)::int from pg_stat_user_indexes where indexrelname ~ '^page(_link)?_[0-9]+_pkey$') as key`;
    return found ?? { table: 0, key: 0 };
  };
  const withoutScan = async <T>(work: () => Promise<T>): Promise<T> => {
    const before = await scans();
    const answer = await work();
    const after = await scans();
    expect([after.table - before.table, after.key - before.key < 100]).toEqual([0, true]);
    return answer;
  };
  expect(await withoutScan(() => usedInFarm(db, farm, urls))).toEqual(new Set(urls));
  expect((await usedInFarm(db, farm + 1, urls)).size).toBe(0);
  expect(await withoutScan(() => markUsers(db, urls, { farm: farm + 1, wikiId: null }))).toBe(0);
  expect(await withoutScan(() => markUsers(db, urls, { farm, wikiId: wiki }))).toBe(3);
  await db.sql`update page set needs_update = false`;
  const [eldest = 0 as UrlId, ...younger] = urls;
  const doubled = younger.slice(0, 9).map((id) => ({ id, eldest }));
  expect(await withoutScan(() => mergeUrls(db, doubled, TODAY))).toBe(9);
  expect(await withoutScan(() => deleteUrls(db, younger.slice(9), TODAY))).toBe(490);
  expect(
    await db.sql`select pageid, needs_update, cardinality(urls) as urls
    from page join page_link using (wiki_id, pageid) where pageid < 5 order by 1`,
  ).toEqual([1, 2, 3, 4].map((pageid) => ({ pageid, needs_update: pageid < 4, urls: 1 })));
});
