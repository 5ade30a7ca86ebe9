import { sql } from "drizzle-orm";
import type { Database } from "../connect.ts";

export interface TableCount {
  readonly table: string;
  /** About, as the server's statistics have it: without counting, so that any size takes a moment. */
  readonly rows: number;
}

/** How many rows each table has, by name; one in partitions with all of them. */
export const tableCounts = ({ orm }: Database): Promise<TableCount[]> =>
  orm
    .select({
      table: sql<string>`coalesce(parent.relname, leaf.relname)::text`,
      rows: sql<number>`sum(pg_stat_get_live_tuples(leaf.oid))::float8`,
    })
    .from(
      sql`pg_class leaf left join pg_inherits on inhrelid = leaf.oid left join pg_class parent on parent.oid = inhparent`,
    )
    .where(sql`leaf.relkind = 'r' and leaf.relnamespace = 'public'::regnamespace`)
    .groupBy(sql`1`)
    .orderBy(sql`1`);
