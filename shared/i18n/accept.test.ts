import { expect, test } from "vitest";
import { preferredLanguage } from "./accept.ts";

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
