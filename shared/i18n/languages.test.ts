import { describe, expect, test } from "vitest";
import {
  FALLBACKS,
  fallbackChain,
  isRightToLeft,
  languageCode,
  preferredLanguage,
  RIGHT_TO_LEFT,
} from "./languages.ts";

test.each([
  ["DE", "de"],
  [" pt_BR ", "pt-br"],
  ["zh-min-nan", "nan"],
  ["be-x-old", "be-tarask"],
  ["zh-yue", "yue"],
  ["iw", "he"],
  ["zh-Hant-TW", "zh-hant-tw"],
  ["simple", "en"],
  ["constructor", "en"],
  ["../x", "en"],
  ["de-", "en"],
])("the language that is written %s is %s", (written, code) => {
  expect(languageCode(written)).toBe(code);
});

describe("the languages that are tried for a reader (Q8)", () => {
  test.each([
    ["en", "en"],
    ["de", "de en"],
    ["de-at", "de-at de en"],
    ["bar", "bar de en"],
    ["dsb", "dsb hsb de en"],
    ["pt", "pt pt-br en"],
    ["pt-ao", "pt-ao pt pt-br en"],
    ["be-tarask", "be-tarask be en"],
    ["zh-tw", "zh-tw zh-hant zh-hk zh zh-hans en"],
    ["zh-hant-tw", "zh-hant-tw zh-hant zh-tw zh-hk zh zh-hans en"],
    ["tt", "tt tt-cyrl ru en"],
    ["tt-latn", "tt-latn en"],
    ["ban-bali", "ban-bali ban en"],
    ["se-no", "se-no se nb nn en"],
    ["rm", "rm de en"],
    ["lmo", "lmo pms eml lij vec it en"],
    ["nb-no", "nb-no nb no nn en"],
    ["en-gb", "en-gb en"],
    ["qqq", "qqq en"],
  ])("%s", (code, chain) => {
    expect(fallbackChain(code).join(" ")).toBe(chain);
  });

  test("the table of MediaWiki was read whole", () => {
    expect(FALLBACKS.size).toBe(307);
    expect(RIGHT_TO_LEFT.size).toBe(52);
    for (const [code, fallbacks] of FALLBACKS)
      for (const each of [code, ...fallbacks]) expect(languageCode(each), each).toBe(each);
    for (const each of RIGHT_TO_LEFT) expect(languageCode(each)).toBe(each);
  });
});

test.each([
  ["he", true],
  ["fa-af", true],
  ["ks", true],
  ["kk", false],
  ["kk-cn", true],
  ["kk-arab-cn", true],
  ["ks-deva", false],
  ["ku", false],
  ["ku-arab", true],
  ["az-arab", true],
  ["de-hebr", true],
  ["ar-latn", false],
  ["en", false],
])("%s from right to left: %s", (code, expected) => {
  expect(isRightToLeft(code)).toBe(expected);
});

test.each([
  [undefined, undefined],
  ["", undefined],
  ["*", undefined],
  ["de", "de"],
  ["de-AT,de;q=0.9,en;q=0.8", "de-AT"],
  ["xx, de;q=0.8, en;q=0.5", "de"],
  ["xx, bar;q=0.8, en;q=0.9", "en"],
  ["xx, bar;q=0.8", "bar"],
  ["en-US,en;q=0.9,de;q=0.8", "en-US"],
  ["xx", "xx"],
  ["en;q=0, de;q=0.1", "de"],
  ["en ; q=0.5 , de ; q=0.6", "de"],
  ["xx-YY, xx;q=0.9", "xx-YY"],
  ['"><script>, de;q=0.1', "de"],
  ["de;q=2", undefined],
  [`${"xx,".repeat(1000)}de`, "xx"],
])("%s: %s", (header, language) => {
  expect(preferredLanguage(header)).toBe(language);
});
