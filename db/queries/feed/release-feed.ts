import type { Database } from "../../connect.ts";
import type { FeedLease } from "./claim-feed.ts";

/** Gives a wiki back. False: it was another's by now. */
export async function releaseFeed(db: Database, { wiki, token }: FeedLease): Promise<boolean> {
  const { count } = await db.sql`
    update wiki set feed_holder = null, feed_lease_until = 'epoch' where id = ${wiki} and feed_token = ${token}`;
  return count > 0;
}

/** Gives back the wikis of a feeder that is known to be dead. */
export async function releaseFeeds(db: Database, holder: string): Promise<void> {
  await db.sql`update wiki set feed_holder = null, feed_lease_until = 'epoch' where feed_holder = ${holder}`;
}
