import type { SystemStatus } from "../../../db/status/status.ts";
import { type Day, daysBetween, instantOfDay } from "../../../shared/calendar/day.ts";
import { dispatchAlarms } from "./dispatch-alarms.ts";
import { feedAlarms } from "./feed-alarms.ts";
import { PASS_DAYS_MAX, type SweepPass } from "./passes.ts";
import type { WikiReport } from "./report.ts";

/** What an operator should look at. Kinds are lasting names, for programs. */
export interface Alarm {
  readonly kind: AlarmKind;
  /** `warning`: it will become one, or it can wait until tomorrow. */
  readonly level: "alarm" | "warning";
  /** With the mend. */
  readonly text: string;
  /** ISO 8601; null: not known. */
  readonly since: string | null;
  /** The wiki that it is about; null: none, or several. */
  readonly wiki: string | null;
}

export type AlarmKind =
  | "no-crawler"
  | "no-feeder"
  | "worker-silent"
  | "sweep-slow"
  | "sweep-late"
  | "new-urls-late"
  | "rechecks-late"
  | "feed-slow"
  | "feed-late"
  | "feed-silent"
  | "feed-still"
  | "changes-late"
  | "stream-silent"
  | "asked-late"
  | "wiki-error"
  | "spam-list"
  | "spam-stale"
  | "dispatch-late"
  | "dispatch-stuck"
  | "changes-held";

export interface Known {
  readonly status: SystemStatus;
  readonly today: Day;
  readonly pass: SweepPass;
  readonly wikis: readonly WikiReport[];
  /** A client that was not told something for longer stands still. */
  readonly stuckAfterSeconds: number;
}

/** F7: the alarm stands at four weeks; operators are told long before. */
export const PASS_DAYS_WARN = 21;
/** A slice waits for its day, and its pass may take one. */
const SWEEP_LATE_DAYS = 2;
const NEW_URL_HOURS = { warning: 24, alarm: 24 * 7 };
const RECHECK_LATE_DAYS = 3;

export const iso = (ms: number | null | undefined): string | null =>
  ms === null || ms === undefined ? null : new Date(ms).toISOString();
export const days = (count: number): string => `${Math.ceil(count)} days`;

/** `at` beyond which limit: F7's two, or others of their kind. */
export const levelOf = (value: number, limits: { readonly warning: number; readonly alarm: number }) =>
  value > limits.alarm ? "alarm" : value > limits.warning ? "warning" : null;
export const PASS_DAYS = { warning: PASS_DAYS_WARN, alarm: PASS_DAYS_MAX };

/** Alarms before warnings, each in the order of what stands still, what is late, what is slow. */
export function alarmsOf(known: Known): Alarm[] {
  const all = [...workerAlarms(known), ...sweepAlarms(known), ...feedAlarms(known), ...dispatchAlarms(known)];
  return [...all.filter(({ level }) => level === "alarm"), ...all.filter(({ level }) => level === "warning")];
}

/** When one of that role gave its last sign of life. */
export function lastHeard({ silent, nowMs }: SystemStatus, role: string): number | null {
  const ages = silent.filter((worker) => worker.role === role).map(({ secondsSilent }) => secondsSilent);
  return ages.length === 0 ? null : nowMs - Math.min(...ages) * 1_000;
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
