import { expect, test } from "vitest";
import { asDay } from "../../shared/calendar/day.ts";
import { fold } from "../../shared/history/fold.ts";
import { statusOfHttp } from "../../shared/status/table.ts";
import type { Database } from "../connect.ts";
import { freshDatabase } from "../testing/fresh.ts";
import { linked, samplePage, sampleWiki } from "../testing/sample.ts";
import type { UrlId } from "../types.ts";
import { encodeHistory } from "../urls/row.ts";
import { fewUrls, somePages, type Use, usedUrls, usesOf } from "./uses.ts";

/** How often the links of all pages were read in this transaction. */
const scansIn = async ({ sql }: Pick<Database, "sql">) => {
  const [row] = await sql<{ count: number; seqScan: string }[]>`
    select sum(seq_scan)::int as count, current_setting('enable_seqscan') as "seqScan"
    from pg_stat_xact_user_tables where relname ~ '^page_link_[0-9]+$'`;
  return row;
};

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
    const scans = () => scansIn(tx);
    // What this connection did before is counted until it is sent.
    const before = await scans();
    expect([urls.length, (await usedUrls(tx, one, urls)).size]).toEqual([40, 30]);
    const { pages } = await somePages(tx, one, urls, { namespaces: [], limit: 9 });
    expect(pages.length).toBe(90);
    expect(await scans()).toEqual({ count: before?.count, seqScan: "on" });
  });
});

test("the uses of a domain's many URLs are found without reading the links of all pages", async () => {
  const db = await freshDatabase();
  const [one, other] = [await sampleWiki(db, "onewiki"), await sampleWiki(db, "otherwiki")];
  const texts = Array.from({ length: 500 }, (_, no) => `https://a.zz/${no}`);
  for (const pageid of [3, 1, 2]) await samplePage(db, one, pageid, [...texts, "https://b.zz/"], 3_600);
  await samplePage(db, other, 1, texts, 3_600);
  const gone = fold([], { status: statusOfHttp(404), http: 404, deadEnd: false }, asDay(3_600));
  await db.sql`update url set history = ${encodeHistory(gone)}, queried = 3600`;
  await db.sql`analyze page_link`;
  await db.transaction(async (tx) => {
    const before = await scansIn(tx);
    const few = await fewUrls(tx, { which: "failing", domain: "a.zz", path: "" });
    expect(few).toHaveLength(500);
    const all: Use[] = [];
    for (let after: Use | null = { pageid: 0, url: 0 as UrlId }; after !== null; ) {
      const { uses, through } = await usesOf(tx, one, few ?? [], { after, limit: 400 });
      all.push(...uses);
      after = through;
    }
    expect(all).toEqual([1, 2, 3].flatMap((pageid) => (few ?? []).map((url) => ({ pageid, url }))));
    expect(await scansIn(tx)).toEqual({ count: before?.count, seqScan: "on" });
  });
});
