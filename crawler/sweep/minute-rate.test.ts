import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { MinuteRate } from "./minute-rate.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("the last minute counts, from the last question before it", () => {
  const rate = new MinuteRate();
  const after = (seconds: number, total: number) => {
    vi.advanceTimersByTime(seconds * 1_000);
    return rate.perSecond(total);
  };
  expect(rate.perSecond(0)).toBe(0);
  expect(after(20, 200)).toBe(10);
  expect(after(20, 200)).toBe(5);
  // An idle hour.
  expect(after(3_600, 200)).toBe(0);
  expect(after(20, 1_200)).toBeCloseTo(1_000 / 3_620);
  expect(after(20, 2_200)).toBeCloseTo(2_000 / 3_640);
  // Asked often, an idle hour is soon forgotten.
  expect(after(20, 3_200)).toBe(50);
  expect(after(20, 4_200)).toBe(50);
});
