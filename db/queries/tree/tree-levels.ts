import type { Database } from "../../connect.ts";
import type { WikiId } from "../../types.ts";

/** The levels at which these categories (without namespace) stand in a tree; of those that do not, none. */
export async function treeLevels(
  db: Database,
  wiki: WikiId,
  root: string,
  names: readonly string[],
): Promise<number[]> {
  const rows = await db.sql<{ level: number }[]>`
    select level from tree_category where wiki_id = ${wiki} and root = ${root} and name = any(${[...names]}::text[])`;
  return rows.map(({ level }) => level);
}
