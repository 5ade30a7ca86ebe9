import type { Database } from "../../connect.ts";
import type { Position } from "../../types.ts";
import type { ClientLease } from "./claim-client.ts";

/**
 * Notes how far an export is: all pages up to `after` are written, as they stood at `position` or later, and what is
 * to be removed until then is. Whoever has the client next goes on from there. False: the lease is another's by now,
 * or the export was asked for once more and begins anew.
 */
export async function storeExport(
  db: Database,
  lease: ClientLease,
  position: Position,
  after: number,
): Promise<boolean> {
  const { count } = await db.sql`
    update dispatch_client set position_xid = ${position.xid}::xid8, position_id = ${position.id},
      export_after = ${after}
    where wiki_id = ${lease.wiki} and target = ${lease.target} and token = ${lease.token} and holder is not null
      and export_wanted = ${lease.exportWanted}`;
  return count > 0;
}
