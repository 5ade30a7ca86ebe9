import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { asDay } from "../../shared/calendar/day.ts";
import { NOBODY } from "../../shared/organisation/types.ts";
import { freshDatabase } from "../testing/fresh.ts";
import { organisationsOf, readAgainByParsers, storeOrganisation } from "./organisations.ts";

test("the organisations of ids, domains and addresses are found without reading the others", async () => {
  const db = await freshDatabase();
  await db.sql`insert into organisation (domain, name, profile, found, checked)
    select 'o' || n || '.zz', null, '{}'::json, 3500, 3500 from generate_series(1, 5000) n`;
  await db.sql`insert into organisation_domain (domain, uses, organisation_id)
    select domain, 1, id from organisation union all select 'more.zz', 1, id from organisation where domain = 'o30.zz'`;
  await db.sql`insert into organisation_domain (domain, uses) values ('nobody.zz', 1)`;
  await db.sql`insert into organisation_range (organisation_id, range)
    select id, '192.0.2.0/24'::cidr from organisation where domain = 'o4000.zz'`;
  await db.sql`analyze organisation, organisation_domain, organisation_range`;
  const [{ id } = { id: 0 }] = await db.sql<
    { id: number }[]
  >`select id from organisation where domain = 'o2000.zz'`;
  await db.transaction(async (tx) => {
    // Of the connection, some of it from before the transaction.
    const rowsRead = async () => {
      const [read] = (await tx.orm.execute(
        sql`select sum(seq_tup_read + idx_tup_fetch)::int as rows from pg_stat_xact_user_tables where relname = 'organisation'`,
      )) as unknown as readonly { readonly rows: number }[];
      return read?.rows ?? 0;
    };
    const before = await rowsRead();
    const found = await organisationsOf(tx, {
      ids: [id],
      domains: ["more.zz", "nobody.zz"],
      addresses: ["192.0.2.7"],
    });
    expect(found.map(({ domain }) => domain)).toEqual(["o2000.zz", "o30.zz", "o4000.zz"]);
    expect((await rowsRead()) - before).toBeLessThan(20);
  });
});

test("what earlier parsers read of organisations and their domains is asked for again, once", async () => {
  const db = await freshDatabase();
  const rest = { addresses: [], netRanges: [], nameServers: [], registrant: NOBODY, unknown: [] };
  const [on, due] = [asDay(3_500), asDay(3_600)];
  const store = (domain: string) =>
    storeOrganisation(db, { profile: { root: domain, domain, ...rest }, ranges: [], on, checked: on });
  await store("now.zz");
  await store("before.zz");
  await db.sql`update organisation set profile = (profile::jsonb - 'parsers')::json where domain = 'before.zz'`;
  await db.sql`insert into organisation_domain (domain, organisation_id)
    select 'member.zz', id from organisation where domain = 'before.zz'`;
  await db.sql`update organisation_domain set looked = 3500, due = ${due}`;
  expect(await readAgainByParsers(db, on)).toBe(1);
  expect(await readAgainByParsers(db, on)).toBe(0);
  expect(await db.sql`select domain, checked from organisation order by 1`).toEqual([
    { domain: "before.zz", checked: 0 },
    { domain: "now.zz", checked: 3_500 },
  ]);
  expect(await db.sql`select domain, looked, due from organisation_domain order by 1`).toEqual([
    { domain: "before.zz", looked: 0, due: 3_500 },
    { domain: "member.zz", looked: 0, due: 3_500 },
    { domain: "now.zz", looked: 3_500, due: 3_600 },
  ]);
});
