import type { Database } from "../../connect.ts";
import type { Change, WikiId } from "../../types.ts";

export interface ConcernedPage {
  readonly wiki: WikiId;
  readonly pageid: number;
  /** Its snapshot is to be written anew, else removed. */
  readonly watched: boolean;
  /** How many of the changes concern it (D4). */
  readonly changes: number;
}

/** A change of a URL that half a wiki has would fill the memory at once. */
const PAGES_AT_ONCE = 20_000;

/**
 * Which pages of these wikis the changes concern (D2), each once however many do (D4), as they stand now: a page deleted and
 * come back is watched. Ascending by wiki and page, some thousand at a time.
 */
export async function* concernedPages(
  { sql }: Database,
  changes: readonly Change[],
  wikis: readonly WikiId[],
  atOnce = PAGES_AT_ONCE,
): AsyncGenerator<ConcernedPage[]> {
  const counts = new Map<number, number>();
  for (const { url } of changes) if (url !== null) counts.set(url, (counts.get(url) ?? 0) + 1);
  const asked = new Set(wikis);
  const own = changes.flatMap(({ page }) => (page !== null && asked.has(page.wiki) ? [page] : []));
  const after = { wiki: -1, pageid: 0 };
  for (;;) {
    const rows = await sql<{ wiki: WikiId; pageid: number; watched: boolean; urls: number[]; own: number }[]>`
      with linked as (
        -- By itself, in the order of the key: a URL that most pages have is gone through once in all, and not once for each piece.
        select wiki_id, pageid, urls from page_link
        where urls && ${[...counts.keys()]}::bigint[] and wiki_id = any(${[...wikis]}::int[])
          and (wiki_id, pageid) > (${after.wiki}, ${after.pageid})
        order by 1, 2 limit ${atOnce}
      ), named as (
        select l.wiki_id, l.pageid, array_agg(given.url) as urls, 0 as own
        from linked l cross join lateral unnest(l.urls) as used (url)
          join unnest(${[...counts.keys()]}::bigint[]) as given (url) on given.url = used.url
        group by 1, 2
        union all
        select wiki_id, pageid, '{}', count(*)::int
        from unnest(${own.map(({ wiki }) => wiki)}::int[], ${own.map(({ pageid }) => pageid)}::bigint[])
          as given (wiki_id, pageid)
        where (wiki_id, pageid) > (${after.wiki}, ${after.pageid})
        group by 1, 2
      ), next as (
        select wiki_id, pageid, max(urls) as urls, sum(own)::int as own from named
        group by 1, 2 order by 1, 2 limit ${atOnce}
      )
      select next.wiki_id as wiki, next.pageid, next.urls, next.own,
        p.links_read is not null and p.links_read >= 0 as watched
      from next left join page p on p.wiki_id = next.wiki_id and p.pageid = next.pageid
      order by 1, 2`;
    if (rows.length > 0)
      yield rows.map(({ wiki, pageid, watched, urls, own }) => ({
        wiki,
        pageid,
        watched,
        changes: urls.reduce((sum, url) => sum + (counts.get(url) ?? 0), own),
      }));
    const last = rows.at(-1);
    if (rows.length < atOnce || last === undefined) return;
    after.wiki = last.wiki;
    after.pageid = last.pageid;
  }
}
