import { describe, expect, test } from "vitest";
import { asDay } from "../../shared/calendar/day.ts";
import { daysToLive } from "./age.ts";

describe("the days that a first start lives through", () => {
  test.each([
    ["two weeks, from scratch", 2, null, [986, 990, 994, 998]],
    ["broken off after the second leap", 2, 990, [994, 998]],
    ["all lived already", 2, 999, []],
    ["none asked for", 0, null, []],
  ])("%s", (_, weeks, lived, days) => {
    expect(daysToLive(asDay(1000), weeks, lived === null ? null : asDay(lived))).toEqual(days);
  });
});
