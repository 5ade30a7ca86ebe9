/**
 * A day number (M8): whole days since 2017-01-01 UTC, 0…65535 (the year 2196).
 * Nothing in `shared/` reads a clock: the current day is always an argument.
 */
export type Day = number & { readonly __brand: "Day" };

export const DAY_MAX = 65_535;

/** Julian day number of 2017-01-01 (noon), through which dates are converted (M8). */
const JULIAN_OF_DAY_ZERO = 2_457_755;
/** Julian day number of 1970-01-01 (noon), the zero of Unix time. */
const JULIAN_OF_UNIX_ZERO = 2_440_588;
export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;

/** Brands a whole number 0…65535 as a day. Throws a RangeError for anything else, as that is a bug of the caller. */
export function asDay(value: number): Day {
  if (!Number.isInteger(value) || value < 0 || value > DAY_MAX)
    throw new RangeError(`no day number: ${value}`);
  return value as Day;
}

export function isDay(value: unknown): value is Day {
  return typeof value === "number" && Number.isInteger(value) && value >= 0 && value <= DAY_MAX;
}

export function dayToJulian(day: Day): number {
  return day + JULIAN_OF_DAY_ZERO;
}

export function dayFromJulian(julian: number): Day {
  return asDay(julian - JULIAN_OF_DAY_ZERO);
}

/** The day that contains an instant, in UTC. `epochMs`: milliseconds since 1970. */
export function dayOfInstant(epochMs: number): Day {
  return dayFromJulian(Math.floor(epochMs / DAY_MS) + JULIAN_OF_UNIX_ZERO);
}

/** The first instant of a day, in milliseconds since 1970 (UTC). */
export function instantOfDay(day: Day): number {
  return (dayToJulian(day) - JULIAN_OF_UNIX_ZERO) * DAY_MS;
}

/** A day's date, "2026-08-30" (ISO 8601). */
export function isoOfDay(day: Day): string {
  return new Date(instantOfDay(day)).toISOString().slice(0, 10);
}

/** Days from `earlier` to `later`; negative if `later` is the earlier one. */
export function daysBetween(earlier: Day, later: Day): number {
  return later - earlier;
}

/** A day plus whole days, clamped to 0…65535. */
export function addDays(day: Day, days: number): Day {
  return asDay(Math.min(DAY_MAX, Math.max(0, day + days)));
}
