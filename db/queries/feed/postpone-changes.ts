import type { Database } from "../../connect.ts";
import type { FeedLease } from "./claim-feed.ts";

/**
 * When the wiki's changes are read next (F4), by the feeder's clock; not while another feeder has the wiki, nor when a
 * stream's event made them due anew since the feeder read `seenMs`.
 */
export async function postponeChanges(
  db: Database,
  { wiki, token }: FeedLease,
  { dueMs, seenMs }: { readonly dueMs: number; readonly seenMs: number },
): Promise<void> {
  await db.sql`
    update wiki set changes_due_at = to_timestamp(${dueMs}::float8 / 1000)
    where id = ${wiki} and feed_token = ${token}
      and (extract(epoch from changes_due_at) * 1000)::float8 = ${seenMs}::float8`;
}
