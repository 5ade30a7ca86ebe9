import { daysBetween, instantOfDay } from "../../../shared/calendar/day.ts";
import { type Alarm, alarm, days, type Known, lastHeard, starting } from "./alarm.ts";

/** A timer may start the role once a day. */
const STILL_DAYS = 1;
/** Domains are looked at again after a quarter or half a year: a third of a quarter late. */
const LATE_DAYS = 30;

/** Of the attaching of domains to organisations: nobody need run it, but where it began it is expected to go on (O5). */
export function organisationAlarms(known: Known): Alarm[] {
  const { organisations, workers } = known.status;
  const { begun, unread, due, oldestDue, lastLooked } = organisations;
  const idleDays = lastLooked === null ? null : daysBetween(lastLooked, known.today);
  const isStill = idleDays === null || idleDays > STILL_DAYS;
  const start = starting(known, "organisation");
  if (!begun || (due === 0 && !unread)) return [];
  const sinceMs = lastLooked === null ? null : instantOfDay(lastLooked);
  if (!workers.some(({ role }) => role === "organisation")) {
    if (!isStill) return [];
    const text = `domains wait to be attached to organisations, and no process does that: start ${start}`;
    return [alarm("no-attacher", "warning", text, lastHeard(known.status, "organisation") ?? sinceMs)];
  }
  const lateDays = oldestDue === null ? 0 : daysBetween(oldestDue, known.today);
  if (due > 0 && idleDays !== null && isStill) {
    const text = `domains wait to be attached to organisations, and none was looked at for ${days(idleDays)}: look at the log of ${start}, and whether this machine reaches its resolvers`;
    return [alarm("organisations-late", "warning", text, sinceMs)];
  }
  if (oldestDue === null || lateDays <= LATE_DAYS) return [];
  const text = `domains wait ${days(lateDays)} to be looked at again for their organisation: raise WEBOID_DOMAIN_LOOKS for ${start}, or start another one`;
  return [alarm("organisations-late", "warning", text, instantOfDay(oldestDue))];
}
