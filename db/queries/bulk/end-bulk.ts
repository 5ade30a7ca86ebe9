import type { Database } from "../../connect.ts";
import { requestExport } from "../dispatch/request-export.ts";
import type { FeedLease } from "../feed/claim-feed.ts";
import { type FeedState, storeFeed } from "../feed/store-feed.ts";
import { dropBulk } from "./drop-bulk.ts";

/**
 * When all is entered: notes where the feeder stands, has the wiki's pages exported anew, and forgets the dump.
 * `listed`: also the pages that an earlier listing left to be read. False: another feeder has the wiki, and the dump stays.
 */
export async function endBulk(
  db: Database,
  lease: FeedLease,
  state: FeedState,
  { listed }: { readonly listed: boolean },
): Promise<boolean> {
  const ended = await db.transaction(async (tx) => {
    if (!(await storeFeed(tx, lease, state))) return false;
    if (listed) await tx.sql`delete from page_batch where wiki_id = ${lease.wiki}`;
    await requestExport(tx, lease.wiki);
    await dropBulk(tx, lease.wiki);
    return true;
  });
  if (ended) await db.sql`analyze page, page_link, host, url`;
  return ended;
}
