import { treeNames } from "../../../db/wikis/category-tree.ts";
import type { MarkTest } from "../api/marks.ts";
import type { PageState } from "../api/pages.ts";
import type { WikiRun } from "../wiki-run.ts";
import { isNamed } from "./selection.ts";

/** The marks that pages are tested for when they are read. */
export interface MarkTests {
  readonly included: MarkTest;
  readonly excluded: MarkTest;
}

/** The tests of a wiki's criteria; null while an excluded tree was never walked to its end. */
export async function markTests({
  ctx,
  row,
  selection,
}: Pick<WikiRun, "ctx" | "row" | "selection">): Promise<MarkTests | null> {
  const { included, excluded } = selection;
  const [within, without] = [
    await treeNames(ctx.db, row.id, included.roots),
    await treeNames(ctx.db, row.id, excluded.roots),
  ];
  if (without.unknown.length > 0) return null;
  return {
    included: { ...included, tree: within.names },
    excluded: { ...excluded, tree: without.names },
  };
}

/** Whether a page is excluded: exclusion has the last word (F2), also while its lists are not read or cannot be read. */
export const isExcluded = (
  { selection: { namespacesExcluded, excluded } }: Pick<WikiRun, "selection">,
  state: PageState,
): boolean =>
  state.kind === "page" &&
  (state.excluded || namespacesExcluded.has(state.namespace) || isNamed(excluded, state));
