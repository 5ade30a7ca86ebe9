import type { Database } from "../../connect.ts";
import type { Change, WikiId } from "../../types.ts";

export interface ConcernedPages {
  /** Pages whose snapshot is to be written anew, each once however many changes concern it (D4). */
  readonly written: readonly number[];
  /** Pages whose snapshot is to be removed. */
  readonly removed: readonly number[];
}

/** Which pages of a wiki the changes concern (D2, D4), as they stand now: a page deleted and come back is written. */
export async function concernedPages(
  db: Database,
  changes: readonly Change[],
  wiki: WikiId,
): Promise<ConcernedPages> {
  const urls = [...new Set(changes.flatMap(({ url }) => url ?? []))];
  const own = [...new Set(changes.flatMap(({ page }) => (page?.wiki === wiki ? [page.pageid] : [])))];
  const rows = await db.sql<{ pageid: number; watched: boolean }[]>`
    select named.pageid, p.links_read is not null and p.links_read >= 0 as watched
    from (
      select pageid from page_link where wiki_id = ${wiki} and urls && ${urls}::bigint[]
      union select pageid from unnest(${own}::bigint[]) as given (pageid)
    ) named left join page p on p.wiki_id = ${wiki} and p.pageid = named.pageid
    order by named.pageid`;
  return {
    written: rows.filter(({ watched }) => watched).map(({ pageid }) => pageid),
    removed: rows.filter(({ watched }) => !watched).map(({ pageid }) => pageid),
  };
}
