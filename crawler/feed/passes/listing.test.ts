import { describe, expect, test } from "vitest";
import { asDay } from "../../../shared/calendar/day.ts";
import { selectionOf } from "../criteria/selection.ts";
import { type Listing, nextSource, parseListing, resumedListing } from "./listing.ts";

const before: Listing = {
  start: asDay(100),
  criteria: "c",
  done: ["namespace:0"],
  failed: [],
  source: "namespace:4",
  place: { apcontinue: "X" },
  found: 3,
};

describe("an interrupted first run (F2)", () => {
  test.each<[string, object | undefined, string, number, Listing | null]>([
    ["is taken up on the same day", before, "c", 100, before],
    ["is taken up within a week, with the day it began", before, "c", 107, before],
    ["begins again later: its first lists are old", before, "c", 108, null],
    [
      "is taken up within a week of its last advance",
      { ...before, day: asDay(130) },
      "c",
      137,
      { ...before, day: asDay(130) },
    ],
    ["begins again when it did not advance for a week", { ...before, day: asDay(130) }, "c", 138, null],
    ["begins again when the clock was put back", before, "c", 99, null],
    ["begins again under other criteria", before, "d", 101, null],
    ["begins again at another address", { ...before, api: "https://b.zz/w/api.php" }, "c", 101, null],
    [
      "as an older version wrote it, without a day, is nothing",
      { done: ["namespace:0"], source: null, place: null },
      "c",
      101,
      null,
    ],
    ["none", undefined, "c", 5, null],
  ])("%s", (_, stored, criteria, today, expected) => {
    const json = stored === undefined ? undefined : JSON.parse(JSON.stringify(stored));
    expect(resumedListing(json, { criteria, api: "https://a.zz/w/api.php" }, asDay(today))).toEqual(expected);
  });

  test.each<unknown>([null, "x", 5, [], { ...before, start: -1 }, { ...before, place: { a: 1 } }])(
    "what somebody else wrote is nothing: %j",
    (stored) => {
      expect(parseListing(JSON.parse(JSON.stringify(stored)))).toBeNull();
    },
  );
});

describe("which list is next", () => {
  const selection = selectionOf([
    { effect: "include", kind: "namespace", value: "0" },
    { effect: "include", kind: "category", value: "Category:A" },
    { effect: "exclude", kind: "category", value: "Category:X" },
    { effect: "exclude", kind: "category", value: "Category:Y" },
    { effect: "exclude", kind: "category", value: "Category:Tree", depth: 2 },
  ]);
  const tree = "tree:Category:Tree/2";
  const [zero, a, x, y] = [
    "namespace:0",
    "category:Category:A",
    "category:Category:X",
    "category:Category:Y",
  ];
  test.each<[string, (string | undefined)[], (string | undefined)[], string | undefined]>([
    ["the first", [tree], [], zero],
    ["an excluded tree comes before all", [], [], tree],
    ["one that failed is passed over, too", [], [tree], zero],
    ["the next inclusion", [tree, zero], [], a],
    ["one that failed is passed over", [tree], [zero], a],
    [
      "exclusions wait for inclusions that failed, as those will mark pages again",
      [tree, a],
      [zero],
      undefined,
    ],
    ["then exclusions", [tree, zero, a], [], x],
    ["an exclusion that failed is passed over", [tree, zero, a], [x], y],
    ["all", [tree, zero, a, x, y], [], undefined],
  ])("%s", (_, done, failed, expected) => {
    const names = (list: (string | undefined)[]) => list.flatMap((name) => name ?? []);
    expect(nextSource(selection, { done: names(done), failed: names(failed) })?.name).toBe(expected);
  });

  test("every other set of criteria has another fingerprint, another order has not", () => {
    const one = { effect: "include", kind: "namespace", value: "0" } as const;
    const other = { effect: "exclude", kind: "namespace", value: "4" } as const;
    const of = (...criteria: Parameters<typeof selectionOf>[0]) => selectionOf(criteria).fingerprint;
    expect(of(one, other)).toBe(of(other, one));
    // No inclusion means the main namespace.
    expect(of(other)).toBe(of(one, other));
    expect(new Set([of(), of(one, other), of({ ...one, value: "1" })]).size).toBe(3);
  });
});
