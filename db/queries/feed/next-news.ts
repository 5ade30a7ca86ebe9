import type { Database } from "../../connect.ts";
import type { WikiId } from "../../types.ts";

/** A page of which the wiki told something new, as it stands in the queue. */
export interface News {
  readonly pageid: number;
  readonly no: number;
  readonly times: number;
}

/** Those that wait longest (F4). They stay in the queue until `finishNews`, so a feeder that dies with them loses none. */
export async function nextNews(db: Database, wiki: WikiId, limit: number): Promise<News[]> {
  const rows = await db.sql<News[]>`
    select pageid, no, times from page_news where wiki_id = ${wiki} order by no limit ${limit}`;
  return [...rows];
}
