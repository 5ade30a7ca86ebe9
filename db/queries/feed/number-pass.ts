import type { Database } from "../../connect.ts";
import type { FeedLease } from "./claim-feed.ts";

/** A first run begins (F2), under the next number. False: another feeder has the wiki by now. */
export async function numberPass(db: Database, { wiki, token }: FeedLease): Promise<boolean> {
  const { count } = await db.sql`
    update wiki set pass = pass + 1, leftover_after = null where id = ${wiki} and feed_token = ${token}`;
  return count > 0;
}
