import type { Database } from "../../connect.ts";
import type { WikiId } from "../../types.ts";

/** `weboid export`: the next dispatcher that claims the wiki writes all its pages anew. */
export async function requestExport(db: Database, wiki: WikiId): Promise<void> {
  await db.sql`update dispatch_client set needs_export = true, dispatched_at = null where wiki_id = ${wiki}`;
}
