import type { Database } from "../../connect.ts";
import type { FeedLease } from "./claim-feed.ts";

/**
 * Hands queued pages to the feeder that holds the wiki, until it says that it is done with them (`finishTouches`). What
 * an earlier holder had and did not finish comes when nothing else waits, so that a page that stops every feeder stops
 * no other page.
 */
export async function takeTouches(db: Database, lease: FeedLease, limit: number): Promise<number[]> {
  const waiting = await take(db, lease, db.sql`not taken`, limit);
  if (waiting.length > 0) return waiting;
  return take(db, lease, db.sql`taken and held > 0 and held < ${lease.token}`, limit);
}

async function take(
  db: Database,
  { wiki, token }: FeedLease,
  which: ReturnType<Database["sql"]>,
  limit: number,
): Promise<number[]> {
  const rows = await db.sql<{ pageid: number }[]>`
    update touch_queue q set taken = true, held = ${token} from (
      select pageid from touch_queue where wiki_id = ${wiki} and ${which}
      order by pageid limit ${limit} for update skip locked
    ) next
    where q.wiki_id = ${wiki} and q.pageid = next.pageid returning q.pageid`;
  return rows.map(({ pageid }) => pageid);
}
