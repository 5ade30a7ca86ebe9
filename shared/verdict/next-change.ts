import { addDays, type Day } from "../calendar/day.ts";
import type { History } from "../history/types.ts";
import type { Note } from "../status/note.ts";
import { readHistory } from "./evidence.ts";
import { judge } from "./judge.ts";
import { DEFAULT_POLICY, type VerdictPolicy } from "./policy.ts";
import type { Judgement } from "./types.ts";

/**
 * The day from which on a history amounts to "unreachable" unless something new is seen, and its judgement, which is the same on
 * all days from then on; null: it does not by time alone.
 */
export function unreachableFrom(
  history: History,
  notes: readonly Note[],
): (Judgement & { readonly from: Day }) | null {
  for (let day = history[0]?.last ?? null; day !== null; day = nextVerdictChange(history, notes, day)) {
    const judged = judge({ history, notes }, day);
    if (judged.verdict === "unreachable") return { ...judged, from: day };
  }
  return null;
}

/**
 * The first day after `today` on which the same history amounts to another verdict, as only days went by (Q9); null:
 * never. Rules that ask for the age of a failure are the only ones that know the day.
 */
export function nextVerdictChange(
  history: History,
  notes: readonly Note[],
  today: Day,
  policy: VerdictPolicy = DEFAULT_POLICY,
): Day | null {
  // Most checks end here.
  const now = judge({ history, notes }, today, policy).verdict;
  if (now !== "doubtful") return null;
  const { run, past } = readHistory(history);
  if (run === null) return null;
  const { goneDaysMin, brokenDaysMin } = policy;
  const { goneSinceGoodDaysMin, watchedSinceGoodDaysMin, brokenSinceGoodDaysMin } = policy;
  const { lastAlive } = past;
  const sinceAlive =
    lastAlive === null ? [] : [goneSinceGoodDaysMin, watchedSinceGoodDaysMin, brokenSinceGoodDaysMin];
  const thresholds = [
    ...[goneDaysMin, brokenDaysMin].map((days) => addDays(run.first, days)),
    ...sinceAlive.map((days) => addDays(lastAlive ?? run.first, days)),
  ];
  const later = thresholds.filter((day) => day > today).sort((one, other) => one - other);
  return later.find((day) => judge({ history, notes }, day, policy).verdict !== now) ?? null;
}
