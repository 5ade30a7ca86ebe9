import { expect, test } from "vitest";
import { asksForTime, parseRetryAfter, RETRY_AFTER_SECONDS_MAX } from "./retry-after.ts";

/** Sunday, 6 November 2022, 08:00:00 UTC */
const NOW_MS = Date.UTC(2022, 10, 6, 8, 0, 0);

test.each([
  ["0", 0],
  ["3600", 3600],
  [" 120 ", 120],
  ["9999999999", RETRY_AFTER_SECONDS_MAX],
  ["9".repeat(30), RETRY_AFTER_SECONDS_MAX],
  ["Sun, 06 Nov 2022 08:01:00 GMT", 60],
  ["sun, 06 nov 2022 08:01:00 gmt", 60],
  ["Sunday, 06-Nov-22 09:00:00 GMT", 3600],
  ["Sunday, 06-Nov-94 08:49:37 GMT", 0],
  ["Sun Nov  6 08:01:00 2022", 60],
  ["Mon Nov 14 08:00:00 2022", RETRY_AFTER_SECONDS_MAX],
  ["Sun Nov 06 1994 08:49:37", null],
  ["Sun, 06 Nov 1994 08:49:37 GMT", 0],
  ["Sun, 06 Nov 2050 08:49:37 GMT", RETRY_AFTER_SECONDS_MAX],
  ["Sun, 06 Nix 2022 08:01:00 GMT", null],
  ["soon", null],
  ["-5", null],
  ["1.5", null],
  ["1e3", null],
  ["0x10", null],
  ["", null],
  [null, null],
  ["2022-11-06T08:01:00Z", null],
])("Retry-After %j", (value, seconds) => {
  expect(parseRetryAfter(value, NOW_MS)).toBe(seconds);
  expect(asksForTime({ http: 503, retryAfter: value })).toBe(seconds !== null);
  expect(asksForTime({ http: 500, retryAfter: value })).toBe(false);
});
