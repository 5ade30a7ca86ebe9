import type { Database } from "../../connect.ts";
import type { SliceLease } from "../../types.ts";
import { SLICE_IDS } from "../../url-row.ts";

/**
 * All of a slice's URLs have their result or are on the list of rechecks: gives the lease back, and counts its URLs by
 * status byte for `weboid status`. After a pass the slice is dated with the day on which that began, so that the next one
 * begins in time for its first URLs too. False: the lease was another's by now, and nothing was written.
 */
export async function finishSlice(db: Database, lease: SliceLease): Promise<boolean> {
  const from = lease.slice * SLICE_IDS;
  const { count } = await db.sql`
    update slice set holder = null, lease_until = 'epoch',
      swept = case when ${lease.kind} = 'pass' then ${lease.began}::int else swept end, pass_began = -1,
      counts = (
        select coalesce(jsonb_object_agg(status, urls), '{}') from (
          select case when length(history) = 0 then 0 else get_byte(history, 0) & 127 end as status, count(*) as urls
          from url where id >= ${from} and id < ${from + SLICE_IDS} group by 1
        ) counted
      )
    where no = ${lease.slice} and token = ${lease.token}`;
  return count > 0;
}
