import { expect, test } from "vitest";
import { dropOldest } from "./oldest.ts";

test("what came first goes as soon as there is one too many, and is told", () => {
  const kept = new Map([
    ["a", 1],
    ["b", 2],
  ]);
  expect(dropOldest(kept, 2)).toBeUndefined();
  kept.set("c", 3);
  expect(dropOldest(kept, 2)).toBe("a");
  expect([...kept.keys()]).toEqual(["b", "c"]);
});

test("what is set anew keeps its place, unless it was taken out before", () => {
  const kept = new Set(["a", "b"]);
  kept.add("a").add("c");
  expect(dropOldest(kept, 2)).toBe("a");
  kept.delete("b");
  kept.add("b").add("d");
  expect(dropOldest(kept, 2)).toBe("c");
  expect([...kept]).toEqual(["b", "d"]);
});
