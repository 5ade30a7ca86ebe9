import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { classify } from "../url/classify.ts";
import { type Candidates, candidatesOf, inPunycode, trigramsOf } from "./literals.ts";
import { createLineMatcher } from "./matcher.ts";
import { matchable } from "./syntax.ts";

const line = (text: string) => candidatesOf({ kind: "line", text });
const literals = (...texts: string[]): Candidates => ({ kind: "literals", literals: texts, nested: true });
const all = (...words: string[]): Candidates => ({ kind: "all", words: words.length === 0 ? null : words });

test.each<[string, ReturnType<typeof candidatesOf>]>([
  ["\\bspam\\.zz\\b", literals("spam.zz")],
  ["Cheap-Pills[0-9]*\\.(?:com|net)", literals("cheap-pills")],
  ["spam\\.zz/shop", literals("spam.zz")],
  ["(?:casino|poker)\\.zz/a?b", literals("casino", "poker")],
  ["(?:casino|/poker)\\.zz", all("casino", "poker")],
  ["ab.*longer\\.zz", all("longer")],
  ["/buy-pills/x", all("pills")],
  ["müller-spam\\.zz", all("ller")],
  [":8080/", all("8080")],
  ["(?:spam/)+", literals("spam")],
  ["(?:spam/)*viagra", all("viagra")],
  ["//+", all()],
  ["https://", literals("https")],
  ["[a-z]{3}\\d\\.zz", literals(".zz")],
  ["[a-z]{3}\\d", all()],
  ["spam(?=x)", null],
  ["(broken", null],
])("%s", (text, wanted) => expect(line(text)).toEqual(wanted));

test.each<[string, ReturnType<typeof candidatesOf>]>([
  ["spam.zz", { kind: "literals", literals: ["spam.zz"], nested: false }],
  ["Müller.zz", { kind: "literals", literals: ["xn--mller-kva.zz"], nested: false }],
  ["no domain", all()],
])("domain %s", (text, wanted) => expect(candidatesOf({ kind: "domain", text })).toEqual(wanted));

test.each([
  ["w.spam", "w.xn--spam"],
  ["a.b.zz", "a.b.xn--zz"],
  [".zz", ".xn--zz"],
  ["spam", null],
  ["spam.", null],
])("%s in a label that goes on beyond ASCII", (text, wanted) => expect(inPunycode(text)).toBe(wanted));

test("trigrams", () => expect(trigramsOf("abab")).toEqual([1_601_889, 1_618_146]));

describe("no URL that a line matches is passed over", () => {
  const PIECES = [
    "spam",
    "a",
    "zz",
    "\\.",
    "/",
    ".",
    "-",
    "[a-c]",
    "[^.]",
    "(?:ab|c/d)",
    "(?:x/)?",
    "*",
    "+",
    "\\b",
    "ü",
    "\\d",
    "$",
    ":80",
  ];
  const lines = fc
    .array(fc.constantFrom(...PIECES), { minLength: 1, maxLength: 6 })
    .map((parts) => parts.join(""));
  const urls = fc
    .array(
      fc.constantFrom("spam", "a", "zz", ".", "-", "/", "//", "http://", "ab", "c/d", "x/", "ü", "1", ":80"),
      {
        minLength: 1,
        maxLength: 10,
      },
    )
    .map((parts) => `http://w${parts.join("")}`);
  test("by its texts or words", () => {
    let matches = 0;
    fc.assert(
      fc.property(lines, fc.array(urls, { minLength: 1, maxLength: 10 }), (text, links) => {
        const matcher = createLineMatcher([{ line: 1, text }]);
        const candidates = line(text);
        for (const link of links) {
          const found = classify(link);
          // The normalised form drops the dot that a name may end in, and no scan tries that spelling.
          if (/^http:\/\/[^/:]*\.(?:[/:]|$)/.test(link)) continue;
          if (found.kind !== "resource" || matcher.first(matchable(link)) === null) continue;
          matches += 1;
          const { host, port, path } = found.parts;
          const runs = [host, ...(path.toLowerCase().match(/(?<=\/\/)[a-z0-9._-]{3,}/g) ?? [])];
          if (candidates === null) throw new Error(`${text} matches ${link}`);
          if (candidates.kind === "literals")
            expect(
              candidates.literals.some(
                (one) => runs.some((run) => run.includes(one)) || host.includes(inPunycode(one) ?? one),
              ),
            ).toBe(true);
          else if (candidates.words !== null)
            expect(
              candidates.words.some((word) => `${host} ${port} ${path.toLowerCase()}`.includes(word)),
            ).toBe(true);
        }
      }),
      // The example is one that chance finds once in some 50,000 times.
      { numRuns: 2_000, examples: [["\\.spam", ["http://w.spamü.zz/"]]] },
    );
    // Some 60 mostly; a third of that would not be chance.
    expect(matches).toBeGreaterThan(15);
  });
});
