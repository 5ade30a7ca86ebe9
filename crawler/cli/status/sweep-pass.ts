import type { SystemStatus } from "../../../db/status/status.ts";
import { type Day, daysBetween } from "../../../shared/calendar/day.ts";
import { perSecond } from "./rate.ts";

/** F7: a pass over four weeks is an alarm to add hardware. */
export const PASS_DAYS_MAX = 28;
/** The mean of slices a day is taken from this many full days. */
const RATE_DAYS = 7;
/** URLs of a full slice (design 2). */
const SLICE_URLS = 10_000;
const HOUR_MS = 3_600_000;
/** An hour counts as a measure of what the fleet can do when it was counted for so long. */
const PACE_MS_MIN = 600_000;

/** The crawlers' pass over all URLs. What cannot be told is null. */
export interface SweepPass {
  readonly slices: number;
  /** Slices swept within the last PASS_DAYS_MAX days. */
  readonly recent: number;
  /** recent / slices, 0…1; null without slices. */
  readonly progress: number | null;
  /** Slices that are due and that no crawler has. */
  readonly waiting: number;
  /** Mean of the last days in which something was swept; null: nothing to tell from. */
  readonly slicesPerDay: number | null;
  readonly urlsPerDay: number | null;
  /** Checks and results booked without traffic (C5), of all crawlers. */
  readonly checksPerSecondHour: number | null;
  readonly checksPerSecondDay: number | null;
  /** In the best hour of the last day: what the fleet is known to be able to do. */
  readonly checksPerSecondBest: number | null;
  /** When what is due is swept, at the pace of the last hour. ISO 8601. */
  readonly projectedEnd: string | null;
  /** How long a pass takes: at that pace, and while nothing waits not longer than at the mean of the last days. */
  readonly projectedDays: number | null;
  /** Age of the slice swept longest ago, in days; null: one was never swept, or there is none. */
  readonly oldestDays: number | null;
}

/** Pure. */
export function sweepPassOf(status: SystemStatus, today: Day): SweepPass {
  const { slices, leasedSlices, sweptPerDay, urls, nowMs } = status;
  const swept = sweptPerDay.flatMap(({ day, slices: count }) =>
    day === null ? [] : [{ age: daysBetween(day, today), count }],
  );
  const sum = (within: number) =>
    swept.filter(({ age }) => age < within).reduce((total, { count }) => total + count, 0);
  // A system three days old is not judged by the four days before it.
  const span = Math.min(RATE_DAYS, Math.max(1, ...swept.map(({ age }) => age + 1)));
  const slicesPerDay = sum(RATE_DAYS) === 0 ? null : sum(RATE_DAYS) / span;
  const recent = sum(PASS_DAYS_MAX);
  const waiting = Math.max(0, slices - recent - leasedSlices);
  const perSlice = Math.min(SLICE_URLS, urls / Math.max(1, slices));
  const { hour, day, best } = checksPerSecond(status);
  const byBest = best === null || best === 0 ? null : urls / best / 86_400;
  const byMean = slicesPerDay === null ? null : slices / slicesPerDay;
  const due = (slices - recent) * perSlice;
  return {
    slices,
    recent,
    progress: slices === 0 ? null : recent / slices,
    waiting,
    slicesPerDay,
    urlsPerDay: slicesPerDay === null ? null : slicesPerDay * perSlice,
    checksPerSecondHour: hour,
    checksPerSecondDay: day,
    checksPerSecondBest: best,
    projectedEnd: due > 0 && hour ? new Date(nowMs + (due / hour) * 1_000).toISOString() : null,
    // While nothing waits crawlers rest, and slices a day say how many were due, not how many could be swept.
    projectedDays:
      waiting > 0 || byBest === null || byMean === null ? (byBest ?? byMean) : Math.min(byBest, byMean),
    oldestDays:
      swept.length === 0 || sweptPerDay.some(({ day }) => day === null)
        ? null
        : Math.max(...swept.map(({ age }) => age)),
  };
}

function checksPerSecond({ sweepHours, nowMs }: SystemStatus) {
  if (sweepHours.length === 0) return { hour: null, day: null, best: null };
  const hours = sweepHours.map(({ startMs, checked, booked }) => ({ startMs, amount: checked + booked }));
  const sinceMs = Math.min(...sweepHours.map(({ sinceMs }) => sinceMs));
  const rate = (windowMs: number) => perSecond(hours, { fromMs: nowMs - windowMs, nowMs, sinceMs });
  const paces = sweepHours.flatMap(({ startMs, sinceMs, checked, booked }) => {
    const ms = Math.min(startMs + HOUR_MS, nowMs) - Math.max(startMs, sinceMs);
    return ms < PACE_MS_MIN ? [] : [((checked + booked) * 1_000) / ms];
  });
  const hour = rate(HOUR_MS);
  return { hour, day: rate(24 * HOUR_MS), best: paces.length === 0 ? hour : Math.max(...paces) };
}
