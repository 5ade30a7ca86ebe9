import type { Database } from "../../connect.ts";
import type { WikiId } from "../../types.ts";

export interface OpenCategory {
  /** Without its namespace. */
  readonly name: string;
  readonly level: number;
}

/** The next category to enter: level by level, so that each is met on its shortest way first. null: all were entered. */
export async function nextCategory(db: Database, wiki: WikiId, root: string): Promise<OpenCategory | null> {
  const rows = await db.sql<OpenCategory[]>`
    select name, level from tree_category where wiki_id = ${wiki} and root = ${root} and state = 'open'
    order by level, name limit 1`;
  return rows[0] ?? null;
}
