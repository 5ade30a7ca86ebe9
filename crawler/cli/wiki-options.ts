import type { Command } from "commander";
import type { Criterion } from "../../db/types.ts";
import { each, wholeNumber } from "./options.ts";

/** The criteria of M2, as options of `wiki add` and `wiki set`. */
export interface CriteriaOptions {
  readonly namespace?: readonly number[];
  readonly category?: readonly string[];
  readonly excludeNamespace?: readonly number[];
  readonly excludeCategory?: readonly string[];
}

const NAMESPACE_MAX = 100_000;

export function addCriteriaOptions(command: Command): Command {
  const number = each(wholeNumber(0, NAMESPACE_MAX));
  const title = each((text: string) => text.replaceAll("_", " ").trim());
  return command
    .option("--namespace <n>", "watch this namespace (several: repeat; default: 0)", number)
    .option("--category <title>", "watch the pages of this category (repeat)", title)
    .option("--exclude-namespace <n>", "leave this namespace out (repeat)", number)
    .option("--exclude-category <title>", "leave the pages of this category out (repeat)", title);
}

/** null: none of the options was given. */
export function criteriaOf(options: CriteriaOptions): Criterion[] | null {
  const { namespace, category, excludeNamespace, excludeCategory } = options;
  if (![namespace, category, excludeNamespace, excludeCategory].some((given) => given !== undefined))
    return null;
  const rows = (
    effect: Criterion["effect"],
    kind: Criterion["kind"],
    values: readonly (string | number)[] = [],
  ) => values.map((value): Criterion => ({ effect, kind, value: String(value) }));
  return [
    ...rows("include", "namespace", namespace),
    ...rows("include", "category", category),
    ...rows("exclude", "namespace", excludeNamespace),
    ...rows("exclude", "category", excludeCategory),
  ];
}
