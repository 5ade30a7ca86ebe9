import type { Database } from "../../connect.ts";
import type { UrlId, WikiId } from "../../types.ts";
import { byIndex } from "./by-index.ts";

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
