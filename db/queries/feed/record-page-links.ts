import type { Day } from "../../../shared/calendar/day.ts";
import type { UrlKey } from "../../../shared/url/types.ts";
import type { Database, Sql } from "../../connect.ts";
import { storable } from "../../text.ts";
import type { LinkedUrl, PageRef, UrlId, WikiId } from "../../types.ts";
import { enterUrls } from "./enter-urls.ts";

export interface PageLinks extends PageRef {
  readonly wikiId: WikiId;
}

export interface LinkDifference {
  readonly added: number;
  readonly removed: number;
  readonly kept: number;
}

const ATTEMPTS_MAX = 5;

/** Sets the day of touch; answers how many of the URLs exist. Locks in the order of ids, as every writer does. */
async function touchUrls(sql: Sql, ids: readonly UrlId[], day: Day): Promise<number> {
  const [row] = await sql<{ found: number }[]>`
    with found as (
      select id, touched from url where id = any(${[...ids]}::bigint[]) order by id for update
    ), touched as (
      update url u set touched = ${day} from found f where u.id = f.id and f.touched < ${day}
    )
    select count(*)::int as found from found`;
  return row?.found ?? 0;
}

interface Stored {
  readonly title: string;
  readonly namespace: number;
  readonly read: number;
  readonly urls: readonly UrlId[] | null;
}

/**
 * Two statements on purpose: the second sees what was committed while the first waited for the lock. In one, the list
 * would be as old as the statement, and "nothing changed" could be said of a list that had just been changed.
 */
async function lockedPage(sql: Sql, page: PageLinks): Promise<Stored | undefined> {
  const [locked] = await sql<Omit<Stored, "urls">[]>`
    select title, namespace, links_read as read from page
    where wiki_id = ${page.wikiId} and pageid = ${page.pageid} for update`;
  if (locked === undefined) return undefined;
  const [links] = await sql<{ urls: UrlId[] }[]>`
    select urls from page_link where wiki_id = ${page.wikiId} and pageid = ${page.pageid}`;
  return { ...locked, urls: links?.urls ?? null };
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

async function write(sql: Sql, page: PageLinks, ids: readonly UrlId[], day: Day): Promise<LinkDifference> {
  const stored = await lockPage(sql, page, day);
  const before = new Set(stored.urls ?? []);
  const now = new Set(ids);
  const added = ids.filter((id) => !before.has(id)).length;
  const removed = [...before].filter((id) => !now.has(id)).length;
  const moved = stored.title !== page.title || stored.namespace !== page.namespace;
  const relinked = stored.urls === null || added > 0 || removed > 0;
  const news = stored.read < 0 || moved || relinked;
  const payload = { title: page.title, added, removed, ...(moved && { before: stored.title }) };
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
    update page set title = ${page.title}, namespace = ${page.namespace}, needs_update = false,
      links_read = ${day}, touched = greatest(touched, ${day})
    where wiki_id = ${page.wikiId} and pageid = ${page.pageid}`;
  return { added, removed, kept: ids.length - added };
}

/**
 * What the feeder does with a page whose links it read (F3): URLs entered and touched, cross reference brought up to
 * date by its difference, flag cleared, and a change row when a reader would see another list or title. Doing it twice
 * changes nothing more. Any number of feeders may do it at once.
 */
export async function recordPageLinks(
  db: Database,
  given: PageLinks,
  links: readonly LinkedUrl[],
  day: Day,
): Promise<LinkDifference> {
  const page = { ...given, title: storable(given.title) };
  for (let attempt = 1; ; attempt++) {
    const entered: ReadonlyMap<UrlKey, UrlId> = await enterUrls(db, links, day);
    const ids = [...entered.values()].sort((a, b) => a - b);
    const difference = await db.transaction(async ({ sql }) =>
      // Maintenance may delete a URL that nobody touched for long just before we touch it: then it is entered anew.
      (await touchUrls(sql, ids, day)) === ids.length ? write(sql, page, ids, day) : null,
    );
    if (difference !== null) return difference;
    if (attempt === ATTEMPTS_MAX) throw new Error("URLs vanish as fast as they are entered");
  }
}
