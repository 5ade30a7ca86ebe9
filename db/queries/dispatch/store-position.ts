import type { Database } from "../../connect.ts";
import type { Position } from "../../types.ts";
import type { ClientLease } from "./claim-client.ts";

/**
 * Notes how far a client is told (D2). `exported`: all its pages were just written. False: nothing was stored, as the
 * lease is another's by now, who tells everything after the old position again under a greater fence; or, with
 * `exported`, as an export was asked for once more.
 */
export async function storePosition(
  db: Database,
  lease: ClientLease,
  position: Position,
  exported = false,
): Promise<boolean> {
  const { count } = await db.sql`
    update dispatch_client set position_xid = ${position.xid}::xid8, position_id = ${position.id},
      dispatched_at = clock_timestamp(), needs_export = needs_export and not ${exported}::boolean,
      export_after = case when ${exported}::boolean then null else export_after end
    where wiki_id = ${lease.wiki} and target = ${lease.target} and token = ${lease.token} and holder is not null
      and (not ${exported}::boolean or export_wanted = ${lease.exportWanted})`;
  return count > 0;
}
