import type { Day } from "../../../shared/calendar/day.ts";
import type { Database } from "../../connect.ts";

/** M10: notes of domains not refreshed since `before` (half a year ago). */
export async function expireNotes(db: Database, before: Day): Promise<number> {
  const { count } = await db.sql`delete from domain_note where last < ${before}`;
  return count;
}
