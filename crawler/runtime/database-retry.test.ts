import { expect, test } from "vitest";
import { DatabaseError } from "../../db/errors.ts";
import type { Database } from "./context.ts";
import { type Backoff, isOfWorkAlone, retryWhileDatabaseDown } from "./database-retry.ts";

const away = () => new DatabaseError("away", "the database at h ended the connection (57P01)");
const QUICK: Backoff = { firstMs: 1, mostMs: 4, totalMs: 60_000 };

/** A database that does not answer the first `silent` pings, and a log that is kept. */
function setUp({ silent = 0, backoff = QUICK, signal = new AbortController().signal } = {}) {
  const lines: string[] = [];
  let pings = 0;
  const from = async () => {
    pings += 1;
    if (pings <= silent) throw away();
    return [{ one: 1 }];
  };
  const orm = { select: () => ({ from }) };
  const log = {
    info: (text: string) => void lines.push(`info ${text}`),
    warn: (text: string) => void lines.push(`warn ${text}`),
    error: (text: string) => void lines.push(`error ${text}`),
  };
  const ctx = { db: { orm } as unknown as Database, log, signal, backoff };
  return { ctx, lines, pings: () => pings };
}

/** Fails so often before it succeeds. */
function work(failures: number, error: () => unknown = away) {
  let calls = 0;
  const run = async () => {
    calls += 1;
    if (calls <= failures) throw error();
    return calls;
  };
  return { run, calls: () => calls };
}

test("work that fails in two outages is done a third time; each outage is logged once", async () => {
  const { ctx, lines } = setUp({ silent: 3 });
  expect(await retryWhileDatabaseDown(ctx, work(2).run)).toBe(3);
  const waits = "warn the database at h ended the connection (57P01); waiting for it, for 60 s at most";
  const back = expect.stringMatching(/^info the database is back after \d+ s$/);
  expect(lines).toEqual([waits, back, waits, back]);
});

test("roles side by side log one outage once", async () => {
  const { ctx, lines } = setUp({ silent: 5 });
  expect(await Promise.all([1, 2, 3].map(() => retryWhileDatabaseDown(ctx, work(1).run)))).toEqual([2, 2, 2]);
  expect(lines.length).toBe(2);
});

const lost = (code: string) => () => Object.assign(new Error("lost to another"), { code });

test.each([
  ["a deadlock", lost("40P01")],
  ["a serialization failure", lost("40001")],
  ["one that Drizzle wrapped", () => new Error("Failed query", { cause: lost("40P01")() })],
])("work that lost to another statement is done again, however often: %s", async (_, error) => {
  const { ctx, lines, pings } = setUp();
  expect(await retryWhileDatabaseDown(ctx, work(50, error).run)).toBe(51);
  expect([lines.length, pings()]).toEqual([50, 0]);
});

test("a stop ends work that goes on losing", async () => {
  const { ctx } = setUp({ signal: AbortSignal.abort() });
  const losing = work(1_000, lost("40P01"));
  await expect(retryWhileDatabaseDown(ctx, losing.run)).rejects.toThrow("lost to another");
  expect(losing.calls()).toBeLessThan(100);
});

test("Drizzle's wrapping hides nothing", async () => {
  const { ctx } = setUp();
  expect(
    await retryWhileDatabaseDown(ctx, work(1, () => new Error("Failed query", { cause: away() })).run),
  ).toBe(2);
});

test.each([
  ["a bug", () => new TypeError("x is not a function")],
  ["an error that waiting does not fix", () => new DatabaseError("password", "wrong password")],
])("%s is thrown at once", async (_name, error) => {
  const { ctx, lines } = setUp();
  const failing = work(1, error);
  await expect(retryWhileDatabaseDown(ctx, failing.run)).rejects.toThrow(error().message);
  expect([failing.calls(), lines]).toEqual([1, []]);
});

test("a database that stays away is given up, with its trouble", async () => {
  const { ctx, pings } = setUp({
    silent: Number.POSITIVE_INFINITY,
    backoff: { firstMs: 1, mostMs: 4, totalMs: 500 },
  });
  const failing = work(Number.POSITIVE_INFINITY);
  await expect(retryWhileDatabaseDown(ctx, failing.run)).rejects.toMatchObject({ code: "away" });
  expect(failing.calls()).toBe(1);
  expect(pings()).toBeGreaterThan(1);
});

test("work that ends the connection every time is given up", async () => {
  const { ctx } = setUp({ backoff: { firstMs: 1, mostMs: 1, totalMs: 60_000 } });
  const failing = work(Number.POSITIVE_INFINITY);
  await expect(retryWhileDatabaseDown(ctx, failing.run)).rejects.toMatchObject({ code: "away" });
  expect(failing.calls()).toBe(20);
});

test("the signal ends the waiting", async () => {
  const stop = new AbortController();
  const { ctx } = setUp({
    signal: stop.signal,
    backoff: { firstMs: 3_600_000, mostMs: 3_600_000, totalMs: 3_600_000 },
  });
  const waiting = retryWhileDatabaseDown(ctx, work(1).run);
  stop.abort();
  await expect(waiting).rejects.toMatchObject({ code: "away" });
});

const raw = (code: string) => Object.assign(new Error("of PostgreSQL"), { code });

test.each([
  ["a bug", new TypeError("x is not a function"), true],
  ["a value that PostgreSQL does not take", raw("22021"), true],
  ["a constraint", raw("23514"), true],
  ["what a function raises", raw("P0001"), true],
  ["what a row cannot hold", raw("54000"), true],
  ["an error of a file", raw("ENOENT"), true],
  ["a missing right", raw("42501"), false],
  ["a missing column", raw("42703"), false],
  ["a missing table, as Drizzle wraps it", new Error("Failed query", { cause: raw("42P01") }), false],
  ["no memory", raw("53200"), false],
  ["a file of the server that cannot be read", raw("58030"), false],
  ["a damaged index", raw("XX002"), false],
  ["a trouble that is known, wrapped", new Error("Failed query", { cause: away() }), false],
  ["a deadlock", raw("40P01"), false],
])("an error of one piece of work, or of the whole database: %s", (_what, error, isAlone) => {
  expect(isOfWorkAlone(error, { signal: new AbortController().signal })).toBe(isAlone);
});
