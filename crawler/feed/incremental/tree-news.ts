import { z } from "zod";
import { enterCategories, nextCategory, treeLevels } from "../../../db/wikis/category-tree.ts";
import type { WikiError } from "../api/answer.ts";
import { withoutNamespace } from "../api/marks.ts";
import { portions } from "../api/pages.ts";
import type { Source, Where } from "../criteria/selection.ts";
import { readTree } from "../criteria/tree.ts";
import { touch } from "../passes/list-run.ts";
import { parseListing } from "../passes/listing.ts";
import type { WikiRun } from "../wiki-run.ts";

type TreeSource = Source & { readonly where: Extract<Where, { kind: "tree" }> };

const treesOf = ({ selection, row }: Pick<WikiRun, "selection" | "row">): TreeSource[] => {
  const listing = parseListing(row.feed.listing);
  return selection.include.filter(
    (source): source is TreeSource =>
      source.where.kind === "tree" &&
      // A first run that has not walked it yet enters it again.
      (listing === null || listing.done.includes(source.name)),
  );
};

const categoryPage = z.object({
  title: z.string(),
  categories: z.array(z.object({ title: z.string() })).default([]),
});

/** Stores changed categories that are in a tree now: the next `readNewCategories` lists what is in them. */
export async function enterNewCategories(
  run: Pick<WikiRun, "ctx" | "row" | "wiki" | "selection">,
  pageids: readonly number[],
): Promise<WikiError | null> {
  const { ctx, row, wiki } = run;
  const trees = treesOf(run);
  if (trees.length === 0) return null;
  for (const some of portions(pageids)) {
    const asked = { prop: "categories", cllimit: "max", pageids: some.join("|") };
    const error = await wiki.walk(asked, async ({ pages }) => {
      for (const page of z.array(z.unknown()).safeParse(pages).data ?? []) {
        const parsed = categoryPage.safeParse(page);
        if (!parsed.success) continue;
        const { title, categories } = parsed.data;
        const parents = categories.map((parent) => withoutNamespace(parent.title));
        for (const { where } of trees) {
          const levels = await treeLevels(ctx.db, row.id, where.root, parents);
          const level = Math.min(...levels) + 1;
          if (level > where.depth) continue;
          const found = { root: where.root, level, done: false };
          await enterCategories(ctx.db, row.id, [withoutNamespace(title)], found);
        }
      }
      return true;
    });
    if (error !== null) return error;
  }
  return null;
}

/** Continues the walk through trees that have grown, and marks their pages for reading. */
export async function readNewCategories(run: WikiRun): Promise<WikiError | null> {
  for (const { where } of treesOf(run)) {
    if ((await nextCategory(run.ctx.db, run.row.id, where.root)) === null) continue;
    const error = await readTree(run, { ...where, members: true }, {}, async (pages) => {
      await touch(run, pages);
      return !run.slice.listsOver();
    });
    if (error !== null) return error;
  }
  return null;
}
