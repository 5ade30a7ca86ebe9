import type { TlsTrouble } from "../classify/outcome.ts";

/**
 * What checks of a host go by, as earlier ones of it met it: read when a check begins, written as soon as it knows. Each spares the
 * host's next URLs a request. What is spared may be what they need, so most are forgotten after HINTS_MS (docs/rules.md).
 */
export interface HostHints {
  /** HEAD is of no use: GET from the beginning (C1, M9). */
  getNeeded: boolean;
  /** It left a request without an answer: time is not to be spent on HEAD before GET. */
  slowToAnswer: boolean;
  /** What is wrong with its certificate, as met last; null: nothing known. */
  tlsTrouble: TlsTrouble | null;
  /** With `tlsTrouble`: whether plain http works instead; null: nobody tried. */
  httpInstead: boolean | null;
  /** It has walls against robots that only GET meets. */
  walled: boolean;
  /** How often a browser's Accept and Accept-Language in place of C2's came to nothing, one time after the other. */
  browserFieldsFailed: number;
  /** How often naming its front page as the referrer came to nothing, one time after the other. */
  referrersFailed: number;
  /** It turned away a request that came right after another, and answered it after a rest. */
  burstLimited: boolean;
  /** How often such a rest came to nothing, one time after the other. */
  restsFailed: number;
}

/** Servers are repaired, and two pages that are gone say little of others: after so long everything is tried once more. */
export const HINTS_MS = 600_000;

export const noHints = (): HostHints => ({
  getNeeded: false,
  slowToAnswer: false,
  tlsTrouble: null,
  httpInstead: null,
  walled: false,
  browserFieldsFailed: 0,
  referrersFailed: 0,
  burstLimited: false,
  restsFailed: 0,
});

/**
 * Two stay: a host that is silent, or shows walls to GET only, would be judged by a HEAD that says nothing of it. An answer in time
 * ends the one; the other costs no more than GET in place of HEAD.
 */
export function forget(hints: HostHints): void {
  const { slowToAnswer, walled } = hints;
  Object.assign(hints, noHints(), { slowToAnswer, walled });
}
