import type { Day } from "../../../shared/calendar/day.ts";
import type { Database } from "../../connect.ts";

/** M9: traits last seen before `before` (100 days ago), and the need of GET first seen before `getBefore` (200 days). */
export async function expireTraits(db: Database, before: Day, getBefore: Day): Promise<number> {
  const { count } = await db.sql`
    delete from host_trait where last < ${before} or (trait = 'get-needed' and first < ${getBefore})`;
  return count;
}
