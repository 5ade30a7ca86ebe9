import { and, asc, eq, ne, not } from "drizzle-orm";
import type { Database } from "../connect.ts";
import { treeCategory } from "../schema/index.ts";
import { isAnyOf } from "../statement.ts";
import { storable } from "../text.ts";
import type { WikiId } from "../types.ts";

const { wikiId, root, name, level, state, known } = treeCategory;
const isOfTree = (wiki: WikiId, category: string) => and(eq(wikiId, wiki), eq(root, category));

/** A walk through a category tree begins at its root; what the walk before found counts until this one is complete. */
export function beginTree(db: Database, wiki: WikiId, category: string, rootName: string): Promise<void> {
  return db.transaction(async ({ orm }) => {
    await orm.update(treeCategory).set({ state: "before" }).where(isOfTree(wiki, category));
    const begun = { level: 0, state: "open" } as const;
    await orm
      .insert(treeCategory)
      .values({ wikiId: wiki, root: category, name: storable(rootName), ...begun })
      .onConflictDoUpdate({ target: [wikiId, root, name], set: begun });
  });
}

/** A category was entered to its end. */
export async function closeCategory(
  { orm }: Database,
  wiki: WikiId,
  tree: string,
  closed: string,
): Promise<void> {
  await orm
    .update(treeCategory)
    .set({ state: "done" })
    .where(and(isOfTree(wiki, tree), eq(name, closed)));
}

interface Found {
  readonly root: string;
  readonly level: number;
  /** Nothing below them belongs to the tree, and nobody lists their pages: there is nothing to enter. */
  readonly done: boolean;
}

/** Subcategories that a walk met; those that it met before stay as they are, so that cycles end. */
export async function enterCategories(
  { orm }: Database,
  wiki: WikiId,
  names: readonly string[],
  found: Found,
): Promise<void> {
  const met = { level: found.level, state: found.done ? ("done" as const) : ("open" as const) };
  const rows = [...new Set(names.map(storable))].map((each) => ({
    wikiId: wiki,
    root: found.root,
    name: each,
    ...met,
  }));
  if (rows.length > 0)
    await orm
      .insert(treeCategory)
      .values(rows)
      .onConflictDoUpdate({ target: [wikiId, root, name], set: met, setWhere: eq(state, "before") });
}

/** How many categories a walk met so far. */
export const treeSize = ({ orm }: Database, wiki: WikiId, tree: string): Promise<number> =>
  orm.$count(treeCategory, and(isOfTree(wiki, tree), ne(state, "before")));

/** The walk is complete: what it did not meet is no part of the tree any more. */
export function finishTree(db: Database, wiki: WikiId, tree: string): Promise<void> {
  return db.transaction(async ({ orm }) => {
    await orm.delete(treeCategory).where(and(isOfTree(wiki, tree), eq(state, "before")));
    await orm
      .update(treeCategory)
      .set({ known: true })
      .where(and(isOfTree(wiki, tree), not(known)));
  });
}

/** `name`: without its namespace. */
export type OpenCategory = Readonly<Pick<typeof treeCategory.$inferSelect, "name" | "level">>;

/** The next category to enter: level by level, so that each is met on its shortest way first. null: all were entered. */
export async function nextCategory(
  { orm }: Database,
  wiki: WikiId,
  tree: string,
): Promise<OpenCategory | null> {
  const [next] = await orm
    .select({ name, level })
    .from(treeCategory)
    .where(and(isOfTree(wiki, tree), eq(state, "open")))
    .orderBy(asc(level), asc(name))
    .limit(1);
  return next ?? null;
}

/**
 * The levels at which these categories (without namespace) stand in a tree; of those that do not, or that the walk under way
 * has not met, none.
 */
export async function treeLevels(
  { orm }: Database,
  wiki: WikiId,
  tree: string,
  names: readonly string[],
): Promise<number[]> {
  const rows = await orm
    .select({ level })
    .from(treeCategory)
    .where(and(isOfTree(wiki, tree), ne(state, "before"), isAnyOf(name, names.map(storable))));
  return rows.map((row) => row.level);
}

interface TreeNames {
  /** Names without namespace of all categories of these trees. */
  readonly names: ReadonlySet<string>;
  /** Trees that no walk has come to the end of yet. */
  readonly unknown: readonly string[];
}

export async function treeNames(
  { orm }: Database,
  wiki: WikiId,
  roots: readonly string[],
): Promise<TreeNames> {
  if (roots.length === 0) return { names: new Set(), unknown: [] };
  const rows = await orm
    .select({ root, name, known })
    .from(treeCategory)
    .where(and(eq(wikiId, wiki), isAnyOf(root, roots)));
  const complete = new Set(rows.filter((row) => row.known).map((row) => row.root));
  return {
    names: new Set(rows.map((row) => row.name)),
    unknown: roots.filter((each) => !complete.has(each)),
  };
}
