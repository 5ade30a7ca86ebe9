import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { DatabaseError } from "../../db/errors.ts";
import { LeaseKeeper } from "./lease-keeper.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const SECONDS = 30;
const THIRD_MS = 10_000;

/** A lease of which `answers` are what becomes of its renewals; the last one stays. */
function kept(...answers: (boolean | Error)[]) {
  const calls: string[] = [];
  const warnings: string[] = [];
  const keeper = new LeaseKeeper({
    seconds: SECONDS,
    renew: async () => {
      calls.push("renew");
      const answer = answers.length > 1 ? answers.shift() : answers[0];
      if (answer instanceof Error) throw answer;
      return answer ?? true;
    },
    release: async () => void calls.push("release"),
    log: { info() {}, debug() {}, warn: (text: string) => void warnings.push(text) } as never,
  });
  return { keeper, calls, warnings };
}

test("it is renewed three times in its term until its end, and then given back", async () => {
  const { keeper, calls } = kept(true);
  await vi.advanceTimersByTimeAsync(SECONDS * 1_000);
  await keeper.end();
  await vi.advanceTimersByTimeAsync(SECONDS * 1_000);
  expect(calls).toEqual(["renew", "renew", "renew", "release"]);
  expect(keeper.lost.aborted).toBe(false);
});

test("who lost it learns so, and renews it no more; its fence keeps what it gives back from another holder", async () => {
  const { keeper, calls } = kept(true, false);
  await vi.advanceTimersByTimeAsync(THIRD_MS);
  expect(keeper.lost.aborted).toBe(false);
  await vi.advanceTimersByTimeAsync(THIRD_MS);
  expect(keeper.lost.aborted).toBe(true);
  await vi.advanceTimersByTimeAsync(SECONDS * 1_000);
  expect(await keeper.renew()).toBe(false);
  await keeper.end();
  expect(calls).toEqual(["renew", "renew", "release"]);
});

test.each([
  ["a database that is away, which is met elsewhere", new DatabaseError("away", "gone"), 0],
  ["another failure, which is logged", new Error("no such column"), 1],
])("%s", async (_, failure, logged) => {
  const { keeper, warnings } = kept(failure, true);
  await vi.advanceTimersByTimeAsync(THIRD_MS);
  expect(keeper.ageMs()).toBe(THIRD_MS);
  expect(warnings).toHaveLength(logged);
  await vi.advanceTimersByTimeAsync(THIRD_MS);
  expect(keeper.ageMs()).toBe(0);
  expect(keeper.lost.aborted).toBe(false);
  await keeper.end();
});

test("it is unsure once half its term went by without a renewal", async () => {
  const { keeper } = kept(new DatabaseError("away", "gone"), true);
  vi.setSystemTime(Date.now() + SECONDS * 500 - 1);
  expect(keeper.isUnsure).toBe(false);
  vi.setSystemTime(Date.now() + 1);
  expect(keeper.isUnsure).toBe(true);
  await expect(keeper.renew()).rejects.toThrow("gone");
  expect(keeper.isUnsure).toBe(true);
  await keeper.renew();
  expect(keeper.isUnsure).toBe(false);
  await keeper.end();
});

test("its age counts from before the renewal, and by whichever clock went further", async () => {
  const { keeper } = kept(true);
  vi.setSystemTime(Date.now() + 60_000);
  expect(keeper.ageMs()).toBe(60_000);
  expect(await keeper.renew()).toBe(true);
  expect(keeper.ageMs()).toBe(0);
  await keeper.end();
});

test("a renewal that is under way at the end is waited for, and one at a time is", async () => {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const calls: string[] = [];
  const keeper = new LeaseKeeper({
    seconds: SECONDS,
    renew() {
      calls.push("renew");
      return promise;
    },
    async release() {
      calls.push("release");
    },
    log: {} as never,
  });
  const renewals = [keeper.renew(), keeper.renew()];
  const ended = keeper.end();
  await vi.advanceTimersByTimeAsync(SECONDS * 1_000);
  expect(calls).toEqual(["renew"]);
  resolve(true);
  await ended;
  expect(await Promise.all(renewals)).toEqual([true, true]);
  expect(calls).toEqual(["renew", "release"]);
});
