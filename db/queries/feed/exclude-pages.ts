import type { Day } from "../../../shared/calendar/day.ts";
import type { Database } from "../../connect.ts";
import type { WikiId } from "../../types.ts";
import { deletePages } from "./delete-pages.ts";

/**
 * Exclusion finally clears the flag (F2), and takes a page out of the batches of this pass. A page whose links were read before it was excluded goes when that was before
 * `long` (F3), though the inclusions touch it at every run. Answers how many went.
 */
export function excludePages(
  db: Database,
  wiki: WikiId,
  pageids: readonly number[],
  { long, today }: { readonly long: Day; readonly today: Day },
): Promise<number> {
  return db.transaction(async (tx) => {
    const rows = await tx.sql<{ pageid: number }[]>`
      with locked as materialized (
        select p.pageid, w.pass from wiki w join page p on p.wiki_id = w.id
        where w.id = ${wiki} and p.pageid = any(${[...pageids]}::bigint[]) and (p.needs_update or p.pass < w.pass)
        order by p.pageid for no key update of p
      ), excluded as (
        update page p set needs_update = false, pass = locked.pass from locked
        where p.wiki_id = ${wiki} and p.pageid = locked.pageid
        returning p.pageid, p.links_read
      )
      select pageid from excluded where links_read >= 0 and links_read < ${long}`;
    if (rows.length === 0) return 0;
    const stale = rows.map(({ pageid }) => pageid);
    return deletePages(tx, wiki, stale, "untouched", today);
  });
}
