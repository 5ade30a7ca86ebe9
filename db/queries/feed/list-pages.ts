import { addDays, type Day } from "../../../shared/calendar/day.ts";
import type { Database } from "../../connect.ts";
import { storable } from "../../text.ts";
import type { PageRef, WikiId } from "../../types.ts";

/** As many as a wiki is asked about at once. */
const BATCH_IDS = 50;
/** A day of touch that is older is written anew at once, and not only when the page is read. */
const TOUCH_DAYS = 28;

/**
 * First run (F2): pages that the criteria's lists name are created if missing (but what is known to be no wikitext) and marked for the second run, unless this
 * pass has read them already. A known page is marked by its place in a batch, so that its row is written once in a pass:
 * with its links read, which touches it, too. Answers how many are new.
 */
export function listPages(db: Database, wiki: WikiId, pages: readonly PageRef[], day: Day): Promise<number> {
  const stale = addDays(day, -TOUCH_DAYS);
  return db.transaction(async ({ sql }) => {
    const [row] = await sql<{ created: number }[]>`
      with given as materialized (
        select distinct on (pageid) pageid, title, namespace from unnest(
          ${pages.map(({ pageid }) => pageid)}::bigint[], ${pages.map(({ title }) => storable(title))}::text[],
          ${pages.map(({ namespace }) => namespace)}::int[]) as given (pageid, title, namespace)
        order by pageid
      ), now as materialized (
        select pass from wiki where id = ${wiki}
      ), known as materialized (
        select p.pageid, p.needs_update, p.pass < now.pass as unread, p.touched < ${stale} as stale
        from now, page p join given on p.pageid = given.pageid where p.wiki_id = ${wiki}
      ), created as (
        insert into page (wiki_id, pageid, title, namespace, touched)
        select ${wiki}::int, pageid, title, namespace, ${day}::int from given
        where pageid not in (select pageid from known)
          and not exists (select 1 from other_model o where o.wiki_id = ${wiki} and o.pageid = given.pageid)
        order by pageid
        on conflict (wiki_id, pageid) do nothing returning 1
      ), locked as materialized (
        select p.pageid from page p join known on p.pageid = known.pageid
        where p.wiki_id = ${wiki} and known.unread and known.stale order by p.pageid for no key update of p
      ), touched as (
        update page p set touched = greatest(p.touched, ${day}), needs_update = true from locked
        where p.wiki_id = ${wiki} and p.pageid = locked.pageid
      ), batched as (
        insert into page_batch (wiki_id, pass, pageids)
        select ${wiki}::int, (select pass from now), array_agg(pageid order by pageid) from (
          select pageid, (row_number() over (order by pageid) - 1) / ${BATCH_IDS}::int as part from known
          where unread and not stale and not needs_update
        ) as parted group by part order by part
      )
      select count(*)::int as created from created`;
    return row?.created ?? 0;
  });
}
