import { expect, test } from "vitest";
import { differenceOf } from "./change.ts";

test("entries beyond the hundred thousandth are no change of a list", () => {
  const page = (from: number) => Array.from({ length: 150_000 }, (_, at) => `\\bq${from + at}\\b`).join("\n");
  const difference = differenceOf("blacklist", page(0), page(120_000));
  if ("reason" in difference) throw new Error(difference.reason);
  expect([difference.added.length, difference.removed.length]).toEqual([100_000, 100_000]);
  expect(difference.added.at(-1)).toBe("\\bq219999\\b");
});
