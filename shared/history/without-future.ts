import { addDays, type Day, daysBetween } from "../calendar/day.ts";
import type { History, HistoryEntry } from "./types.ts";

/** A run that goes on beyond `today`: of its checks those that had been made, as if they were made at equal distances. */
function cut(entry: HistoryEntry, today: Day): HistoryEntry {
  const intervals = entry.checks - 1;
  const length = daysBetween(entry.first, entry.last);
  const passed = Math.max(0, Math.floor((intervals * daysBetween(entry.first, today)) / length));
  const days = passed === 0 ? 0 : Math.floor((passed * length) / intervals);
  return { ...entry, last: addDays(entry.first, days), checks: Math.min(entry.checks, passed + 1) };
}

/**
 * A history without days after `today`, which only a wrong clock writes (M6, M8): as if nothing had been observed on them. It claims
 * no check that may not have been made, so evidence is rather less than more.
 */
export const withoutFuture = (history: History, today: Day): History =>
  history.flatMap((entry) => {
    if (entry.first > today) return [];
    return entry.last <= today ? entry : cut(entry, today);
  });
