import { addDays, type Day } from "../../shared/calendar/day.ts";
import type { Database } from "../connect.ts";
import { storable } from "../text.ts";
import type { PageRef, WikiId } from "../types.ts";
import type { FeedLease } from "../wikis/feeding.ts";
import { deletePages } from "./delete.ts";

/** Marks pages for the second run (F3). */
export async function markPages(db: Database, wiki: WikiId, pageids: readonly number[]): Promise<void> {
  await db.transaction(async ({ sql }) => {
    await sql`
      with locked as (
        select pageid from page where wiki_id = ${wiki} and pageid = any(${[...pageids]}::bigint[])
        order by pageid for update
      )
      update page p set needs_update = true from locked
      where p.wiki_id = ${wiki} and p.pageid = locked.pageid and not p.needs_update`;
  });
}

/** Exclusion finally clears the flag (F2): the pages stay until they are untouched for long. Answers how many. */
export function clearNeedsUpdate(db: Database, wiki: WikiId, pageids: readonly number[]): Promise<number> {
  return db.transaction(async ({ sql }) => {
    const { count } = await sql`
      with locked as materialized (
        select pageid from page where wiki_id = ${wiki} and pageid = any(${[...pageids]}::bigint[]) and needs_update
        order by pageid for no key update
      )
      update page p set needs_update = false from locked where p.wiki_id = ${wiki} and p.pageid = locked.pageid`;
    return count;
  });
}

/**
 * Exclusion finally clears the flag (F2), and takes a page out of the batches of this pass. A page whose links were read before it was excluded goes when that was before
 * `long` (F3), though the inclusions touch it at every run. Answers how many went.
 */
export function excludePages(
  db: Database,
  wiki: WikiId,
  pageids: readonly number[],
  { long, today }: { readonly long: Day; readonly today: Day },
): Promise<number> {
  return db.transaction(async (tx) => {
    const rows = await tx.sql<{ pageid: number }[]>`
      with locked as materialized (
        select p.pageid, w.pass from wiki w join page p on p.wiki_id = w.id
        where w.id = ${wiki} and p.pageid = any(${[...pageids]}::bigint[]) and (p.needs_update or p.pass < w.pass)
        order by p.pageid for no key update of p
      ), excluded as (
        update page p set needs_update = false, pass = locked.pass from locked
        where p.wiki_id = ${wiki} and p.pageid = locked.pageid
        returning p.pageid, p.links_read
      )
      select pageid from excluded where links_read >= 0 and links_read < ${long}`;
    if (rows.length === 0) return 0;
    const stale = rows.map(({ pageid }) => pageid);
    return deletePages(tx, wiki, stale, "untouched", today);
  });
}

const INT_MAX = 2 ** 31 - 1;

/** Pages of which the wiki said before that day that they are no wikitext are listed again (F3). null: all of them. */
export async function forgetModels({ sql }: Database, wiki: WikiId, before: Day | null): Promise<void> {
  await sql`delete from non_wikitext_page where wiki_id = ${wiki} and day < coalesce(${before}::int, ${INT_MAX})`;
}

/** Those of these pages that are on the watchlist (M3). */
export async function watchedPages(
  db: Database,
  wiki: WikiId,
  pageids: readonly number[],
): Promise<ReadonlySet<number>> {
  if (pageids.length === 0) return new Set();
  const rows = await db.sql<{ pageid: number }[]>`
    select pageid from page where wiki_id = ${wiki} and pageid = any(${[...pageids]}::bigint[])`;
  return new Set(rows.map(({ pageid }) => pageid));
}

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
          and not exists (select 1 from non_wikitext_page o where o.wiki_id = ${wiki} and o.pageid = given.pageid)
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

/**
 * Pages that the latest first run did not list, though it came to its end (F3): the next ones to be asked about. Null: no
 * such question is open.
 */
export async function leftoverPages(db: Database, wiki: WikiId, limit: number): Promise<number[] | null> {
  const [row] = await db.sql<{ pass: number; after: number | null }[]>`
    select pass, leftover_after as after from wiki where id = ${wiki}`;
  if (row === undefined || row.after === null) return null;
  const rows = await db.sql<{ pageid: number }[]>`
    select pageid from page where wiki_id = ${wiki} and pageid > ${row.after} and pass < ${row.pass}
    order by pageid limit ${limit}`;
  return rows.map(({ pageid }) => pageid);
}

/**
 * How far the pages that a complete first run did not list were asked about: up to this page id (0: not yet); null: all.
 * False: another feeder has the wiki by now.
 */
export async function storeLeftover(
  db: Database,
  { wiki, token }: FeedLease,
  after: number | null,
): Promise<boolean> {
  const { count } = await db.sql`
    update wiki set leftover_after = ${after}::bigint where id = ${wiki} and feed_token = ${token}`;
  return count > 0;
}
