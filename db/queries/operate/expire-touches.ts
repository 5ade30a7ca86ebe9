import type { Day } from "../../../shared/calendar/day.ts";
import type { Database } from "../../connect.ts";

/** F5: requests that were handed out and are older than `before`. */
export async function expireTouches(db: Database, before: Day): Promise<number> {
  const { count } = await db.sql`delete from touch_queue where taken and day < ${before}`;
  return count;
}
