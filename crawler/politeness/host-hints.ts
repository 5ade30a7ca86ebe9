import type { TlsTrouble } from "../classify/outcome.ts";

/**
 * What checks of a host go by, as earlier ones of it met it: read when a check begins, written as soon as it knows. Each spares the
 * host's next URL a request; none decides a status.
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
