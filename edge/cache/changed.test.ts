import { expect, test } from "vitest";
import { createChangedPages, NAMES_TAG } from "./changed.ts";

test("what was begun before a page was written is too old, what was begun after it is not", () => {
  const changed = createChangedPages();
  const before = changed.latest();
  changed.note(["s1:dewiki@WMF:7", "w1:dewiki@WMF", "s1:dewiki@WMF:nonsense"]);
  expect(changed.since(before, ["dewiki@WMF:7"])).toBe(true);
  expect(changed.since(before, ["dewiki@WMF:8", "enwiki@WMF:7"])).toBe(false);
  expect(changed.since(before, ["dewiki@WMF:8", "dewiki@WMF:7"])).toBe(true);
  expect(changed.since(changed.latest(), ["dewiki@WMF:7"])).toBe(false);
});

test("names of wikis are one thing", () => {
  const changed = createChangedPages();
  changed.note(["n1:dewiki@WMF"]);
  expect(changed.since(0, [NAMES_TAG])).toBe(true);
  expect(changed.since(changed.latest(), [NAMES_TAG])).toBe(false);
});

test("remembers so many pages, the last ones", () => {
  const changed = createChangedPages(2);
  for (const pageid of [1, 2, 1, 3]) changed.note([`s1:a@local:${pageid}`]);
  expect([1, 2, 3].map((pageid) => changed.since(0, [`a@local:${pageid}`]))).toEqual([true, false, true]);
});
