import { type Command, InvalidArgumentError } from "commander";
import type { Criterion } from "../../../db/types.ts";
import { isPageNumber, isProperty, titleOf } from "../../../shared/interwiki/stored-titles.ts";
import { UsageError } from "../../runtime/errors.ts";
import { each, wholeNumber } from "../options.ts";

/** The criteria of M2, as options of `wiki add` and `wiki set`. */
export interface CriteriaOptions {
  readonly namespace?: readonly number[];
  readonly category?: readonly string[];
  readonly categoryTree?: readonly string[];
  readonly template?: readonly string[];
  readonly property?: readonly string[];
  readonly page?: readonly string[];
  readonly excludeNamespace?: readonly number[];
  readonly excludeCategory?: readonly string[];
  readonly excludeCategoryTree?: readonly string[];
  readonly excludeTemplate?: readonly string[];
  readonly excludeProperty?: readonly string[];
  readonly excludePage?: readonly string[];
  readonly depth?: number;
}

/** Seconds between two requests for a wiki's recent changes (F4). */
export const CHANGES_EVERY_MIN = 5;
export const CHANGES_EVERY_MAX = 86_400;

/** Levels of subcategories; the database has the same bound. */
export const TREE_DEPTH_MAX = 20;
export const TREE_DEPTH_DEFAULT = 5;
export const NAMESPACE_MAX = 100_000;

const tidy = (text: string): string => text.replaceAll("_", " ").trim();

function titleText(text: string): string {
  if (titleOf(text) === null) throw new InvalidArgumentError("Give a title as the wiki shows it.");
  return tidy(text);
}

function propertyText(text: string): string {
  if (!isProperty(tidy(text))) throw new InvalidArgumentError("Give a property as P31 or P31=Q5.");
  return tidy(text);
}

function pageText(text: string): string {
  if (!isPageNumber(tidy(text)) && titleOf(text) === null)
    throw new InvalidArgumentError(
      "Give a title as the wiki shows it, or # and a page id from 1 to 4294967295, such as #12.",
    );
  return tidy(text);
}

export function addCriteriaOptions(command: Command): Command {
  const number = each(wholeNumber(0, NAMESPACE_MAX));
  const title = each(titleText);
  const property = each(propertyText);
  const page = each(pageText);
  return command
    .option("--namespace <n>", "watch this namespace (several: repeat; default: 0)", number)
    .option("--category <title>", "watch the pages of this category (repeat)", title)
    .option("--category-tree <title>", "watch this category and its subcategories (repeat)", title)
    .option("--template <title>", "watch the pages that use this template (repeat)", title)
    .option("--property <p>", "watch the pages whose Wikidata item has P31, or P31=Q5 (repeat)", property)
    .option("--page <title>", "watch this page; # and a number: by its page id (repeat)", page)
    .option("--exclude-namespace <n>", "leave this namespace out (repeat)", number)
    .option("--exclude-category <title>", "leave the pages of this category out (repeat)", title)
    .option("--exclude-category-tree <title>", "leave it and its subcategories out (repeat)", title)
    .option("--exclude-template <title>", "leave the pages that use this template out (repeat)", title)
    .option("--exclude-property <p>", "leave pages out by their Wikidata item (repeat)", property)
    .option("--exclude-page <title>", "leave this page out (repeat)", page)
    .option(
      "--depth <n>",
      `levels of subcategories in these trees (default: ${TREE_DEPTH_DEFAULT})`,
      wholeNumber(1, TREE_DEPTH_MAX),
    );
}

/** null: none of the options was given. Throws a UsageError for a depth without a tree. */
export function criteriaOf(options: CriteriaOptions): Criterion[] | null {
  const { categoryTree = [], excludeCategoryTree = [], depth = TREE_DEPTH_DEFAULT } = options;
  if (options.depth !== undefined && categoryTree.length + excludeCategoryTree.length === 0)
    throw new UsageError("--depth is that of a tree; give --category-tree or --exclude-category-tree, too");
  const rows = (
    effect: Criterion["effect"],
    kind: Criterion["kind"],
    values: readonly (string | number)[] = [],
  ) => values.map((value): Criterion => ({ effect, kind, value: String(value) }));
  const trees = (effect: Criterion["effect"], titles: readonly string[]) =>
    rows(effect, "category", titles).map((tree) => ({ ...tree, depth }));
  const all = [
    ...rows("include", "namespace", options.namespace),
    ...rows("include", "category", options.category),
    ...trees("include", categoryTree),
    ...rows("include", "template", options.template),
    ...rows("include", "wikidata-property", options.property),
    ...rows("include", "page", options.page),
    ...rows("exclude", "namespace", options.excludeNamespace),
    ...rows("exclude", "category", options.excludeCategory),
    ...trees("exclude", excludeCategoryTree),
    ...rows("exclude", "template", options.excludeTemplate),
    ...rows("exclude", "wikidata-property", options.excludeProperty),
    ...rows("exclude", "page", options.excludePage),
  ];
  return all.length === 0 ? null : all;
}
