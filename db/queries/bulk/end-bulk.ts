import type { Database } from "../../connect.ts";
import { requestExport } from "../dispatch/request-export.ts";
import type { FeedLease } from "../feed/claim-feed.ts";
import { type FeedState, storeFeed } from "../feed/store-feed.ts";
import { dropBulk } from "./drop-bulk.ts";

/** When all is entered: notes where the feeder stands, has the wiki's pages exported anew, and forgets the dump. */
export async function endBulk(db: Database, lease: FeedLease, state: FeedState): Promise<void> {
  await db.transaction(async (tx) => {
    await storeFeed(tx, lease, state);
    await requestExport(tx, lease.wiki);
    await dropBulk(tx, lease.wiki);
  });
  await db.sql`analyze page, page_link, host, url`;
}
