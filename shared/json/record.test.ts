import { expect, test } from "vitest";
import { isCount, isRecord, records } from "./record.ts";

test.each([
  [{}, true],
  [{ a: 1 }, true],
  [null, false],
  [[], false],
  ["{}", false],
  [undefined, false],
])("%j is an object: %s", (value, is) => expect(isRecord(value)).toBe(is));

test.each([
  [[{ a: 1 }, null, [{}], "x"], [{ a: 1 }]],
  [{ a: 1 }, []],
  [undefined, []],
])("of %j the objects", (value, objects) => expect(records(value)).toEqual(objects));

test.each([
  [0, true],
  [9_007_199_254_740_991, true],
  [9_007_199_254_740_992, false],
  [-1, false],
  [1.5, false],
  ["1", false],
  [null, false],
])("%j is a count: %s", (value, is) => expect(isCount(value)).toBe(is));
