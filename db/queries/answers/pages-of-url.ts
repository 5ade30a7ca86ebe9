import type { Database } from "../../connect.ts";
import type { PageRef, UrlId, WikiId } from "../../types.ts";

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

/** A URL that more pages use is looked for on all pages in their order: some of the first have it. */
const MANY = 20_000;

/**
 * Pages that use or lately used a URL (M5, Q3), by wiki and page id, beyond `after`. `within`: a wiki, a farm, or
 * everything (operators only).
 */
export async function pagesOfUrl(
  db: Database,
  url: UrlId,
  options: {
    readonly wiki?: WikiId;
    readonly farm?: number;
    readonly limit: number;
    readonly after?: PageCursor | null;
  },
): Promise<UsingPage[]> {
  const { sql } = db;
  const { wiki = null, farm = null, limit, after = null } = options;
  const [used] = await sql<{ many: boolean }[]>`
    select count(*) > ${MANY} as many from (
      select 1 from page_link where urls @> array[${url}::bigint] limit ${MANY + 1}) users`;
  const wanted = sql`
    (wiki_id, pageid) > (${after?.wikiId ?? 0}::int, ${after?.pageid ?? 0}::bigint)
    and ${wiki === null ? sql`true` : sql`wiki_id = ${wiki}::int`}
    and ${farm === null ? sql`true` : sql`(select farm from wiki where id = wiki_id) = ${farm}::int`}`;
  // The empty list keeps the index over lists out of it.
  const users = used?.many
    ? sql`select wiki_id, pageid from page_link where ${wanted} and urls || '{}'::bigint[] @> array[${url}::bigint]`
    : sql`
        with users as materialized (select wiki_id, pageid from page_link where urls @> array[${url}::bigint])
        select wiki_id, pageid from users where ${wanted}`;
  // "offset 0": page by page. Joined freely, all pages of a wiki are gone through for a URL that few of them use.
  const rows = await sql<UsingPage[]>`
    select l.wiki_id as "wikiId", p.pageid, p.title, p.namespace,
      (select w.dbname || '@' || f.name from wiki w join farm f on f.code = w.farm where w.id = l.wiki_id) as wiki
    from (${users} order by wiki_id, pageid limit ${limit}) l
    cross join lateral (select * from page where wiki_id = l.wiki_id and pageid = l.pageid offset 0) p
    order by l.wiki_id, l.pageid`;
  return [...rows];
}
