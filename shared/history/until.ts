import { type Day, daysBetween } from "../calendar/day.ts";
import type { History, HistoryEntry } from "./types.ts";

/** A run as it was on a day amid it: of its checks a share, as they were made about evenly. */
const cut = (entry: HistoryEntry, day: Day): HistoryEntry => ({
  ...entry,
  last: day,
  checks:
    Math.ceil((entry.checks * daysBetween(entry.first, day)) / daysBetween(entry.first, entry.last)) || 1,
});

/** A history as it was on an earlier day; what was dropped or summed up since is missing (M6). */
export function historyUntil(history: History, day: Day): History {
  return history.flatMap((entry) => {
    if (entry.first > day) return [];
    return entry.last <= day ? entry : cut(entry, day);
  });
}
