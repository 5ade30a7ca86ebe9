import { addDays, type Day, daysBetween } from "../calendar/day.ts";
import { evidenceOf } from "../history/evidence.ts";
import { HISTORY_ENTRIES_MAX, type History } from "../history/types.ts";
import { readHistory } from "./evidence.ts";
import { DEFAULT_POLICY } from "./policy.ts";

/**
 * When a URL is looked at beside the sweeps, which come to all of them every four weeks. Why these days, and what they cost:
 * docs/decisions/0048-recheck-plan.md.
 */

/**
 * Days after the first failure on which it is looked at again, so that a verdict rests on several checks and not on two.
 * The last makes the turn to "unreachable" the result of a check, not of time passing by.
 */
const RECHECK_DAYS = [1, 3, 7, 10, 14] as const;
/** Of what was never seen working: enough for its verdict, and of a web that is looked at for the first time an eighth is dead. */
const NEVER_SEEN_DAYS = [1, 3, 7, 14] as const;

/**
 * Then so many days after each look, a sweep's included, while the failure is younger than that: an outage that was told, or is doubtful, is
 * not to wait for a sweep. 16 days lie between two sweeps, and once only.
 */
const LATER = [
  { ageMax: 28, gapDays: 7 },
  { ageMax: 120, gapDays: 16 },
] as const;

/**
 * … where so many looks counted. Those of a host that lets in some links and not others are mostly dated (C5); of many later
 * looks, on days on which no other link of it is due, enough would count by chance.
 */
const LATER_CHECKS_MIN = DEFAULT_POLICY.checksMin;

/** Younger failures at which robots were turned away are looked at once more on the next day: a limit of rates is over by then, a wall is not. */
const REFUSED_AGE_MAX = 42;

/** The day of the next look at what failed at the newest ones; null: with the next sweep. */
export function nextLook(history: History, today: Day): Day | null {
  const [newest] = history;
  if (newest === undefined || evidenceOf(newest) === "good") return null;
  const { run, past } = readHistory(history);
  const first = run?.first ?? strangeSince(history);
  // A day to come was written by a clock that was ahead: no days are counted from there.
  if (first === null || first > today) return null;
  const age = daysBetween(first, today);
  const seen = past.lastGood !== null;
  const soon = lookAfter(first, seen && run !== null ? RECHECK_DAYS : NEVER_SEEN_DAYS, today);
  if (run === null || !seen) return soon;
  if (evidenceOf(newest) === "refused")
    return isFirstRefusal(history) && age < REFUSED_AGE_MAX ? addDays(today, 1) : soon;
  if (soon !== null || run.checks < LATER_CHECKS_MIN) return soon;
  const later = LATER.find(({ ageMax }) => age < ageMax);
  return later === undefined ? null : addDays(today, later.gapDays);
}

/** Of a history whose newest look was refused. Walls say 403 and 429 by turns, which are two entries. */
const isFirstRefusal = (history: History): boolean =>
  history[0]?.checks === 1 && history.findIndex((entry) => evidenceOf(entry) !== "refused") === 1;

/** The same for schedules that are tried: on such days after a new failure, or "own", as above. */
export function plannedLook(history: History, repeats: readonly number[] | "own", today: Day): Day | null {
  if (repeats === "own") return nextLook(history, today);
  const [newest] = history;
  if (repeats.length === 0 || newest === undefined || evidenceOf(newest) === "good") return null;
  const { run } = readHistory(history);
  return run === null ? null : lookAfter(run.first, repeats, today);
}

/** The first of so many days after a failure began that is yet to come. */
function lookAfter(first: Day, days: readonly number[], today: Day): Day | null {
  const next = days.find((after) => after > daysBetween(first, today));
  return next === undefined ? null : addDays(first, next);
}

/**
 * Since when answers are odd, which no rule ever calls unreachable; refusals neither begin that nor end it. Where such answers fill
 * the memory, their beginning moves on with every look, and nothing is young any more.
 */
function strangeSince(history: History): Day | null {
  let first: Day | null = null;
  for (const entry of history) {
    const evidence = evidenceOf(entry);
    if (evidence === "good") return first;
    if (evidence !== "refused") first = entry.first;
  }
  return history.length === HISTORY_ENTRIES_MAX ? null : first;
}
