import type { Database } from "../../connect.ts";
import type { WikiId } from "../../types.ts";
import type { News } from "./next-news.ts";

/** Pages that were read: they leave the queue, but for those of which something new was told meanwhile. */
export async function finishNews(db: Database, wiki: WikiId, news: readonly News[]): Promise<void> {
  await db.sql`
    delete from page_news n using unnest(
      ${news.map(({ pageid }) => pageid)}::bigint[], ${news.map(({ no }) => no)}::bigint[],
      ${news.map(({ times }) => times)}::int[]) as read (pageid, no, times)
    where n.wiki_id = ${wiki} and n.pageid = read.pageid and n.no = read.no and n.times = read.times`;
}
