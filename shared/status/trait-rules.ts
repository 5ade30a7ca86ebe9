import { addDays, type Day } from "../calendar/day.ts";

/** A stored trait of a host, with the days on which it was seen first and last. */
export interface TraitSeen {
  readonly trait: TraitName;
  readonly first: Day;
  readonly last: Day;
}

interface TraitRule {
  readonly name: string;
  /** Its effect on checks, for operators. */
  readonly effect: string;
  /**
   * Days for which checks rely on the trait; then it is tested again. Null: every check tests it. Up to `spread` days more, so that
   * the hosts of one sweep are not all tested on one day.
   */
  readonly held: { readonly from: "first" | "last"; readonly days: number; readonly spread: number } | null;
  /** Days after which maintenance deletes it. */
  readonly kept: { readonly from: "first" | "last"; readonly days: number };
  /** Days after it was last seen from which on a contradicting check deletes it. */
  readonly refutedAfterDays: number;
}

const LAST_SEEN = { from: "last", days: 100 } as const;

/** The traits of hosts (M9), in the order in which operators see them. */
export const TRAIT_RULES = [
  {
    name: "https-needed",
    effect: "shown to readers, every check tests it",
    held: null,
    kept: LAST_SEEN,
    refutedAfterDays: 10,
  },
  {
    name: "http-needed",
    effect: "links with a known certificate problem are checked by plain http",
    held: { from: "last", days: 10, spread: 21 },
    kept: LAST_SEEN,
    refutedAfterDays: 0,
  },
  {
    name: "get-needed",
    effect: "checks begin with GET",
    held: { from: "first", days: 200, spread: 1 },
    kept: { from: "first", days: 200 },
    refutedAfterDays: 0,
  },
  {
    name: "dns-error",
    effect: "shown to readers of unchecked links after 100 days, every check tests it",
    held: null,
    kept: LAST_SEEN,
    refutedAfterDays: 0,
  },
  {
    name: "server-error",
    effect: "shown to readers of unchecked links after 100 days, every check tests it",
    held: null,
    kept: LAST_SEEN,
    refutedAfterDays: 0,
  },
] as const satisfies readonly TraitRule[];

export type TraitName = (typeof TRAIT_RULES)[number]["name"];

const rules: ReadonlyMap<TraitName, TraitRule> = new Map(TRAIT_RULES.map((rule) => [rule.name, rule]));

export function traitRule(name: TraitName): TraitRule {
  const rule = rules.get(name);
  if (rule === undefined) throw new RangeError(`no trait: ${name}`);
  return rule;
}

/** The first day on which a trait is tested again; null: every check tests it. */
export function retestedOn(seen: TraitSeen): Day | null {
  const { held } = traitRule(seen.trait);
  return held === null ? null : addDays(seen[held.from], held.days + (seen.first % held.spread));
}

/** The first day on which maintenance deletes a trait that is not seen again. */
export function deletedOn(seen: TraitSeen): Day {
  const { kept } = traitRule(seen.trait);
  return addDays(seen[kept.from], kept.days + 1);
}

/** Whether checks rely on a trait today. */
export function holds(seen: TraitSeen, today: Day): boolean {
  const day = retestedOn(seen);
  return day !== null && today < day;
}
