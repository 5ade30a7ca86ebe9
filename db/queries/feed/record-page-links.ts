import { addDays, type Day } from "../../../shared/calendar/day.ts";
import type { UrlKey } from "../../../shared/url/types.ts";
import type { Database, Sql } from "../../connect.ts";
import { storable } from "../../text.ts";
import type { LinkedUrl, PageRef, SpamLink, UrlId, WikiId } from "../../types.ts";
import { BLOCKED_BIT, SLICE_IDS } from "../../url-row.ts";
import { keepLists, listEditions } from "../spam/spam-lists.ts";
import { enterUrls } from "./enter-urls.ts";

export interface PageLinks extends PageRef {
  readonly wikiId: WikiId;
  /** False: the page itself keeps its day of touch, so that it goes when no run touches it (F3). */
  readonly touch?: boolean;
  /** The lists by which its links were judged (`editionsOf`); when others are in force by now it is to be read again. */
  readonly judgedBy?: string;
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
  readonly urls: readonly UrlId[] | null;
  /** As `spamMark`, by key. */
  readonly spam: Readonly<Record<string, string>>;
}

/** By which a reader is told something else about a blocked URL, or a list's change finds it. */
const spamMark = ({ scope, line }: SpamLink): string => `${scope} ${line}`;

/**
 * Two statements on purpose: the second sees what was committed while the first waited for the lock. In one, the list
 * would be as old as the statement, and "nothing changed" could be said of a list that had just been changed.
 */
async function lockedPage(sql: Sql, page: PageLinks): Promise<Stored | undefined> {
  const [locked] = await sql<Omit<Stored, "urls" | "spam">[]>`
    select title, namespace, links_read as read from page
    where wiki_id = ${page.wikiId} and pageid = ${page.pageid} for update`;
  if (locked === undefined) return undefined;
  const [links] = await sql<(Pick<Stored, "urls"> & { spam: Stored["spam"] | null })[]>`
    select (select urls from page_link where wiki_id = ${page.wikiId} and pageid = ${page.pageid}),
      (select json_object_agg(replace(key::text, '-', ''), list || ' ' || line) from spam_use
        where wiki_id = ${page.wikiId} and pageid = ${page.pageid}) as spam`;
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

/** Brings the page's blocked URLs up to date (P1); those still there keep their first day. */
async function writeSpam(sql: Sql, page: PageLinks, spam: readonly SpamLink[], day: Day): Promise<void> {
  await sql`
    with given as (
      select * from unnest(
        ${spam.map(({ key }) => key)}::uuid[], ${spam.map(({ url }) => url)}::text[],
        ${spam.map(({ scope }) => scope)}::text[], ${spam.map(({ line }) => storable(line))}::text[]
      ) as given (key, url, list, line)
    ), gone as (
      delete from spam_use where wiki_id = ${page.wikiId} and pageid = ${page.pageid}
        and key not in (select key from given)
    )
    insert into spam_use (wiki_id, pageid, key, url, list, first, last, line)
    select ${page.wikiId}::int, ${page.pageid}::bigint, key, url, list, ${day}::int, ${day}::int, line from given
    on conflict (wiki_id, key, pageid) do update
      set list = excluded.list, line = excluded.line, last = greatest(spam_use.last, excluded.last)`;
}

/**
 * Of URLs that a page has no more: those that are spam somewhere and stand on no other page are not checked any more
 * (C10). Two statements, as the second has to see what was entered while the first waited for its locks.
 */
async function retireBlocked(sql: Sql, removed: readonly UrlId[]): Promise<void> {
  const blocked = await sql<{ id: UrlId }[]>`
    select id from url u where id = any(${[...removed]}::bigint[]) and exists (select 1 from spam_use s where s.key = u.key)
    order by id for update`;
  if (blocked.length === 0) return;
  await sql`
    update url u set flags = flags | ${BLOCKED_BIT} where id = any(${blocked.map(({ id }) => id)}::bigint[])
      and not exists (select 1 from page_link l where l.urls @> array[u.id])`;
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
  const added = ids.filter((id) => !before.has(id)).length;
  const removed = [...before].filter((id) => !now.has(id));
  const moved = stored.title !== page.title || stored.namespace !== page.namespace;
  const relinked = stored.urls === null || added > 0 || removed.length > 0;
  const marks = Object.keys(stored.spam).length;
  const touch = page.touch !== false;
  const otherSpam = marks !== spam.length || spam.some((link) => stored.spam[link.key] !== spamMark(link));
  if (marks > 0 || spam.length > 0) await writeSpam(sql, page, spam, day);
  const news = stored.read < 0 || moved || relinked || otherSpam;
  const payload = {
    title: page.title,
    added,
    removed: removed.length,
    ...(moved && { before: stored.title }),
    ...(otherSpam && { spam: spam.length }),
  };
  await sql`
    with links as (
      insert into page_link (wiki_id, pageid, urls)
      select ${page.wikiId}::int, ${page.pageid}::bigint, ${[...ids]}::bigint[] where ${Number(relinked)}::int = 1
      on conflict (wiki_id, pageid) do update set urls = excluded.urls
    ), told as (
      insert into change (day, kind, wiki_id, pageid, payload)
      select ${day}::int, 'page-links', ${page.wikiId}::int, ${page.pageid}::bigint,
        ${JSON.stringify(payload)}::text::jsonb
      where ${Number(news)}::int = 1
    )
    update page set title = ${page.title}, namespace = ${page.namespace},
      needs_update = coalesce(${page.judgedBy ?? null}::text <> ${listEditions(sql, page.wikiId)}, false),
      links_read = ${day}, touched = greatest(touched, ${touch ? day : -1}::int),
      pass = greatest(pass, case when ${Number(touch)}::int = 1 then (select pass from wiki where id = ${page.wikiId}) end)
    where wiki_id = ${page.wikiId} and pageid = ${page.pageid}`;
  if (removed.length > 0) await retireBlocked(sql, removed);
  return { added, removed: removed.length, kept: ids.length - added };
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
