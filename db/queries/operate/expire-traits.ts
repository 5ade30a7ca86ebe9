import type { Day } from "../../../shared/calendar/day.ts";
import type { Database } from "../../connect.ts";

/**
 * M9: traits last seen before `before` (100 days ago), but the need of GET by its first day, before `getBefore` (200 days
 * ago): while checks go by it, nobody sees it again.
 */
export async function expireTraits(db: Database, before: Day, getBefore: Day): Promise<number> {
  const { count } = await db.sql`
    delete from host_trait
    where (trait <> 'get-needed' and last < ${before}) or (trait = 'get-needed' and first < ${getBefore})`;
  return count;
}
