import type { Day } from "../../shared/calendar/day.ts";
import type { Scope } from "../../shared/spam/types.ts";
import type { UrlKey } from "../../shared/url/types.ts";
import type { Database } from "../connect.ts";
import type { PageRef, UrlId, WikiId } from "../types.ts";

export interface UsingPage extends PageRef {
  readonly wikiId: WikiId;
  /** `dewiki@WMF` */
  readonly wiki: string;
}

/** Where to go on in the list of pages. */
export interface PageCursor {
  readonly wikiId: WikiId;
  readonly pageid: number;
}

/** `within`: a wiki, a farm, or everything (operators only). */
export interface PagesWanted {
  readonly wiki?: WikiId;
  readonly farm?: number;
  /** Left out, or none: in any. */
  readonly namespaces?: readonly number[];
  readonly limit: number;
  readonly after?: PageCursor | null;
}

/** Everything up to `through` was looked at; null: that was all. */
export interface SomeUsingPages {
  readonly pages: readonly UsingPage[];
  readonly through: PageCursor | null;
}

/** A URL that more pages use is looked for on all pages in their order: some of the first have it. */
const MANY = 20_000;

/** Whether so many pages use a URL that to find them all by the index takes longer than somebody waits. */
export async function isUsedByMany({ sql }: Database, url: UrlId): Promise<boolean> {
  const [used] = await sql<{ many: boolean }[]>`
    select count(*) > ${MANY} as many from (
      select 1 from page_link where urls @> array[${url}::bigint] limit ${MANY + 1}) users`;
  return used?.many === true;
}

/** Of `page_link`: beyond the cursor, and within the wiki or farm. */
const isWanted = ({ sql }: Database, { wiki, farm, after = null }: PagesWanted) => sql`
  (wiki_id, pageid) > (${after?.wikiId ?? 0}::int, ${after?.pageid ?? 0}::bigint)
  and ${wiki === undefined ? sql`true` : sql`wiki_id = ${wiki}::int`}
  and ${farm === undefined ? sql`true` : sql`(select farm from wiki where id = wiki_id) = ${farm}::int`}`;

/** What is known of these users, which come in order. */
async function named(
  { sql }: Database,
  users: ReturnType<typeof usersByIndex>,
  { namespaces = [], limit }: PagesWanted,
): Promise<readonly UsingPage[]> {
  // "offset 0": page by page. Joined freely, all pages of a wiki are gone through for a URL that few of them use.
  return sql<UsingPage[]>`
    select l.wiki_id as "wikiId", p.pageid, p.title, p.namespace,
      (select w.dbname || '@' || f.name from wiki w join farm f on f.code = w.farm where w.id = l.wiki_id) as wiki
    from (${users} order by wiki_id, pageid ${namespaces.length === 0 ? sql`limit ${limit}` : sql``}) l
    cross join lateral (
      select * from page where wiki_id = l.wiki_id and pageid = l.pageid
        and (${namespaces.length === 0} or namespace = any(${[...namespaces]}::int[])) offset 0
    ) p
    order by l.wiki_id, l.pageid limit ${limit}`;
}

/**
 * Pages that use or lately used a URL (M5, Q3), by wiki and page id, beyond `after`.
 */
export async function pagesOfUrl(db: Database, url: UrlId, wanted: PagesWanted): Promise<UsingPage[]> {
  const { sql } = db;
  // The empty list keeps the index over lists out of it.
  const users = (await isUsedByMany(db, url))
    ? sql`select wiki_id, pageid from page_link where ${isWanted(db, wanted)} and urls || '{}'::bigint[] @> array[${url}::bigint]`
    : usersByIndex(db, url, wanted);
  return [...(await named(db, users, wanted))];
}

const usersByIndex = (db: Database, url: UrlId, wanted: PagesWanted) => db.sql`
  with users as materialized (select wiki_id, pageid from page_link where urls @> array[${url}::bigint])
  select wiki_id, pageid from users where ${isWanted(db, wanted)}`;

/** The same in steps that each end soon: of a URL that many use, among the next `pages` pages. */
export async function somePagesOfUrl(
  db: Database,
  url: UrlId,
  wanted: PagesWanted,
  { many, pages }: { readonly many: boolean; readonly pages: number },
): Promise<SomeUsingPages> {
  const { sql } = db;
  if (!many) {
    const found = await named(db, usersByIndex(db, url, wanted), wanted);
    return { pages: found, through: found.length < wanted.limit ? null : placeOf(found.at(-1)) };
  }
  const next = sql`
    select wiki_id, pageid, urls from page_link where ${isWanted(db, wanted)} order by wiki_id, pageid limit ${pages}`;
  const found = await named(
    db,
    sql`select wiki_id, pageid from (${next}) next where urls @> array[${url}::bigint]`,
    wanted,
  );
  if (found.length === wanted.limit) return { pages: found, through: placeOf(found.at(-1)) };
  const [last] = await sql<PageCursor[]>`
    select wiki_id as "wikiId", pageid from page_link where ${isWanted(db, wanted)}
    order by wiki_id, pageid offset ${pages - 1} limit 1`;
  return { pages: found, through: placeOf(last) };
}

const placeOf = (page: PageCursor | undefined): PageCursor | null =>
  page === undefined ? null : { wikiId: page.wikiId, pageid: page.pageid };

/** Where to go on in the list of uses. */
export interface SpamUseCursor {
  readonly pageid: number;
  readonly key: UrlKey;
}

/** A link of a page that a list blocks. */
export interface SpamUse extends SpamUseCursor {
  readonly title: string;
  readonly namespace: number;
  readonly url: string;
  readonly scope: Scope;
  /** The entry of the list that matched. */
  readonly line: string;
  /** Days on which the feeder first and last saw it there. */
  readonly first: Day;
  readonly last: Day;
}

/** The backtrace of spam uses of a wiki (P1, Q5), by page and URL, beyond `after`. */
export async function spamUses(
  { sql }: Database,
  wiki: WikiId,
  { limit, after = null }: { readonly limit: number; readonly after?: SpamUseCursor | null },
): Promise<SpamUse[]> {
  const rows = await sql<SpamUse[]>`
    select s.pageid, replace(s.key::text, '-', '') as key, p.title, p.namespace, s.url, s.list as scope, s.line,
      s.first, s.last
    from spam_use s join page p on p.wiki_id = s.wiki_id and p.pageid = s.pageid
    where s.wiki_id = ${wiki}
      and (s.pageid, s.key) > (${after?.pageid ?? 0}::bigint, ${after?.key ?? "0".repeat(32)}::uuid)
    order by s.pageid, s.key limit ${limit}`;
  return [...rows];
}
