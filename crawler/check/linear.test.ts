import { describe, expect, test } from "vitest";
import { CHALLENGE_PAGES } from "../classify/signatures/challenges.ts";
import { PIECES, READERS } from "./testing/hostile-text.ts";

/** Repetitions of a pattern, classes and escapes set aside: `*`, `+`, `{n,}` have no end. */
const repetitions = ({ source }: RegExp): string[] =>
  source
    .replace(/\\./g, "e")
    .replace(/\[[^\]]*\]/g, "c")
    .match(/[*+]|\{\d+(?:,\d*)?\}/g) ?? [];

describe("signs of challenge pages", () => {
  const signs = CHALLENGE_PAGES.flatMap(({ name, signs: own = [], says = [] }) =>
    [...own, ...says].map((sign) => [name, sign] as const),
  );

  test.each([[/a*/], [/<[^>]+x/], [/(?:a|\s)+/], [/\s{1,}/]])(
    "a repetition without an end is seen: %s",
    (pattern) => {
      expect(repetitions(pattern).some((each) => !/^\{\d+(?:,\d+)?\}$/.test(each))).toBe(true);
    },
  );

  test.each(signs)("%s: every repetition of %s has an end", (_, sign) => {
    for (const each of repetitions(sign)) {
      const [, most] = /^\{(?:\d+,)?(\d+)\}$/.exec(each) ?? [];
      expect(Number(most), each).toBeLessThanOrEqual(300);
    }
  });

  test.each(signs)("%s: what %s passes over in a tag ends at the next one", (_, sign) => {
    expect(sign.source).not.toContain("[^>]");
  });
});

/** Escaped, a character becomes six: `&quot;`. */
const GROWTH_MAX = 6;
const TEXT_UNITS = 16 * 1024;

const unitsIn = (result: unknown): number => {
  if (typeof result === "string") return result.length;
  if (typeof result !== "object" || result === null) return 0;
  return Object.values(result).reduce((sum: number, part) => sum + unitsIn(part), 0);
};

/** How work grows with the text is measured by linear.bench.ts; patterns that repeat repetitions: .ci/patterns.test.ts. */
test.each(READERS)("%s: of hostile text something comes, and no more than it can be made of", (_, read) => {
  for (const piece of PIECES) {
    const text = `${piece.repeat(Math.ceil(TEXT_UNITS / piece.length))}x`;
    expect(unitsIn(read(text)), piece).toBeLessThanOrEqual(GROWTH_MAX * text.length);
  }
});
