import type { Sql } from "../../connect.ts";
import { storableJson } from "../../text.ts";
import type { WikiId } from "../../types.ts";
import type { ScanEntry } from "./store-spam-list.ts";

/** Each step of a scan reads all of its entries: a whole list in one would cost its length squared. */
const ENTRIES_PER_SCAN = 1_000;

/** Has known URLs of the farm, or of the wiki's pages, tried on these entries. */
export async function openScans(
  sql: Sql,
  { farm, wiki }: { readonly farm: number; readonly wiki: WikiId | null },
  entries: readonly ScanEntry[],
): Promise<void> {
  for (let at = 0; at < entries.length; at += ENTRIES_PER_SCAN) {
    const some = entries.slice(at, at + ENTRIES_PER_SCAN).map((entry) => ({ ...entry }));
    await sql`
      insert into spam_scan (farm, wiki_id, entries)
      values (${farm}, ${wiki}::int, ${storableJson(some)}::text::jsonb)`;
  }
}
