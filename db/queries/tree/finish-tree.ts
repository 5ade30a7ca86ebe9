import type { Database } from "../../connect.ts";
import type { WikiId } from "../../types.ts";

/** The walk is complete: what it did not meet is no part of the tree any more. */
export function finishTree(db: Database, wiki: WikiId, root: string): Promise<void> {
  return db.transaction(async ({ sql }) => {
    await sql`delete from tree_category where wiki_id = ${wiki} and root = ${root} and state = 'before'`;
    await sql`update tree_category set known = true where wiki_id = ${wiki} and root = ${root} and not known`;
  });
}
