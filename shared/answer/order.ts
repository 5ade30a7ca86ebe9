import type { Verdict } from "../verdict/types.ts";
import { spotVerdict } from "./finding.ts";
import type { UrlAnswer } from "./types.ts";

/** Verdicts by which answers are chosen. */
export const STATUS_FILTERS = ["unreachable", "doubtful", "working"] as const;

/** Orders of the URLs of a page: by concern, the longest in its state first, or by domain (Q2), which also orders equals. */
export const SORTS = ["severity", "age", "domain"] as const;
export type Sort = (typeof SORTS)[number];

/** The order in which readers care. */
export const VERDICTS_BY_CONCERN = [
  "unreachable",
  "doubtful",
  "invalid",
  "spam",
  "refused",
  "unknown",
  "internal",
  "working",
] as const satisfies readonly Verdict[];

/** A link whose site names a new address comes behind those that fail: the redirect may end any day. */
function concernOf({ verdict, notes, onTheSpot }: UrlAnswer): number {
  const moved = verdict === "working" && notes.some(({ key }) => key === "moved");
  if (moved) return VERDICTS_BY_CONCERN.indexOf("doubtful") + 0.5;
  return VERDICTS_BY_CONCERN.indexOf(spotVerdict(onTheSpot) ?? verdict);
}

const SORT_KEYS: Readonly<Record<Exclude<Sort, "domain">, (url: UrlAnswer) => number>> = {
  severity: concernOf,
  age: ({ since }) => since ?? Number.POSITIVE_INFINITY,
};

/** `urls` are in the order of domains, in which equals stay. */
export function sorted(urls: readonly UrlAnswer[], sort: Sort): readonly UrlAnswer[] {
  if (sort === "domain") return urls;
  const key = SORT_KEYS[sort];
  return urls.toSorted((a, b) => (key(a) === key(b) ? 0 : key(a) - key(b)));
}
