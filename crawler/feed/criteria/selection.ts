import { createHash } from "node:crypto";
import type { Criterion } from "../../../db/types.ts";
import { allPages, categoryMembers, type ListRequest, type NamedPages, transclusions } from "../api/pages.ts";

/** Categories that a tree may have; each costs a request a week. */
export const TREE_CATEGORIES_MAX = 20_000;

/** Where the pages of a criterion are found. */
export type Where =
  | { readonly kind: "list"; readonly request: ListRequest }
  | { readonly kind: "tree"; readonly root: string; readonly depth: number }
  /** `P31`, `P31=Q5` */
  | { readonly kind: "property"; readonly statement: string }
  | ({ readonly kind: "pages" } & NamedPages);

/** One list of pages that the first run goes through, under a name that a later start finds again. */
export interface Source {
  /** `namespace:0`, `category:Category:X`, `tree:Category:X/5` */
  readonly name: string;
  readonly effect: Criterion["effect"];
  readonly where: Where;
}

/** Criteria that can be tested on a page's own row in an answer of the wiki. */
export interface Marks {
  /** Plain categories and templates, as configured. */
  readonly categories: readonly string[];
  readonly templates: readonly string[];
  /** Roots of category trees. */
  readonly roots: readonly string[];
  readonly ids: ReadonlySet<number>;
  readonly titles: ReadonlySet<string>;
}

export interface Selection {
  /** Excluded trees, whose categories are read before any page. */
  readonly trees: readonly Source[];
  readonly include: readonly Source[];
  /** Lists whose pages are unmarked again: exclusion has the last word (M2, F2). */
  readonly exclude: readonly Source[];
  readonly namespacesExcluded: ReadonlySet<number>;
  /** Marks for pages that come in another way than by the lists. */
  readonly included: Marks;
  readonly excluded: Marks;
  /** Differs between sets of criteria. */
  readonly fingerprint: string;
}

const DEFAULT: Criterion = { effect: "include", kind: "namespace", value: "0" };

/** What a wiki's criteria mean for the lists to be read; without any inclusion the main namespace (M2). */
export function selectionOf(criteria: readonly Criterion[]): Selection {
  const effective = criteria.some(({ effect }) => effect === "include") ? criteria : [DEFAULT, ...criteria];
  const of = (wanted: Criterion["effect"]) => effective.filter(({ effect }) => effect === wanted);
  const excluded = of("exclude");
  const sources = sourcesOf(excluded);
  return {
    trees: sources.filter(({ where }) => where.kind === "tree"),
    include: sourcesOf(of("include")),
    exclude: sources.filter(({ where }) => !isNamespace(where) && where.kind !== "tree"),
    namespacesExcluded: new Set(valuesOf(excluded, "namespace").map(Number)),
    included: marksOf(of("include")),
    excluded: marksOf(excluded),
    fingerprint: fingerprintOf(effective),
  };
}

const isNamespace = (where: Where): boolean => where.kind === "list" && where.request.list === "allpages";

const valuesOf = (criteria: readonly Criterion[], kind: Criterion["kind"], isTree = false): string[] =>
  criteria.filter((one) => one.kind === kind && (one.depth ?? 0) > 0 === isTree).map(({ value }) => value);

function marksOf(criteria: readonly Criterion[]): Marks {
  const { ids, titles } = pagesNamed(valuesOf(criteria, "page"));
  return {
    categories: valuesOf(criteria, "category"),
    roots: valuesOf(criteria, "category", true),
    templates: valuesOf(criteria, "template"),
    ids: new Set(ids),
    titles: new Set(titles),
  };
}

function fingerprintOf(criteria: readonly Criterion[]): string {
  const lines = criteria
    .map(({ effect, kind, value, depth = 0 }) =>
      JSON.stringify([effect, kind, value, ...(depth === 0 ? [] : [depth])]),
    )
    .sort();
  return createHash("sha256").update(lines.join("\n")).digest("hex").slice(0, 16);
}

/** The lists of criteria of one effect; single pages are one list together, as fifty are requested at once. */
function sourcesOf(criteria: readonly Criterion[]): Source[] {
  const single = pagesNamed(valuesOf(criteria, "page").sort());
  const sources = criteria.flatMap((criterion) => sourceOf(criterion));
  const [first] = criteria;
  if (first === undefined || single.ids.length + single.titles.length === 0) return sources;
  return [...sources, { name: "pages", effect: first.effect, where: { kind: "pages", ...single } }];
}

/** Pages by the values of criteria: `#12`, or a title. */
export const pagesNamed = (values: readonly string[]): NamedPages => ({
  ids: values.filter((value) => value.startsWith("#")).map((value) => Number(value.slice(1))),
  titles: values.filter((value) => !value.startsWith("#")),
});

function sourceOf({ effect, kind, value, depth = 0 }: Criterion): Source[] {
  const of = (where: Where, name = `${kind}:${value}`): Source[] => [{ name, effect, where }];
  switch (kind) {
    case "namespace":
      return of({ kind: "list", request: allPages(Number(value)) });
    case "category":
      return depth === 0
        ? of({ kind: "list", request: categoryMembers(value) })
        : of({ kind: "tree", root: value, depth }, `tree:${value}/${depth}`);
    case "template":
      return of({ kind: "list", request: transclusions(value) });
    case "wikidata-property":
      return of({ kind: "property", statement: value });
    case "page":
      return [];
  }
}

/** Whether the criteria name this namespace, or this page itself. */
export function includedByName(
  { include, included }: Pick<Selection, "include" | "included">,
  page: { readonly pageid: number; readonly namespace: number; readonly title: string },
): boolean {
  return include.some(({ name }) => name === `namespace:${page.namespace}`) || isNamed(included, page);
}

/** Whether a page is one of the single pages of the criteria. */
export const isNamed = (
  { ids, titles }: Pick<Marks, "ids" | "titles">,
  { pageid, title }: { readonly pageid: number; readonly title: string },
): boolean => ids.has(pageid) || titles.has(title);
