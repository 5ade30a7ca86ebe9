import { z } from "zod";
import { enterCategories, nextCategory, treeLevels } from "../../../db/wikis/category-tree.ts";
import type { WikiError } from "../api/answer.ts";
import { withoutNamespace } from "../api/marks.ts";
import { title } from "../api/pages.ts";
import { portions, rowsOf } from "../api/wiki.ts";
import { readTree } from "../criteria/tree.ts";
import { touch } from "../passes/list-run.ts";
import { parseListing } from "../passes/listing.ts";
import type { WikiRun } from "../wiki-run.ts";

/** The trees of the criteria; but those that a first run has not walked yet: it enters their categories itself. */
function treesOf({ selection, row }: Pick<WikiRun, "selection" | "row">) {
  const listing = parseListing(row.feed.listing);
  return selection.include.flatMap(({ name, where }) =>
    where.kind === "tree" && (listing === null || listing.done.includes(name)) ? [where] : [],
  );
}

const categoryPage = z.object({
  title,
  categories: z.array(z.object({ title })).default([]),
});

/** Stores changed categories that are in a tree now: the next `readNewCategories` lists what is in them. */
export async function enterNewCategories(
  run: Pick<WikiRun, "ctx" | "row" | "wiki" | "selection">,
  pageids: readonly number[],
): Promise<WikiError | null> {
  const { ctx, row, wiki } = run;
  const trees = treesOf(run);
  if (trees.length === 0) return null;
  for (const some of portions(pageids))
    for await (const answer of wiki.walk({ prop: "categories", cllimit: "max", pageids: some.join("|") })) {
      if (!answer.ok) return answer.error;
      for (const { title, categories } of rowsOf(categoryPage, answer.value.query.pages) ?? []) {
        const parents = categories.map((parent) => withoutNamespace(parent.title));
        for (const { root, depth } of trees) {
          const level = Math.min(...(await treeLevels(ctx.db, row.id, root, parents))) + 1;
          if (level <= depth)
            await enterCategories(ctx.db, row.id, [withoutNamespace(title)], { root, level, done: false });
        }
      }
    }
  return null;
}

/** Continues the walk through trees that have grown, and marks their pages for reading. */
export async function readNewCategories(run: WikiRun): Promise<WikiError | null> {
  for (const tree of treesOf(run)) {
    if ((await nextCategory(run.ctx.db, run.row.id, tree.root)) === null) continue;
    for await (const batch of readTree(run, { ...tree, members: true }, {})) {
      if (!batch.ok) return batch.error;
      await touch(run, batch.value.pages);
      if (run.slice.listsOver()) break;
    }
  }
  return null;
}
