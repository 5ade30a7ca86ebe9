/**
 * When a failing URL may be called unreachable (Q9), in days and checks. Why these figures: docs/measurements.md, made by
 * crawler/sample/verdicts. How histories are summarised is fixed (shared/history).
 */
export interface VerdictPolicy {
  /** Minimal age of a failing run, however clear its answers, because outages of a week are common. Exception: `goneLateDaysMax`. */
  readonly goneDaysMin: number;
  /**
   * By how many days a run may be younger than `goneDaysMin` if its first `checksMin` checks said "gone" and it was found so late that
   * the sixth week would end first. Without this, each day by which a sweep is late would miss one death in thirty.
   */
  readonly goneLateDaysMax: number;
  /** Minimal age of failures that may be repaired soon (5xx, silence): longer than an outage of two weeks. */
  readonly brokenDaysMin: number;
  /**
   * Minimal days since the last sign of life. A dead link should be reported within six weeks of its death, and until then
   * every further check is worth waiting for; this delays only URLs that are checked often.
   */
  readonly goneSinceGoodDaysMin: number;
  readonly brokenSinceGoodDaysMin: number;
  /**
   * If the first failure came at most so many days after a sign of life (content or a refusal), the day of death is known and the next
   * check is near. Then waiting `watchedSinceGoodDaysMin` costs nothing, and an outage of a month is not reported as a death.
   */
  readonly unobservedDaysMax: number;
  readonly watchedSinceGoodDaysMin: number;
  /** Minimal number of failed checks: the first one and three rechecks. */
  readonly checksMin: number;
  /** Minimal days from the first to the last failed check. */
  readonly repeatedDaysMin: number;
  /**
   * Days and checks over which failures must have been observed; one of these pairs is enough. The first is the last recheck
   * of the crawler's plan, so that with rechecks "unreachable" follows from a check and not from time alone.
   */
  readonly observed: readonly { readonly daysMin: number; readonly checksMin: number }[];
  /** Minima for URLs that were never seen working, unless they are clearly gone. */
  readonly neverGoodDaysMin: number;
  readonly neverGoodChecksMin: number;
  /** Minima for failures behind a bot wall without a refusal since, because walls also answer 503 or close connections. */
  readonly walledDaysMin: number;
  readonly walledChecksMin: number;
  /** Failed checks of a run must be at least so many times its refused ones. */
  readonly refusedShare: number;
  /** A run must last longer than the longest earlier outage, if that took at least the first figure, up to the second one. */
  readonly earlierOutageDaysMin: number;
  readonly earlierOutageDaysMax: number;
  /** From so many earlier failures on, a URL is flapping and must fail for `flappingDaysMin` and `flappingChecksMin`, */
  readonly flappingFailuresMin: number;
  readonly flappingDaysMin: number;
  readonly flappingChecksMin: number;
  /** or for so many times its slowest recovery, if the chance of so long a run is at most `flappingChanceMax`. */
  readonly outlastingFactor: number;
  readonly flappingChanceMax: number;
  /** Greatest chance of so long a run for a URL with fewer earlier failures. */
  readonly chanceMax: number;
}

export const DEFAULT_POLICY: VerdictPolicy = {
  goneDaysMin: 14,
  goneLateDaysMax: 4,
  brokenDaysMin: 15,
  goneSinceGoodDaysMin: 35,
  brokenSinceGoodDaysMin: 42,
  unobservedDaysMax: 22,
  watchedSinceGoodDaysMin: 42,
  checksMin: 4,
  repeatedDaysMin: 6,
  observed: [
    { daysMin: 14, checksMin: 5 },
    { daysMin: 21, checksMin: 3 },
  ],
  neverGoodDaysMin: 14,
  neverGoodChecksMin: 5,
  walledDaysMin: 168,
  walledChecksMin: 20,
  refusedShare: 2,
  earlierOutageDaysMin: 14,
  earlierOutageDaysMax: 84,
  flappingFailuresMin: 2,
  flappingDaysMin: 84,
  flappingChecksMin: 12,
  outlastingFactor: 2.5,
  flappingChanceMax: 0.0015,
  chanceMax: 0.016,
};
