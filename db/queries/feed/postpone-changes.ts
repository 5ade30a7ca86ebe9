import type { Database } from "../../connect.ts";
import type { FeedLease } from "./claim-feed.ts";

/**
 * When the wiki's changes are read next (F4), by the feeder's clock; not while another feeder has the wiki, nor when a
 * stream's event made them due anew since the feeder read `seenMs`. `pause`: the wiki refused, or had trouble; no event
 * makes them due before that, neither one that came meanwhile nor one that comes.
 */
export async function postponeChanges(
  db: Database,
  { wiki, token }: FeedLease,
  { dueMs, seenMs, pause }: { readonly dueMs: number; readonly seenMs: number; readonly pause: boolean },
): Promise<void> {
  await db.sql`
    update wiki set changes_due_at = to_timestamp(${dueMs}::float8 / 1000),
      changes_not_before = case when ${pause} then to_timestamp(${dueMs}::float8 / 1000) else 'epoch' end
    where id = ${wiki} and feed_token = ${token}
      and (${pause} or (extract(epoch from changes_due_at) * 1000)::float8 = ${seenMs}::float8)`;
}
