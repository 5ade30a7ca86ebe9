import type { Day } from "../calendar/day.ts";
import type { Status } from "../status/table.ts";

/** What one check adds to a history; an Interpretation (crawler/classify/interpret.ts) is one. */
export interface Observation {
  readonly status: Status;
  readonly http: number | null;
  readonly deadEnd: boolean;
  readonly refused?: boolean;
  /** Concluded from what other URLs of the host answered (C5): it dates the run, and is no check of this URL. */
  readonly secondHand?: boolean;
  /** On so many days of the run it or others of the host were asked in its place (C5), which count as its checks. */
  readonly looks?: number;
}

/**
 * One run of equal observations (M6): between `first` and `last` every query gave `status`.
 * Packed in 8 bytes by shared/history/pack.ts.
 */
export interface HistoryEntry {
  readonly status: Status;
  /**
   * The HTTP number last seen in this run; null when there was none (network). With `deadEnd` and with `refused` after a
   * redirect it is the number at the end of the chain (301 → 404: 404), or of the redirect itself where it leads nowhere.
   */
  readonly http: number | null;
  readonly first: Day;
  readonly last: Day;
  /**
   * With a status 8–13: the redirect did not end at the content (loop, no Location, forbidden target, an error at its end,
   * the site's first page). It keeps the status of its first hop (C6) but starts a run of its own, so that the day it broke
   * is remembered. With a status that is fine: what came is the site's page for addresses that do not exist (C7).
   */
  readonly deadEnd: boolean;
  /**
   * Robots were turned away although `status` does not say so: a wall on another number, 999, or a refusal at the end
   * of a redirect (design 10). Absent for 17 and 36, which say it themselves.
   */
  readonly refused?: true;
  /**
   * On how many days it was seen, 0…255; 255 means "255 or more". A second look on the same day is no new evidence. 0: only
   * concluded from other URLs of the host (C5).
   */
  readonly checks: number;
  /** Of the oldest entry alone: the sum of those that were pushed out before it. Absent: none was, or it was not kept then. */
  readonly earlier?: Earlier;
}

/**
 * What is left of the entries that were pushed out (M6). Five entries are less than a week of a URL that answers otherwise at
 * each daily look; verdicts need to know since when it has failed, and how often it did so before.
 */
export interface Earlier {
  /** Days on which the content was last seen, and anything but a failure; null: never. */
  readonly lastGood: Day | null;
  readonly lastAlive: Day | null;
  readonly lastFailure: Day | null;
  /** Looks that saw the content, 0…255. */
  readonly goodChecks: number;
  /** Failing runs that are over, 0…255. */
  readonly failures: number;
  /** Full weeks between the first and the last failing look of each of them, added up; 0…255. */
  readonly failedWeeks: number;
  /** Days from the first to the last failing look, and to the next good one, of the longest of them each; 0…255. */
  readonly longestOutageDays: number;
  readonly slowestRecoveryDays: number;
  /**
   * How often robots were turned away since `lastGood`, 0…255: in entries without an open run; those before it count as one, and those
   * amid it in looks, and one more.
   */
  readonly walls: number;
  /** The failing run that is not over: until `lastFailure`. */
  readonly open: EarlierRun | null;
}

export interface EarlierRun {
  readonly first: Day;
  /** 0…255, and how many of them said that it is gone. */
  readonly checks: number;
  readonly goneChecks: number;
}

/** Youngest first, at most HISTORY_ENTRIES_MAX entries, never two neighbours of the same status, deadEnd and refused. */
export type History = readonly HistoryEntry[];

export const HISTORY_ENTRIES_MAX = 5;
