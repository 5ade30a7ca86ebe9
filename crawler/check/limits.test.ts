import { expect, test } from "vitest";
import { CHECK_LIMITS, type CheckLimits, checkLimits } from "./limits.ts";

test("the limits agree with each other, and a change is taken", () => {
  expect(checkLimits()).toEqual(CHECK_LIMITS);
  expect(checkLimits({ connectMs: 500 })).toEqual({ ...CHECK_LIMITS, connectMs: 500 });
});

test.each<[Partial<CheckLimits>, string]>([
  [{ totalMs: 61_000 }, "minute"],
  [{ totalMs: 9_000 }, "connectMs"],
  [{ connectMs: 60_000 }, "connectMs"],
  [{ bodyBytesEnough: 100_000 }, "bodyBytesEnough"],
  [{ bodyBytesMax: 100_000_000 }, "bodyBytesMax"],
  [{ hopsMax: 0 }, "hopsMax"],
  [{ hopsMax: 1.5 }, "hopsMax"],
  [{ headBytesMax: 4_096 }, "locationCharsMax"],
])("%j is refused", (changes, word) => {
  expect(() => checkLimits(changes)).toThrow(word);
});
