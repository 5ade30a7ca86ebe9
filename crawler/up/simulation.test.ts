import { describe, expect, test } from "vitest";
import { asDay } from "../../shared/calendar/day.ts";
import { daysToSimulate, roundsInWords } from "./simulation.ts";

describe("the days that a first start simulates", () => {
  test.each([
    ["two weeks, from scratch", 2, null, [986, 990, 994, 998, 1000]],
    ["interrupted after the second leap", 2, 990, [994, 998, 1000]],
    ["interrupted before the last day", 2, 998, [1000]],
    ["all done already", 2, 1000, []],
  ])("%s", (_, weeks, done, days) => {
    expect(daysToSimulate(asDay(1000), weeks, done === null ? null : asDay(done))).toEqual(days);
  });
});

test.each([
  [{ done: 0, of: 0 }, false, undefined],
  [{ done: 91, of: 91 }, false, "91 rounds over every link that was due, up to today"],
  [{ done: 1, of: 1 }, true, "1 round over every link that was due, up to today"],
  [{ done: 7, of: 91 }, true, "ended after 7 of 91 rounds; the next start goes on from there"],
  [{ done: 7, of: 91 }, false, "ended after 7 of 91 rounds; there is another wiki now"],
])("what came of %j, stopped: %j", (rounds, isStopped, words) => {
  expect(roundsInWords(rounds, isStopped)).toBe(words);
});
