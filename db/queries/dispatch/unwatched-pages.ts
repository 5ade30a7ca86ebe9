import type { Database } from "../../connect.ts";
import type { Position, WikiId } from "../../types.ts";

/**
 * The ids of pages that changes after one position and before the other name and that are not watched now, in
 * batches: an export, which passes over these changes, has to remove their snapshots.
 */
export async function* unwatchedPages(
  db: Database,
  wiki: WikiId,
  from: Position,
  to: Position,
  batch = 1_000,
): AsyncGenerator<number[]> {
  let after = 0;
  for (;;) {
    const rows = await db.sql<{ pageid: number }[]>`
      select distinct c.pageid from change c
      left join page p on p.wiki_id = c.wiki_id and p.pageid = c.pageid
      where c.wiki_id = ${wiki} and c.pageid > ${after} and (p.links_read is null or p.links_read < 0)
        and (c.xid, c.id) > (${from.xid}::xid8, ${from.id}::bigint)
        and (c.xid, c.id) <= (${to.xid}::xid8, ${to.id}::bigint)
      order by c.pageid limit ${batch}`;
    const last = rows.at(-1);
    if (last === undefined) return;
    after = last.pageid;
    yield rows.map(({ pageid }) => pageid);
  }
}
