import { addDays, type Day } from "../calendar/day.ts";
import type { History } from "../history/types.ts";
import type { Note } from "../status/note.ts";
import { judge } from "./judge.ts";
import { DEFAULT_POLICY } from "./policy.ts";
import { readHistory } from "./runs.ts";

/**
 * The first day after `today` on which the same history leads to another verdict without further checks (Q9); null:
 * never. Only the rules about the age of a failure depend on the day.
 */
export function nextVerdictChange(history: History, notes: readonly Note[], today: Day): Day | null {
  // Most URLs end here.
  const now = judge({ history, notes }, today).verdict;
  if (now !== "doubtful") return null;
  const { run, past } = readHistory(history);
  if (run === null) return null;
  const { goneDaysMin, brokenDaysMin } = DEFAULT_POLICY;
  const { goneSinceGoodDaysMin, watchedSinceGoodDaysMin, brokenSinceGoodDaysMin } = DEFAULT_POLICY;
  const { lastAlive } = past;
  const sinceAlive =
    lastAlive === null ? [] : [goneSinceGoodDaysMin, watchedSinceGoodDaysMin, brokenSinceGoodDaysMin];
  const thresholds = [
    ...[goneDaysMin, brokenDaysMin].map((days) => addDays(run.first, days)),
    ...sinceAlive.map((days) => addDays(lastAlive ?? run.first, days)),
  ];
  const later = thresholds.filter((day) => day > today).sort((one, other) => one - other);
  return later.find((day) => judge({ history, notes }, day).verdict !== now) ?? null;
}
