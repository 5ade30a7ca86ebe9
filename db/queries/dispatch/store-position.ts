import type { Database } from "../../connect.ts";
import type { Position } from "../../types.ts";
import type { ClientLease } from "./claim-client.ts";

/**
 * Notes how far a client is told (D2). `exported`: all its pages were just written. False: the lease is another's by
 * now and nothing was stored; what was posted will be posted again by that one, which is harmless.
 */
export async function storePosition(
  db: Database,
  lease: ClientLease,
  position: Position,
  exported = false,
): Promise<boolean> {
  const { count } = await db.sql`
    update dispatch_client set position_xid = ${position.xid}::xid8, position_id = ${position.id},
      dispatched_at = clock_timestamp(), needs_export = needs_export and not ${exported}::boolean
    where wiki_id = ${lease.wiki} and token = ${lease.token} and holder is not null`;
  return count > 0;
}
