import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Database } from "./connect.ts";
import { noLog } from "./errors.ts";
import { migrate } from "./migrate.ts";
import { migrations } from "./migration-files.ts";
import { freshDatabase } from "./testing/fresh.ts";
import { samplePage } from "./testing/sample.ts";
import type { WikiId } from "./types.ts";

/** Brings an empty database to where it was before a migration. */
async function migrateTo(db: Database, before: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "weboid-migrations-"));
  try {
    cpSync(join(import.meta.dirname, "migrations"), folder, { recursive: true });
    const path = join(folder, "meta/_journal.json");
    const journal: { entries: { tag: string }[] } = JSON.parse(readFileSync(path, "utf8"));
    const end = journal.entries.findIndex(({ tag }) => tag === before);
    writeFileSync(path, JSON.stringify({ ...journal, entries: journal.entries.slice(0, end) }));
    await migrate(db, noLog, { folder });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test("pages, their links, indexes and rights survive the migration that divides the tables", async () => {
  const db = await freshDatabase({ max: 1 });
  await db.sql.unsafe("drop schema public, weboid_bulk cascade; create schema public").simple();
  await migrateTo(db, "0023_page_partitions");
  // By hand: the program's own statements know columns that came later.
  const [wiki] = await db.sql<{ id: WikiId }[]>`
    insert into wiki (farm, dbname, api, server, article_url)
    values (0, 'testwiki', 'https://a.example/api.php', 'https://a.example', 'https://a.example/$1') returning id`;
  if (wiki === undefined) throw new Error("no wiki");
  for (let pageid = 1; pageid <= 40; pageid++)
    await samplePage(db, wiki.id, pageid, [`https://a.zz/${pageid}`, "https://b.zz/"], 3_600);
  await db.sql`grant select, insert on page to public`;
  await db.sql`grant update (asked) on page to pg_monitor`;
  await db.sql`grant select on page_link to pg_monitor`;
  const state = async () => ({
    pages: await db.sql`select * from page order by pageid`,
    links: await db.sql`select * from page_link order by pageid`,
    // A partitioned table's index stands in the catalog without its partitions'.
    indexes: await db.sql`
      select replace(pg_get_indexdef(indexrelid), ' ON ONLY ', ' ON ') as made, indisprimary from pg_index
      where indrelid in ('page'::regclass, 'page_link'::regclass) order by 1`,
    keys: await db.sql`
      select conname, pg_get_constraintdef(oid) as made from pg_constraint
      where conrelid in ('page'::regclass, 'page_link'::regclass) and contype in ('p', 'f') order by 1`,
    rights: await db.sql`
      select relname, grantee, privilege_type, is_grantable from pg_class cross join aclexplode(relacl)
      where oid in ('page'::regclass, 'page_link'::regclass) and grantee <> relowner
      union all
      select attname, grantee, privilege_type, is_grantable from pg_attribute cross join aclexplode(attacl)
      where attrelid = 'page'::regclass order by 1, 2, 3`,
  });
  const before = await state();
  expect([before.pages.length, before.links.length, before.rights.length]).toEqual([40, 40, 4]);
  const names = migrations().map(({ name }) => name);
  expect(await migrate(db, noLog)).toEqual(names.slice(names.indexOf("0023_page_partitions")));
  expect(await state()).toEqual(before);
  const filled = await db.sql<{ table: string; parts: number }[]>`
    select regexp_replace(tableoid::regclass::text, '_[0-9]+$', '') as table, count(distinct tableoid)::int as parts from page group by 1
    union all
    select regexp_replace(tableoid::regclass::text, '_[0-9]+$', ''), count(distinct tableoid)::int from page_link group by 1`;
  expect(filled).toEqual([
    { table: "page", parts: 8 },
    { table: "page_link", parts: 8 },
  ]);
  const apart = await db.sql`
    select 1 from page join page_link using (wiki_id, pageid)
    where right(page.tableoid::regclass::text, 1) <> right(page_link.tableoid::regclass::text, 1)`;
  expect(apart).toEqual([]);
});
