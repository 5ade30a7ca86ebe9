import { getTableName, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { Database } from "../connect.ts";

/** Of a row of ours, about; only the order of magnitude counts. */
const ROW_BYTES = 100;

/** How many rows a table has, by the server's last analysis of it; of one that was not analysed since it was filled, restored or rewritten, by its size. */
export async function tableRows({ orm }: Database, table: PgTable): Promise<number> {
  const rows = sql<number>`case when reltuples >= 0 then reltuples else pg_relation_size(oid) / ${ROW_BYTES}::float8 end::float8`;
  const [row] = await orm
    .select({ rows })
    .from(sql`pg_class`)
    .where(sql`oid = ${getTableName(table)}::regclass`);
  return row?.rows ?? 0;
}

/** Tables up to this size are counted row by row. */
export const EXACT_ROWS_MAX = 1_000_000;
