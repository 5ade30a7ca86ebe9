import type { Database } from "../../connect.ts";
import type { ClientLease } from "./claim-clients.ts";

/**
 * A fence above one that the edge has from elsewhere: of a database that was restored from a dump since. Only for the
 * one who holds the client; null: another dispatcher has it by now.
 */
export async function raiseFence(db: Database, lease: ClientLease, above: number): Promise<number | null> {
  const [row] = await db.sql<{ fence: number }[]>`
    update dispatch_client set fence = greatest(fence, ${above}::bigint) + 1
    where wiki_id = ${lease.wiki} and target = ${lease.target} and token = ${lease.token} and holder is not null
    returning fence`;
  return row?.fence ?? null;
}
