import type { Day } from "../calendar/day.ts";
import { canDeadEnd, INVALID, statusRow, UNTRIED } from "../status/table.ts";
import { absorb } from "./earlier.ts";
import { evidenceOf } from "./evidence.ts";
import { HISTORY_ENTRIES_MAX, type History, type HistoryEntry, type Observation } from "./types.ts";

/** `checks` saturates here: one byte (M6), and more evidence than that changes no verdict. */
export const CHECKS_MAX = 255;

/** What tells one run from another. */
type Key = Pick<HistoryEntry, "status" | "deadEnd" | "refused">;

/** Marks only where they say something: a dead end needs a redirect or content, and 17 and 36 say themselves that robots are refused. */
function keyOf({ status, deadEnd, refused }: Observation): Key {
  const key = { status, deadEnd: deadEnd && canDeadEnd(status) };
  return refused === true && statusRow(status).class !== "refused" ? { ...key, refused } : key;
}

const sameRun = (entry: HistoryEntry, key: Key): boolean =>
  entry.status === key.status && entry.deadEnd === key.deadEnd && entry.refused === key.refused;

const begin = (
  key: Key,
  { http, secondHand }: Pick<Observation, "http" | "secondHand">,
  day: Day,
): HistoryEntry => {
  const { status, deadEnd, refused } = key;
  const checks = secondHand === true ? 0 : 1;
  // Spreading the rare mark only: folding is most of the work of `weboid verdict -`.
  const entry = { status, http, first: day, last: day, deadEnd, checks };
  return refused ? { ...entry, refused } : entry;
};

const extend = (
  entry: HistoryEntry,
  { http, secondHand, looks = 0 }: Pick<Observation, "http" | "secondHand" | "looks">,
  day: Day,
): HistoryEntry => ({
  ...entry,
  http,
  last: day,
  checks: Math.max(
    looks,
    secondHand !== true && (day > entry.last || entry.checks === 0)
      ? Math.min(CHECKS_MAX, entry.checks + 1)
      : entry.checks,
  ),
});

/**
 * The history after one more check (M6). The same result lengthens the newest run; a different one begins a run and pushes
 * the oldest out. Nothing observed (0, 128): the history as it was.
 *
 * Two looks on one day: the later one wins. A run that this day began is replaced, unless it saw the content and the later one
 * did not: what failed before is over by then. A run that only reached this day keeps it, because the day before it is no longer
 * known. In both cases the new run begins on the same day.
 *
 * A result concluded from other URLs (`secondHand`) dates a run and can begin one, but it is no check.
 *
 * A day before the newest one (two workers' clocks, a late writer) counts as the newest day: what arrives last is what is
 * known last, days never run backwards, and a clock that once was a year ahead does not freeze the URL for a year.
 */
export function fold(history: History, observation: Observation, day: Day): History {
  if (observation.status === UNTRIED || observation.status === INVALID) return history;
  const key = keyOf(observation);
  const newest = history[0];
  if (newest === undefined) return [begin(key, observation, day)];
  const today = day < newest.last ? newest.last : day;
  if (sameRun(newest, key)) return history.with(0, extend(newest, observation, today));
  const next = begin(key, observation, today);
  const replaced = newest.first === today && !(isGood(newest) && !isGood(next));
  const before = replaced ? history.slice(1) : history;
  const previous = before[0];
  if (replaced && previous !== undefined && sameRun(previous, key))
    return before.with(0, extend(previous, observation, today));
  return pushed(next, before);
}

const isGood = (entry: HistoryEntry): boolean => evidenceOf(entry) === "good";

/** In front of the others; where they are five, the oldest is pushed out, and only its sum is kept. */
function pushed(entry: HistoryEntry, history: History): History {
  const oldest = history[HISTORY_ENTRIES_MAX - 1];
  const next = history[HISTORY_ENTRIES_MAX - 2];
  if (oldest === undefined || next === undefined) return [entry, ...history];
  const kept = [entry, ...history.slice(0, HISTORY_ENTRIES_MAX - 2)];
  kept.push({ ...next, earlier: absorb(oldest.earlier, oldest) });
  return kept;
}
