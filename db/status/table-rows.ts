import { getTableName, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { Database } from "../connect.ts";

/** Of a row of ours, about; only the order of magnitude counts. */
const ROW_BYTES = 100;

/** How many rows a table has with its partitions, by the server's last analysis of them; of one that was not analysed since it was filled, restored or rewritten, by its size. */
export async function tableRows({ orm }: Database, table: PgTable): Promise<number> {
  const rows = sql`case when reltuples >= 0 then reltuples else pg_relation_size(oid) / ${ROW_BYTES}::float8 end`;
  const [row] = await orm
    .select({ rows: sql<number>`coalesce(sum(${rows}), 0)::float8` })
    .from(sql`pg_partition_tree(${getTableName(table)}::regclass) as part join pg_class on oid = part.relid`)
    .where(sql`part.isleaf`);
  return row?.rows ?? 0;
}

/** Tables up to this size are counted row by row. */
export const EXACT_ROWS_MAX = 1_000_000;
