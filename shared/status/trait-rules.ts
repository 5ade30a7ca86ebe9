import { addDays, type Day } from "../calendar/day.ts";

/** A trait as it is stored of a host: seen on `first`, and on `last` for the last time. */
export interface TraitSeen {
  readonly trait: TraitName;
  readonly first: Day;
  readonly last: Day;
}

interface TraitRule {
  readonly name: string;
  /** What it changes in a check, for operators. */
  readonly effect: string;
  /**
   * Days for which it is gone by; then it is tried anew. null: each check tries it. `spread` more of them, so that not all
   * hosts of one sweep are tried on one day.
   */
  readonly held: { readonly from: "first" | "last"; readonly days: number; readonly spread: number } | null;
  /** Maintenance deletes it so many days after. */
  readonly kept: { readonly from: "first" | "last"; readonly days: number };
  /** A check that saw the contrary deletes it, so many days after the last sighting at the earliest. */
  readonly refutedAfterDays: number;
}

const LAST_SEEN = { from: "last", days: 100 } as const;

/** M9, in the order in which operators see them. */
export const TRAIT_RULES = [
  {
    name: "https-needed",
    effect: "told to readers, and each check tries it",
    held: null,
    kept: LAST_SEEN,
    refutedAfterDays: 10,
  },
  {
    name: "http-needed",
    effect: "links whose certificate is known to be in trouble are asked by plain http",
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
    effect: "changes nothing, and each check tries it",
    held: null,
    kept: LAST_SEEN,
    refutedAfterDays: 0,
  },
  {
    name: "server-error",
    effect: "changes nothing, and each check tries it",
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

/** The first day on which it is tried anew; null: each check does. */
export function triedAnewOn(seen: TraitSeen): Day | null {
  const { held } = traitRule(seen.trait);
  return held === null ? null : addDays(seen[held.from], held.days + (seen.first % held.spread));
}

/** The first day on which maintenance deletes it, unless it is seen again before. */
export function deletedOn(seen: TraitSeen): Day {
  const { kept } = traitRule(seen.trait);
  return addDays(seen[kept.from], kept.days + 1);
}

/** Whether checks go by it today. */
export function holds(seen: TraitSeen, today: Day): boolean {
  const anew = triedAnewOn(seen);
  return anew !== null && today < anew;
}
