import { eq, getTableColumns, ne, type SQLWrapper, sql } from "drizzle-orm";
import {
  getTableConfig,
  integer,
  type PgColumn,
  type PgTable,
  pgSchema,
  pgTable,
  smallint,
  text,
} from "drizzle-orm/pg-core";
import type { Orm } from "../connect.ts";
import { instant, int8, jsonb, urlId, urlKey } from "../schema/columns.ts";
import { names } from "../statement.ts";
import type { HostId, WikiId } from "../types.ts";

/** A use of a URL; `spam`: '', or of a URL that a list blocks `SCOPE LINE`, and then the whole URL as path. */
const useColumns = () => ({
  pageid: int8("pageid").notNull(),
  no: int8("no").notNull(),
  key: urlKey("key").notNull(),
  port: integer().notNull(),
  scheme: smallint().notNull(),
  flags: smallint().notNull(),
  host: text().notNull(),
  path: text().notNull(),
  spam: text().notNull(),
});

/** Feeders may make tables here only. */
const staging = pgSchema("weboid_bulk");

/**
 * Tables that hold a wiki's dump while it is entered. They are made and dropped with it, unlogged: after a crash of the server they
 * are empty, the row of `state` too, and the dump is read again.
 */
export function stagingOf(wiki: WikiId) {
  const name = (what: string) => `bulk_${wiki}_${what}`;
  return {
    /** Pages that are to be watched. */
    page: staging.table(name("page"), {
      pageid: int8("pageid").notNull(),
      namespace: integer().notNull(),
      title: text().notNull(),
    }),
    /** Their uses of URLs, in the order of the dump; partitioned by ranges of page ids. */
    use: staging.table(name("use"), useColumns()),
    partition: (at: number) => staging.table(name(`use_${at}`), useColumns()),
    /** One partition of these, in the order of pages. */
    part: staging.table(name("part"), useColumns()),
    /** One row, once the dump is read to its end. */
    state: staging.table(name("state"), {
      fingerprint: text().notNull(),
      /** What the reader noted of it, in its own terms. */
      info: jsonb("info").notNull(),
      /** What was entered so far. */
      entered: jsonb("entered").$type<BulkSums>().notNull(),
      /** All pages up to this one are entered. */
      after: int8("after").notNull(),
      /** When it was last worked on. */
      at: instant("at").notNull(),
    }),
  };
}

/** What was entered of a dump, as feeding the same pages would count it. */
export interface BulkSums {
  /** Uses of URLs that are watched, each URL once a page. */
  readonly watched: number;
  /** Likewise of those that a list blocks. */
  readonly spam: number;
  /** URLs that were not known before. */
  readonly urls: number;
}

/** `schema.name`, as the catalog and the driver take it; the names need no quotes. */
export function catalogName(table: PgTable): string {
  const { schema = "public", name } = getTableConfig(table);
  return `${schema}.${name}`;
}

/** Names of the tables above, in the catalog. */
export const STAGED = "^bulk_([0-9]{1,9})_(?:page|use|part|state)$";

/** The temporary tables of one batch. Its uses, each URL of a page once; `spam` and `url` (in its own spelling) are '' unless a list blocks it. */
export const bulkBatch = pgTable("bulk_batch", { ...useColumns(), url: text().notNull() });
export const isWatched = eq(bulkBatch.spam, sql`''`);
export const isSpam = ne(bulkBatch.spam, sql`''`);
/** Those of them whose URLs are not known yet. */
export const bulkNew = pgTable("bulk_new", { ...useColumns(), url: text().notNull() });
export const bulkId = pgTable("bulk_id", { key: urlKey("key").notNull(), id: urlId("id").notNull() });
/** Without an id: it is new. */
export const bulkHost = pgTable("bulk_host", { name: text().notNull(), id: integer().$type<HostId>() });
/** Pages that are written by the batch. */
export const bulkTaken = pgTable("bulk_taken", { pageid: int8("pageid").notNull() });

const columnsOf = (table: PgTable) =>
  sql.join(
    Object.values(getTableColumns(table)).map(
      (column) =>
        sql`${sql.identifier(column.name)} ${sql.raw(`${column.getSQLType()}${column.notNull ? " not null" : ""}`)}`,
    ),
    sql`, `,
  );

interface NewTable {
  /** Temporary: until the end of the transaction. */
  readonly kind: "temporary" | "unlogged";
  /** What it is filled with: a select whose fields are named as the columns. */
  readonly as?: SQLWrapper;
}

export async function createTable(orm: Orm, table: PgTable, { kind, as }: NewTable): Promise<void> {
  const columns = as === undefined ? sql`(${columnsOf(table)})` : sql``;
  const end = kind === "temporary" ? sql`on commit drop` : sql``;
  const filled = as === undefined ? sql`` : sql`as ${as}`;
  await orm.execute(sql`create ${sql.raw(kind)} table ${table} ${columns} ${end} ${filled}`);
}

/** A table that is partitioned by ranges of a column. */
export async function createPartitioned(orm: Orm, table: PgTable, by: PgColumn): Promise<void> {
  await orm.execute(sql`create table ${table} (${columnsOf(table)}) partition by range (${names(by)})`);
}

/** Of a partitioned table: all from a value on, to before another one; null: without an end. */
export async function createPartition(
  orm: Orm,
  partition: PgTable,
  of: PgTable,
  [from, to]: readonly [number | null, number | null],
): Promise<void> {
  const [start, end] = [from ?? "minvalue", to ?? "maxvalue"].map((bound) => sql.raw(String(bound)));
  await orm.execute(
    sql`create unlogged table ${partition} partition of ${of} for values from (${start}) to (${end})`,
  );
}

export async function createIndex(
  orm: Orm,
  column: PgColumn,
  { unique = false }: { readonly unique?: boolean } = {},
): Promise<void> {
  const kind = sql.raw(unique ? "unique index" : "index");
  await orm.execute(sql`create ${kind} on ${column.table} (${names(column)})`);
}

export async function dropTables(orm: Orm, ...tables: readonly PgTable[]): Promise<void> {
  const list = tables.map((table) => sql`${table}`);
  await orm.execute(sql`drop table if exists ${sql.join(list, sql`, `)}`);
}
