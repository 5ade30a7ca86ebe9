import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { freshDatabase } from "../testing/fresh.ts";
import { organisationsOf } from "./organisations.ts";

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
