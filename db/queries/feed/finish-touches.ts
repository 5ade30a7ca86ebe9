import type { Database } from "../../connect.ts";
import type { FeedLease } from "./claim-feed.ts";

/**
 * The feeder is done with pages that it took; those that it watches by now know when they were asked for (M3). One that
 * was queued anew meanwhile stays queued.
 */
export async function finishTouches(
  db: Database,
  { wiki, token }: FeedLease,
  pageids: readonly number[],
): Promise<void> {
  await db.sql`
    with done as (
      update touch_queue set held = 0
      where wiki_id = ${wiki} and pageid = any(${[...pageids]}::bigint[]) and taken and held = ${token}
      returning pageid, day
    )
    update page p set asked = done.day from done
    where p.wiki_id = ${wiki} and p.pageid = done.pageid and p.asked < done.day`;
}
