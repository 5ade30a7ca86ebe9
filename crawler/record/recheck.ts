import { addDays, type Day, daysBetween } from "../../shared/calendar/day.ts";
import { evidenceOf } from "../../shared/history/evidence.ts";
import { HISTORY_ENTRIES_MAX, type History } from "../../shared/history/types.ts";
import { DEFAULT_POLICY } from "../../shared/verdict/policy.ts";
import { readHistory } from "../../shared/verdict/runs.ts";

/**
 * The plan of rechecks beside the sweeps, which check every URL every four weeks. Why these days, and what they cost:
 * docs/decisions/0048-recheck-plan.md.
 */

/**
 * Days after the first failure on which a URL is rechecked, so that a verdict rests on several checks instead of two.
 * After the last one, "unreachable" follows from a check and not from time alone.
 */
const RECHECK_DAYS = [1, 3, 7, 10, 14] as const;
/** The same for URLs that were never seen working. Fewer, because an eighth of a web that is checked for the first time is dead. */
const NEVER_SEEN_DAYS = [1, 3, 7, 14] as const;

/**
 * Later rechecks, so many days after each check (also a sweep's) while the failure is younger than `ageMax`: the end of an outage should not
 * wait for a sweep. 16 days fit once between two sweeps.
 */
const LATER = [
  { ageMax: 28, gapDays: 7 },
  { ageMax: 120, gapDays: 16 },
] as const;

/**
 * Minimal number of checks of a run for later rechecks. URLs of a host that answers only some requests mostly get inferred
 * results (C5), which are no checks; with many later rechecks, enough of them would count by chance.
 */
const LATER_CHECKS_MIN = DEFAULT_POLICY.checksMin;

/** A refusal of a failure younger than this is rechecked the next day: a rate limit is over by then, a wall is not. */
const REFUSED_AGE_MAX = 42;

/** The day of the next recheck of a failing URL; null: none before the next sweep. */
export function nextRecheck(history: History, today: Day): Day | null {
  const [newest] = history;
  if (newest === undefined || evidenceOf(newest) === "good") return null;
  const { run, past } = readHistory(history);
  const first = run?.first ?? strangeSince(history);
  // A future day was written by a clock that was ahead; nothing is counted from it.
  if (first === null || first > today) return null;
  const age = daysBetween(first, today);
  const seen = past.lastGood !== null;
  const soon = dayAfter(first, seen && run !== null ? RECHECK_DAYS : NEVER_SEEN_DAYS, today);
  if (run === null || !seen) return soon;
  if (evidenceOf(newest) === "refused")
    return isFirstRefusal(history) && age < REFUSED_AGE_MAX ? addDays(today, 1) : soon;
  if (soon !== null || run.checks < LATER_CHECKS_MIN) return soon;
  const later = LATER.find(({ ageMax }) => age < ageMax);
  return later === undefined ? null : addDays(today, later.gapDays);
}

/** Whether the newest check, a refused one, is the first refusal after others. Walls alternate between 403 and 429, which are two entries. */
const isFirstRefusal = (history: History): boolean =>
  history[0]?.checks === 1 && history.findIndex((entry) => evidenceOf(entry) !== "refused") === 1;

/** The first day after `today` that is one of `days` after `first`; null: none. */
function dayAfter(first: Day, days: readonly number[], today: Day): Day | null {
  const next = days.find((after) => after > daysBetween(first, today));
  return next === undefined ? null : addDays(first, next);
}

/**
 * The first day of odd answers, which never lead to "unreachable"; refusals are skipped. Null: none, or such answers fill
 * all entries, so that their beginning is unknown.
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
