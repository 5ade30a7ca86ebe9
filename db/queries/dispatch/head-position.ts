import type { Database } from "../../connect.ts";
import type { Position } from "../../types.ts";

/**
 * A position before which every change is settled: take it, then export all pages, then go on from it, and nothing
 * is missed in between.
 */
export async function headPosition({ sql }: Database): Promise<Position> {
  const [row] = await sql<{ xid: string }[]>`select pg_snapshot_xmin(pg_current_snapshot())::text as xid`;
  if (row === undefined) throw new Error("no row from a select without a table");
  return { xid: row.xid, id: 0 };
}
