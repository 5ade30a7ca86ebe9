import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Slots } from "./slots.ts";
import { UnderWay } from "./under-way.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("what lasts long makes room for others, for three times as many at most", () => {
  const slots = new Slots(2);
  let woken = 0;
  const underWay = new UnderWay<string>(slots, () => {
    woken += 1;
  });
  const begun: string[] = [];
  for (let n = 0; n < 10; n++) {
    while (slots.free) {
      begun.push(`slow${begun.length}`);
      underWay.add(begun.at(-1) ?? "");
    }
    vi.advanceTimersByTime(3_000);
  }
  expect([begun.length, underWay.size, slots.free, woken]).toEqual([8, 8, false, 3]);
  expect(underWay.all()).toEqual(begun);

  // In whatever order they end, and whatever is left with the run's own end, nothing stays taken.
  for (const item of begun.slice(2, 7).reverse()) underWay.delete(item);
  underWay.delete("unknown");
  expect([underWay.size, underWay.isFew(0.5), slots.free]).toEqual([3, true, true]);
  underWay.close();
  const next = new UnderWay<number>(slots, () => {});
  for (let n = 0; n < 20; n++) {
    if (slots.free) next.add(n);
    vi.advanceTimersByTime(3_000);
  }
  expect(next.size).toBe(8);
  next.close();
});

test("what is quick stays in its slot, and few are those that hold one", () => {
  const slots = new Slots(20);
  const underWay = new UnderWay<number>(slots, () => {});
  for (let n = 0; n < 5; n++) underWay.add(n);
  vi.advanceTimersByTime(1_000);
  expect([underWay.isFew(0.1), underWay.isFew(0.25)]).toEqual([false, true]);
  vi.advanceTimersByTime(2_000);
  underWay.add(5);
  expect([underWay.isFew(0.1), underWay.size]).toEqual([true, 6]);
  underWay.close();
});
