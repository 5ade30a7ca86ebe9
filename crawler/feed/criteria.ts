import { createHash } from "node:crypto";
import type { Criterion } from "../../db/types.ts";
import { allPages, categoryMembers, type ListRequest } from "./pages.ts";

/** One list of pages that the first run goes through, under a name that a later start finds again. */
export interface Source {
  /** `namespace:0`, `category:Category:X` */
  readonly name: string;
  readonly effect: Criterion["effect"];
  readonly request: ListRequest;
}

export interface Selection {
  readonly include: readonly Source[];
  /** Their pages lose the flag again: exclusion has the last word (M2, F2). */
  readonly exclude: readonly Source[];
  readonly namespacesExcluded: ReadonlySet<number>;
  /** For pages that are met in another way than by the lists. */
  readonly excludedCategories: readonly string[];
  /** Criteria that this version cannot read yet. */
  readonly later: readonly Criterion[];
  /** Another one with every other set of criteria. */
  readonly fingerprint: string;
}

const DEFAULT: Criterion = { effect: "include", kind: "namespace", value: "0" };

/** What a wiki's criteria mean for the lists to be read; without any inclusion the main namespace (M2). */
export function selectionOf(criteria: readonly Criterion[]): Selection {
  const effective = criteria.some(({ effect }) => effect === "include") ? criteria : [DEFAULT, ...criteria];
  const excludedNamespaces = effective.filter(
    ({ effect, kind }) => effect === "exclude" && kind === "namespace",
  );
  const excludedCategories = effective.filter(
    ({ effect, kind }) => effect === "exclude" && kind === "category",
  );
  const sources = (effect: Criterion["effect"]) =>
    effective.filter((one) => one.effect === effect).flatMap(sourceOf);
  return {
    include: sources("include"),
    exclude: sources("exclude").filter(({ request }) => request.list !== "allpages"),
    namespacesExcluded: new Set(excludedNamespaces.map(({ value }) => Number(value))),
    excludedCategories: excludedCategories.map(({ value }) => value),
    later: effective.filter((one) => sourceOf(one).length === 0),
    fingerprint: fingerprintOf(effective),
  };
}

function fingerprintOf(criteria: readonly Criterion[]): string {
  const lines = criteria.map(({ effect, kind, value }) => JSON.stringify([effect, kind, value])).sort();
  return createHash("sha256").update(lines.join("\n")).digest("hex").slice(0, 16);
}

function sourceOf({ effect, kind, value }: Criterion): Source[] {
  const name = `${kind}:${value}`;
  if (kind === "namespace") return [{ name, effect, request: allPages(Number(value)) }];
  if (kind === "category") return [{ name, effect, request: categoryMembers(value) }];
  return [];
}

/** Whether a page that somebody asked for (F5) is within the criteria, as far as its namespace tells. */
export function namespaceIncluded(
  { include, namespacesExcluded }: Pick<Selection, "include" | "namespacesExcluded">,
  namespace: number,
): boolean {
  return !namespacesExcluded.has(namespace) && include.some(({ name }) => name === `namespace:${namespace}`);
}
