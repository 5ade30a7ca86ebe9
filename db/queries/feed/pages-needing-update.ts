import type { Database } from "../../connect.ts";
import type { PageRef, WikiId } from "../../types.ts";

export interface MarkedPage extends PageRef {
  /** Day on which its links were last read; -1: never. */
  readonly linksRead: number;
}

/**
 * The next pages of the second run (F3), those first whose links were read longest ago or never (F7), then by page id;
 * `after`: beyond this one.
 */
export async function pagesNeedingUpdate(
  db: Database,
  wiki: WikiId,
  limit: number,
  after: Pick<MarkedPage, "linksRead" | "pageid"> | null = null,
): Promise<MarkedPage[]> {
  const rows = await db.sql<MarkedPage[]>`
    select pageid, title, namespace, marked_read as "linksRead" from page
    where wiki_id = ${wiki} and needs_update and (marked_read, pageid) > (${after?.linksRead ?? -2}, ${after?.pageid ?? 0})
    order by marked_read, pageid limit ${limit}`;
  return [...rows];
}
