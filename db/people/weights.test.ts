import { describe, expect, test } from "vitest";
import { asDay } from "../../shared/calendar/day.ts";
import { balanceOf, isWithdrawn, NEEDED, strengthOf, type Voice, weightOf } from "./weights.ts";

const TODAY = asDay(3_600);
const voice = (no: number, more: Partial<Voice> = {}): Voice => ({
  against: false,
  family: 4,
  period: 120,
  network: `network-${no}`,
  since: asDay(3_593),
  named: null,
  ...more,
});
const voices = (count: number, more: Partial<Voice> = {}) =>
  Array.from({ length: count }, (_, no) => voice(no, more));
const softens = (said: readonly Voice[], urls: number | null = 4, named = 0) =>
  balanceOf({ urls, named, voices: said }, TODAY).softens;

test.each([
  [0, 0],
  [1, 0],
  [6, 0],
  [7, 1],
  [100, 1],
])("a network known for %i days weighs %d", (days, weight) =>
  expect(weightOf(asDay(TODAY - days), TODAY)).toBe(weight),
);

describe("strength", () => {
  const strength = (all: readonly Voice[]) => strengthOf(all, { against: false, today: TODAY });
  test("counts a network once, by its oldest part", () =>
    expect(strength([voice(1, { since: TODAY }), voice(1), voice(1)])).toEqual({ weight: 1, voices: 1 }));
  test("never adds the two families of one line, nor the two names of one network", () => {
    expect(strength([...voices(2), ...voices(2, { family: 6 })])).toEqual({ weight: 2, voices: 2 });
    expect(strength([...voices(2), ...voices(3, { period: 119 })])).toEqual({ weight: 3, voices: 3 });
  });
});

describe("a scope", () => {
  test.each(NEEDED)("of $urls URLs takes $weight networks that name all of it", ({ urls, weight }) => {
    expect(softens(voices(weight - 1), urls)).toBe(false);
    expect(softens(voices(weight), urls)).toBe(true);
    expect(softens(voices(weight), urls + 1)).toBe(false);
  });
  test("of more URLs than are counted takes eight", () =>
    expect([7, 8].map((count) => softens(voices(count), null))).toEqual([false, true]));
  test("of one URL is none", () => expect(softens(voices(9), 1)).toBe(false));
  test.each([3_600, 3_599, 3_594])(
    "is not softened by networks first seen on day %i, however many",
    (since) => expect(softens(voices(50, { since: asDay(since) }))).toBe(false),
  );
  test("takes half of its URLs, of which no network brings more than its share", () => {
    const named = (...counts: number[]) => counts.map((count, no) => voice(no, { named: count }));
    expect(softens(named(2, 2, 2), 12, 6)).toBe(true);
    expect(softens(named(2, 2, 2), 12, 5)).toBe(false);
    expect(softens(named(12, 1, 1), 12, 12)).toBe(false);
    expect(softens(named(12, 12), 12, 12)).toBe(false);
    expect(softens([...named(12, 12), voice(7)], 12, 12)).toBe(true);
  });
  test("stays softened until as much is said against it as for it, and as is needed", () => {
    const against = (count: number) =>
      voices(count, { against: true }).map((one) => ({ ...one, network: `x${one.network}` }));
    const withdrawn = (for_: number, contrary: number) =>
      isWithdrawn(balanceOf({ urls: 4, named: 0, voices: [...voices(for_), ...against(contrary)] }, TODAY));
    expect([
      withdrawn(3, 2),
      withdrawn(3, 3),
      withdrawn(5, 4),
      withdrawn(5, 5),
      withdrawn(0, 2),
      withdrawn(0, 3),
    ]).toEqual([false, true, false, true, false, true]);
    expect(softens([...voices(3), ...against(3)])).toBe(false);
  });
});
