import type { Database } from "../../connect.ts";
import { storable } from "../../text.ts";
import type { WikiId } from "../../types.ts";

interface Found {
  readonly root: string;
  readonly level: number;
  /** Nothing below them belongs to the tree, and nobody lists their pages: there is nothing to enter. */
  readonly done: boolean;
}

/** Subcategories that a walk met; those that it met before stay as they are, so that cycles end. Answers the size of the tree. */
export async function enterCategories(
  db: Database,
  wiki: WikiId,
  names: readonly string[],
  { root, level, done }: Found,
): Promise<number> {
  const state = done ? "done" : "open";
  await db.sql`
    insert into tree_category as t (wiki_id, root, name, level, state)
    select distinct ${wiki}::int, ${root}::text, name, ${level}::int, ${state}::text
    from unnest(${names.map(storable)}::text[]) as given (name)
    on conflict (wiki_id, root, name) do update set level = excluded.level, state = excluded.state
    where t.state = 'before'`;
  const [row] = await db.sql<{ size: number }[]>`
    select count(*)::int as size from tree_category
    where wiki_id = ${wiki} and root = ${root} and state <> 'before'`;
  return row?.size ?? 0;
}
