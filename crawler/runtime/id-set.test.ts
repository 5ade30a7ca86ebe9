import fc from "fast-check";
import { expect, test } from "vitest";
import { IdSet } from "./id-set.ts";

test("a set of ids has what was added, and says what was new", () => {
  const id = fc.oneof(fc.integer({ min: 0, max: 200 }), fc.integer({ min: 0, max: 2 ** 40 }));
  fc.assert(
    fc.property(fc.array(id), fc.array(id), (added, others) => {
      const set = new IdSet();
      const known = new Set<number>();
      for (const one of added) {
        expect(set.add(one)).toBe(!known.has(one));
        known.add(one);
      }
      for (const one of [...added, ...others]) expect(set.has(one)).toBe(known.has(one));
      const batches = [...set.batches(7)];
      expect(batches.flat()).toEqual([...known].sort((one, other) => one - other));
      expect(batches.slice(0, -1).every(({ length }) => length === 7)).toBe(true);
    }),
  );
});
