import QuickLRU from "quick-lru";
import { expect, test } from "vitest";
import { cacheFigures, watchCache } from "./caches.ts";

const of = (name: string) => cacheFigures().find((figure) => figure.name === name);

test("entries and bound are those of the moment, summed over caches of one name", () => {
  const first = watchCache("trial", new QuickLRU<string, number>({ maxSize: 10 }));
  const second = watchCache("trial", new Map<string, number>(), 5);
  first.set("a", 1);
  second.set("a", 1).set("b", 2);
  expect(of("trial")).toEqual({ name: "trial", entries: 3, max: 15 });
  second.clear();
  expect(of("trial")).toEqual({ name: "trial", entries: 1, max: 15 });
});

test("what nobody uses any more is not kept for its figures", async () => {
  const watch = () => void watchCache("passing", new Map(), 5);
  for (let count = 0; count < 100; count += 1) watch();
  for (let round = 0; round < 20 && (of("passing")?.max ?? 0) > 100; round += 1) {
    await new Promise((done) => setTimeout(done, 10));
    Bun.gc(true);
  }
  expect(of("passing")?.max ?? 0).toBeLessThan(100);
});

test("a cache without a bound is refused", () => {
  expect(() => watchCache("boundless", new Map())).toThrow("boundless: say how many entries it may have");
});
