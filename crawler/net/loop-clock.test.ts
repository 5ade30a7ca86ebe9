import { expect, test } from "vitest";
import { createLoopClock } from "./loop-clock.ts";

/** A clock on the wall that is put forward by hand, and rounds that come when they are called. */
function stepped() {
  let wall = 1_000;
  let round: (() => void) | null = null;
  const clock = createLoopClock({
    now: () => wall,
    every(_, go) {
      round = go;
      return () => {
        round = null;
      };
    },
  });
  return {
    clock,
    pass: (ms: number) => {
      wall += ms;
    },
    round: () => round?.(),
    runs: () => round !== null,
  };
}

test("rounds in time count in full", () => {
  const { clock, pass, round } = stepped();
  clock.start();
  const began = clock.now();
  for (let each = 0; each < 20; each++) {
    pass(50);
    round();
  }
  expect(clock.now() - began).toBe(1_000);
  expect(clock.lateMs()).toBe(0);
});

test("a loop that is late stops the clock, before and after it notices", () => {
  const { clock, pass, round } = stepped();
  clock.start();
  const began = clock.now();
  pass(30_000);
  expect(clock.now() - began).toBe(100);
  round();
  expect(clock.now() - began).toBe(100);
  expect(clock.lateMs()).toBe(29_900);
  pass(40);
  expect(clock.now() - began).toBe(140);
});

test("a look gets the time of the round before, as sockets were read after that", () => {
  const { clock, pass, round } = stepped();
  const seen: number[] = [];
  clock.start((since) => seen.push(since));
  const began = clock.now();
  for (const ms of [50, 9_000, 60]) {
    pass(ms);
    round();
  }
  expect(seen.map((since) => since - began)).toEqual([0, 50, 150]);
});

test("it goes on without rounds when nobody uses it, and does not take that for lateness", () => {
  const { clock, pass, round, runs } = stepped();
  const look = () => {};
  clock.start(look);
  clock.start();
  clock.stop(look);
  round();
  expect(runs()).toBe(true);
  clock.stop();
  round();
  expect(runs()).toBe(false);
  const rested = clock.now();
  pass(60_000);
  expect(clock.now() - rested).toBe(60_000);
  clock.start();
  pass(50);
  round();
  expect(clock.now() - rested).toBe(60_050);
  expect(clock.lateMs()).toBe(0);
});
