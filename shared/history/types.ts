import type { Day } from "../calendar/day.ts";
import type { Status } from "../status/table.ts";

/** The result of one check, as `fold` adds it to a history; an Interpretation (crawler/classify/interpretation.ts) is one. */
export interface Observation {
  readonly status: Status;
  readonly http: number | null;
  readonly deadEnd: boolean;
  readonly refused?: boolean;
  /** Inferred from other URLs of the host (C5): it dates the run, but is no check of this URL. */
  readonly inferred?: boolean;
  /** Number of days in the run on which this URL or others of its host in its place (C5) were checked; counts as checks. */
  readonly checkedDays?: number;
}

/**
 * A run of equal observations (M6): between `first` and `last` every check gave `status`, with the same evidence.
 * Packed in 8 bytes by shared/history/pack.ts.
 */
export interface HistoryEntry {
  readonly status: Status;
  /**
   * The HTTP status code last seen in this run; null without one (network failures). With `deadEnd`, and with `refused` after a
   * redirect, the code at the end of the chain (301 → 404: 404), or that of the redirect if its target cannot be requested.
   */
  readonly http: number | null;
  readonly first: Day;
  readonly last: Day;
  /**
   * With status 8–13: the redirect did not end at the content (loop, no Location, forbidden target, an error at its end,
   * the site's home page). The status is that of the first hop (C6), but the run is a separate one, so that the day of the change
   * is known. With a status of class "fine": the answer is the site's page for missing pages (soft 404, C7).
   */
  readonly deadEnd: boolean;
  /**
   * Robots were refused although `status` does not say so: a bot wall with another code, 999, or a refusal at the end
   * of a redirect (design 10). Absent for 17 and 36, which mean refusal.
   */
  readonly refused?: true;
  /**
   * Number of days on which it was observed, 0…255; 255 means "255 or more". A second check on one day is no new evidence, nor is a
   * second failure, whatever it is: the day counts for the failing run that ends. 0: only inferred from other URLs of the host (C5), or
   * such a second failure.
   */
  readonly checks: number;
  /** Summary of the entries dropped before this one, in the oldest entry only. Absent: none was dropped, or no summary was kept. */
  readonly earlier?: Earlier;
}

/**
 * Summary of the entries dropped from a history (M6). A URL whose answer changes with each daily check fills five entries in less than a
 * week, but verdicts need to know since when it has been failing and how often it failed before.
 */
export interface Earlier {
  /** Last day on which the content was seen; null: never. */
  readonly lastGood: Day | null;
  /** Last day with a sign of life (`isAlive`) before the open run; null: never. */
  readonly lastAlive: Day | null;
  readonly lastFailure: Day | null;
  /** Checks that saw the content, 0…255. */
  readonly goodChecks: number;
  /** Number of failing runs that are over, 0…255. */
  readonly failures: number;
  /** Full weeks from the first to the last failing check, summed over these runs; 0…255. */
  readonly failedWeeks: number;
  /** Days from the first to the last failing check of the longest of these runs after which the content was back; 0…255. */
  readonly longestOutageDays: number;
  /** Days from the first failing check to the next good one, of the slowest recovery; 0…255. */
  readonly slowestRecoveryDays: number;
  /**
   * Number of refusals since `lastGood`, 0…255. Without an open run: refused entries. With one: 0 without any refusal, else 1 plus
   * the refused checks during it.
   */
  readonly walls: number;
  /** The failing run that is not over; its last day is `lastFailure`. */
  readonly open: EarlierRun | null;
}

interface EarlierRun {
  readonly first: Day;
  /** Failing checks, 0…255. */
  readonly checks: number;
  /** Failing checks with evidence "gone", 0…255. */
  readonly goneChecks: number;
}

/**
 * The runs of a URL, youngest first: at most HISTORY_ENTRIES_MAX. Neighbours differ in status, deadEnd or refused; a later version may
 * write such as differ in http alone (decision 113).
 */
export type History = readonly HistoryEntry[];

export const HISTORY_ENTRIES_MAX = 5;

/** A run as API answers show it (docs/api.md): marks that do not apply are absent. */
export interface PublicEntry {
  /** Status byte of table S. */
  readonly status: number;
  readonly http: number | null;
  readonly first: Day;
  readonly last: Day;
  readonly checks: number;
  readonly deadEnd?: true;
  readonly refused?: true;
}

/** A history as API answers and `weboid verdict` show it, youngest first. */
export const publicHistory = (history: History): PublicEntry[] =>
  history.map(({ status, http, first, last, checks, deadEnd, refused }) => {
    const entry = { status, http, first, last, checks };
    if (!deadEnd && !refused) return entry;
    return { ...entry, ...(deadEnd && { deadEnd }), ...(refused && { refused }) };
  });
