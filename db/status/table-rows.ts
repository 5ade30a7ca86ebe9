import { getTableName, type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { Database } from "../connect.ts";

/** Of a row of ours, about; only the order of magnitude counts. */
const ROW_BYTES = 100;

/** A table itself, or its partitions, as rows of `pg_class`. */
export const leavesOf = (table: PgTable): SQL => {
  const root = sql`${getTableName(table)}::regclass`;
  return sql`(select * from pg_class where relkind = 'r'
    and (oid = ${root} or oid in (select inhrelid from pg_inherits where inhparent = ${root}))) as leaf`;
};

/** How many rows a table has with its partitions, by the server's last analysis of them; of one that was empty then, or that was not analysed since it was restored or rewritten, by its size. */
export async function tableRows({ orm }: Database, table: PgTable): Promise<number> {
  const rows = sql`case when reltuples > 0 then reltuples else pg_relation_size(oid) / ${ROW_BYTES}::float8 end`;
  const [row] = await orm
    .select({ rows: sql<number>`coalesce(sum(${rows}), 0)::float8` })
    .from(leavesOf(table));
  return row?.rows ?? 0;
}

/** Tables up to this size are counted row by row. */
export const EXACT_ROWS_MAX = 1_000_000;
