import { describe, expect, test } from "vitest";
import { asDay } from "../../shared/calendar/day.ts";
import { daysToSimulate } from "./simulation.ts";

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
