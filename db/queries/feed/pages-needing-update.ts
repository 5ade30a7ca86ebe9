import type { Database } from "../../connect.ts";
import type { PageRef, WikiId } from "../../types.ts";

/** The next pages of the second run (F3), by page id, beyond `after` (0: from the start). */
export async function pagesNeedingUpdate(
  db: Database,
  wiki: WikiId,
  limit: number,
  after = 0,
): Promise<PageRef[]> {
  const rows = await db.sql<PageRef[]>`
    select pageid, title, namespace from page
    where wiki_id = ${wiki} and needs_update and pageid > ${after}
    order by pageid limit ${limit}`;
  return [...rows];
}
