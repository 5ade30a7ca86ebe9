import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { addDays, asDay } from "../../shared/calendar/day.ts";
import type { Database } from "../connect.ts";
import { asComponent, freshDatabase } from "../testing/fresh.ts";
import { samplePage, sampleWiki } from "../testing/sample.ts";
import type { WikiId } from "../types.ts";
import { storeSeen, unansweredOn } from "./domains.ts";
import { claimDomains, enterDomains, postponeDomain, releaseDomains } from "./queue.ts";
import { expireSharers } from "./sharers.ts";
import { countUses } from "./uses.ts";

const TODAY = asDay(3_600);
let db: Database;
/** As the component has it. */
let own: Database;
let wiki: WikiId;

beforeAll(async () => {
  db = await freshDatabase();
  own = await asComponent(db, "organisation");
  wiki = await sampleWiki(db);
});
beforeEach(async () => {
  await db.sql`truncate url, page, page_link, host, host_trait, organisation, organisation_domain, organisation_range,
    organisation_sign, organisation_sharer, organisation_work`;
});

describe("domains that were never looked at and those to be looked at again share the work", () => {
  const claimed = async (limit: number) =>
    (await claimDomains(own, { worker: "me", leaseSeconds: 300, today: TODAY, limit, perDay: 1_000 }))
      .map(({ domain }) => domain)
      .sort();
  beforeEach(async () => {
    await db.sql`insert into organisation_domain (domain, uses, due)
      select 'new' || n, n, -1 from generate_series(1, 4) n union all
      select 'again' || n, 100, ${TODAY}::int - n from generate_series(1, 4) n union all
      select 'later' || n, 100, ${TODAY}::int + n from generate_series(1, 4) n`;
  });

  test("half each, those with most links and those that wait longest first", async () => {
    expect(await claimed(4)).toEqual(["again3", "again4", "new3", "new4"]);
    expect(await claimed(3)).toEqual(["again2", "new1", "new2"]);
  });

  test("what one leaves is the other's", async () => {
    expect(await claimed(6)).toEqual(["again2", "again3", "again4", "new2", "new3", "new4"]);
    expect(await claimed(6)).toEqual(["again1", "new1"]);
    expect(await claimed(6)).toEqual([]);
    await db.sql`update organisation_domain set holder = null, lease_until = 'epoch', due = -1 where domain like 'again%'`;
    expect(await claimed(3)).toHaveLength(3);
  });
});

test("what was claimed and not looked at is taken from no budget", async () => {
  await db.sql`insert into organisation_domain (domain, uses, due) select 'a' || n || '.zz', n, -1 from generate_series(1, 4) n`;
  const claim = { worker: "me", leaseSeconds: 300, today: TODAY, limit: 3, perDay: 4 };
  const [row] = await claimDomains(db, claim);
  await postponeDomain(db, "me", { domain: row?.domain ?? "", unanswered: 0 }, TODAY);
  await releaseDomains(db, "me", TODAY);
  expect(await db.sql`select looked from organisation_work`).toEqual([{ looked: 1 }]);
  expect(await claimDomains(db, claim)).toHaveLength(3);
});

test("who does not answer is asked after 1, 2, 4 … 32 days", () => {
  const days = Array.from({ length: 8 }, (_, before) => unansweredOn(TODAY, before).due - TODAY);
  expect(days).toEqual([1, 2, 4, 8, 16, 32, 32, 32]);
});

test("hosts that are entered while a domain's links are counted are counted once", async () => {
  const page = (id: number, urls: string[]) => samplePage(db, wiki, id, urls, TODAY);
  await page(1, ["https://a.zz/1", "https://a.zz/2"]);
  const enter = (on: Database) => enterDomains(on, 100, () => true);
  await enter(own);
  await claimDomains(own, { worker: "me", leaseSeconds: 300, today: TODAY, limit: 9, perDay: 9 });
  await page(2, ["https://www.a.zz/3"]);
  const seen = { domain: "a.zz", nameServers: [], addresses: [], registrant: null, signs: [] };
  const waiting: Promise<unknown>[] = [];
  await own.transaction(async (tx) => {
    await enter(tx);
    waiting.push(storeSeen(own, "me", seen, () => true));
    await expect.poll(async () => (await db.sql`select 1 from pg_locks where not granted`).length).toBe(1);
  });
  expect(await Promise.all(waiting)).toEqual([3]);
  expect(await db.sql`select uses from organisation_domain`).toEqual([{ uses: 3 }]);
});

test("sharers that were not seen for long are forgotten, in more than one batch", async () => {
  await db.sql`insert into organisation_sharer (shared, registrant, seen)
    select 'server' || n, 'A Ltd', ${TODAY}::int - n from generate_series(0, 20000) n`;
  await db.sql`analyze organisation_sharer`;
  expect(await expireSharers(db, addDays(TODAY, -5))).toBe(19_995);
  expect((await db.sql`select 1 from organisation_sharer`).length).toBe(6);
});

test("of a domain with very many hosts some are read, whatever plan the connection has", async () => {
  await db.sql`insert into host (name) select 'h' || n || '.many.zz' from generate_series(1, 4000) n`;
  await db.sql`insert into organisation_work (host_id) select max(id) from host`;
  await db.sql`analyze host`;
  await own.transaction(async (tx) => {
    await tx.sql`set local plan_cache_mode = force_generic_plan`;
    const rowsRead = async () => {
      const [read] = await tx.sql<{ rows: number }[]>`
        select sum(seq_tup_read + idx_tup_fetch)::int as rows from pg_stat_xact_user_tables where relname = 'host'`;
      return read?.rows ?? 0;
    };
    const before = await rowsRead();
    await countUses(tx.orm, "many.zz", () => true);
    expect((await rowsRead()) - before).toBeLessThan(600);
  });
});
