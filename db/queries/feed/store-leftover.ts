import type { Database } from "../../connect.ts";
import type { FeedLease } from "./claim-feed.ts";

/**
 * How far the pages that a complete first run did not list were asked about: up to this page id (0: not yet); null: all.
 * False: another feeder has the wiki by now.
 */
export async function storeLeftover(
  db: Database,
  { wiki, token }: FeedLease,
  after: number | null,
): Promise<boolean> {
  const { count } = await db.sql`
    update wiki set leftover_after = ${after}::bigint where id = ${wiki} and feed_token = ${token}`;
  return count > 0;
}
