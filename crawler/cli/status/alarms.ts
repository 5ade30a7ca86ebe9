import { daysBetween, instantOfDay } from "../../../shared/calendar/day.ts";
import { type Alarm, days, iso, type Known, lastHeard, levelOf, PASS_DAYS } from "./alarm.ts";
import { dispatchAlarms } from "./dispatch-alarms.ts";
import { feedAlarms } from "./feed-alarms.ts";
import { PASS_DAYS_MAX } from "./passes.ts";

/** A slice waits for its day, and its pass may take one. */
const SWEEP_LATE_DAYS = 2;
const NEW_URL_HOURS = { warning: 24, alarm: 24 * 7 };
const RECHECK_LATE_DAYS = 3;

/** Alarms before warnings, each in the order of what stands still, what is late, what is slow. */
export function alarmsOf(known: Known): Alarm[] {
  const all = [...workerAlarms(known), ...sweepAlarms(known), ...feedAlarms(known), ...dispatchAlarms(known)];
  return [...all.filter(({ level }) => level === "alarm"), ...all.filter(({ level }) => level === "warning")];
}

function workerAlarms({ status }: Known): Alarm[] {
  const { workers, silent, urls, nowMs } = status;
  const alive = (role: string) => workers.filter((worker) => worker.role === role);
  const alarms: Alarm[] = [];
  if (urls > 0 && alive("crawl").length === 0)
    alarms.push({
      kind: "no-crawler",
      level: "alarm",
      text: "no crawler is alive: start weboid crawl",
      since: iso(lastHeard(status, "crawl")),
      wiki: null,
    });
  const heardMs = (seconds: number) => nowMs - seconds * 1_000;
  // Whoever came after them took their place.
  const missing = silent.filter(
    ({ role, secondsSilent }) => !alive(role).some(({ startedAtMs }) => startedAtMs > heardMs(secondsSilent)),
  );
  for (const [role, those] of Map.groupBy(missing, ({ role }) => role)) {
    const names = those.map(({ name }) => name);
    const who =
      those.length === 1 ? `${role} worker ${names[0]}` : `${those.length} ${role} workers (${names[0]}, …)`;
    const text = `${who} gave no sign of life and did not sign off: look at the machine, or start others (weboid ${role})`;
    const since = iso(heardMs(Math.max(...those.map(({ secondsSilent }) => secondsSilent))));
    alarms.push({ kind: "worker-silent", level: "warning", text, since, wiki: null });
  }
  return alarms;
}

function sweepAlarms({ status, today, pass }: Known): Alarm[] {
  const { queues, nowMs } = status;
  const alarms: Alarm[] = [];
  const slow =
    pass.waiting > 0 && pass.projectedDays !== null ? levelOf(pass.projectedDays, PASS_DAYS) : null;
  if (slow !== null)
    alarms.push({
      kind: "sweep-slow",
      level: slow,
      text: `a pass over all URLs takes ${days(pass.projectedDays ?? 0)}, ${slow === "alarm" ? "more than" : "not far from"} ${PASS_DAYS_MAX}: start more crawlers (weboid crawl), on another machine if this one is busy`,
      since: null,
      wiki: null,
    });
  if (pass.oldestDays !== null && pass.oldestDays > PASS_DAYS_MAX + SWEEP_LATE_DAYS)
    alarms.push({
      kind: "sweep-late",
      level: "alarm",
      text: `some URLs were not checked for ${days(pass.oldestDays)}: start more crawlers (weboid crawl)`,
      since: iso(instantOfDay(today) - (pass.oldestDays - PASS_DAYS_MAX) * 86_400_000),
      wiki: null,
    });
  const { oldestNewUrlMs: newUrl, oldestRecheck } = queues;
  const waits = newUrl === null ? null : levelOf((nowMs - newUrl) / 3_600_000, NEW_URL_HOURS);
  if (waits !== null && newUrl !== null)
    alarms.push({
      kind: "new-urls-late",
      level: waits,
      text: `new URLs wait ${Math.floor((nowMs - newUrl) / 3_600_000)} hours for their first check: start more crawlers (weboid crawl)`,
      since: iso(newUrl),
      wiki: null,
    });
  if (oldestRecheck !== null && daysBetween(oldestRecheck, today) > RECHECK_LATE_DAYS)
    alarms.push({
      kind: "rechecks-late",
      level: "warning",
      text: `rechecks wait ${days(daysBetween(oldestRecheck, today))}, so verdicts come late: start more crawlers (weboid crawl)`,
      since: iso(instantOfDay(oldestRecheck)),
      wiki: null,
    });
  return alarms;
}
