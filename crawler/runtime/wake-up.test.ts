import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { WakeUp } from "./wake-up.ts";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
});
afterEach(() => {
  vi.useRealTimers();
});

const stop = new AbortController();
/** How long it waits when this happens meanwhile. */
async function waited(
  wakeUp: WakeUp,
  meanwhile: (at: number) => void = () => {},
  signal = stop.signal,
): Promise<number> {
  let over = false;
  const began = performance.now();
  const waiting = wakeUp.wait(1_000, signal).then(() => {
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
  expect(await waited(new WakeUp("weboid_news"))).toBe(1_000);
});

test("while all is quiet who hears waits longer, until it rings", async () => {
  const wakeUp = new WakeUp("weboid_news");
  wakeUp.setListening(true);
  expect(await waited(wakeUp)).toBe(10_000);
  expect(await waited(wakeUp, (at) => at === 4_000 && wakeUp.onNotify())).toBe(4_500);
  // What it told of may not be ready yet.
  expect(await waited(wakeUp)).toBe(1_000);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await waited(wakeUp)).toBe(10_000);
});

test("a connection that is lost wakes who waits", async () => {
  const wakeUp = new WakeUp("weboid_news");
  wakeUp.setListening(true);
  expect(await waited(wakeUp, (at) => at === 2_000 && wakeUp.setListening(false))).toBe(2_500);
});

test("the signal ends it", async () => {
  const wakeUp = new WakeUp("weboid_news");
  wakeUp.setListening(true);
  const over = new AbortController();
  expect(await waited(wakeUp, (at) => at === 3_000 && over.abort(), over.signal)).toBe(3_500);
});
