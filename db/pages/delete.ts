import type { Day } from "../../shared/calendar/day.ts";
import type { DeletionReason, ToldSpam } from "../changes/types.ts";
import type { Database } from "../connect.ts";
import type { WikiId } from "../types.ts";
import { wikiName } from "../wikis/wikis.ts";
import { tellSharers } from "./spam.ts";

/**
 * Deletes pages with all that hangs on them (F3) and tells the clients so, unless no client ever heard of the page. What
 * is no wikitext is remembered, as lists go on to name it. Answers how many there were. That they were
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
    const [row] = await sql<{ deleted: number; spam: Readonly<Record<string, ToldSpam>> | null }[]>`
      with locked as materialized (
        select pageid from page
        where wiki_id = ${wiki} and pageid = any(${[...pageids]}::bigint[]) order by pageid for update
      ), gone as (
        delete from page using locked where page.wiki_id = ${wiki} and page.pageid = locked.pageid
        returning page.pageid, page.links_read, page.title, page.namespace
      ), links as (
        delete from page_link using gone where page_link.wiki_id = ${wiki} and page_link.pageid = gone.pageid
        returning page_link.pageid, cardinality(page_link.urls) as urls
      ), wished as materialized (
        select q.pageid from touch_queue q join gone on q.pageid = gone.pageid
        where q.wiki_id = ${wiki} and not q.taken order by q.pageid for update of q
      ), asked as (
        delete from touch_queue using wished where touch_queue.wiki_id = ${wiki} and touch_queue.pageid = wished.pageid
      ), spam as (
        delete from spam_use using gone where spam_use.wiki_id = ${wiki} and spam_use.pageid = gone.pageid
        returning spam_use.pageid, spam_use.key, spam_use.url, spam_use.list
      ), uses as (
        select pageid, count(*)::int as uses from spam group by pageid
      ), remembered as (
        insert into non_wikitext_page (wiki_id, pageid, day)
        select ${wiki}::int, pageid, ${day}::int from gone where ${reason}::text = 'content-model' order by pageid
        on conflict (wiki_id, pageid) do update set day = excluded.day
      ), told as (
        insert into change (day, kind, wiki_id, pageid, payload)
        select ${day}::int, 'page-deleted', ${wiki}::int, pageid, jsonb_build_object(
            'wiki', ${wikiName(sql, wiki)}, 'title', title, 'namespace', namespace, 'reason', ${reason}::text,
            'removed', coalesce(links.urls, 0), 'uses', coalesce(uses.uses, 0))
          from gone left join links using (pageid) left join uses using (pageid)
        where links_read >= 0 order by pageid
      )
      select count(*)::int as deleted,
        (select json_object_agg(replace(key::text, '-', ''), json_build_object('url', url, 'list', list)) from spam) as spam from gone`;
    const spam = new Map(Object.entries(row?.spam ?? {}));
    if (spam.size > 0) await tellSharers(sql, wiki, pageids, { came: new Map(), gone: spam }, day);
    return row?.deleted ?? 0;
  });
}

/** Their pages were read. */
export async function deletePageBatches(db: Database, wiki: WikiId, nos: readonly number[]): Promise<void> {
  await db.sql`delete from page_batch where wiki_id = ${wiki} and no = any(${[...nos]}::bigint[])`;
}

const BATCH = 1_000;

/**
 * Deletes pages that no run touched since `before` (F3): asking for a page that is outside the criteria does not keep it
 * (F5). Answers how many. Ends early with the signal; doing it again goes on.
 */
export async function deleteUntouchedPages(
  db: Database,
  wiki: WikiId,
  before: Day,
  today: Day,
  signal?: AbortSignal,
): Promise<number> {
  let deleted = 0;
  let after = 0;
  for (;;) {
    const rows = await db.sql<{ pageid: number; stale: boolean }[]>`
      select pageid, touched < ${before} as stale from page
      where wiki_id = ${wiki} and pageid > ${after} order by pageid limit ${BATCH * 10}`;
    const last = rows.at(-1);
    if (last === undefined || signal?.aborted === true) return deleted;
    after = last.pageid;
    const stale = rows.filter((row) => row.stale).map(({ pageid }) => pageid);
    for (let at = 0; at < stale.length; at += BATCH)
      deleted += await deletePages(db, wiki, stale.slice(at, at + BATCH), "untouched", today);
  }
}
