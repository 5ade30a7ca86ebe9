import type { Database } from "../connect.ts";
import { encodeDay } from "../urls/row.ts";

/** Whether any URL was ever checked. */
export async function hasHistory(db: Database): Promise<boolean> {
  const rows = await db.sql`select 1 from url where queried <> ${encodeDay(null)} limit 1`;
  return rows.length > 0;
}
