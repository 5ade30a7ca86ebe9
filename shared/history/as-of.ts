import { addDays, type Day, daysBetween } from "../calendar/day.ts";
import { isCounted } from "./fold.ts";
import type { History, HistoryEntry } from "./types.ts";

/**
 * A run that goes on beyond the day: of its checks those that had been made, as if they were made at equal distances. `begun`: of these
 * one on its first day, else 0.
 */
function cut(entry: HistoryEntry, day: Day, begun: 0 | 1): HistoryEntry {
  const intervals = entry.checks - begun;
  const length = daysBetween(entry.first, entry.last);
  const passed = Math.max(0, Math.floor((intervals * daysBetween(entry.first, day)) / length));
  const days = passed === 0 ? 0 : Math.floor((passed * length) / intervals);
  return { ...entry, last: addDays(entry.first, days), checks: Math.min(entry.checks, passed + begun) };
}

/**
 * A history as it was on an earlier day; what was dropped or summed up since is missing (M6). Of days that only a wrong clock wrote
 * (M8) nothing is left, as of today. It claims no check that may not have been made, so evidence is rather less than more.
 */
export const historyAsOf = (history: History, day: Day): History =>
  history.flatMap((entry, at) => {
    if (entry.first > day) return [];
    if (entry.last <= day) return entry;
    return cut(entry, day, isCounted(entry, history[at + 1], entry.earlier, entry.first) ? 0 : 1);
  });
