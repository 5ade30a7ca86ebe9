import type { Day } from "../../../shared/calendar/day.ts";
import type { Database } from "../../connect.ts";
import type { WikiId } from "../../types.ts";
import { deletePages } from "./delete-pages.ts";

const BATCH = 1_000;

/**
 * Deletes pages that no run touched since `before` (F3): asking for a page that is outside the criteria does not keep it
 * (F5). Answers how many. Ends early with the signal; doing it again goes on.
 */
export async function deleteUntouchedPages(
  db: Database,
  wiki: WikiId,
  before: Day,
  today: Day,
  signal?: AbortSignal,
): Promise<number> {
  let deleted = 0;
  let after = 0;
  for (;;) {
    const rows = await db.sql<{ pageid: number; stale: boolean }[]>`
      select pageid, touched < ${before} as stale from page
      where wiki_id = ${wiki} and pageid > ${after} order by pageid limit ${BATCH * 10}`;
    const last = rows.at(-1);
    if (last === undefined || signal?.aborted === true) return deleted;
    after = last.pageid;
    const stale = rows.filter((row) => row.stale).map(({ pageid }) => pageid);
    for (let at = 0; at < stale.length; at += BATCH)
      deleted += await deletePages(db, wiki, stale.slice(at, at + BATCH), "untouched", today);
  }
}
