import type { SystemStatus, WikiCounts } from "../../../db/status/status.ts";
import { DAY_MS, type Day, daysBetween, HOUR_MS } from "../../../shared/calendar/day.ts";
import { LIST_PERIOD_MS } from "../../feed/passes/listing.ts";

/** Less is no rate. */
const WINDOW_MS_MIN = 60_000;

/** Something done in one hour of the clock. */
export interface HourCount {
  /** Milliseconds since 1970. */
  readonly startMs: number;
  readonly amount: number;
}

/**
 * How much a second was done from `fromMs` to `nowMs`; an hour that lies in it partly counts for its part. `sinceMs`: all
 * was done after that. null: the time is too short.
 */
export function perSecond(
  hours: readonly HourCount[],
  {
    fromMs,
    nowMs,
    sinceMs = 0,
  }: { readonly fromMs: number; readonly nowMs: number; readonly sinceMs?: number },
): number | null {
  const from = Math.max(fromMs, sinceMs);
  if (nowMs - from < WINDOW_MS_MIN) return null;
  const amount = hours.reduce((sum, { startMs, amount }) => {
    const start = Math.max(startMs, sinceMs);
    const end = Math.min(startMs + HOUR_MS, nowMs);
    const inside = Math.min(end, nowMs) - Math.max(start, from);
    return end <= start || inside <= 0 ? sum : sum + (amount * inside) / (end - start);
  }, 0);
  return (amount * 1_000) / (nowMs - from);
}

/** How the feeder's pass over a wiki goes (F2, F3, F7). Instants are ISO 8601; what is not known is null. */
export interface FeedPass {
  /** What is at present: `new` was not fed yet, `idle` waits for its next pass. */
  readonly state: "paused" | "trouble" | "new" | "listing" | "reading" | "idle";
  readonly began: string | null;
  /** Pages that the lists named and pages read in this pass, or in the last one. */
  readonly listed: number;
  readonly read: number;
  /** Pages that are to be read. */
  readonly left: number;
  /** 0…1 of the pages known to belong to the pass. */
  readonly progress: number | null;
  readonly pagesPerSecondHour: number | null;
  readonly pagesPerSecondDay: number | null;
  readonly projectedEnd: string | null;
  /** How long a pass takes: the one under way at its pace so far, else the last one. */
  readonly projectedDays: number | null;
  readonly lastDays: number | null;
  /** When pages were last listed or read: the end of that hour, as counts are by the hour; null: not in the last day. */
  readonly lastProgress: string | null;
}

/** A wiki's counts with how its pass goes. */
export interface WikiReport extends Omit<WikiCounts, "hours"> {
  readonly pass: FeedPass;
}

/** Pure: `nowMs` is the database's clock. */
export function feedPassOf(wiki: WikiCounts, nowMs: number): FeedPass {
  const { passBeganMs: began, listed, read, listing, pages, needUpdate, lastPassSeconds } = wiki;
  const reads = wiki.hours.map(({ startMs, read }) => ({ startMs, amount: read }));
  const rate = (windowMs: number) =>
    wiki.lastTurnMs === null
      ? null
      : perSecond(reads, {
          fromMs: nowMs - windowMs,
          nowMs,
          // Before its first pass nothing can have been read.
          ...(began !== null && lastPassSeconds === null && { sinceMs: began }),
        });
  const pace =
    began === null
      ? null
      : perSecond(reads, { fromMs: Math.max(began, nowMs - DAY_MS), nowMs, sinceMs: Math.min(began, nowMs) });
  // While lists are read, what the pass before had is the best that is known of their length.
  const left =
    began !== null && listing && lastPassSeconds !== null ? Math.max(needUpdate, pages - read) : needUpdate;
  const known = !listing || lastPassSeconds !== null;
  const leftMs = known && pace !== null && pace > 0 ? (left / pace) * 1_000 : null;
  return {
    state: stateOf(wiki),
    began: began === null ? null : iso(began),
    listed,
    read,
    left: needUpdate,
    progress: !known || pages === 0 ? null : 1 - Math.min(1, (left + wiki.passedOver) / pages),
    pagesPerSecondHour: rate(HOUR_MS),
    pagesPerSecondDay: rate(DAY_MS),
    projectedEnd: began === null || leftMs === null ? null : iso((wiki.countedAtMs ?? nowMs) + leftMs),
    projectedDays: began === null ? daysOf(lastPassSeconds) : underWay(nowMs - began, leftMs, pages, pace),
    lastDays: daysOf(lastPassSeconds),
    lastProgress: lastProgress(wiki, nowMs),
  };
}

function lastProgress({ hours }: WikiCounts, nowMs: number): string | null {
  const last = hours.find(({ listed, read }) => listed + read > 0);
  return last === undefined ? null : iso(Math.min(nowMs, last.startMs + HOUR_MS));
}

const iso = (ms: number): string => new Date(ms).toISOString();
const daysOf = (seconds: number | null): number | null => (seconds === null ? null : seconds / 86_400);

/** A pass that outlasts its period has become a loop (F7), which has no beginning to count from. */
function underWay(
  elapsedMs: number,
  leftMs: number | null,
  pages: number,
  pace: number | null,
): number | null {
  if (leftMs === null || pace === null) return null;
  const ms = elapsedMs > LIST_PERIOD_MS ? (pages / pace) * 1_000 : elapsedMs + leftMs;
  return ms / DAY_MS;
}

function stateOf({ paused, error, lastTurnMs, listing, needUpdate }: WikiCounts): FeedPass["state"] {
  if (paused) return "paused";
  if (error !== null) return "trouble";
  if (lastTurnMs === null) return "new";
  if (listing) return "listing";
  return needUpdate > 0 ? "reading" : "idle";
}

/** F7: a pass over four weeks is an alarm to add hardware. */
export const PASS_DAYS_MAX = 28;
/** The mean of slices a day is taken from this many full days. */
const RATE_DAYS = 7;
/** URLs of a full slice (design 2). */
const SLICE_URLS = 10_000;
/** An hour counts as a measure of what the fleet can do when it was counted for so long. */
const PACE_MS_MIN = 600_000;

/** The crawlers' pass over all URLs. What is not known is null. */
export interface SweepPass {
  readonly slices: number;
  /** Slices swept within the last PASS_DAYS_MAX days. */
  readonly recent: number;
  /** recent / slices, 0…1; null without slices. */
  readonly progress: number | null;
  /** Slices that are due and that no crawler has. */
  readonly waiting: number;
  /** Mean of the last days in which something was swept; null: nothing is known. */
  readonly slicesPerDay: number | null;
  readonly urlsPerDay: number | null;
  /** Checks, and results stored without one (C5), of all crawlers. */
  readonly checksPerSecondHour: number | null;
  readonly checksPerSecondDay: number | null;
  /** In the best hour of the last day: what the fleet is known to be able to do. */
  readonly checksPerSecondBest: number | null;
  /** When what is due is swept, at the pace of the last hour, or of the last minute where that is faster. ISO 8601. */
  readonly projectedEnd: string | null;
  /** How long a pass takes: at that pace, and while nothing waits not longer than at the mean of the last days. */
  readonly projectedDays: number | null;
  /** Age of the slice swept longest ago, in days, without those that never were, as new ones come all day; null: none ever was. */
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
  // Where nothing waits, what was swept on one day alone says nothing of how long that took.
  const byMean = slicesPerDay === null || (span === 1 && waiting === 0) ? null : slices / slicesPerDay;
  const left = urlsLeft(status, slices - recent, perSlice);
  // Idle minutes of this hour say nothing of a pass that goes on since.
  const pace = Math.max(hour ?? 0, rateOf(status));
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
    projectedEnd: left > 0 && pace > 0 ? iso(nowMs + (left / pace) * 1_000) : null,
    // While nothing waits crawlers rest, and slices a day say how many were due, not how many could be swept.
    projectedDays:
      waiting > 0 || byBest === null || byMean === null ? (byBest ?? byMean) : Math.min(byBest, byMean),
    oldestDays: swept.length === 0 ? null : Math.max(...swept.map(({ age }) => age)),
  };
}

/** Of slices that are due; a slice in work is half done on the average, and one that was never swept has what nobody contacted. */
function urlsLeft(
  { sweptPerDay, neverContacted, leasedSlices }: SystemStatus,
  due: number,
  perSlice: number,
): number {
  const never = sweptPerDay.find(({ day }) => day === null)?.slices ?? 0;
  const again = Math.max(0, due - never);
  return Math.min(never * perSlice, neverContacted) + (again - Math.min(leasedSlices, again) / 2) * perSlice;
}

/** Checks a second that the crawlers that are alive say of themselves. */
export const rateOf = ({ workers }: Pick<SystemStatus, "workers">): number =>
  workers.reduce((sum, { info }) => sum + (typeof info.perSecond === "number" ? info.perSecond : 0), 0);

function checksPerSecond({ sweepHours, nowMs }: SystemStatus) {
  if (sweepHours.length === 0) return { hour: null, day: null, best: null };
  const hours = sweepHours.map(({ startMs, checked, inferred }) => ({ startMs, amount: checked + inferred }));
  const sinceMs = Math.min(...sweepHours.map(({ sinceMs }) => sinceMs));
  const rate = (windowMs: number) => perSecond(hours, { fromMs: nowMs - windowMs, nowMs, sinceMs });
  const paces = sweepHours.flatMap(({ startMs, sinceMs, checked, inferred }) => {
    const ms = Math.min(startMs + HOUR_MS, nowMs) - Math.max(startMs, sinceMs);
    return ms < PACE_MS_MIN ? [] : [((checked + inferred) * 1_000) / ms];
  });
  const hour = rate(HOUR_MS);
  return { hour, day: rate(24 * HOUR_MS), best: paces.length === 0 ? hour : Math.max(...paces) };
}
