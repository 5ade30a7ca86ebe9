import { expect, test } from "vitest";
import { span } from "./words.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

test.each([
  [0, "0 s"],
  [89_000, "89 s"],
  [90_000, "2 min"],
  [89 * MINUTE, "89 min"],
  [100 * MINUTE, "2 h"],
  [35 * HOUR, "35 h"],
  [36 * HOUR, "2 days"],
  [400 * DAY, "400 days"],
])("%d ms are %s", (ms, expected) => {
  expect(span(ms)).toBe(expected);
});
