import { beforeAll, expect, test } from "vitest";
import { asDay } from "../../shared/calendar/day.ts";
import { fold } from "../../shared/history/fold.ts";
import type { History } from "../../shared/history/types.ts";
import { statusOfHttp } from "../../shared/status/table.ts";
import { domainScope } from "../../shared/url/report-scope.ts";
import type { Database } from "../connect.ts";
import { freshDatabase } from "../testing/fresh.ts";
import { normalised, samplePage, sampleWiki } from "../testing/sample.ts";
import type { WikiId } from "../types.ts";
import { encodeHistory } from "../urls/row.ts";
import { lockBrokenOf, lockUrl, type SaidUrl } from "./row-locks.ts";

const TODAY = asDay(3_600);
const GONE = [3_300, 3_500, 3_507, 3_514, 3_530, 3_590].reduce<History>((history, day) => {
  const http = day < 3_400 ? 200 : 404;
  return fold(history, { status: statusOfHttp(http), http, deadEnd: false }, asDay(day));
}, []);
const NOBODY = { reporter: { now: crypto.randomUUID(), before: crypto.randomUUID() } };
const BROKEN = ["https://www.b.zz/1", "https://www.b.zz/2", "https://www.b.zz/3"];
/** Of a domain of many hosts that no page of the wiki uses. */
const MANY = { hosts: 260, urls: 150 };

let db: Database;
let wiki: WikiId;

/** A small wiki beside a large one, in which each URL is used; and links of many hosts. */
beforeAll(async () => {
  db = await freshDatabase();
  wiki = await sampleWiki(db, "smallwiki");
  const large = await sampleWiki(db, "largewiki");
  for (const pageid of [1, 2]) await samplePage(db, wiki, pageid, [BROKEN[0] ?? "", BROKEN[1] ?? ""], 3_590);
  await samplePage(db, large, 1, [...BROKEN, "https://www.big.zz/"], 3_590);
  const [row] = await db.sql<{ id: number }[]>`select max(id)::int as id from url`;
  const first = (row?.id ?? 0) + 1;
  await db.sql`insert into host (name) select 'h' || no || '.big.zz' from generate_series(1, ${MANY.hosts}) no`;
  await db.sql`
    insert into url (id, key, host_id, port, touched, scheme, path)
    select ${first} + row_number() over (), gen_random_uuid(), host.id, 0, 3590, 1, '/' || no
    from host, generate_series(1, ${MANY.urls}) no where name ~ '^h[0-9]+[.]big[.]zz$'`;
  await db.sql`update url set history = ${encodeHistory(GONE)}, queried = 3590`;
  // A thousand pages of another wiki, which have all of these links between them.
  await db.sql`
    insert into page_link (wiki_id, pageid, urls)
    select ${large}, 1 + id % 1000, array_agg(id) from url where id > ${first} group by 2
    on conflict (wiki_id, pageid) do update set urls = page_link.urls || excluded.urls`;
  await db.sql`insert into page_link (wiki_id, pageid, urls)
    select ${wiki}, 10 + no, array[${first}::bigint] from generate_series(1, 10) no`;
  await db.sql`vacuum analyze`;
});

/** What was read meanwhile, of `url`; and of the pages of wikis in any way but by their URLs. */
async function reading<T>(work: (tx: Database) => Promise<T>) {
  const counts = async (tx: Database) => {
    await tx.sql`select pg_stat_force_next_flush(), pg_stat_clear_snapshot()`;
    const [row] = await tx.sql<{ urls: number; pages: number }[]>`
      select (select sum(seq_tup_read + idx_tup_fetch)::int from pg_stat_xact_user_tables where relname ~ '^url(_|$)') as urls,
        (select sum(seq_tup_read)::int from pg_stat_xact_user_tables where relname ~ '^page_link_[0-9]+$') as pages`;
    return row ?? { urls: 0, pages: 0 };
  };
  const ofIndexes = async () => {
    const [row] = await db.sql<{ read: number }[]>`
      select sum(idx_tup_read)::int as read from pg_stat_user_indexes where indexrelname ~ '^page_link_[0-9]+_pkey'`;
    return row?.read ?? 0;
  };
  await db.transaction(counts);
  const indexed = await ofIndexes();
  const { answer, urls, pages } = await db.transaction(async (tx) => {
    const before = await counts(tx);
    const answer = await work(tx);
    const after = await counts(tx);
    return { answer, urls: after.urls - before.urls, pages: after.pages - before.pages };
  });
  return { answer, urls, pages: pages + (await ofIndexes()) - indexed };
}

const wanted = (name: string) => ({ scope: domainScope(name), profile: NOBODY, today: TODAY, limit: 50 });
const lock = (tx: Database, address: string) => lockUrl(tx, wiki, normalised(address), TODAY);

test("whether a small wiki uses a URL, or those of a scope, is found by the URLs and not along its pages", async () => {
  const one = await reading((tx) => lock(tx, BROKEN[0] ?? ""));
  expect(one).toMatchObject({ answer: { hostName: "www.b.zz", verdict: "unreachable" }, pages: 0 });
  expect(await reading((tx) => lock(tx, BROKEN[2] ?? ""))).toMatchObject({ answer: null, pages: 0 });
  const named = one.answer as SaidUrl;
  const some = await reading((tx) => lockBrokenOf(tx, wiki, named, wanted("www.b.zz")));
  expect(some.answer.map(({ hostName }) => hostName)).toEqual(["www.b.zz", "www.b.zz"]);
  expect(some.pages).toBe(0);
  const many = await reading((tx) => lockBrokenOf(tx, wiki, named, wanted("www.big.zz")));
  expect([many.answer, many.pages]).toEqual([[named], 0]);
});

test("of a scope with many hosts and links only 10,000 are looked at", async () => {
  const named = await db.transaction((tx) => lock(tx, BROKEN[0] ?? ""));
  const { answer, urls } = await reading((tx) =>
    lockBrokenOf(tx, wiki, named as SaidUrl, wanted("www.big.zz")),
  );
  expect(answer).toEqual([named]);
  // They are found in two steps of 64 hosts, and read by their ids.
  expect(urls).toBeLessThanOrEqual(2 * 64 * MANY.urls + 10_000 + 100);
});
