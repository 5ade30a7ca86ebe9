import { afterEach, expect, test, vi } from "vitest";
import { ExchangeSession } from "./exchange-session.ts";

afterEach(() => vi.useRealTimers());

test("what is waited for before the first connection moves the end by the clock on the wall, too; later waits do not", () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  const session = new ExchangeSession({ totalMs: 1_000 });
  const { endsAt, deadline } = session;
  session.addOwnDelay(40, 50);
  expect([session.ownDelayMs, session.endsAt - endsAt, session.deadline - deadline]).toEqual([40, 50, 40]);
  session.dials();
  session.addOwnDelay(40, 50);
  expect([session.ownDelayMs, session.endsAt - endsAt, session.deadline - deadline]).toEqual([80, 50, 80]);
});

test("what is asked in a part of the time leaves the rest, and what was waited for meanwhile is not taken from it", () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  const session = new ExchangeSession({ totalMs: 1_000 });
  const widen = session.narrow(100);
  expect(session.msLeft()).toBe(100);
  session.narrow(500)();
  expect(session.msLeft()).toBe(100);
  vi.advanceTimersByTime(60);
  session.addOwnDelay(20, 20);
  expect([session.msLeft(), session.elapsedMs()]).toEqual([60, 40]);
  widen();
  expect(session.msLeft()).toBe(960);
});
