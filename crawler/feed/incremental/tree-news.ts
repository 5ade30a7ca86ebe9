import { z } from "zod";
import { enterCategories, nextCategory, treeLevels } from "../../../db/wikis/category-tree.ts";
import { storeFeed } from "../../../db/wikis/feeding.ts";
import { isRefusal, STOPPED, type WikiError } from "../api/answer.ts";
import { withoutNamespace } from "../api/marks.ts";
import { title } from "../api/pages.ts";
import { portions, rowsOf } from "../api/wiki.ts";
import type { Where } from "../criteria/selection.ts";
import { readTree } from "../criteria/tree.ts";
import { touch } from "../passes/list-run.ts";
import { parseListing } from "../passes/listing.ts";
import type { WikiRun } from "../wiki-run.ts";

/** The trees of the criteria whose walk is over or, with `open`, has begun: a walk that begins later finds all by itself. */
function treesOf(
  { selection, row }: Pick<WikiRun, "selection" | "row">,
  { open }: { readonly open: boolean },
): Extract<Where, { kind: "tree" }>[] {
  const listing = parseListing(row.feed.listing);
  const isWalked = (name: string) =>
    listing === null || listing.done.includes(name) || (open && listing.source === name);
  return selection.include.flatMap(({ name, where }) =>
    where.kind === "tree" && isWalked(name) ? [where] : [],
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
  const trees = treesOf(run, { open: true });
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

/** How far new categories were read. */
interface NewsRead {
  /** The slice is over before its end: the next one continues. */
  readonly more: boolean;
  /** The feeder's positions as they are stored by now. */
  readonly feed: WikiRun["row"]["feed"];
  readonly error: WikiError | null;
}

const storedPlace = z.object({ root: z.string(), place: z.record(z.string(), z.string()) });

/** Continues the walk through trees that have grown, and marks their pages for reading. */
export async function readNewCategories(run: WikiRun): Promise<NewsRead> {
  const { ctx, row, lease } = run;
  let { feed } = row;
  const store = async (news: z.infer<typeof storedPlace> | undefined) => {
    feed = { ...feed, news };
    return (await storeFeed(ctx.db, lease, { feed: { news } })) ? null : STOPPED;
  };
  const before = storedPlace.safeParse(feed.news).data;
  for (const tree of treesOf(run, { open: false })) {
    if ((await nextCategory(ctx.db, row.id, tree.root)) === null) continue;
    const from = before?.root === tree.root ? before.place : {};
    for await (const batch of readTree(run, { ...tree, members: true }, from)) {
      // A place that the wiki does not accept any more must not fail every later attempt.
      if (!batch.ok && isRefusal(batch.error) && before !== undefined) await store(undefined);
      if (!batch.ok) return { more: false, feed, error: batch.error };
      const { pages, next } = batch.value;
      await touch(run, pages);
      if (!run.slice.listsOver() || next === null) continue;
      const error = await store({ root: tree.root, place: next });
      return { more: true, feed, error };
    }
  }
  const error = before === undefined ? null : await store(undefined);
  return { more: false, feed, error };
}
