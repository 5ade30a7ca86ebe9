import { addDays, type Day } from "../../shared/calendar/day.ts";
import type { UrlKey } from "../../shared/url/types.ts";
import type { Database, Sql } from "../connect.ts";
import { keepLists, listEditions } from "../spam/lists.ts";
import { storable, storableJson } from "../text.ts";
import type { LinkedUrl, PageRef, SpamLink, UrlId, WikiId } from "../types.ts";
import { enterUrls } from "../urls/enter.ts";
import { BLOCKED_BIT, SLICE_IDS } from "../urls/row.ts";
import { wikiName } from "../wikis/wikis.ts";
import { pageNews } from "./news.ts";
import { retireBlocked, type StoredSpam, spamNews, tellSharers, writeSpam } from "./spam.ts";

export interface PageLinks extends PageRef {
  readonly wikiId: WikiId;
  /** It leads to another page; absent: nobody knows. */
  readonly redirect?: boolean;
  /** False: the page itself keeps its day of touch, so that it goes when no run touches it (F3). */
  readonly touch?: boolean;
  /** The lists by which its links were judged (`editionsOf`); when others are in force by now it is to be read again. */
  readonly judgedBy?: string;
  /** `PageFacts.unwatched`; absent: it has none. */
  readonly unwatched?: number;
}

export interface LinkDifference {
  readonly added: number;
  readonly removed: number;
  readonly kept: number;
}

const ATTEMPTS_MAX = 5;

/**
 * A day of touch that is older is written anew: a URL costs one write in four passes then, and is deleted 72 to 100 days
 * after its last use was seen (M4: "about 100 days").
 */
const TOUCH_DAYS = 28;

/**
 * Sets the day of touch where it is old, and locks in the order of ids, as every writer does, what is new on the page:
 * nobody deletes or blocks it meanwhile. What the page has already, touched lately, is only looked at. A URL that
 * only pages had on which it is spam is checked again, at once where it never was. Answers how many of the URLs exist.
 */
async function touchUrls(
  sql: Sql,
  ids: readonly UrlId[],
  known: ReadonlySet<UrlId>,
  day: Day,
): Promise<number> {
  const stale = addDays(day, -TOUCH_DAYS);
  const fresh = ids.filter((id) => !known.has(id));
  const [row] = await sql<{ found: number }[]>`
    with seen as materialized (
      select id, id = any(${fresh}::bigint[]) or touched < ${stale} or flags & ${BLOCKED_BIT} > 0 as wanted
      from url where id = any(${[...ids]}::bigint[])
    ), found as (
      select id, touched, flags from url where id in (select id from seen where wanted) order by id for update
    ), touched as (
      update url u set touched = greatest(u.touched, ${day}), flags = u.flags & ~${BLOCKED_BIT}::int
      from found f where u.id = f.id and (f.touched < ${stale} or f.flags & ${BLOCKED_BIT} > 0)
    ), freed as (
      update slice set fresh = true
      where not fresh and no in (select id / ${SLICE_IDS}::int from found where flags & ${BLOCKED_BIT} > 0)
    )
    select ((select count(*) from found) + (select count(*) from seen where not wanted))::int as found`;
  return row?.found ?? 0;
}

interface Stored {
  readonly title: string;
  readonly namespace: number;
  readonly read: number;
  readonly unwatched: number;
  readonly urls: readonly UrlId[] | null;
  readonly spam: StoredSpam;
}

/**
 * Two statements on purpose: the second sees what was committed while the first waited for the lock. In one, the list
 * would be as old as the statement, and "nothing changed" could be said of a list that had just been changed.
 */
async function lockedPage(sql: Sql, page: PageLinks): Promise<Stored | undefined> {
  const [locked] = await sql<Omit<Stored, "urls" | "spam">[]>`
    select title, namespace, links_read as read, unwatched from page
    where wiki_id = ${page.wikiId} and pageid = ${page.pageid} for update`;
  if (locked === undefined) return undefined;
  const [links] = await sql<(Pick<Stored, "urls"> & { spam: Stored["spam"] | null })[]>`
    select (select urls from page_link where wiki_id = ${page.wikiId} and pageid = ${page.pageid}),
      (select json_object_agg(replace(key::text, '-', ''), json_build_object('url', url, 'list', list, 'line', line))
        from spam_use where wiki_id = ${page.wikiId} and pageid = ${page.pageid}) as spam`;
  return { ...locked, urls: links?.urls ?? null, spam: links?.spam ?? {} };
}

async function lockPage(sql: Sql, page: PageLinks, day: Day): Promise<Stored> {
  const known = await lockedPage(sql, page);
  if (known !== undefined) return known;
  await sql`
    insert into page (wiki_id, pageid, title, namespace, touched)
    values (${page.wikiId}, ${page.pageid}, ${page.title}, ${page.namespace}, ${day}) on conflict do nothing`;
  const created = await lockedPage(sql, page);
  if (created === undefined) throw new Error("a page vanished under its lock");
  return created;
}

/** What the page has so far, to the best of our knowledge: it is not locked yet. From here on no list changes (P1). */
async function knownUrls(sql: Sql, { wikiId, pageid }: PageLinks): Promise<ReadonlySet<UrlId>> {
  const [row] = await sql<{ urls: UrlId[] | null }[]>`
    select ${keepLists(sql, wikiId)},
      (select urls from page_link where wiki_id = ${wikiId} and pageid = ${pageid}) as urls`;
  return new Set(row?.urls ?? []);
}

interface Links {
  readonly ids: readonly UrlId[];
  /** Those that are not locked, as the page has them already. */
  readonly known: ReadonlySet<UrlId>;
  readonly spam: readonly SpamLink[];
}

/** Null: the page lost URLs before it was locked; to be done again. */
async function write(
  sql: Sql,
  page: PageLinks,
  { ids, spam, known }: Links,
  day: Day,
): Promise<LinkDifference | null> {
  const stored = await lockPage(sql, page, day);
  const before = new Set(stored.urls ?? []);
  if (ids.some((id) => known.has(id) && !before.has(id))) return null;
  const now = new Set(ids);
  const added = ids.filter((id) => !before.has(id));
  const removed = [...before].filter((id) => !now.has(id));
  const relinked = stored.urls === null || added.length > 0 || removed.length > 0;
  const touch = page.touch !== false;
  const blocked = spamNews(stored.spam, spam);
  if (spam.length > 0 || blocked !== null) await writeSpam(sql, page, spam, day);
  if (blocked !== null) await tellSharers(sql, page.wikiId, [page.pageid], blocked, day);
  const { unwatched = 0 } = page;
  const recounted = unwatched !== stored.unwatched;
  const payload = await pageNews(sql, page, stored, { added, removed, blocked, recounted });
  await sql`
    with links as (
      insert into page_link (wiki_id, pageid, urls)
      select ${page.wikiId}::int, ${page.pageid}::bigint, ${[...ids]}::bigint[] where ${Number(relinked)}::int = 1
      on conflict (wiki_id, pageid) do update set urls = excluded.urls
    ), told as (
      insert into change (day, kind, wiki_id, pageid, payload)
      select ${day}::int, 'page-links', ${page.wikiId}::int, ${page.pageid}::bigint,
        jsonb_build_object('wiki', ${wikiName(sql, page.wikiId)}) || ${storableJson(payload)}::text::jsonb
      where ${Number(payload !== null)}::int = 1
    )
    update page set title = ${page.title}, namespace = ${page.namespace}, redirect = ${page.redirect ?? null}::boolean,
      needs_update = coalesce(${page.judgedBy ?? null}::text <> ${listEditions(sql, page.wikiId)}, false),
      links_read = ${day}, unwatched = ${unwatched}::int, touched = greatest(touched, ${touch ? day : -1}::int),
      pass = greatest(pass, case when ${Number(touch)}::int = 1 then (select pass from wiki where id = ${page.wikiId}) end)
    where wiki_id = ${page.wikiId} and pageid = ${page.pageid}`;
  if (removed.length > 0) await retireBlocked(sql, removed);
  return { added: added.length, removed: removed.length, kept: ids.length - added.length };
}

/**
 * What the feeder does with a page whose links it read (F3): URLs entered and touched, cross reference brought up to
 * date by its difference, flag cleared, and a change row when a reader would see another list or title. Doing it twice
 * changes nothing more. URLs that lists block (P1) are entered nowhere but among the wiki's spam uses. Any number of feeders may do it at once.
 */
export async function recordPageLinks(
  db: Database,
  given: PageLinks,
  links: readonly LinkedUrl[],
  day: Day,
  blocked: readonly SpamLink[] = [],
): Promise<LinkDifference> {
  const page = { ...given, title: storable(given.title) };
  const spam = [...new Map(blocked.map((link) => [link.key, link])).values()];
  for (let attempt = 1; ; attempt++) {
    const entered: ReadonlyMap<UrlKey, UrlId> = await enterUrls(db, links, day);
    const ids = [...entered.values()].sort((a, b) => a - b);
    const difference = await db.transaction(async ({ sql }) => {
      const known = await knownUrls(sql, page);
      // Maintenance may delete a URL that nobody touched for long just before we touch it: then it is entered anew.
      if ((await touchUrls(sql, ids, known, day)) !== ids.length) return null;
      return write(sql, page, { ids, spam, known }, day);
    });
    if (difference !== null) return difference;
    if (attempt === ATTEMPTS_MAX) throw new Error("URLs vanish as fast as they are entered");
  }
}
