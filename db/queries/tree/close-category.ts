import type { Database } from "../../connect.ts";
import type { WikiId } from "../../types.ts";

/** A category was entered to its end. */
export async function closeCategory(db: Database, wiki: WikiId, root: string, name: string): Promise<void> {
  await db.sql`
    update tree_category set state = 'done' where wiki_id = ${wiki} and root = ${root} and name = ${name}`;
}
