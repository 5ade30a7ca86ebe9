import type { Database } from "../../connect.ts";
import type { WikiId } from "../../types.ts";

/**
 * Hands queued pages to one feeder; another gets others. A feeder that dies with them loses a wish that the next
 * reader of the page renews.
 */
export async function takeTouches(db: Database, wiki: WikiId, limit: number): Promise<number[]> {
  const rows = await db.sql<{ pageid: number }[]>`
    update touch_queue q set taken = true from (
      select pageid from touch_queue where wiki_id = ${wiki} and not taken
      order by pageid limit ${limit} for update skip locked
    ) next
    where q.wiki_id = ${wiki} and q.pageid = next.pageid returning q.pageid`;
  return rows.map(({ pageid }) => pageid);
}
