import { z } from "zod";
import type { WikiError } from "./answer.ts";
import {
  failed,
  fine,
  IDS_DEFAULT,
  type Params,
  portions,
  type Result,
  rowsOf,
  type WikiApi,
} from "./wiki.ts";

/** Criteria that a page is tested for: whether it is in one of these categories, or uses one of these templates. */
export interface MarkTest {
  /** Titles as configured, with namespace. */
  readonly categories: readonly string[];
  readonly templates: readonly string[];
  /** Names without namespace, as the wiki spells them: the categories of trees. */
  readonly tree: ReadonlySet<string>;
}

export const NO_MARKS: MarkTest = { categories: [], templates: [], tree: new Set() };

export const isEmpty = ({ categories, templates, tree }: MarkTest): boolean =>
  categories.length === 0 && templates.length === 0 && tree.size === 0;

export const CATEGORY = 14;

/** Fields about marks in a row of an answer about pages. */
export const markFields = {
  categories: z.array(z.object({ title: z.string() })).optional(),
  templates: z.array(z.unknown()).optional(),
};
type MarkRow = {
  readonly categories?: readonly { readonly title: string }[] | undefined;
  readonly templates?: readonly unknown[] | undefined;
};

export interface MarkQuestion {
  readonly props: readonly string[];
  readonly params: Params;
  readonly isMarked: (row: MarkRow) => boolean;
}

/** A title without its namespace: `Kategorie:Kunst: Malerei` becomes `Kunst: Malerei`. */
export const withoutNamespace = (title: string): string => title.slice(title.indexOf(":") + 1);

/**
 * The requests that test the same pages, each with its continuations; at least one, which may ask nothing.
 * A few categories are asked about by name. Of a tree with more, the page's own categories are read, some twenty each:
 * a request or two for fifty pages, where thousands of names would be dozens.
 */
export function markQuestions({ categories, templates, tree }: MarkTest): MarkQuestion[] {
  const byName = tree.size <= IDS_DEFAULT;
  // Nothing is ever in a category whose title cannot be one.
  const names = [
    ...(byName ? [...tree].map((name) => `Category:${name}`) : []),
    ...categories.filter((title) => !title.includes("|")),
  ];
  const [namePieces, templatePieces] = [portions(names), portions(templates)];
  const pieces = Math.max(byName ? 1 : 0, namePieces.length, templatePieces.length);
  const named = Array.from({ length: pieces }, (_, at): MarkQuestion => {
    const [asked = "", used = ""] = [namePieces[at]?.join("|"), templatePieces[at]?.join("|")];
    return {
      props: [...(asked === "" ? [] : ["categories"]), ...(used === "" ? [] : ["templates"])],
      params: {
        ...(asked !== "" && { clcategories: asked, cllimit: "max" }),
        ...(used !== "" && { tltemplates: used, tllimit: "max" }),
      },
      // Named in the wiki's own language, where we asked with "Category:", so only their number is looked at.
      isMarked: (row) => (row.categories?.length ?? 0) + (row.templates?.length ?? 0) > 0,
    };
  });
  if (byName) return named;
  const inTree = ({ title }: { readonly title: string }) => tree.has(withoutNamespace(title));
  return [
    {
      props: ["categories"],
      params: { cllimit: "max" },
      isMarked: ({ categories: own = [] }) => own.some(inTree),
    },
    ...named,
  ];
}

const markedRow = z.object({ pageid: z.number().int().positive(), ...markFields });

/**
 * Requests about one batch of pages: for each page twice as many links as are watched, and once what the longest wikitext
 * holds. A batch that needs more is refused, and so read in halves.
 */
export const requestsMax = ({ length }: readonly number[]): number => Math.min(80 * length + 400, 4_000);

/** Which of at most 50 pages have one of the marks. */
export async function markedPages(
  wiki: WikiApi,
  pageids: readonly number[],
  test: MarkTest,
): Promise<Result<ReadonlySet<number>>> {
  const marked = new Set<number>();
  if (pageids.length === 0 || isEmpty(test)) return fine(marked);
  for (const { props, params, isMarked } of markQuestions(test)) {
    const asked = { ...params, prop: props.join("|"), pageids: pageids.join("|") };
    for await (const answer of wiki.walk(asked, requestsMax(pageids))) {
      if (!answer.ok) return answer;
      const rows = rowsOf(markedRow, answer.value.query.pages);
      if (rows === null) return failed(otherShape(wiki.api));
      for (const row of rows) if (isMarked(row)) marked.add(row.pageid);
    }
  }
  return fine(marked);
}

/** Which of these pages have one of the marks; of categories only their templates count. */
export async function markedAmong(
  wiki: WikiApi,
  { pages, categories }: { readonly pages: readonly number[]; readonly categories: readonly number[] },
  test: MarkTest,
): Promise<Result<ReadonlySet<number>>> {
  const marked = new Set<number>();
  for (const [ids, one] of [
    [pages, test],
    // Criteria by category include pages and files, but no subcategories.
    [categories, { ...NO_MARKS, templates: test.templates }],
  ] as const)
    for (const some of portions(ids)) {
      const found = await markedPages(wiki, some, one);
      if (!found.ok) return found;
      for (const id of found.value) marked.add(id);
    }
  return fine(marked);
}

export const otherShape = (api: string): WikiError => ({
  kind: "not-mediawiki",
  message: `${api} answers about pages in another shape than MediaWiki`,
});
