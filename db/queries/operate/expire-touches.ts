import type { Day } from "../../../shared/calendar/day.ts";
import type { Database } from "../../connect.ts";

/** F5: requests that a feeder is done with and that are older than `before`. */
export async function expireTouches(db: Database, before: Day): Promise<number> {
  const { count } = await db.sql`delete from touch_queue where taken and held = 0 and day < ${before}`;
  return count;
}
