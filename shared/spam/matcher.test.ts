import fc from "fast-check";
import { RE2JS } from "re2js";
import { describe, expect, test } from "vitest";
import { linesOf } from "./lists.ts";
import { createLineMatcher } from "./matcher.ts";
import { readLine } from "./pattern.ts";
import { emit, matchable, sizeOf } from "./syntax.ts";
import { createWhitelist } from "./whitelist.ts";

const PIECES = [
  ..."abz1_-é",
  ..."()|[]*+?^$.",
  ...[
    "spam",
    "\\.",
    "\\b",
    ".com",
    "{2}",
    "{1,3}",
    "(?:",
    "[^a]",
    "[a-c]",
    "\\d",
    "\\w",
    "\\/",
    "\\x{e9}",
    "*?",
    "\\S",
  ],
];
const TEXTS = [..."abz1_-é./", "spam", ".com", "//", "http://", "www.", "(", "]", "{2}", "%C3"];
const lineOf = fc
  .array(fc.constantFrom(...PIECES), { minLength: 1, maxLength: 7 })
  .map((pieces) => pieces.join(""));
const nameLine = fc
  .array(fc.constantFrom("a", "b", "spam", "com", "\\.", "-", "1"), { minLength: 1, maxLength: 5 })
  .map((parts) => `\\b${parts.join("")}\\b`);
const url = fc
  .array(fc.constantFrom(...TEXTS), { maxLength: 10 })
  .map((pieces) => matchable(`http://${pieces.join("")}`));
const list = fc.array(fc.oneof(lineOf, nameLine), { maxLength: 12 });

/** Without sets, literals and bounds: every line of the page by itself. */
function plainly(lines: readonly string[], text: string): boolean {
  return lines.some((line) => {
    const read = readLine(line);
    return (
      read.kind === "pattern" &&
      !line.endsWith("\\") &&
      RE2JS.compile(`(?:https?:)?//+[a-z0-9_\\-.]*(?:${emit(read.node)})`)
        .matcher(text)
        .find()
    );
  });
}

describe("the stages of the matcher", () => {
  test("find what the lines find one by one", () => {
    fc.assert(
      fc.property(list, fc.array(url, { minLength: 1, maxLength: 8 }), (texts, urls) => {
        const entries = texts.map((text, at) => ({ line: at + 1, text }));
        const matcher = createLineMatcher(entries);
        for (const one of urls) {
          const found = matcher.first(one);
          expect(found !== null).toBe(plainly(texts, one));
          if (found !== null) expect(plainly([found.text], one)).toBe(true);
        }
      }),
      { numRuns: 100 },
    );
  });

  test("take any text for a list and any for a URL", () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: "binary", maxLength: 30 })),
        fc.string({ unit: "binary" }),
        (page, text) => {
          const matcher = createLineMatcher(linesOf(page.join("\n")));
          const found = matcher.first(matchable(`http://${text}`));
          expect(found === null || page.some((line) => line.includes(found.text))).toBe(true);
        },
      ),
      { numRuns: 100 },
    );
  });
});

describe("bounds", () => {
  const HOSTILE = [
    "(a+)+$",
    "(a|a)*b",
    "(a|aa)+q",
    "(?:x+x+)+y",
    ".*.*.*.*.*=",
    "([a-z]+)*\\d",
    "(?:a?){100}a{100}",
    "((a{0,50}){0,50}){0,50}z",
    "(?:[a-z.-]+\\.)+spam",
    `${"(".repeat(300)}a${")".repeat(300)}`,
    "a{999}".repeat(4),
    `(?:${"a|".repeat(400)}b)*c`,
    "[^a]*[^b]*[^c]*[^d]*$",
    "((){2}){600}",
    "((){2}){600}[a-z]",
    "(((){10}){10}){11}spam",
    "((\\b){30}){40,}spam",
    `${"spam|".repeat(100_000)}x`,
    `\\b${Array.from({ length: 400 }, () => "a").join("\\.")}\\b`,
  ];
  // RE2 takes at most as many steps as the program is long, for each character: both are bounded, so no clock is needed.
  test.each(HOSTILE)("%s: set aside, or a program of bounded size", (text) => {
    const { unusable, first } = createLineMatcher([{ line: 1, text }]);
    const read = readLine(text);
    expect(first("http://spam.zz/spamz")).not.toBe(undefined);
    expect(createWhitelist([{ line: 1, text }]).strip("http://spam.zz/")).toBeTypeOf("string");
    if (unusable.length > 0) return expect(unusable[0]?.kind).toBe("beyond");
    if (read.kind !== "pattern") throw new Error(read.reason);
    expect(sizeOf(read.node)).toBeLessThanOrEqual(2_000);
    expect(RE2JS.compile(emit(read.node)).programSize()).toBeLessThanOrEqual(4 * sizeOf(read.node) + 100);
  });

  test("the size that is counted is that of the program, whatever the line", () => {
    fc.assert(
      fc.property(lineOf, (text) => {
        const read = readLine(text);
        if (read.kind !== "pattern") return;
        expect(RE2JS.compile(emit(read.node)).programSize()).toBeLessThanOrEqual(4 * sizeOf(read.node) + 100);
      }),
      { numRuns: 300 },
    );
  });

  test("a name of very many words is no name: each word of a URL would be looked up with all before it", () => {
    const long = Array.from({ length: 30 }, (_, at) => `w${at}`);
    const { first } = createLineMatcher([{ line: 1, text: `\\b${long.join("\\.")}\\b` }]);
    expect(first(`http://x.${long.join(".")}/`)?.line).toBe(1);
    expect(first(`http://x.${long.slice(1).join(".")}/`)).toBe(null);
  });

  test("lines without a fixed part: the first hundred, of the others it is said", () => {
    const lines = Array.from({ length: 103 }, (_, at) => ({ line: at + 1, text: `[a-z]{${at + 3}}\\d` }));
    const { usable, unusable } = createLineMatcher(lines);
    expect([usable, unusable.map(({ line }) => line)]).toEqual([100, [101, 102, 103]]);
  });

  test("what a list may cost a URL: the lines beyond are not tried", () => {
    const slow = Array.from({ length: 300 }, (_, at) => `nothing(?:a?){${40 + (at % 9)}}q`);
    const lines = [...slow, "nothing.*last"].map((text, at) => ({ line: at + 1, text }));
    const { first, unusable } = createLineMatcher(lines);
    expect(unusable).toEqual([]);
    expect(first(`http://nothing${"a".repeat(1_000)}last`)).toBe(null);
    expect(first("http://nothinglast")?.line).toBe(301);
  });

  test("a long URL hides its host from no line: what is beyond is tried on its beginning", () => {
    const pills = Array.from({ length: 100 }, (_, at) => `pill${at}x`).join("|");
    const large = createLineMatcher([{ line: 1, text: `\\b(?:${pills})\\.zz\\b` }]);
    const others = Array.from(
      { length: 300 },
      (_, at) => `\\bwarez${at}[a-z]*\\.(?:com|net|org|info|biz|zz)\\b`,
    );
    const texts = [...others, "\\bmyspam[0-9]*\\.zz\\b"];
    const many = createLineMatcher(texts.map((text, at) => ({ line: at + 1, text })));
    const named = others.map((_, at) => `warez${at}`).join("");
    for (const more of ["", "a".repeat(1_500), "a".repeat(7_900)]) {
      expect([more.length, large.first(`http://pill3x.zz/?${more}`)?.line]).toEqual([more.length, 1]);
      expect([more.length, many.first(`http://myspam1.zz/?q=${named}${more}`)?.line]).toEqual([
        more.length,
        301,
      ]);
    }
  });

  test.each(["evil\\.zz.*", "\\bevil\\.zz/.*", "evil\\.zz[^ ]*", "evil\\.zz/[a-z0-9]+"])(
    "nor from one with an open end: %s",
    (text) => {
      const others = Array.from(
        { length: 300 },
        (_, at) => `\\bfiller${at}[a-z]*\\.(?:com|net|org|info|biz)\\b`,
      );
      const { first } = createLineMatcher([...others, text].map((one, at) => ({ line: at + 1, text: one })));
      const named = others.map((_, at) => `filler${at}`).join("");
      expect(first(`http://evil.zz/${"a".repeat(400)}${named}`)?.line).toBe(301);
    },
  );

  test.each(["evil\\.zz/[^?]*$", "evil\\.zz/[a-z0-9/]*$", "\\.zz/[\\w/]*$", "evil\\.zz/a+\\b$"])(
    "nor is it blocked by one that ends before it: %s",
    (text) => {
      const others = Array.from(
        { length: 300 },
        (_, at) => `\\bfiller${at}[a-z]*\\.(?:com|net|org|info|biz)\\b`,
      );
      const { first } = createLineMatcher([...others, text].map((one, at) => ({ line: at + 1, text: one })));
      const named = others.map((_, at) => `filler${at}`).join("");
      expect(first(`http://evil.zz/${"a".repeat(400)}`)?.line).toBe(301);
      expect(first(`http://evil.zz/${"a".repeat(400)}?x=${named}`)).toBe(null);
    },
  );

  test("what the beginning of a URL matches by its end alone is no match", () => {
    const { first, unusable } = createLineMatcher([{ line: 1, text: "\\.zz/x+(?:q{0,9}){100}$" }]);
    expect(unusable).toEqual([]);
    expect(first("http://a.zz/xxx")?.line).toBe(1);
    expect(first(`http://a.zz/${"x".repeat(2_000)}/`)).toBe(null);
  });
});

test("lines of a page: comments from the first # on, outer spaces, and what PHP takes for nothing", () => {
  expect(linesOf("# all\r\n  a\\.zz  # why\r\n\n0\n\tb\\#c\n d e \n</pre>")).toEqual([
    { line: 2, text: "a\\.zz" },
    { line: 5, text: "b\\" },
    { line: 6, text: "d e" },
    { line: 7, text: "</pre>" },
  ]);
});
