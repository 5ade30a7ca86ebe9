import { addDays, type Day, daysBetween } from "../calendar/day.ts";
import { evidenceOf, GAP_DAYS_MAX, isFailing, REMEMBERED_DAYS } from "./evidence.ts";
import type { Earlier, HistoryEntry } from "./types.ts";

/** They have one byte each (pack.ts). */
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

/** The failing run is over; `backOn`: the day on which the content was there again, null: nobody knows. */
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

function fail(earlier: Earlier, { first, last, checks }: HistoryEntry, gone: boolean): Earlier {
  const { open, lastFailure } = earlier;
  const parted = open !== null && lastFailure !== null && daysBetween(lastFailure, first) > GAP_DAYS_MAX;
  const before = parted ? close(earlier, null) : earlier;
  const run = before.open ?? { first, checks: 0, goneChecks: 0 };
  const old =
    before.open === null && lastFailure !== null && daysBetween(lastFailure, first) > REMEMBERED_DAYS;
  return {
    ...before,
    ...(old && { failures: 0, failedWeeks: 0, longestOutageDays: 0, slowestRecoveryDays: 0 }),
    lastFailure: last,
    // Before the run it does not matter how many they were.
    ...(before.open === null && { walls: Math.min(1, before.walls) }),
    open: {
      first: run.first,
      checks: sum(run.checks, checks),
      goneChecks: sum(run.goneChecks, gone ? checks : 0),
    },
  };
}

/** The sum with one more entry, which is younger than all that are in it. */
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
  const amid = open !== null && lastFailure !== null && daysBetween(lastFailure, last) <= GAP_DAYS_MAX;
  return {
    ...before,
    // What was seen amid a failing run is no sign of life before it.
    ...(!amid && isAlive(entry) && { lastAlive: last }),
    ...(isWall(entry) && {
      walls: open === null ? sum(before.walls, 1) : sum(Math.max(1, before.walls), Math.max(1, checks)),
    }),
  };
}

/**
 * What of the open run failed since the last refusal; all of it where there was none amid it. Where in the run they stood is not
 * kept, so they are taken to stand evenly.
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

/** Looks amid the open run at which robots were turned away, as `walls` counts them. */
export const wallsAmid = ({ open, walls }: Earlier): number => (open === null ? 0 : Math.max(0, walls - 1));

export const fullWeeks = (first: Day, last: Day): number => Math.floor(daysBetween(first, last) / 7);

/** Walls answer with odd numbers, too; odd ends of redirects are the site's. */
export function isWall(entry: HistoryEntry): boolean {
  const evidence = evidenceOf(entry);
  return evidence === "refused" || (evidence === "odd" && !entry.deadEnd);
}

/** A sign of life: content, or a wall that somebody keeps up. A single refusal may be that of a proxy in front of nothing. */
export function isAlive(entry: HistoryEntry): boolean {
  const evidence = evidenceOf(entry);
  return evidence === "good" || (!isFailing(evidence) && entry.checks > 1);
}
