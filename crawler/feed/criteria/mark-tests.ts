import { treeNames } from "../../../db/wikis/category-tree.ts";
import { CATEGORY, type MarkTest, markedAmong } from "../api/marks.ts";
import type { PageState } from "../api/pages.ts";
import { fine, type Result } from "../api/wiki.ts";
import type { WikiRun } from "../wiki-run.ts";
import { includedByName, isNamed } from "./selection.ts";

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

/** The pages within the criteria: included and not excluded, and those that are gone or are no wikitext any more. */
export async function withinCriteria(
  run: Pick<WikiRun, "wiki" | "selection">,
  tests: MarkTests,
  states: readonly PageState[],
): Promise<Result<PageState[]>> {
  const open = states.filter((state) => !isExcluded(run, state));
  const unnamed = open.filter(
    (state): state is Extract<PageState, { kind: "page" }> =>
      state.kind === "page" && !includedByName(run.selection, state),
  );
  const { pages = [], categories = [] } = Object.groupBy(unnamed, ({ namespace }) =>
    namespace === CATEGORY ? "categories" : "pages",
  );
  const asked = { pages: idsOf(pages), categories: idsOf(categories) };
  const marked = await markedAmong(run.wiki, asked, tests.included);
  if (!marked.ok) return marked;
  const others = new Set(idsOf(unnamed));
  return fine(open.filter(({ pageid }) => !others.has(pageid) || marked.value.has(pageid)));
}

const idsOf = (pages: readonly { readonly pageid: number }[]): number[] => pages.map(({ pageid }) => pageid);
