import { expect, test } from "vitest";
import { dropOldest } from "./oldest.ts";

test("what came first goes as soon as there is one too many, and is told", () => {
  const kept = new Map([
    ["a", 1],
    ["b", 2],
  ]);
  const dropped: string[] = [];
  const drop = () => dropOldest(kept, 2, (key) => dropped.push(key));
  drop();
  expect(dropped).toEqual([]);
  kept.set("c", 3);
  drop();
  expect(dropped).toEqual(["a"]);
  expect([...kept.keys()]).toEqual(["b", "c"]);
});

test("what is set anew keeps its place, unless it was taken out before", () => {
  const kept = new Set(["a", "b"]);
  kept.add("a").add("c");
  dropOldest(kept, 2);
  expect([...kept]).toEqual(["b", "c"]);
  kept.delete("b");
  kept.add("b").add("d");
  dropOldest(kept, 2);
  expect([...kept]).toEqual(["b", "d"]);
});

test("of many a sixteenth goes at once, and none before there are too many", () => {
  const kept = new Set(Array.from({ length: 160 }, (_, at) => at));
  dropOldest(kept, 160);
  expect(kept.size).toBe(160);
  kept.add(160);
  dropOldest(kept, 160);
  expect([kept.size, ...kept].slice(0, 2)).toEqual([150, 11]);
});

test("none may be kept", () => {
  const kept = new Set(["a"]);
  dropOldest(kept, 0);
  expect(kept.size).toBe(0);
});
