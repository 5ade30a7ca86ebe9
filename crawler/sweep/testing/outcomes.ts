import type { NormalisedUrl } from "../../../shared/url/types.ts";
import type { Outcome } from "../../classify/outcome.ts";
import { answered as answeredBy, exchange } from "../../classify/testing/outcomes.ts";

/** What a check that was answered with this number observed. */
export const answered = (url: NormalisedUrl, http: number): Outcome => answeredBy([exchange(http, { url })]);

/** As `answered`, with a Retry-After in seconds. */
export const busy = (url: NormalisedUrl, http: number, seconds: number): Outcome =>
  answeredBy([exchange(http, { url, retryAfter: String(seconds) })]);
