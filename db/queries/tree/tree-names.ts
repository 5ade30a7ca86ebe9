import type { Database } from "../../connect.ts";
import type { WikiId } from "../../types.ts";

export interface TreeNames {
  /** Names without namespace of all categories of these trees. */
  readonly names: ReadonlySet<string>;
  /** Trees that no walk has come to the end of yet. */
  readonly unknown: readonly string[];
}

export async function treeNames(db: Database, wiki: WikiId, roots: readonly string[]): Promise<TreeNames> {
  if (roots.length === 0) return { names: new Set(), unknown: [] };
  const rows = await db.sql<{ root: string; name: string; known: boolean }[]>`
    select root, name, known from tree_category where wiki_id = ${wiki} and root = any(${[...roots]}::text[])`;
  const known = new Set(rows.filter((row) => row.known).map(({ root }) => root));
  return { names: new Set(rows.map(({ name }) => name)), unknown: roots.filter((root) => !known.has(root)) };
}
