import type { Day } from "../calendar/day.ts";
import { INVALID, statusRow, UNTRIED } from "../status/table.ts";
import { HISTORY_ENTRIES_MAX, type History, type HistoryEntry, type Observation } from "./types.ts";

/** `checks` saturates here: one byte (M6), and more evidence than that changes no verdict. */
export const CHECKS_MAX = 255;

/** Statuses that say it themselves need no mark, so that the mark never splits a run of theirs. */
const marked = ({ status, refused }: Observation): boolean =>
  refused === true && statusRow(status).class !== "refused";

const sameRun = (entry: HistoryEntry, seen: Observation): boolean =>
  entry.status === seen.status && entry.deadEnd === seen.deadEnd && (entry.refused === true) === marked(seen);

const begin = (seen: Observation, day: Day): HistoryEntry => ({
  status: seen.status,
  http: seen.http,
  first: day,
  last: day,
  deadEnd: seen.deadEnd,
  ...(marked(seen) && { refused: true as const }),
  checks: 1,
});

const extend = (entry: HistoryEntry, seen: Observation, day: Day): HistoryEntry => ({
  ...entry,
  http: seen.http,
  last: day,
  checks: day > entry.last ? Math.min(CHECKS_MAX, entry.checks + 1) : entry.checks,
});

/**
 * The history after one more check (M6). The same result lengthens the newest run; a different one begins a run and pushes
 * the oldest out. Nothing observed (0, 128): the history as it was.
 *
 * Two looks on one day: the later one wins. A run that this day began is replaced; a run that only reached this day
 * keeps it, because the day before it is no longer known, and the new run begins on the same day.
 *
 * A day before the newest one (two workers' clocks, a late writer) counts as the newest day: what arrives last is what is
 * known last, days never run backwards, and a clock that once was a year ahead does not freeze the URL for a year.
 */
export function fold(history: History, observation: Observation, day: Day): History {
  if (observation.status === UNTRIED || observation.status === INVALID) return history;
  const [newest, ...older] = history;
  if (newest === undefined) return [begin(observation, day)];
  const today = day < newest.last ? newest.last : day;
  if (sameRun(newest, observation)) return [extend(newest, observation, today), ...older];
  const replaced = newest.first === today;
  const before = replaced ? older : history;
  const [previous, ...rest] = before;
  if (replaced && previous !== undefined && sameRun(previous, observation))
    return [extend(previous, observation, today), ...rest];
  return [begin(observation, today), ...before].slice(0, HISTORY_ENTRIES_MAX);
}
