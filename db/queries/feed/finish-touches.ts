import type { Database } from "../../connect.ts";
import type { FeedLease } from "./claim-feed.ts";

/**
 * The feeder is done with pages that it took; those that it watches by now know when they were asked for (M3). One that
 * was queued anew meanwhile stays queued.
 */
export function finishTouches(
  db: Database,
  { wiki, token }: FeedLease,
  pageids: readonly number[],
): Promise<void> {
  const ids = [...pageids];
  return db.transaction(async ({ sql }) => {
    await sql`
      select 1 from page where wiki_id = ${wiki} and pageid = any(${ids}::bigint[]) order by pageid for no key update`;
    await sql`
      with locked as materialized (
        select pageid from touch_queue
        where wiki_id = ${wiki} and pageid = any(${ids}::bigint[]) and taken and held = ${token}
        order by pageid for update
      ), done as (
        update touch_queue q set held = 0 from locked where q.wiki_id = ${wiki} and q.pageid = locked.pageid
        returning q.pageid, q.day
      )
      update page p set asked = done.day from done
      where p.wiki_id = ${wiki} and p.pageid = done.pageid and p.asked < done.day`;
  });
}
