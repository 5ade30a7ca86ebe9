/**
 * When a failing URL may be called unreachable (Q9). Days and checks; operators may lengthen all of them. Why these figures:
 * docs/measurements.md, from simulation.ts and trial.ts. What histories are summed by is fixed (history/evidence.ts).
 */
export interface VerdictPolicy {
  /** However clear the answers: younger failures are doubtful, because outages of a week are common. But for `goneLateDaysMax`. */
  readonly goneDaysMin: number;
  /**
   * What was gone at its first `checksMin` checks may be so many days younger where it was found so late that the sixth week ends before:
   * else each day by which a sweep is late costs one death in thirty.
   */
  readonly goneLateDaysMax: number;
  /** For failures that may be mended tomorrow (5xx, silence): an outage of two full weeks must be over. */
  readonly brokenDaysMin: number;
  /**
   * Days since the content was last seen. A dead link is to be told within six weeks of its death, and until then
   * every further check is worth waiting for; this only delays where checks are frequent.
   */
  readonly goneSinceGoodDaysMin: number;
  readonly brokenSinceGoodDaysMin: number;
  /**
   * Where the first failure came so soon after a sign of life (content, or a refusal), the day of death is known, and the next check is near: then
   * waiting up to the sixth week costs nothing, and an outage of a month is not told as a death.
   */
  readonly blindDaysMax: number;
  readonly watchedSinceGoodDaysMin: number;
  /** Checks that failed, and days from the first to the last of them: the first look and its three repeats. */
  readonly checksMin: number;
  readonly repeatedDaysMin: number;
  /**
   * Failures seen over so many days by so many checks, any of these. The first is the last repeat of the crawler's own
   * schedule, so that the turn to "unreachable" is the result of a check wherever the repeats were made.
   */
  readonly observed: readonly { readonly daysMin: number; readonly checksMin: number }[];
  /** URLs that were never seen working, unless they are plainly gone: nothing says that they ever answer without failing first. */
  readonly neverGoodDaysMin: number;
  readonly neverGoodChecksMin: number;
  /** Walls also answer with 503, or drop the line: what is broken behind one must be so without a refusal for so long. */
  readonly walledDaysMin: number;
  readonly walledChecksMin: number;
  /** Whatever failed, it must have done so at least so many times as often as robots were turned away amid the run. */
  readonly refusedShare: number;
  /** An outage of so many days that ended well must be outlasted by the next one, up to the second figure. */
  readonly earlierOutageDaysMin: number;
  readonly earlierOutageDaysMax: number;
  /** So many earlier failures make a host a flapping one, which must fail for so many days and checks. */
  readonly flappingFailuresMin: number;
  readonly flappingDaysMin: number;
  readonly flappingChecksMin: number;
  /** … or so many times longer than it ever took to come back, if so long a run is hardly chance. */
  readonly outlastingFactor: number;
  readonly flappingChanceMax: number;
  /** With fewer earlier failures: how likely so long a run may be by chance, for a URL with that past. */
  readonly chanceMax: number;
}

export const DEFAULT_POLICY: VerdictPolicy = {
  goneDaysMin: 14,
  goneLateDaysMax: 4,
  brokenDaysMin: 15,
  goneSinceGoodDaysMin: 35,
  brokenSinceGoodDaysMin: 42,
  blindDaysMax: 22,
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
