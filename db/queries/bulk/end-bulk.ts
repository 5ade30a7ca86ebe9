import type { Database } from "../../connect.ts";
import { updateWiki } from "../config/update-wiki.ts";
import { requestExport } from "../dispatch/request-export.ts";
import type { FeedLease } from "../feed/claim-feed.ts";
import { type ChangesState, storeChanges } from "../feed/store-changes.ts";
import { type FeedState, storeFeed } from "../feed/store-feed.ts";
import { dropBulk } from "./drop-bulk.ts";

export interface BulkEnd {
  /** Also the pages that an earlier listing left to be read stand in the dump. */
  readonly listed: boolean;
  /** Where the wiki's changes are to be read from, and by what time that is due; null: as it stands. */
  readonly changes: (Omit<ChangesState, "pageids"> & { readonly dueMs: number }) | null;
}

/**
 * When all is entered: notes where the feeder stands, has the wiki's pages exported anew, and forgets the dump.
 * False: another feeder has the wiki, and the dump stays.
 */
export async function endBulk(
  db: Database,
  lease: FeedLease,
  state: FeedState,
  { listed, changes }: BulkEnd,
): Promise<boolean> {
  const ended = await db.transaction(async (tx) => {
    if (!(await storeFeed(tx, lease, state))) return false;
    if (listed) await tx.sql`delete from page_batch where wiki_id = ${lease.wiki}`;
    if (changes !== null) {
      await storeChanges(tx, lease, { ...changes, pageids: [] });
      await updateWiki(tx, lease.wiki, { changesDueMs: changes.dueMs });
    }
    await requestExport(tx, lease.wiki);
    await dropBulk(tx, lease.wiki);
    return true;
  });
  if (ended) await db.sql`analyze page, page_link, host, url`;
  return ended;
}
