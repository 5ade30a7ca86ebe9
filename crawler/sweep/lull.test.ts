import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { LullWatch } from "./lull.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** One that watches, the place of its turn, and what it was told. */
function watched(isOver = false) {
  const told: string[] = [];
  const wanted = new AbortController();
  const place = {
    onThin: () => void told.push("thin"),
    onEnding: () => void told.push("leaves"),
    wanted: wanted.signal,
  };
  const watch = new LullWatch({ place, isOver: () => isOver, onEnd: () => void told.push("end") });
  return { watch, told, want: () => wanted.abort() };
}

test("a lull leaves room for others at once, and ends the run after half a minute", () => {
  const { watch, told } = watched();
  watch.look(true);
  vi.advanceTimersByTime(300);
  expect(told).toEqual(["thin"]);
  vi.advanceTimersByTime(29_000);
  expect([told, watch.ended]).toEqual([["thin"], false]);
  vi.advanceTimersByTime(1_000);
  expect([told, watch.ended]).toEqual([["thin", "leaves", "end"], true]);
});

test("where its place is wanted, a run leaves it with a lull of some seconds, begun before or after, and goes on", () => {
  const before = watched();
  before.want();
  before.watch.look(true);
  vi.advanceTimersByTime(2_500);
  expect(before.told).toEqual(["thin"]);
  vi.advanceTimersByTime(1_000);
  expect([before.told, before.watch.ended]).toEqual([["thin", "leaves"], false]);

  const after = watched();
  after.watch.look(true);
  vi.advanceTimersByTime(10_000);
  expect(after.told).toEqual(["thin"]);
  after.want();
  expect([after.told, after.watch.ended]).toEqual([["thin", "leaves"], false]);
  // A host that is ready again: it is not over.
  after.watch.look(false);
  after.watch.look(true);
  vi.advanceTimersByTime(29_000);
  expect(after.watch.ended).toBe(false);
  vi.advanceTimersByTime(1_000);
  expect(after.watch.ended).toBe(true);
});

test("a run that has something to do keeps its place, however wanted", () => {
  const { watch, told, want } = watched();
  want();
  for (let n = 0; n < 10; n++) {
    watch.look(true);
    vi.advanceTimersByTime(2_000);
    watch.look(false);
  }
  vi.advanceTimersByTime(60_000);
  expect([watch.ended, told.includes("leaves"), told.includes("end")]).toEqual([false, false, false]);
});

test("a run that only waits for what is under way gives up its place, and ends by itself", () => {
  const { watch, told, want } = watched(true);
  watch.look(true);
  want();
  vi.advanceTimersByTime(4_000);
  expect([told, watch.ended]).toEqual([["thin", "leaves"], false]);
});
