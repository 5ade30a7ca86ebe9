import type { Database } from "../connect.ts";
import { storable } from "../text.ts";
import type { WikiId } from "../types.ts";

/** A walk through a category tree begins at its root; what the walk before found counts until this one is complete. */
export function beginTree(db: Database, wiki: WikiId, root: string, name: string): Promise<void> {
  return db.transaction(async ({ sql }) => {
    await sql`update tree_category set state = 'before' where wiki_id = ${wiki} and root = ${root}`;
    await sql`
      insert into tree_category (wiki_id, root, name, level, state) values (${wiki}, ${root}, ${name}, 0, 'open')
      on conflict (wiki_id, root, name) do update set level = 0, state = 'open'`;
  });
}

/** A category was entered to its end. */
export async function closeCategory(db: Database, wiki: WikiId, root: string, name: string): Promise<void> {
  await db.sql`
    update tree_category set state = 'done' where wiki_id = ${wiki} and root = ${root} and name = ${name}`;
}

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

/** The walk is complete: what it did not meet is no part of the tree any more. */
export function finishTree(db: Database, wiki: WikiId, root: string): Promise<void> {
  return db.transaction(async ({ sql }) => {
    await sql`delete from tree_category where wiki_id = ${wiki} and root = ${root} and state = 'before'`;
    await sql`update tree_category set known = true where wiki_id = ${wiki} and root = ${root} and not known`;
  });
}

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
