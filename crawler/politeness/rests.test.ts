import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Rests } from "./rests.ts";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["performance", "setTimeout", "clearTimeout"] });
});
afterEach(() => {
  vi.useRealTimers();
});

test("a rest lasts as long as it is to last, and what an end leaves no time for is over at once", async () => {
  const rests = new Rests();
  const over: [ms: number, isOver: boolean][] = [];
  const take = (ms: number) => rests.take(ms).then((isOver) => over.push([ms, isOver]));
  for (const ms of [1_000, 2_000, 6_000]) void take(ms);
  await vi.advanceTimersByTimeAsync(1_500);
  expect(over).toEqual([[1_000, true]]);
  rests.end(4_000);
  await vi.advanceTimersByTimeAsync(0);
  expect(over.slice(1)).toEqual([[6_000, false]]);
  for (const ms of [4_001, 4_000]) void take(ms);
  await vi.advanceTimersByTimeAsync(0);
  expect(over.slice(2)).toEqual([[4_001, false]]);
  // Later ends do not come later.
  rests.end(60_000);
  await vi.advanceTimersByTimeAsync(4_000);
  expect(over.slice(3)).toEqual([
    [2_000, true],
    [4_000, true],
  ]);
  expect(vi.getTimerCount()).toBe(0);
});
