import { expect, test } from "vitest";
import { asDay } from "../../shared/calendar/day.ts";
import { fold } from "../../shared/history/fold.ts";
import { statusOfHttp } from "../../shared/status/table.ts";
import type { Database } from "../connect.ts";
import { freshDatabase } from "../testing/fresh.ts";
import { normalised, samplePage, sampleWiki } from "../testing/sample.ts";
import { encodeHistory } from "../urls/row.ts";
import { fewUrls, type Target, urlId } from "./uses.ts";

const target = (domain: string): Target => ({ which: "failing", domain, path: "" });
const USES = 25_000;

test("URLs that very many pages use anywhere are not few, and that is seen after some of these pages", async () => {
  const db = await freshDatabase();
  const [wiki, large] = [await sampleWiki(db, "onewiki"), await sampleWiki(db, "largewiki")];
  await samplePage(db, wiki, 1, ["https://rare.zz/", "https://often.zz/"], 3_600);
  const gone = fold([], { status: statusOfHttp(404), http: 404, deadEnd: false }, asDay(3_600));
  await db.sql`update url set history = ${encodeHistory(gone)}, queried = 3600`;
  const [rare, often] = [
    await urlId(db, normalised("https://rare.zz/")),
    await urlId(db, normalised("https://often.zz/")),
  ];
  await db.sql`insert into page_link (wiki_id, pageid, urls)
    select ${large}, no, array[${often}::bigint] from generate_series(1, ${USES}) no`;
  await db.sql`analyze page_link`;
  const read = async ({ sql }: Database) => {
    const [row] = await sql<{ count: number }[]>`
      select sum(seq_tup_read + idx_tup_fetch)::int as count
      from pg_stat_xact_user_tables where relname ~ '^page_link_[0-9]+$'`;
    return row?.count ?? 0;
  };
  await db.transaction(async (tx) => {
    const before = await read(tx);
    expect(await fewUrls(tx, target("rare.zz"))).toEqual([rare]);
    expect(await read(tx)).toBeLessThanOrEqual(before + 1);
    expect(await fewUrls(tx, target("often.zz"))).toBeNull();
    expect(await read(tx)).toBeLessThanOrEqual(before + 1 + USES / 2);
  });
});
