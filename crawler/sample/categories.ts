import type { SampleArticle } from "./articles.ts";

/** A category of the sample wiki; they form trees, so that their feeds can be tried. */
interface SampleCategory {
  readonly pageid: number;
  /** With its namespace. */
  readonly title: string;
  /** The category above it; null: none. */
  readonly within: string | null;
  readonly articles: readonly string[];
}

const CATEGORY_NAMESPACE = 14;
const [HARROWMERE, OSMERE] = ["Category:Harrowmere", "Category:Osmere"];

export const SAMPLE_CATEGORIES: readonly SampleCategory[] = [
  {
    pageid: 101,
    title: HARROWMERE,
    within: null,
    articles: ["Harrowmere harbour", "Lantern Museum of Harrowmere"],
  },
  {
    pageid: 102,
    title: "Category:Islands of Harrowmere",
    within: HARROWMERE,
    articles: ["Saltmarsh orchid", "Tern Island Light"],
  },
  {
    pageid: 103,
    title: OSMERE,
    within: null,
    articles: ["Bellfounding in Osmere", "Copper Railway", "Osmere Chronicle"],
  },
];

export const subcategoriesOf = (title: string): readonly SampleCategory[] =>
  SAMPLE_CATEGORIES.filter(({ within }) => within === title);

/** The articles that stand in a category itself. */
export function articlesIn(title: string, all: readonly SampleArticle[]): readonly SampleArticle[] {
  const names = SAMPLE_CATEGORIES.find((category) => category.title === title)?.articles ?? [];
  return all.filter((article) => names.includes(article.title));
}

export const categoriesOf = (article: SampleArticle): readonly SampleCategory[] =>
  SAMPLE_CATEGORIES.filter(({ articles }) => articles.includes(article.title));

/** A title as MediaWiki writes it; null: it is none of a category. */
export function categoryTitle(title: string): string | null {
  const [, name] = /^category:[ _]*(.+)$/i.exec(title.trim()) ?? [];
  if (name === undefined) return null;
  const spaced = name.replaceAll("_", " ").trim();
  return `Category:${spaced.charAt(0).toUpperCase()}${spaced.slice(1)}`;
}

type Json = Readonly<Record<string, unknown>>;

const rowOf = ({ pageid, title }: { readonly pageid: number; readonly title: string }, ns: number): Json => ({
  pageid,
  ns,
  title,
});

/** As MediaWiki's API lists them; so few that they need no `continue`. */
export function categoryMembers(
  given: string,
  types: readonly string[],
  all: readonly SampleArticle[],
): Json[] {
  const title = categoryTitle(given) ?? "";
  const below = subcategoriesOf(title).map((category) => rowOf(category, CATEGORY_NAMESPACE));
  const pages = articlesIn(title, all).map((article) => rowOf(article, 0));
  return [...(types.includes("subcat") ? below : []), ...(types.includes("page") ? pages : [])];
}

/** A category as MediaWiki's API finds it under its title, which `categoryTitle` has written. */
export function categoryFound(title: string): Json {
  const found = SAMPLE_CATEGORIES.find((category) => category.title === title);
  if (found === undefined) return { ns: CATEGORY_NAMESPACE, title, missing: true };
  return { ...rowOf(found, CATEGORY_NAMESPACE), contentmodel: "wikitext" };
}
