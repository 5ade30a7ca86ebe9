import { z } from "zod";
import {
  beginTree,
  closeCategory,
  enterCategories,
  finishTree,
  nextCategory,
  type OpenCategory,
  treeSize,
} from "../../../db/wikis/category-tree.ts";
import { CATEGORY, withoutNamespace } from "../api/marks.ts";
import { type PageBatches, type Place, parseList, title } from "../api/pages.ts";
import { failed, fine, type Params, type Result, type WikiApi } from "../api/wiki.ts";
import type { SourceRun } from "../wiki-run.ts";
import { TREE_CATEGORIES_MAX } from "./selection.ts";

export interface Tree {
  /** The root category as configured. */
  readonly root: string;
  readonly depth: number;
  /** Whether the pages are wanted, too, and not only the categories. */
  readonly members: boolean;
  /** For tests; else TREE_CATEGORIES_MAX. */
  readonly categoriesMax?: number;
}

/**
 * Walks a category tree level by level (M2, F2). The position is in the database, category by category, so that an
 * interruption costs one category; a category that comes up again, as in a cycle, is not entered again.
 */
export async function* readTree(run: SourceRun, tree: Tree, from: Place): PageBatches {
  const { ctx, row, wiki } = run;
  if (from === null) {
    const name = await rootName(wiki, tree.root);
    if (!name.ok) return yield name;
    await beginTree(ctx.db, row.id, tree.root, name.value);
  }
  for (let place = from; ; place = null) {
    const category = await nextCategory(ctx.db, row.id, tree.root);
    if (category === null) break;
    for await (const batch of readCategory(run, tree, category, place)) {
      yield batch;
      if (!batch.ok) return;
    }
  }
  await finishTree(ctx.db, row.id, tree.root);
}

async function* readCategory(
  { ctx, row, wiki }: SourceRun,
  { root, depth, members, categoriesMax = TREE_CATEGORIES_MAX }: Tree,
  { name, level }: OpenCategory,
  from: Place,
): PageBatches {
  const deeper = level < depth;
  const types = [...(members ? ["page", "file"] : []), ...(deeper ? ["subcat"] : [])];
  const below = { root, level: level + 1, done: !members && level + 1 === depth };
  const list = "categorymembers";
  const asked = { list, cmtitle: `Category:${name}`, cmtype: types.join("|"), cmlimit: "max" };
  for await (const answer of wiki.walk({ ...asked, ...placeIn(from, name) })) {
    if (!answer.ok) return yield answer;
    const { query, continue: next } = answer.value;
    const rows = parseList(query, list);
    const found = rows.filter(({ namespace }) => namespace === CATEGORY);
    const names = found.map(({ title }) => withoutNamespace(title));
    await enterCategories(ctx.db, row.id, names, below);
    if (names.length > 0 && (await treeSize(ctx.db, row.id, root)) > categoriesMax)
      return yield tooLarge(root, depth, categoriesMax);
    if (next === null) await closeCategory(ctx.db, row.id, root, name);
    yield fine({
      pages: rows.filter(({ namespace }) => namespace !== CATEGORY),
      next: { ...next, category: name },
    });
  }
}

/** The place in a category where it was left; a place in another category means that one is complete by now. */
function placeIn(from: Place, name: string): Params {
  if (from === null) return {};
  const { category, ...place } = from;
  return category === name ? place : {};
}

const tooLarge = (root: string, depth: number, categoriesMax: number): Result<never> =>
  failed({
    kind: "refused",
    message: `the tree of ${root} has more than ${categoriesMax} categories within ${depth} levels; give it fewer levels (--depth), or categories further down, by: weboid wiki set`,
  });

const answered = z.object({ pages: z.tuple([z.object({ ns: z.int(), title })]) });

/** The root's name as the wiki spells it, without its namespace; a category without a page has members, too. */
async function rootName(wiki: WikiApi, root: string): Promise<Result<string>> {
  const answer = await wiki.query({ titles: root });
  if (!answer.ok) return answer;
  const parsed = answered.safeParse(answer.value.query);
  if (!parsed.success || parsed.data.pages[0].ns !== CATEGORY)
    return failed({ kind: "refused", message: `${wiki.api} takes ${root} for no title of a category` });
  return fine(withoutNamespace(parsed.data.pages[0].title));
}
