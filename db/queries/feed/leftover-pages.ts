import type { Database } from "../../connect.ts";
import type { WikiId } from "../../types.ts";

/**
 * Pages that the latest first run did not list, though it came to its end (F3): the next ones to be asked about. Null: no
 * such question is open.
 */
export async function leftoverPages(db: Database, wiki: WikiId, limit: number): Promise<number[] | null> {
  const [row] = await db.sql<{ pass: number; after: number | null }[]>`
    select pass, leftover_after as after from wiki where id = ${wiki}`;
  if (row === undefined || row.after === null) return null;
  const rows = await db.sql<{ pageid: number }[]>`
    select pageid from page where wiki_id = ${wiki} and pageid > ${row.after} and pass < ${row.pass}
    order by pageid limit ${limit}`;
  return rows.map(({ pageid }) => pageid);
}
