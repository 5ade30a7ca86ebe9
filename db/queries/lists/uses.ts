import type { Database } from "../../connect.ts";
import type { PageRef, UrlId, WikiId } from "../../types.ts";
import { isFailing } from "./failing.ts";
import { hostWithin, pathBegins } from "./within.ts";

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
