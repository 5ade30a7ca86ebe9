import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  addDays,
  asDay,
  DAY_MAX,
  type Day,
  dayFromJulian,
  dayOfInstant,
  daysBetween,
  dayToJulian,
  instantOfDay,
  isDay,
} from "./day.ts";

const day = fc.nat({ max: DAY_MAX }).map(asDay);
const noon = (date: string) => Date.parse(`${date}T12:00:00Z`);

describe("days since 2017-01-01 (M8)", () => {
  test.each([
    ["2017-01-01", 0],
    ["2017-01-02", 1],
    ["2017-12-31", 364],
    ["2018-01-01", 365],
    // Leap years: 2020 and 2024 are, 2100 is not.
    ["2020-02-28", 1153],
    ["2020-02-29", 1154],
    ["2020-03-01", 1155],
    ["2024-02-29", 2615],
    ["2024-12-31", 2921],
    ["2026-11-22", 3612],
    ["2100-02-28", 30_373],
    ["2100-03-01", 30_374],
    ["2196-06-06", 65_535],
  ])("%s is day %i", (date, number) => {
    expect(dayOfInstant(noon(date))).toBe(number);
    expect(new Date(instantOfDay(asDay(number))).toISOString()).toBe(`${date}T00:00:00.000Z`);
  });

  test("a day begins at midnight UTC and ends before the next", () => {
    expect(dayOfInstant(Date.parse("2017-01-01T00:00:00.000Z"))).toBe(0);
    expect(dayOfInstant(Date.parse("2026-11-21T23:59:59.999Z"))).toBe(3611);
    expect(dayOfInstant(Date.parse("2026-11-22T00:00:00.000Z"))).toBe(3612);
  });

  test.each(["2016-12-31T23:59:59.999Z", "2196-06-07T00:00:00.000Z", "1970-01-01T00:00:00.000Z"])(
    "%s is outside",
    (instant) => {
      expect(() => dayOfInstant(Date.parse(instant))).toThrow(RangeError);
    },
  );

  test("no instant, no day", () => {
    expect(() => dayOfInstant(Number.NaN)).toThrow(RangeError);
    expect(() => dayOfInstant(Number.POSITIVE_INFINITY)).toThrow(RangeError);
  });
});

describe("Julian day numbers", () => {
  // Known apart from our own formula: US Naval Observatory and Meeus, "Astronomical Algorithms", chapter 7.
  test.each([
    ["2017-01-01", 2_457_755],
    ["2018-01-01", 2_458_120],
    ["2020-01-01", 2_458_850],
    ["2024-02-29", 2_460_370],
    ["2026-11-22", 2_461_367],
  ])("%s is %i", (date, julian) => {
    const number = dayOfInstant(noon(date));
    expect(dayToJulian(number)).toBe(julian);
    expect(dayFromJulian(julian)).toBe(number);
  });

  test("hang together with the known 2451545 of 2000-01-01 through the days between", () => {
    const daysFrom2000To2017 = 17 * 365 + 5;
    expect(dayToJulian(asDay(0)) - daysFrom2000To2017).toBe(2_451_545);
  });

  test.each([2_457_754, 2_523_291, 2_457_755.5])("%d is outside", (julian) => {
    expect(() => dayFromJulian(julian)).toThrow(RangeError);
  });
});

describe("limits", () => {
  test.each([0, 1, 3612, 65_535])("%d is a day", (value) => {
    expect(isDay(value)).toBe(true);
    expect(asDay(value)).toBe(value);
  });

  test.each([-1, 65_536, 0.5, Number.NaN, Number.POSITIVE_INFINITY, "3612", null, undefined, 12n])(
    "%s is none",
    (value) => {
      expect(isDay(value)).toBe(false);
      expect(() => asDay(value as number)).toThrow(RangeError);
    },
  );

  test.each([
    [0, -1, 0],
    [0, 1, 1],
    [3612, -100, 3512],
    [65_535, 1, 65_535],
    [65_000, 100_000, 65_535],
    [10, -100_000, 0],
  ])("day %i shifted by %i is %i", (from, days, to) => {
    expect(addDays(from as Day, days)).toBe(to);
  });
});

describe("properties", () => {
  test("instants, Julian numbers and days go there and back", () => {
    fc.assert(
      fc.property(day, fc.nat({ max: 86_399_999 }), (number, ms) => {
        expect(dayFromJulian(dayToJulian(number))).toBe(number);
        expect(dayOfInstant(instantOfDay(number) + ms)).toBe(number);
      }),
    );
  });

  test("distances add up, within the limits", () => {
    fc.assert(
      fc.property(day, day, (a, b) => {
        expect(addDays(a, daysBetween(a, b))).toBe(b);
        expect(daysBetween(a, b) + daysBetween(b, a)).toBe(0);
      }),
    );
  });
});
