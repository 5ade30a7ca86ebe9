import type { Database } from "../../connect.ts";
import type { WikiId } from "../../types.ts";
import type { ExportProgress } from "./store-export.ts";

/** How far an export got that is under way or was stopped; null: none was begun. */
export async function unfinishedExport(
  { sql }: Database,
  wiki: WikiId,
  edge: string,
): Promise<ExportProgress | null> {
  const [row] = await sql<ExportProgress[]>`
    select export_done as done, export_total as total from dispatch_client
    where wiki_id = ${wiki} and target = ${edge} and needs_export and export_after > 0`;
  return row ?? null;
}
