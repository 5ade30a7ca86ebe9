import { expect, test } from "vitest";
import { type HourCount, perSecond } from "./passes.ts";

const HOUR = 3_600_000;
const at = (hour: number, amount: number): HourCount => ({ startMs: hour * HOUR, amount });

test.each<[string, HourCount[], { from: number; now: number; since?: number }, number | null]>([
  ["nothing was done", [], { from: 0, now: 1 }, 0],
  ["a whole hour", [at(4, 3_600)], { from: 4, now: 5 }, 1],
  ["half of this hour and half of the last", [at(5, 1_800), at(4, 7_200)], { from: 4.5, now: 5.5 }, 1.5],
  ["this hour has what was done in it so far", [at(5, 900)], { from: 4.25, now: 5.25 }, 0.25],
  ["all after the moment since which it is counted", [at(5, 900)], { from: 4.25, now: 5.25, since: 5 }, 1],
  ["a beginning in the midst of an hour", [at(5, 1_800)], { from: 0, now: 6, since: 5.5 }, 1],
  ["what is older does not count", [at(1, 99_999), at(4, 3_600)], { from: 4, now: 5 }, 1],
  ["a clock that was set back", [at(7, 99_999)], { from: 4, now: 5 }, 0],
  ["half a minute says nothing", [at(5, 50)], { from: 0, now: 5.01, since: 5 }, null],
])("%s", (_, hours, { from, now, since }, expected) => {
  const window = {
    fromMs: from * HOUR,
    nowMs: now * HOUR,
    ...(since !== undefined && { sinceMs: since * HOUR }),
  };
  const rate = perSecond(hours, window);
  if (expected === null) expect(rate).toBeNull();
  else expect(rate).toBeCloseTo(expected, 9);
});
