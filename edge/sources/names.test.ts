import { expect, test } from "vitest";
import { distance } from "./names.ts";

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
