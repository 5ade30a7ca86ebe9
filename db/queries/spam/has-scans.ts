import type { Database } from "../../connect.ts";

/** Whether a list's change is still to be tried on known URLs. */
export async function hasScans({ sql }: Database): Promise<boolean> {
  const rows = await sql`select 1 from spam_scan limit 1`;
  return rows.length > 0;
}
