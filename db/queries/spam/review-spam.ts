import type { Database } from "../../connect.ts";
import type { WikiId } from "../../types.ts";
import { openScans } from "./open-scans.ts";
import type { ScanEntry } from "./store-spam-list.ts";

/** Has a wiki judged anew by its lists as they are: pages with spam are read again, all others' URLs are tried on the entries. */
export async function reviewSpam(
  db: Database,
  { id, farm }: { readonly id: WikiId; readonly farm: number },
  entries: readonly ScanEntry[],
): Promise<void> {
  await db.transaction(async ({ sql }) => {
    await sql`
      with locked as materialized (
        select pageid from page p where p.wiki_id = ${id} and not p.needs_update
          and p.pageid in (select pageid from spam_use where wiki_id = ${id})
        order by pageid for no key update
      )
      update page p set needs_update = true from locked where p.wiki_id = ${id} and p.pageid = locked.pageid`;
    await openScans(sql, { farm, wiki: id }, entries);
  });
}
