import { describe, expect, test } from "vitest";
import { asDay } from "../../shared/calendar/day.ts";
import { daysToLive } from "./age.ts";

describe("the days that a first start lives through", () => {
  test.each([
    ["two weeks, from scratch", 2, null, [986, 990, 994, 998, 1000]],
    ["broken off after the second leap", 2, 990, [994, 998, 1000]],
    ["broken off before the last day", 2, 998, [1000]],
    ["all lived already", 2, 1000, []],
  ])("%s", (_, weeks, lived, days) => {
    expect(daysToLive(asDay(1000), weeks, lived === null ? null : asDay(lived))).toEqual(days);
  });
});
