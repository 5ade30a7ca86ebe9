import { describe, expect, test } from "vitest";
import { coloured, createPaint } from "./paint.ts";
import { cutEnd, cutMiddle, duration, harmless, itemLines, padEnd, padStart, wrapped } from "./text.ts";

test.each([
  ["plain é 日本 🎉", "plain é 日本 🎉"],
  ["a\nb\r\tc", "a[U+000A]b[U+000D][U+0009]c"],
  ["\u001b[31m\u009b", "[U+001B][31m[U+009B]"],
  ["\u202egnp.exe\u2066\u200b\ufeff\u00ad", "[U+202E]gnp.exe[U+2066][U+200B][U+FEFF][U+00AD]"],
  ["\u2028\u2029\ud800x", "[U+2028][U+2029][U+D800]x"],
  ["e\u0301\u0301\u0301\u0301\u0301x", "e\u0301\u0301\u0301\ufffdx"],
])("%j is shown as %j", (text, shown) => expect(harmless(text)).toBe(shown));

test("what nobody reads is cut, and its length is given", () => {
  const shown = harmless("a".repeat(1_000_000));
  expect(shown).toBe(`${"a".repeat(10_000)}… (1000000 characters)`);
});

describe("cutting", () => {
  test.each([
    ["abcdef", 6, "abcdef"],
    ["abcdef", 5, "abcd…"],
    ["日本語", 5, "日本…"],
    ["日本語", 4, "日…"],
    ["e\u0301e\u0301e\u0301", 2, "e\u0301…"],
    ["abc", 1, "…"],
    ["abc", 0, ""],
  ])("the end of %s to %i", (text, columns, cut) => expect(cutEnd(text, columns)).toBe(cut));

  test.each([
    ["https://a.net/path/file.html", 28, "https://a.net/path/file.html"],
    ["https://a.net/path/file.html", 20, "https://a.ne…le.html"],
    ["日本語日本語", 8, "日本…語"],
    ["abc", 1, "…"],
    ["abc", 0, ""],
  ])("the middle of %s to %i", (text, columns, cut) => expect(cutMiddle(text, columns)).toBe(cut));
});

test("padding counts columns", () => {
  expect(padEnd("日本", 6)).toBe("日本  ");
  expect(padStart("7 ms", 7)).toBe("   7 ms");
  expect(padEnd("too long", 3)).toBe("too long");
});

test.each([
  ["one two three", 7, ["one two", "three"]],
  ["a https://b.net/long c", 6, ["a", "https://b.net/long", "c"]],
  ["日本 語", 5, ["日本", "語"]],
  ["", 5, [""]],
])("%s in lines of %i", (text, columns, lines) => expect(wrapped(text, columns)).toEqual(lines));

test("items", () => {
  expect(itemLines(["aa", "bb", "cc"], " · ", 7)).toEqual(["aa · bb", "cc"]);
  expect(itemLines(["\u001b[31mabcdef\u001b[39m"], " · ", 4)).toEqual(["abc…"]);
  expect(itemLines(["aa", "\u001b[31mbb cc dd\u001b[39m", "ee"], " · ", 7)).toEqual([
    "aa",
    "bb cc",
    "dd · ee",
  ]);
  expect(itemLines([], " · ", 4)).toEqual([]);
});

test.each([
  [0, "0 ms"],
  [999.4, "999 ms"],
  [999.6, "1.0 s"],
  [58_000, "58.0 s"],
  [61_400, "61 s"],
])("%d ms is %s", (ms, text) => expect(duration(ms)).toBe(text));

describe("colour", () => {
  const terminal = true;
  test.each<[Parameters<typeof coloured>[0], boolean]>([
    [{ env: {}, terminal }, true],
    [{ env: {}, terminal: false }, false],
    [{ env: { TERM: "dumb" }, terminal }, false],
    [{ env: { NO_COLOR: "1" }, terminal }, false],
    [{ env: { NO_COLOR: "" }, terminal }, true],
    [{ env: { NO_COLOR: "1", FORCE_COLOR: "1" }, terminal }, false],
    [{ env: { FORCE_COLOR: "1" }, terminal: false }, true],
    [{ env: { FORCE_COLOR: "0" }, terminal }, false],
    [{ env: { FORCE_COLOR: "" }, terminal: false }, false],
    [{ env: { FORCE_COLOR: "1", TERM: "dumb" }, terminal }, true],
    [{ env: { NO_COLOR: "1" }, terminal, color: true }, true],
    [{ env: { FORCE_COLOR: "1" }, terminal, color: false }, false],
  ])("%j: %s", (wishes, expected) => expect(coloured(wishes)).toBe(expected));

  test("is painted whatever the process's own streams are", () => {
    expect(createPaint(true)("bad", "x")).toBe("\u001b[31mx\u001b[39m");
    expect(createPaint(true)("bad", "")).toBe("");
    expect(createPaint(false)("bad", "x")).toBe("x");
  });
});
