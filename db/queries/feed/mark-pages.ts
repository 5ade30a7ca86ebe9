import type { Database } from "../../connect.ts";
import type { WikiId } from "../../types.ts";

/** Marks pages for the second run (F3). */
export async function markPages(db: Database, wiki: WikiId, pageids: readonly number[]): Promise<void> {
  await db.transaction(async ({ sql }) => {
    await sql`
      with locked as (
        select pageid from page where wiki_id = ${wiki} and pageid = any(${[...pageids]}::bigint[])
        order by pageid for update
      )
      update page p set needs_update = true from locked
      where p.wiki_id = ${wiki} and p.pageid = locked.pageid and not p.needs_update`;
  });
}
