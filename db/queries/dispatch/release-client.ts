import type { Database } from "../../connect.ts";
import type { ClientLease } from "./claim-client.ts";

/** Gives a client back; another dispatcher may take it once its delay is over. False: it was another's by now. */
export async function releaseClient(db: Database, lease: ClientLease): Promise<boolean> {
  const { count } = await db.sql`
    update dispatch_client set holder = null, lease_until = 'epoch', dispatched_at = clock_timestamp()
    where wiki_id = ${lease.wiki} and token = ${lease.token}`;
  return count > 0;
}
