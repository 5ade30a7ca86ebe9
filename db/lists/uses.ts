import { urlKey } from "../../shared/url/key.ts";
import type { NormalisedUrl } from "../../shared/url/types.ts";
import type { Database, Sql } from "../connect.ts";
import type { PageRef, UrlId, WikiId } from "../types.ts";
import { byIndex, isFailing } from "./pattern.ts";

/** As in the index `url_host_path`. Characters are bytes: paths are ASCII (U4). */
export const PATH_INDEXED = 16;

/**
 * Of `host h`: the domain and all below it. One range of the index `host_reversed`: "." comes right before "/" in ASCII; in
 * between lie only names that end alike in the midst of a label, which the last condition leaves out.
 */
export const hostWithin = (sql: Sql, domain: string) => {
  const reversed = [...domain].reverse().join("");
  return sql`
    reverse(h.name) collate "C" >= ${reversed} and reverse(h.name) collate "C" < ${`${reversed}/`}
    and (h.name = ${domain} or starts_with(reverse(h.name), ${`${reversed}.`}))`;
};

/** What comes right behind all paths that begin so, as far as the index knows them. */
export function beyondIndexed(start: string): string {
  const indexed = start.slice(0, PATH_INDEXED);
  const last = indexed.charCodeAt(indexed.length - 1);
  return indexed.slice(0, -1) + String.fromCharCode(last + 1);
}

/** Of `url u`: its path begins so. A range of the index `url_host_path` behind the host. "": any path. */
export function pathBegins(sql: Sql, start: string) {
  if (start === "") return sql`true`;
  const indexed = start.slice(0, PATH_INDEXED);
  return sql`
    left(u.path, ${PATH_INDEXED}) collate "C" >= ${indexed} and left(u.path, ${PATH_INDEXED}) collate "C" < ${beyondIndexed(start)}
    and starts_with(u.path, ${start})`;
}

/** A URL on a page; also the place in a list of them, which goes by page and URL. */
export interface Use {
  readonly pageid: number;
  readonly url: UrlId;
}

/** Where URLs lead: a domain with all below it (null: anywhere), and the start of the path ("": any). */
export interface Target {
  readonly domain: string | null;
  readonly path: string;
}

/** Some uses in order, and how far they go: everything before and at `through` was looked at; null: that was all. */
export interface SomeUses {
  readonly uses: readonly Use[];
  readonly through: Use | null;
}

/** Of a domain with more than that, a wiki's pages are walked through instead. */
const FEW = { hosts: 2_000, urls: 10_000, failing: 2_000 };

/** The URLs of a domain whose last check failed; null: they are too many to look at. */
export async function fewFailing(
  { sql }: Database,
  { domain, path }: Target,
): Promise<readonly UrlId[] | null> {
  if (domain === null) return null;
  const [row] = await sql<{ hosts: number; urls: number; ids: UrlId[] }[]>`
    with hosts as materialized (
      select h.id from host h where ${hostWithin(sql, domain)} limit ${FEW.hosts + 1}
    ), urls as materialized (
      select u.id, ${isFailing(sql)} as failing from hosts
      join lateral (select u.* from url u where u.host_id = hosts.id and ${pathBegins(sql, path)}) u on true
      limit ${FEW.urls + 1}
    )
    select (select count(*) from hosts)::int as hosts, (select count(*) from urls)::int as urls,
      array(select id from urls where failing order by id) as ids`;
  if (row === undefined || row.hosts > FEW.hosts || row.urls > FEW.urls) return null;
  return row.ids.length > FEW.failing ? null : row.ids;
}

/** Uses of these URLs on a wiki's pages beyond `after`. */
export async function usesOf(
  { sql }: Database,
  wiki: WikiId,
  urls: readonly UrlId[],
  { after, limit }: { readonly after: Use; readonly limit: number },
): Promise<SomeUses> {
  if (urls.length === 0) return { uses: [], through: null };
  // Materialised, so that a large wiki is not read in the order of its pages until enough of them were found.
  const rows = await sql<Use[]>`
    with users as materialized (
      select wiki_id, pageid, urls from page_link where urls && ${[...urls]}::bigint[]
    )
    select pageid, url from users, unnest(urls) as url
    where wiki_id = ${wiki} and url = any(${[...urls]}::bigint[])
      and (pageid, url) > (${after.pageid}::bigint, ${after.url}::bigint)
    order by pageid, url limit ${limit}`;
  return { uses: [...rows], through: rows.length < limit ? null : (rows.at(-1) ?? null) };
}

/** The uses of failing URLs on the next pages of a wiki, so many pages at a time. */
export async function walkPages(
  { sql }: Database,
  wiki: WikiId,
  { domain, path }: Target,
  { after, pages }: { readonly after: Use; readonly pages: number },
): Promise<SomeUses> {
  const [row] = await sql<{ last: number | null; pages: number; uses: [number, UrlId][] | null }[]>`
    with batch as materialized (
      select pageid, urls from page_link where wiki_id = ${wiki} and pageid >= ${after.pageid}
      order by pageid limit ${pages}
    ), found as (
      -- "offset 0": by their ids, one after the other. Joined freely they were looked for by host, for half a minute.
      select batch.pageid, u.id from batch cross join lateral unnest(batch.urls) as given (id)
      cross join lateral (select * from url where id = given.id offset 0) u
      ${
        domain === null ? sql`` : sql`cross join lateral (select * from host where id = u.host_id offset 0) h`
      }
      where ${isFailing(sql)} and starts_with(u.path, ${path}) and ${domain === null ? sql`true` : hostWithin(sql, domain)}
        and (batch.pageid, u.id) > (${after.pageid}::bigint, ${after.url}::bigint)
    )
    select (select max(pageid) from batch) as last, (select count(*) from batch)::int as pages,
      (select json_agg(json_build_array(pageid, id) order by pageid, id) from found) as uses`;
  const uses = (row?.uses ?? []).map(([pageid, url]) => ({ pageid, url }));
  const last = row?.last ?? null;
  const through = last === null || (row?.pages ?? 0) < pages ? null : { pageid: last + 1, url: 0 as UrlId };
  return { uses, through };
}

/** Titles and namespaces of a wiki's watched pages. */
export async function pageNames(
  { sql }: Database,
  wiki: WikiId,
  pageids: readonly number[],
): Promise<ReadonlyMap<number, PageRef>> {
  const rows = await sql<PageRef[]>`
    select pageid, title, namespace from page where wiki_id = ${wiki} and pageid = any(${[...pageids]}::bigint[])`;
  return new Map(rows.map((row) => [row.pageid, row]));
}

/** A page that uses a URL. */
export interface UsePage {
  readonly url: UrlId;
  readonly pageid: number;
  readonly title: string;
}

interface Wanted {
  /** None: in any. */
  readonly namespaces: readonly number[];
  /** Of each URL. */
  readonly limit: number;
}

/** `many`: URLs that more pages use, here or elsewhere, than were looked at: of these, pages of this wiki may be missing. */
export interface SomePages {
  readonly pages: readonly UsePage[];
  readonly many: ReadonlySet<UrlId>;
}

/** Uses of a URL that are looked at. Some have hundreds of thousands, and this wiki may have none of them. */
const USES = 2_000;

/** Some pages of a wiki that use or lately used each of these URLs, not the first ones: those that come up first are enough. In a transaction. */
export async function somePages(
  db: Database,
  wiki: WikiId,
  urls: readonly UrlId[],
  { namespaces, limit }: Wanted,
): Promise<SomePages> {
  // "offset 0": by the URL, then page by page. Joined freely, all pages of the wiki were gone through for each URL.
  const statement = db.sql<{ url: UrlId; many: boolean; pageid: number | null; title: string | null }[]>`
    select given.url, users.many, named.pageid, named.title from unnest(${[...urls]}::bigint[]) as given (url)
    cross join lateral (
      select count(*) = ${USES} as many, array_agg(pageid) filter (where wiki_id = ${wiki}) as pageids
      from (select wiki_id, pageid from page_link where urls @> array[given.url] limit ${USES}) uses
    ) users
    left join lateral (
      select pageid, title from page where wiki_id = ${wiki} and pageid = any(users.pageids)
        and (${namespaces.length === 0} or namespace = any(${[...namespaces]}::int[])) limit ${limit} offset 0
    ) named on true
    order by given.url, named.pageid`;
  const rows = await byIndex(db, statement);
  const pages = rows.flatMap(({ url, pageid, title }) =>
    pageid === null || title === null ? [] : [{ url, pageid, title }],
  );
  const found = Map.groupBy(pages, ({ url }) => url);
  const many = rows.filter((row) => row.many && (found.get(row.url)?.length ?? 0) < limit);
  return { pages, many: new Set(many.map(({ url }) => url)) };
}

/** The same of one URL that many pages use: by it and the wiki at once, or along the wiki's pages, as the planner thinks best. */
export async function pagesOfMany(
  { sql }: Database,
  wiki: WikiId,
  url: UrlId,
  { namespaces, limit }: Wanted,
): Promise<readonly UsePage[]> {
  const rows = await sql<UsePage[]>`
    select ${url}::bigint as url, named.pageid, named.title
    from (select pageid from page_link where wiki_id = ${wiki} and urls @> array[${url}::bigint] offset 0) users
    cross join lateral (
      select pageid, title from page where wiki_id = ${wiki} and pageid = users.pageid
        and (${namespaces.length === 0} or namespace = any(${[...namespaces]}::int[])) offset 0
    ) named
    limit ${limit}`;
  return rows.toSorted((a, b) => a.pageid - b.pageid);
}

/** Those of these URLs that a wiki's pages use or lately used; within a transaction. */
export async function usedUrls(
  db: Database,
  wiki: WikiId,
  urls: readonly UrlId[],
): Promise<ReadonlySet<UrlId>> {
  // "+ 0": by the URL. By the wiki, all its pages were gone through for each.
  const statement = db.sql<{ id: UrlId }[]>`
    select given.id from unnest(${[...urls]}::bigint[]) as given (id)
    where exists (select 1 from page_link where urls @> array[given.id] and wiki_id + 0 = ${wiki} offset 0)`;
  const rows = await byIndex(db, statement);
  return new Set(rows.map(({ id }) => id));
}

/** Null: it is not on the watchlist. */
export async function urlId({ sql }: Database, url: NormalisedUrl): Promise<UrlId | null> {
  const [row] = await sql<{ id: UrlId }[]>`select id from url where key = ${urlKey(url)}::uuid`;
  return row?.id ?? null;
}
