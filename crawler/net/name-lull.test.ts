import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { NameLull } from "./name-lull.ts";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "performance"] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** A name service that is asked about late names only. */
function begun(answers: boolean) {
  const state = { answers, wanted: true, asked: 0 };
  const lull = new NameLull(
    { lullMsMin: 1_000, lullMsMax: 15_000 },
    () => {
      state.asked++;
      if (state.answers) lull.heard();
    },
    () => state.wanted,
  );
  const since = performance.now() + 2_000;
  const after = (ms: number) => vi.advanceTimersByTime(ms);
  return { lull, state, since, after };
}

/** The same, which answered a moment ago. */
function service(answers: boolean) {
  const made = begun(answers);
  made.lull.heard();
  return made;
}

test("that a list has come to its silent names is no lull: others are asked about meanwhile, at times", () => {
  const { lull, state, since, after } = service(true);
  after(500);
  lull.watch(performance.now());
  after(3_500);
  expect(lull.endOf(since)).toBeNull();
  expect(state.asked).toBe(8);
});

test("silence to those is one, until it answers", async () => {
  const { lull, state, since, after } = service(false);
  after(500);
  lull.watch(performance.now());
  after(3_500);
  const end = lull.endOf(since);
  expect(end).toBeInstanceOf(Promise);
  state.answers = true;
  after(250);
  await end;
  expect(lull.endOf(since)).toBeInstanceOf(Promise);
  expect(lull.endOf(performance.now())).toBeNull();
});

test("a process that begins within one waits for its end, and no longer than in any", async () => {
  const { lull, state, since, after } = begun(false);
  after(60_000);
  expect(lull.endOf(since)).toBeNull();
  lull.watch(performance.now());
  after(3_500);
  expect(lull.hasHeardSince(0)).toBe(false);
  const end = lull.endOf(performance.now());
  expect(end).toBeInstanceOf(Promise);
  state.answers = true;
  after(250);
  await end;
  const another = begun(false);
  another.lull.watch(performance.now());
  another.after(15_250);
  expect(another.lull.endOf(performance.now())).toBeNull();
});

test("longer ones are waited for no more", async () => {
  const { lull, since, after } = service(false);
  after(4_000);
  const end = lull.endOf(since);
  after(11_250);
  await end;
  expect(lull.endOf(since)).toBeNull();
});

test("time in which nobody asked is no silence: after an answer, after silence of which nothing was heard", () => {
  const { lull, state, since, after } = service(false);
  state.wanted = false;
  after(60_000);
  const openSince = performance.now();
  state.wanted = true;
  after(2_000);
  lull.watch(openSince);
  after(2_000);
  expect(lull.endOf(since)).toBeInstanceOf(Promise);
  after(11_250);
  expect(lull.endOf(since)).toBeNull();
  // Others are late meanwhile: it is the same silence.
  lull.watch(performance.now() - 100);
  expect(lull.endOf(since)).toBeNull();
  state.wanted = false;
  after(60_000);
  const again = performance.now();
  state.wanted = true;
  after(2_000);
  lull.watch(again);
  expect(lull.endOf(since)).toBeInstanceOf(Promise);
});

test("what is asked long after somebody was answered, while others are late, is as silent as those", () => {
  const { lull, since, after } = service(false);
  const openSince = performance.now();
  for (let late = 0; late < 8; late++) {
    after(2_000);
    lull.watch(late === 0 ? openSince : performance.now());
  }
  expect(lull.endOf(since)).toBeNull();
});

test("nothing is asked where no name is late, nor after the last one", () => {
  const { lull, state, after } = service(true);
  after(4_000);
  expect(state.asked).toBe(0);
  lull.watch(performance.now());
  after(1_000);
  const asked = state.asked;
  expect(asked).toBeGreaterThan(0);
  state.wanted = false;
  after(10_000);
  expect(state.asked).toBe(asked);
});
