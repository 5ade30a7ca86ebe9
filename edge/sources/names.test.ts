import { expect, test, vi } from "vitest";
import { distance, nearKeys } from "./names.ts";

test.each([
  ["dewiki", "dewiki", 0],
  ["dewkii", "dewiki", 2],
  ["dewik", "dewiki", 1],
  ["enwiki", "dewiki", 2],
  ["", "ab", 2],
  ["samplewiki", "dewiki", 5],
])("from %s to %s: %i letters", (a, b, letters) => {
  expect([distance(a, b), distance(b, a)]).toEqual([letters, letters]);
});

test("of what is too far, no more is found than that", () => {
  expect(distance("samplewiki", "dewiki", 2)).toBeGreaterThan(2);
  expect(distance("dewkii", "dewiki", 2)).toBe(2);
});

test("what is longer or shorter by more letters than may differ is not compared", () => {
  const compare = vi.fn(distance);
  const keys = ["n1:de@WMF", "n1:dewi@WMF", "n1:dewiki@WMF", "n1:dewikivoyage@WMF", "n1:enwiki@WMF"];
  expect(nearKeys("dewikl", keys, compare)).toEqual(["n1:dewiki@WMF", "n1:dewi@WMF"]);
  expect(compare.mock.calls.map(([, other]) => other)).toEqual(["dewi", "dewiki", "enwiki"]);
});
