import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Bell } from "./bell.ts";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
});
afterEach(() => {
  vi.useRealTimers();
});

const stop = new AbortController();
/** How long it waits when this happens meanwhile. */
async function waited(
  bell: Bell,
  meanwhile: (at: number) => void = () => {},
  signal = stop.signal,
): Promise<number> {
  let over = false;
  const began = performance.now();
  const waiting = bell.wait(1_000, signal).then(() => {
    over = true;
  });
  while (!over) {
    meanwhile(performance.now() - began);
    await vi.advanceTimersByTimeAsync(500);
  }
  await waiting;
  return performance.now() - began;
}

test("who hears nothing looks by himself", async () => {
  expect(await waited(new Bell("weboid_news"))).toBe(1_000);
});

test("while all is quiet who hears waits longer, until it rings", async () => {
  const bell = new Bell("weboid_news");
  bell.setHeard(true);
  expect(await waited(bell)).toBe(10_000);
  expect(await waited(bell, (at) => at === 4_000 && bell.ring())).toBe(4_500);
  // What it told of may not be ready yet.
  expect(await waited(bell)).toBe(1_000);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await waited(bell)).toBe(10_000);
});

test("a connection that is lost wakes who waits", async () => {
  const bell = new Bell("weboid_news");
  bell.setHeard(true);
  expect(await waited(bell, (at) => at === 2_000 && bell.setHeard(false))).toBe(2_500);
});

test("the signal ends it", async () => {
  const bell = new Bell("weboid_news");
  bell.setHeard(true);
  const over = new AbortController();
  expect(await waited(bell, (at) => at === 3_000 && over.abort(), over.signal)).toBe(3_500);
});
