import type { Database } from "../../connect.ts";
import type { ClientLease } from "./claim-client.ts";

/**
 * How a dispatcher leaves a client: told all there was; after a failure, so that something may still be on its way to
 * the edge and the next one needs a greater fence; or interrupted, so that the client is due at once.
 */
export type ClientEnd = "told" | "failed" | "interrupted";

/** Gives a client back; another dispatcher may take it once its delay is over. False: it was another's by now. */
export async function releaseClient(
  db: Database,
  lease: ClientLease,
  end: ClientEnd = "told",
): Promise<boolean> {
  const { count } = await db.sql`
    update dispatch_client set holder = case when ${end === "failed"}::boolean then holder end,
      dispatched_at = case when ${end === "interrupted"}::boolean then null else clock_timestamp() end,
      lease_until = 'epoch'
    where wiki_id = ${lease.wiki} and target = ${lease.target} and token = ${lease.token}`;
  return count > 0;
}
