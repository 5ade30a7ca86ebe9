import { type Day, daysBetween } from "../calendar/day.ts";

/** A span in the largest unit that still tells enough (M8): two or more of it, except for single days. */
export interface Elapsed {
  readonly count: number;
  readonly unit: "day" | "week" | "month" | "year";
}

const DAYS_PER_MONTH = 365.2425 / 12;
const DAYS_PER_YEAR = 365.2425;
const WEEKS_FROM_DAYS = 14;
/** Three whole months: below, readers think in weeks, and "two months" would hide three of them. */
const MONTHS_FROM_DAYS = 92;
const YEARS_FROM_DAYS = 731;

/**
 * Whole units only, rounded down: never more than was observed (C11).
 * A day ahead of `today` (a clock that was set back) counts as today.
 */
export function elapsed(since: Day, today: Day): Elapsed {
  const days = Math.max(0, daysBetween(since, today));
  if (days < WEEKS_FROM_DAYS) return { count: days, unit: "day" };
  if (days < MONTHS_FROM_DAYS) return { count: Math.floor(days / 7), unit: "week" };
  if (days < YEARS_FROM_DAYS) return { count: Math.floor(days / DAYS_PER_MONTH), unit: "month" };
  return { count: Math.floor(days / DAYS_PER_YEAR), unit: "year" };
}

/** "today", "yesterday", "3 weeks ago", as the first of the languages has it that Intl knows. */
export function relativeTime(langs: readonly string[], { count, unit }: Elapsed): string {
  return new Intl.RelativeTimeFormat([...langs], { numeric: "auto" }).format(-count, unit);
}

type DurationKey = "for-today" | "for-days" | "for-weeks" | "for-months" | "for-years";

/**
 * "for six months". A message and not Intl's unit format, whose nominative is wrong after a preposition
 * in many languages ("seit 6 Monaten").
 */
export function durationInWords(
  { count, unit }: Elapsed,
  say: (key: DurationKey, count: number) => string,
): string {
  if (count === 0) return say("for-today", 0);
  return say(`for-${unit}s`, count);
}
