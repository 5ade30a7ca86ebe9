import type { Database } from "../../connect.ts";
import type { WikiId } from "../../types.ts";

/** Exclusion finally clears the flag (F2): the pages stay until they are untouched for long. Answers how many. */
export function clearNeedsUpdate(db: Database, wiki: WikiId, pageids: readonly number[]): Promise<number> {
  return db.transaction(async ({ sql }) => {
    const { count } = await sql`
      with locked as materialized (
        select pageid from page where wiki_id = ${wiki} and pageid = any(${[...pageids]}::bigint[]) and needs_update
        order by pageid for no key update
      )
      update page p set needs_update = false from locked where p.wiki_id = ${wiki} and p.pageid = locked.pageid`;
    return count;
  });
}
