import { EVENT_PAGES_MAX } from "../../../shared/protocol/feed.ts";
import type { Database } from "../../connect.ts";
import type { Change, UrlId, WikiId } from "../../types.ts";

/** A change as it concerns a wiki. */
export interface WikiChange {
  readonly change: Change;
  /** Pages that it concerns, ascending; of those of a URL the first EVENT_PAGES_MAX, as they have it now. */
  readonly pages: readonly number[];
  /** How many they are in all. */
  readonly pageCount: number;
}

interface UrlPages {
  readonly url: UrlId;
  readonly wiki: WikiId;
  readonly pages: readonly number[];
  readonly count: number;
}

/** The changes that concern these wikis (D2), for each in their order; wikis that none concerns are left out. */
export async function changesOfWikis(
  { sql }: Database,
  changes: readonly Change[],
  wikis: readonly WikiId[],
  pagesMax = EVENT_PAGES_MAX,
): Promise<ReadonlyMap<WikiId, readonly WikiChange[]>> {
  const urls = [...new Set(changes.flatMap(({ url }) => url ?? []))];
  // Numbered and counted one after the other: to gather all pages of a URL that millions have took as much memory.
  const rows = await sql<UrlPages[]>`
    select url, wiki, array_agg(pageid order by place) filter (where place <= ${pagesMax}) as pages, max(place)::int as count
    from (
      select given.url, l.wiki_id as wiki, l.pageid,
        row_number() over (partition by given.url, l.wiki_id order by l.pageid) as place
      from page_link l cross join lateral unnest(l.urls) as used (url)
        join unnest(${urls}::bigint[]) as given (url) on given.url = used.url
      where l.urls && ${urls}::bigint[] and l.wiki_id = any(${[...wikis]}::int[])
    ) as uses
    group by url, wiki`;
  const ofUrl = Map.groupBy(rows, ({ url }) => url);
  const asked = new Set(wikis);
  const concerned = changes.flatMap((change): { wiki: WikiId; told: WikiChange }[] => {
    const { url, page } = change;
    if (page !== null)
      return asked.has(page.wiki)
        ? [{ wiki: page.wiki, told: { change, pages: [page.pageid], pageCount: 1 } }]
        : [];
    const uses = url === null ? [] : (ofUrl.get(url) ?? []);
    return uses.map(({ wiki, pages, count }) => ({ wiki, told: { change, pages, pageCount: count } }));
  });
  const byWiki = Map.groupBy(concerned, ({ wiki }) => wiki);
  return new Map([...byWiki].map(([wiki, those]) => [wiki, those.map(({ told }) => told)]));
}
