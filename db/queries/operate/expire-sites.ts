import type { Day } from "../../../shared/calendar/day.ts";
import type { Database } from "../../connect.ts";

/** What is known of the sites of hosts (C7) and was last written before `before` is forgotten; how many hosts that were. */
export async function expireSites(db: Database, before: Day): Promise<number> {
  const { count } = await db.sql`
    update host set site = '', site_day = -1 where site_day >= 0 and site_day < ${before}`;
  return count;
}
