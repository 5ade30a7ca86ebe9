import { watchedPages } from "../../../db/pages/read.ts";
import { CATEGORY, isEmpty, type MarkTest, markedAmong, withoutNamespace } from "../api/marks.ts";
import { findPages } from "../api/pages.ts";
import { fine, portions, type Result } from "../api/wiki.ts";
import type { MarkTests } from "../criteria/mark-tests.ts";
import { includedByName, type Selection } from "../criteria/selection.ts";
import type { WikiRun } from "../wiki-run.ts";
import type { Change } from "./changes.ts";

export interface Sorted {
  /** Pages that the criteria name by namespace, id or title. */
  readonly named: ReadonlySet<number>;
  /** Pages that may be in a category or use a template of the criteria; the wiki is asked. */
  readonly open: ReadonlySet<number>;
  /** Pages that are categories: never watched for a category they are in, but they may add pages to a tree. */
  readonly categories: ReadonlySet<number>;
  /** Titles of which only the wiki knows the page id. */
  readonly titles: ReadonlySet<string>;
}

/** Sorts changes by the criteria. Watched pages concern us in any case. Pure. */
export function sortChanges(
  selection: Pick<Selection, "include" | "included" | "namespacesExcluded">,
  included: MarkTest,
  changes: readonly Change[],
): Sorted {
  const sorted = {
    named: new Set<number>(),
    open: new Set<number>(),
    categories: new Set<number>(),
    titles: new Set<string>(),
  };
  const marked = !isEmpty(included);
  const categories = new Set([...included.tree, ...included.categories.map(withoutNamespace)]);
  const isNamed = (pageid: number, page: { readonly namespace: number; readonly title: string }) =>
    !selection.namespacesExcluded.has(page.namespace) && includedByName(selection, { pageid, ...page });
  for (const change of changes) {
    const { kind, pageid, namespace, title, target, leavesPage } = change;
    if (kind === "categorize") {
      if (pageid > 0 && categories.has(withoutNamespace(title))) sorted.open.add(pageid);
      continue;
    }
    if (namespace < 0) continue;
    if (leavesPage && (marked || isNamed(0, change))) sorted.titles.add(title);
    if (pageid === 0) continue;
    if (isNamed(pageid, change) || (target !== null && isNamed(pageid, target))) sorted.named.add(pageid);
    else if (marked && namespace !== CATEGORY) sorted.open.add(pageid);
    if (namespace === CATEGORY) sorted.categories.add(pageid);
  }
  return sorted;
}

/** What changes of a wiki lead to. */
export interface Concerned {
  /** Pages to read. */
  readonly pageids: readonly number[];
  readonly categories: readonly number[];
}

/** The pages to read after changes: watched pages, and pages that the criteria include (F4, F5). */
export async function concerned(
  { ctx, row, wiki, selection }: Pick<WikiRun, "ctx" | "row" | "wiki" | "selection">,
  { included }: Pick<MarkTests, "included">,
  changes: readonly Change[],
): Promise<Result<Concerned>> {
  const { named, open: maybe, categories, titles } = sortChanges(selection, included, changes);
  const pageids = new Set(named);
  const open = new Set(maybe);
  for (const some of portions([...titles])) {
    const found = await findPages(wiki, { titles: some.join("|") });
    if (!found.ok) return found;
    for (const page of found.value.pages)
      if (includedByName(selection, page)) pageids.add(page.pageid);
      else open.add(page.pageid);
  }
  const ids = changes
    .filter(({ kind, pageid }) => kind !== "categorize" && pageid > 0)
    .map(({ pageid }) => pageid);
  for (const id of await watchedPages(ctx.db, row.id, [...new Set(ids)])) pageids.add(id);
  const unknown = (some: ReadonlySet<number>) => [...some].filter((id) => !pageids.has(id));
  const asked = { pages: unknown(open), categories: unknown(categories) };
  const marked = await markedAmong(wiki, asked, included);
  if (!marked.ok) return marked;
  return fine({ pageids: [...pageids, ...marked.value], categories: [...categories] });
}
