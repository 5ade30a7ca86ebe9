import type { Database } from "../../connect.ts";
import type { WikiId } from "../../types.ts";
import type { News } from "./next-news.ts";

/** Pages that were read: they leave the queue, but for those of which something new was told meanwhile. */
export function finishNews(db: Database, wiki: WikiId, news: readonly News[]): Promise<void> {
  return db.transaction(async ({ sql }) => {
    await sql`
      with locked as materialized (
        select n.pageid from page_news n join unnest(
          ${news.map(({ pageid }) => pageid)}::bigint[], ${news.map(({ no }) => no)}::bigint[],
          ${news.map(({ times }) => times)}::int[]) as read (pageid, no, times)
          on n.pageid = read.pageid and n.no = read.no and n.times = read.times
        where n.wiki_id = ${wiki} order by n.pageid for update of n
      )
      delete from page_news n using locked where n.wiki_id = ${wiki} and n.pageid = locked.pageid`;
  });
}
