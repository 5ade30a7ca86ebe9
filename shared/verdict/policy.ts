/**
 * When a failing URL may be called unreachable (Q9). All in days and checks; operators may lengthen them. The figures
 * behind the defaults are in docs/statuses-and-verdicts.md, made by simulation.ts.
 */
export interface VerdictPolicy {
  /** However clear the answers: younger failures are doubtful. Two weeks, because outages of one are common. */
  readonly goneDaysMin: number;
  /** For failures that may be mended tomorrow (5xx, silence): an outage of two full weeks must be over. */
  readonly brokenDaysMin: number;
  /** Checks that must have failed before a run younger than `observedDaysMin` is told: the first and three repeats. */
  readonly checksMin: number;
  /** Days between the first and the last of them: three looks on one afternoon are one look. */
  readonly repeatedDaysMin: number;
  /** Failures over so many days, first to last, need only `observedChecksMin` checks. */
  readonly observedDaysMin: number;
  readonly observedChecksMin: number;
  /**
   * Broken URLs are waited for until so long after the content was last seen, where checks are frequent: a dead
   * link is told within six weeks, and until then every further check is worth having.
   */
  readonly sinceGoodDaysMin: number;
  /** An outage of at least so many days that ended well must be outlasted by the next one, up to the second figure. */
  readonly earlierOutageDaysMin: number;
  readonly earlierOutageDaysMax: number;
  /**
   * Unsteady URLs: how likely so many failures in a row are, by chance, for a URL that failed as often as this one did
   * before. Above this the run says nothing yet.
   */
  readonly chanceMax: number;
  /** What is assumed of a URL without a past: so many good checks and failed ones. */
  readonly assumedGoodChecks: number;
  readonly assumedFailedChecks: number;
  /** A run of the past counts as so many failed checks at most: the repeats of one outage are one event. */
  readonly failuresPerRunMax: number;
  /** Refused and odd answers for longer than this between two failures part them (nine weeks: one sweep may be refused). */
  readonly gapDaysMax: number;
}

export const DEFAULT_POLICY: VerdictPolicy = {
  goneDaysMin: 14,
  brokenDaysMin: 15,
  checksMin: 4,
  repeatedDaysMin: 6,
  observedDaysMin: 21,
  observedChecksMin: 3,
  sinceGoodDaysMin: 42,
  earlierOutageDaysMin: 14,
  earlierOutageDaysMax: 84,
  chanceMax: 0.005,
  assumedGoodChecks: 2.7,
  assumedFailedChecks: 0.3,
  failuresPerRunMax: 2,
  gapDaysMax: 63,
};
