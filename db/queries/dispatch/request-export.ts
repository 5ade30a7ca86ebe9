import type { Database } from "../../connect.ts";
import { FEED_TARGET, type WikiId } from "../../types.ts";

/**
 * `weboid export`: the next dispatcher that claims the wiki writes all its pages anew. One that is in the midst of an
 * export begins again. `edge`: only there; null: at all edges.
 */
export async function requestExport(db: Database, wiki: WikiId, edge: string | null = null): Promise<void> {
  await db.sql`
    update dispatch_client set needs_export = true, export_wanted = export_wanted + 1, export_after = null,
      profile_due = true, dispatched_at = null
    where wiki_id = ${wiki} and target <> ${FEED_TARGET} and target = coalesce(${edge}::text, target)`;
}
