import type { Database } from "../connect.ts";

/** Of a row of ours, about; only the order of magnitude counts. */
const ROW_BYTES = 100;

/** How many rows a table has, by the server's last look at it; of one that it never looked at since it was filled, restored or rewritten, by its size. */
export async function tableRows({ sql }: Database, table: "host" | "page" | "spam_use"): Promise<number> {
  const [row] = await sql<{ rows: number }[]>`
    select case when reltuples >= 0 then reltuples else pg_relation_size(oid) / ${ROW_BYTES}::float8 end::float8 as rows
    from pg_class where oid = ${table}::regclass`;
  return row?.rows ?? 0;
}

/** Tables up to this size are counted row by row. */
export const EXACT_ROWS_MAX = 1_000_000;
