import type { WikiCounts } from "../../../db/status/status.ts";
import { LIST_PERIOD_MS } from "../../feed/period.ts";
import { perSecond } from "./rate.ts";

const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;

/** How the feeder's pass over a wiki goes (F2, F3, F7). Instants are ISO 8601; what cannot be told is null. */
export interface FeedPass {
  /** What is at present: `new` had no turn yet, `idle` waits for its next pass. */
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
