import type { Day } from "../../../shared/calendar/day.ts";
import type { Database } from "../../connect.ts";

/** F5: requests that a feeder is done with and that are older than `before`; what is being queued anew stays. */
export async function expireTouches(db: Database, before: Day): Promise<number> {
  const { count } = await db.sql`
    with old as materialized (
      select wiki_id, pageid from touch_queue where taken and held = 0 and day < ${before} for update skip locked
    )
    delete from touch_queue q using old where q.wiki_id = old.wiki_id and q.pageid = old.pageid`;
  return count;
}
