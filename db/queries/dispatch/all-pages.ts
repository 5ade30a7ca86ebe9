import type { Database } from "../../connect.ts";
import type { WikiId } from "../../types.ts";

/** The ids of all pages of a wiki that have a snapshot, ascending from the one after `start`, in batches. */
export async function* allPages(
  db: Database,
  wiki: WikiId,
  batch = 500,
  start = 0,
): AsyncGenerator<number[]> {
  let after = start;
  for (;;) {
    const rows = await db.sql<{ pageid: number }[]>`
      select pageid from page where wiki_id = ${wiki} and pageid > ${after} and links_read >= 0
      order by pageid limit ${batch}`;
    const last = rows.at(-1);
    if (last === undefined) return;
    after = last.pageid;
    yield rows.map(({ pageid }) => pageid);
  }
}
