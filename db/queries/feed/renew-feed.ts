import type { Database } from "../../connect.ts";
import type { FeedLease } from "./claim-feed.ts";

/** Prolongs the hold on a wiki from now; false: another feeder has it by now. */
export async function renewFeed(
  db: Database,
  { wiki, token }: FeedLease,
  leaseSeconds: number,
): Promise<boolean> {
  const { count } = await db.sql`
    update wiki set feed_lease_until = clock_timestamp() + make_interval(secs => ${leaseSeconds})
    where id = ${wiki} and feed_token = ${token} and feed_holder is not null`;
  return count > 0;
}
