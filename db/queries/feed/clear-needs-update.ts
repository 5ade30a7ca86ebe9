import type { Database } from "../../connect.ts";
import type { WikiId } from "../../types.ts";

/** Exclusion finally clears the flag (F2): the pages stay until they are untouched for long. Answers how many. */
export async function clearNeedsUpdate(
  db: Database,
  wiki: WikiId,
  pageids: readonly number[],
): Promise<number> {
  const { count } = await db.sql`
    update page set needs_update = false
    where wiki_id = ${wiki} and pageid = any(${[...pageids]}::bigint[]) and needs_update`;
  return count;
}
