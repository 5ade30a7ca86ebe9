import type { Database } from "../../connect.ts";
import type { WikiId } from "../../types.ts";

/** A walk through a category tree begins at its root; what the walk before found counts until this one is complete. */
export function beginTree(db: Database, wiki: WikiId, root: string, name: string): Promise<void> {
  return db.transaction(async ({ sql }) => {
    await sql`update tree_category set state = 'before' where wiki_id = ${wiki} and root = ${root}`;
    await sql`
      insert into tree_category (wiki_id, root, name, level, state) values (${wiki}, ${root}, ${name}, 0, 'open')
      on conflict (wiki_id, root, name) do update set level = 0, state = 'open'`;
  });
}
