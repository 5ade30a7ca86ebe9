import fc from "fast-check";
import { expect, test } from "vitest";
import { firstIndexOf } from "./first-index.ts";

/** Repetitive, so that much of a part is found before it stands there whole. */
const repetitive = fc
  .array(fc.tuple(fc.constantFrom("a", "ab", "aab", "b", "\ud83d"), fc.integer({ min: 1, max: 400 })), {
    maxLength: 8,
  })
  .map((pieces) => pieces.map(([piece, times]) => piece.repeat(times)).join(""));

test("a long part is found where the engine finds it", () => {
  fc.assert(
    fc.property(repetitive, repetitive, fc.nat(2_000), fc.nat(4_000), (text, other, from, length) => {
      const part = text.slice(from, from + length);
      for (const searched of [text, other + text, text + other, other])
        for (const start of [0, from, searched.length])
          expect(firstIndexOf(searched, part, start)).toBe(searched.indexOf(part, start));
    }),
    { numRuns: 300 },
  );
});
