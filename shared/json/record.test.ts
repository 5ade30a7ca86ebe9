import { expect, test } from "vitest";
import { isRecord, records } from "./record.ts";

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
