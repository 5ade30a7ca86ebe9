import type { SystemStatus } from "../../db/queries/operate/read-status.ts";
import { type Day, daysBetween } from "../../shared/calendar/day.ts";

/** F7: a pass over four weeks is an alarm to add hardware. */
export const PASS_DAYS_MAX = 28;
/** Design figure: a change is visible at the edge within ten minutes. */
const LAG_SECONDS_MAX = 600;
/** The rate is taken from this many full days. */
const RATE_DAYS = 7;
/** URLs of a full slice (design 2). */
const SLICE_URLS = 10_000;

export interface PassReport {
  readonly slices: number;
  /** Slices swept within the last PASS_DAYS_MAX days. */
  readonly recent: number;
  /** recent / slices, 0…1; null without slices. */
  readonly progress: number | null;
  /** Mean of the last days in which something was swept; null: nothing to tell from. */
  readonly slicesPerDay: number | null;
  readonly urlsPerDay: number | null;
  /** How long a pass takes at that rate; null: cannot be told. */
  readonly projectedDays: number | null;
  /** Age of the slice swept longest ago, in days; null: one was never swept, or there is none. */
  readonly oldestDays: number | null;
}

export interface StatusReport extends SystemStatus {
  readonly today: Day;
  readonly pass: PassReport;
  /** URLs that got their host's status without being asked (C5), by the crawlers that are alive, since they started. */
  readonly booked: number;
  /** What an operator should look at, each with its mend; empty: all is well. */
  readonly alarms: readonly string[];
}

/** Reads the counts as an operator would. Pure. */
export function reportStatus(status: SystemStatus, today: Day): StatusReport {
  const pass = passOf(status, today);
  const booked = status.workers.reduce((sum, { info }) => sum + Number(info.booked ?? 0), 0);
  return { today, ...status, pass, booked, alarms: alarmsOf(status, pass) };
}

function passOf({ slices, sweptPerDay, urls }: SystemStatus, today: Day): PassReport {
  const swept = sweptPerDay.flatMap(({ day, slices: count }) =>
    day === null ? [] : [{ age: daysBetween(day, today), count }],
  );
  const sum = (within: number) =>
    swept.filter(({ age }) => age < within).reduce((total, { count }) => total + count, 0);
  // A system three days old is not judged by the four days before it.
  const span = Math.min(RATE_DAYS, Math.max(1, ...swept.map(({ age }) => age + 1)));
  const slicesPerDay = sum(RATE_DAYS) === 0 ? null : sum(RATE_DAYS) / span;
  const never = sweptPerDay.some(({ day }) => day === null);
  const recent = sum(PASS_DAYS_MAX);
  return {
    slices,
    recent,
    progress: slices === 0 ? null : recent / slices,
    slicesPerDay,
    urlsPerDay:
      slicesPerDay === null ? null : slicesPerDay * Math.min(SLICE_URLS, urls / Math.max(1, slices)),
    projectedDays: slicesPerDay === null ? null : slices / slicesPerDay,
    oldestDays: never || swept.length === 0 ? null : Math.max(...swept.map(({ age }) => age)),
  };
}

function alarmsOf(status: SystemStatus, pass: PassReport): string[] {
  const works = (role: string) => status.workers.some((worker) => worker.role === role);
  const lag = Math.max(0, ...status.clients.map(({ paused, lagSeconds }) => (paused ? 0 : lagSeconds)));
  const alarms: (string | false)[] = [
    pass.projectedDays !== null &&
      pass.projectedDays > PASS_DAYS_MAX &&
      `a pass takes ${Math.ceil(pass.projectedDays)} days, more than ${PASS_DAYS_MAX}: start more crawlers (weboid crawl), on another machine if this one is busy`,
    status.urls > 0 && !works("crawl") && "no crawler is alive: start weboid crawl",
    lag > LAG_SECONDS_MAX &&
      `a wiki's readers were told ${Math.round(lag / 60)} minutes late: start weboid dispatch, or look at its log`,
    ...status.spam.troubles.map(
      ({ of, list, error }) =>
        `spam ${list} of ${of} is not read lately, what was read last is in force: ${error}`,
    ),
    ...status.wikis.map(
      ({ wiki, error, retryMs }) =>
        error !== null &&
        `${wiki}: ${error}${retryMs === null ? "" : `; tried again at ${new Date(retryMs).toISOString()}`}`,
    ),
  ];
  return alarms.filter((alarm) => alarm !== false);
}
