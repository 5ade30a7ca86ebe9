import type { PendingQuery, Row } from "postgres";
import type { Database } from "../../connect.ts";

/**
 * Runs a statement of a transaction that finds pages by URLs of theirs. The planner counts a table's pages and not what their lists
 * hold, which lie elsewhere: a few hundred rows seem cheap to read, for each URL anew, where each has a thousand URLs.
 */
export async function byIndex<T extends readonly Row[]>(
  { sql }: Database,
  statement: PendingQuery<T>,
): Promise<T> {
  const allowed = (scan: "on" | "off") => sql`select set_config('enable_seqscan', ${scan}, true)`;
  const [, rows] = await Promise.all([allowed("off"), statement, allowed("on")]);
  return rows;
}
