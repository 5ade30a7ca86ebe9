import { is } from "drizzle-orm";
import { getTableConfig, PgTable } from "drizzle-orm/pg-core";
import { beforeAll, expect, test } from "vitest";
import { connect, type Database } from "./connect.ts";
import { noLog } from "./errors.ts";
import { migrate, requireSchema, schemaState } from "./migrate.ts";
import { migrations } from "./migration-files.ts";
import * as schema from "./schema/index.ts";
import { freshDatabase, freshDatabaseUrl } from "./testing/fresh.ts";

let db: Database;
beforeAll(async () => {
  db = await freshDatabase();
});

const tables = Object.values(schema).filter((value) => is(value, PgTable));

/** PostgreSQL's name for what Drizzle writes in a column definition. */
const SAME_TYPE: Readonly<Record<string, string>> = { "timestamp with time zone": "timestamptz" };
const TYPES: Readonly<Record<string, string>> = {
  _int8: "bigint[]",
  _text: "text[]",
  _int4: "integer[]",
  int8: "bigint",
  int4: "integer",
  int2: "smallint",
  bool: "boolean",
  float4: "real",
};

test("the Drizzle schema and the migrated database have the same tables, columns, types and nullability", async () => {
  const rows = await db.sql<{ table: string; column: string; type: string; nullable: boolean }[]>`
    select c.relname as table, a.attname as column, t.typname as type, not a.attnotnull as nullable
    from pg_attribute a
    join pg_class c on c.oid = a.attrelid and c.relkind in ('r', 'p') and not c.relispartition
    join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'
    join pg_type t on t.oid = a.atttypid
    where a.attnum > 0 and not a.attisdropped and c.relname <> 'schema_migration'
    order by 1, 2`;
  const inDatabase = rows.map(
    ({ table, column, type, nullable }) =>
      `${table}.${column} ${TYPES[type] ?? type}${nullable ? " null" : ""}`,
  );
  const inSchema = tables
    .flatMap((table) => {
      const { name, columns } = getTableConfig(table);
      return columns.map((column) => {
        const type = column.getSQLType();
        return `${name}.${column.name} ${SAME_TYPE[type] ?? type}${column.notNull ? "" : " null"}`;
      });
    })
    .sort();
  expect(inSchema).toEqual([...inDatabase].sort());
});

test("primary keys agree too", async () => {
  const rows = await db.sql<{ table: string; columns: string[] }[]>`
    select c.relname as table, array_agg(a.attname::text order by a.attname) as columns
    from pg_index i
    join pg_class c on c.oid = i.indrelid and not c.relispartition
    join pg_attribute a on a.attrelid = c.oid and a.attnum = any(i.indkey)
    join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'
    where i.indisprimary and c.relname <> 'schema_migration' group by 1`;
  const inSchema = tables.map((table) => {
    const { name, columns, primaryKeys } = getTableConfig(table);
    const composed = primaryKeys.flatMap((key) => key.columns.map((column) => column.name));
    const single = columns.filter((column) => column.primary).map((column) => column.name);
    return { table: name, columns: [...composed, ...single].sort() };
  });
  // The partitions of url have the primary key, its parent has none (docs/database.md).
  const expected = inSchema.filter(({ table }) => table !== "url");
  expect(expected.sort((a, b) => (a.table < b.table ? -1 : 1))).toEqual(
    [...rows].sort((a, b) => (a.table < b.table ? -1 : 1)),
  );
});

test("a migrated database is current, and a second run does nothing", async () => {
  expect(await schemaState(db)).toEqual({
    kind: "current",
    applied: migrations().length,
    known: migrations().length,
  });
  expect(await migrate(db, noLog)).toEqual([]);
  await requireSchema(db);
});

test("nobody is warned of the indexes of tables that are empty", async () => {
  const url = await freshDatabaseUrl();
  const empty = await connect(url, { max: 1 });
  await empty.sql.unsafe("drop schema public, weboid_bulk cascade; create schema public").simple();
  const lines: string[] = [];
  await migrate(empty, { info: (line) => void lines.push(line), warn: (line) => void lines.push(line) });
  expect(lines).toEqual([expect.stringMatching(/^migrations: 0000_/)]);
  await empty.close();
});

test("eight processes at once on an empty database: each migration is applied once, data stay", async () => {
  const url = await freshDatabaseUrl();
  const first = await connect(url, { max: 1 });
  await first.sql.unsafe("drop schema public, weboid_bulk cascade; create schema public").simple();
  expect(await schemaState(first)).toEqual({ kind: "empty", known: migrations().length });
  await expect(requireSchema(first)).rejects.toMatchObject({
    code: "schema-empty",
    message: expect.stringMatching(/weboid migrate/),
  });
  const processes = await Promise.all(Array.from({ length: 8 }, () => connect(url, { max: 1 })));
  const applied = await Promise.all(processes.map((process) => migrate(process, noLog)));
  expect(applied.flat().sort()).toEqual(migrations().map(({ name }) => name));
  await first.sql`update farm set sites = 'kept' where code = 0`;
  await migrate(first, noLog);
  expect(await first.sql`select sites from farm where code = 0`).toEqual([{ sites: "kept" }]);
  await Promise.all([first, ...processes].map((process) => process.close()));
});

test("older, newer, edited and former databases are kept apart, each with what to do", async () => {
  const other = await freshDatabase({ max: 1 });
  const known = migrations().length;
  await other.sql`insert into schema_migration (hash, created_at) values ('later', ${Date.now()})`;
  expect(await schemaState(other)).toEqual({ kind: "compatible", applied: known + 1, known });
  await requireSchema(other);
  expect(await migrate(other, noLog)).toEqual([]);
  await other.sql`update schema_migration set oldest = ${known + 1} where hash = 'later'`;
  expect(await schemaState(other)).toEqual({ kind: "newer", applied: known + 1, known });
  await expect(requireSchema(other)).rejects.toMatchObject({
    code: "schema-newer",
    message: expect.stringMatching(/install the newer/),
  });
  await expect(migrate(other, noLog)).rejects.toMatchObject({ code: "schema-newer" });
  await other.sql`delete from schema_migration where hash = 'later'`;
  await other.sql`update schema_migration set hash = 'edited' where id = 1`;
  await expect(migrate(other, noLog)).rejects.toMatchObject({
    code: "schema-edited",
    message: expect.stringMatching(/0000_functions/),
  });
  await other.sql`delete from schema_migration where id > 1`;
  await expect(requireSchema(other)).rejects.toMatchObject({
    code: "schema-older",
    message: expect.stringMatching(/weboid migrate/),
  });
  await other.sql`create table weboid_migration (number integer)`;
  const former = { code: "schema-older", message: expect.stringMatching(/create another database/) };
  await expect(migrate(other, noLog)).rejects.toMatchObject(former);
  await expect(requireSchema(other)).rejects.toMatchObject(former);
});

test("the seeded patterns of internal domains match their farm and nobody else (M1)", async () => {
  const farms = await db.sql<{ code: number; pattern: string }[]>`
    select code, internal_hosts as pattern from farm order by code`;
  const [wmflabs, wmf] = farms.map(({ pattern }) => new RegExp(pattern));
  const table: [RegExp | undefined, string, boolean][] = [
    [wmflabs, "en.wikipedia.beta.wmflabs.org", true],
    [wmflabs, "tools.wmflabs.org", false],
    [wmf, "de.wikipedia.org", true],
    [wmf, "wikipedia.org", true],
    [wmf, "www.mediawiki.org", true],
    [wmf, "commons.wikimedia.org", true],
    [wmf, "en.wiktionary.org", true],
    [wmf, "www.wikidata.org", true],
    [wmf, "notwikipedia.org", false],
    [wmf, "wikipedia.org.example.com", false],
    [wmf, "mediawiki.example.com", false],
    [wmf, "wikileaks.org", false],
  ];
  for (const [pattern, host, expected] of table)
    expect([host, pattern?.test(host)]).toEqual([host, expected]);
});
