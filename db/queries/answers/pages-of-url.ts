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
  const { wiki = null, farm = null, limit, after = null } = options;
  const rows = await db.sql<UsingPage[]>`
    with using_pages as materialized (
      select wiki_id, pageid from page_link where urls @> array[${url}::bigint]
    )
    select p.wiki_id as "wikiId", w.dbname || '@' || f.name as wiki, p.pageid, p.title, p.namespace
    from using_pages l join page p using (wiki_id, pageid)
    join wiki w on w.id = p.wiki_id join farm f on f.code = w.farm
    where (${wiki}::int is null or p.wiki_id = ${wiki}::int) and (${farm}::int is null or w.farm = ${farm}::int)
      and (p.wiki_id, p.pageid) > (${after?.wikiId ?? 0}::int, ${after?.pageid ?? 0}::bigint)
    order by p.wiki_id, p.pageid limit ${limit}`;
  return [...rows];
}
