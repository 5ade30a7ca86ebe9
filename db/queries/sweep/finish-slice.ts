import type { Day } from "../../../shared/calendar/day.ts";
import type { Database } from "../../connect.ts";
import type { SliceLease } from "../../types.ts";
import { SLICE_IDS } from "../../url-row.ts";

/**
 * All of a slice's URLs have their result: gives the lease back, dates the slice when it was a pass, and counts its
 * URLs by status byte for `weboid status`. False: the lease was another's by now, and nothing was written.
 */
export async function finishSlice(db: Database, lease: SliceLease, today: Day): Promise<boolean> {
  const from = lease.slice * SLICE_IDS;
  const { count } = await db.sql`
    update slice set holder = null, lease_until = 'epoch',
      swept = case when ${lease.kind} = 'pass' then ${today}::int else swept end,
      counts = (
        select coalesce(jsonb_object_agg(status, urls), '{}') from (
          select case when length(history) = 0 then 0 else get_byte(history, 0) & 127 end as status, count(*) as urls
          from url where id >= ${from} and id < ${from + SLICE_IDS} group by 1
        ) counted
      )
    where no = ${lease.slice} and token = ${lease.token}`;
  return count > 0;
}
