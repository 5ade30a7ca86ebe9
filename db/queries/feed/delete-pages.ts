import type { Day } from "../../../shared/calendar/day.ts";
import type { Database } from "../../connect.ts";
import type { WikiId } from "../../types.ts";

export type DeletionReason = "deleted" | "untouched" | "content-model" | "released";

/**
 * Deletes pages with all that hangs on them (F3) and tells the clients so, unless no client ever heard of the page: what
 * is no wikitext is listed and deleted again with every pass. Answers how many there were. That they were
 * asked for today stays known, so that nobody can have the wiki asked again and again for a page that is gone.
 */
export function deletePages(
  db: Database,
  wiki: WikiId,
  pageids: readonly number[],
  reason: DeletionReason,
  day: Day,
): Promise<number> {
  return db.transaction(async ({ sql }) => {
    const [row] = await sql<{ deleted: number }[]>`
      with locked as materialized (
        select pageid from page
        where wiki_id = ${wiki} and pageid = any(${[...pageids]}::bigint[]) order by pageid for update
      ), gone as (
        delete from page using locked where page.wiki_id = ${wiki} and page.pageid = locked.pageid
        returning page.pageid, page.links_read
      ), links as (
        delete from page_link using gone where page_link.wiki_id = ${wiki} and page_link.pageid = gone.pageid
      ), wished as materialized (
        select q.pageid from touch_queue q join gone on q.pageid = gone.pageid
        where q.wiki_id = ${wiki} and not q.taken order by q.pageid for update of q
      ), asked as (
        delete from touch_queue using wished where touch_queue.wiki_id = ${wiki} and touch_queue.pageid = wished.pageid
      ), spam as (
        delete from spam_use using gone where spam_use.wiki_id = ${wiki} and spam_use.pageid = gone.pageid
      ), told as (
        insert into change (day, kind, wiki_id, pageid, payload)
        select ${day}::int, 'page-deleted', ${wiki}::int, pageid, jsonb_build_object('reason', ${reason}::text) from gone
        where links_read >= 0
      )
      select count(*)::int as deleted from gone`;
    return row?.deleted ?? 0;
  });
}
