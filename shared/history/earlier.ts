import { addDays, type Day, daysBetween } from "../calendar/day.ts";
import { evidenceOf, GAP_DAYS_MAX, isAlive, isFailing, isWall, REMEMBERED_DAYS } from "./evidence.ts";
import type { Earlier, HistoryEntry } from "./types.ts";

/** Greatest count in an Earlier: one byte each (pack.ts). */
export const SUM_MAX = 255;

const NOTHING: Earlier = {
  lastGood: null,
  lastAlive: null,
  lastFailure: null,
  goodChecks: 0,
  failures: 0,
  failedWeeks: 0,
  longestOutageDays: 0,
  slowestRecoveryDays: 0,
  walls: 0,
  open: null,
};

const sum = (one: number, other: number): number => Math.min(SUM_MAX, one + other);

/** The summary after its failing run ended. `backOn`: the day on which the content was back; null: unknown. */
function close(earlier: Earlier, backOn: Day | null): Earlier {
  const { open, lastFailure } = earlier;
  if (open === null || lastFailure === null) return earlier;
  const longest = (known: number, until: Day) =>
    Math.max(known, Math.min(SUM_MAX, daysBetween(open.first, until)));
  return {
    ...earlier,
    failures: sum(earlier.failures, 1),
    failedWeeks: sum(earlier.failedWeeks, fullWeeks(open.first, lastFailure)),
    ...(backOn !== null && {
      longestOutageDays: longest(earlier.longestOutageDays, lastFailure),
      slowestRecoveryDays: longest(earlier.slowestRecoveryDays, backOn),
    }),
    open: null,
  };
}

/** The summary after one more failing entry. */
function fail(earlier: Earlier, { first, last, checks }: HistoryEntry, gone: boolean): Earlier {
  const { open, lastFailure } = earlier;
  const separate = open !== null && lastFailure !== null && daysBetween(lastFailure, first) > GAP_DAYS_MAX;
  const before = separate ? close(earlier, null) : earlier;
  const run = before.open ?? { first, checks: 0, goneChecks: 0 };
  const old =
    before.open === null && lastFailure !== null && daysBetween(lastFailure, first) > REMEMBERED_DAYS;
  return {
    ...before,
    ...(old && { failures: 0, failedWeeks: 0, longestOutageDays: 0, slowestRecoveryDays: 0 }),
    lastFailure: last,
    // The number of refusals before the run does not matter.
    ...(before.open === null && { walls: Math.min(1, before.walls) }),
    open: {
      first: run.first,
      checks: sum(run.checks, checks),
      goneChecks: sum(run.goneChecks, gone ? checks : 0),
    },
  };
}

/** The summary after one more entry, which is younger than all that it contains. */
export function absorb(earlier: Earlier | undefined, entry: HistoryEntry): Earlier {
  const before = earlier ?? NOTHING;
  const evidence = evidenceOf(entry);
  if (isFailing(evidence)) return fail(before, entry, evidence === "gone");
  const { first, last, checks } = entry;
  if (evidence === "good") {
    const goodChecks = sum(before.goodChecks, checks);
    return { ...close(before, first), lastGood: last, lastAlive: last, goodChecks, walls: 0 };
  }
  const { open, lastFailure } = before;
  const duringRun = open !== null && lastFailure !== null && daysBetween(lastFailure, last) <= GAP_DAYS_MAX;
  return {
    ...before,
    // An observation during a failing run is no sign of life before it.
    ...(!duringRun && isAlive(entry) && { lastAlive: last }),
    ...(isWall(entry) && {
      walls: open === null ? sum(before.walls, 1) : sum(Math.max(1, before.walls), Math.max(1, checks)),
    }),
  };
}

/**
 * The part of the open run after its last refusal: its first day and failing checks; the whole run without a refusal in it. The days of
 * refusals are not stored, so they are assumed to be evenly distributed.
 */
export function openSinceWall({
  open,
  lastFailure,
  walls,
}: Earlier): { readonly first: Day; readonly checks: number } | null {
  if (open === null || lastFailure === null) return null;
  const parts = Math.max(1, walls);
  const days = Math.floor(daysBetween(open.first, lastFailure) / parts);
  return { first: addDays(lastFailure, -days), checks: Math.floor(open.checks / parts) };
}

/** Number of checks during the open run at which robots were refused (see `Earlier.walls`). */
export const wallsAmid = ({ open, walls }: Earlier): number => (open === null ? 0 : Math.max(0, walls - 1));

export const fullWeeks = (first: Day, last: Day): number => Math.floor(daysBetween(first, last) / 7);
