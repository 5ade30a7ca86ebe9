import type { Criterion } from "../../db/types.ts";
import { allPages, categoryMembers, type ListRequest } from "./pages.ts";

/** One list of pages that the first run goes through, under a name that a later start finds again. */
export interface Source {
  /** `namespace:0`, `category:Category:X` */
  readonly name: string;
  readonly request: ListRequest;
}

export interface Selection {
  readonly include: readonly Source[];
  /** Their pages lose the flag again: exclusion has the last word (M2, F2). */
  readonly exclude: readonly Source[];
  readonly namespacesExcluded: ReadonlySet<number>;
  /** Criteria that this version cannot read yet. */
  readonly later: readonly Criterion[];
}

const DEFAULT: Criterion = { effect: "include", kind: "namespace", value: "0" };

/** What a wiki's criteria mean for the lists to be read; without any inclusion the main namespace (M2). */
export function selectionOf(criteria: readonly Criterion[]): Selection {
  const effective = criteria.some(({ effect }) => effect === "include") ? criteria : [DEFAULT, ...criteria];
  const excludedNamespaces = effective.filter(
    ({ effect, kind }) => effect === "exclude" && kind === "namespace",
  );
  const sources = (effect: Criterion["effect"]) =>
    effective.filter((one) => one.effect === effect).flatMap(sourceOf);
  return {
    include: sources("include"),
    exclude: sources("exclude").filter(({ request }) => request.list !== "allpages"),
    namespacesExcluded: new Set(excludedNamespaces.map(({ value }) => Number(value))),
    later: effective.filter((one) => sourceOf(one).length === 0),
  };
}

function sourceOf({ kind, value }: Criterion): Source[] {
  const name = `${kind}:${value}`;
  if (kind === "namespace") return [{ name, request: allPages(Number(value)) }];
  if (kind === "category") return [{ name, request: categoryMembers(value) }];
  return [];
}

/** Whether a page that somebody asked for (F5) is within the criteria, as far as its namespace tells. */
export function namespaceIncluded(criteria: readonly Criterion[], namespace: number): boolean {
  const { include, namespacesExcluded } = selectionOf(criteria);
  return !namespacesExcluded.has(namespace) && include.some(({ name }) => name === `namespace:${namespace}`);
}
