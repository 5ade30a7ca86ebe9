import { expect, test } from "vitest";
import { freshDatabase } from "../testing/fresh.ts";
import { linked, samplePage, sampleWiki } from "../testing/sample.ts";
import type { UrlId } from "../types.ts";
import { somePages, usedUrls } from "./uses.ts";

test("which URLs a small wiki uses, and where, is found without reading the links of all pages for each", async () => {
  const db = await freshDatabase();
  const [one, other] = [await sampleWiki(db, "onewiki"), await sampleWiki(db, "otherwiki")];
  const texts = Array.from({ length: 40 }, (_, no) => `https://a.zz/${no}`);
  for (const pageid of [1, 2, 3]) await samplePage(db, one, pageid, texts.slice(0, 30), 3_600);
  await samplePage(db, other, 1, texts, 3_600);
  await db.sql`analyze page_link`;
  const keys = texts.map((text) => linked(text).key);
  const rows = await db.sql<{ id: UrlId }[]>`select id from url where key = any(${keys}::uuid[]) order by id`;
  const urls = rows.map(({ id }) => id);
  await db.transaction(async (tx) => {
    const scans = async () => {
      const [row] = await tx.sql<{ count: number; seqScan: string }[]>`
        select sum(seq_scan)::int as count, current_setting('enable_seqscan') as "seqScan"
        from pg_stat_xact_user_tables where relname ~ '^page_link_[0-9]+$'`;
      return row;
    };
    // What this connection did before is counted until it is sent.
    const before = await scans();
    expect([urls.length, (await usedUrls(tx, one, urls)).size]).toEqual([40, 30]);
    const { pages } = await somePages(tx, one, urls, { namespaces: [], limit: 9 });
    expect(pages.length).toBe(90);
    expect(await scans()).toEqual({ count: before?.count, seqScan: "on" });
  });
});
