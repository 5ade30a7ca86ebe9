import { DAY_MS, daysBetween, instantOfDay } from "../../../shared/calendar/day.ts";
import { type Alarm, alarm, days, type Known, starting } from "./alarm.ts";

/** An archive that fails for so long is not just busy. */
const FAILS_DAYS = 1;
/** Visits are late by a third of a quarter (A3). */
const LATE_DAYS = 30;

/**
 * Of archives that stand still, and of those whose visits do not keep up. Nobody need run an archivist. Those that are not asked may be away
 * for good, as webcitation.org is.
 */
export function archiveAlarms(known: Known): Alarm[] {
  const { archives, workers, nowMs } = known.status;
  const { today } = known;
  return archives.flatMap(({ type, asked, due, oldestDue, failedSinceMs, error }) => {
    const found: Alarm[] = [];
    const late = oldestDue === null ? 0 : daysBetween(oldestDue, today);
    const sinceMs = oldestDue === null ? null : instantOfDay(oldestDue);
    if (asked && failedSinceMs !== null && nowMs - failedSinceMs > FAILS_DAYS * DAY_MS) {
      const text = `${type} could not be asked since then: ${error}. Its visits wait; look whether this machine reaches it`;
      found.push(alarm("archive-fails", "warning", text, failedSinceMs));
    }
    if (due > 0 && late > 0 && !workers.some(({ role }) => role === "archive")) {
      const text = `visits of ${type} are due, and no archivist is alive: start ${starting(known, "archive")}`;
      found.push(alarm("no-archivist", "warning", text, sinceMs));
    } else if (asked && late > LATE_DAYS) {
      const text = `visits of ${type} wait ${days(late)}: what it depublished is shown for as long. It takes no more questions a minute than it does`;
      found.push(alarm("archive-late", "warning", text, sinceMs));
    }
    return found;
  });
}
