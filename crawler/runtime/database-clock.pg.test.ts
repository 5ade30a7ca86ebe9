import { expect, test } from "vitest";
import { databaseMs } from "../../db/clock.ts";
import { freshDatabase } from "../../db/testing/fresh.ts";
import { asDay } from "../../shared/calendar/day.ts";
import { steppedClock } from "./clock.ts";
import { openDatabaseClock } from "./database-clock.ts";

const HOUR_MS = 3_600_000;

async function opened(skewMs: number, everyMs?: number) {
  const db = await freshDatabase();
  const machine = steppedClock((await databaseMs(db)) + skewMs);
  const [warnings, refusals] = [[] as string[], [] as string[]];
  const log = { info() {}, error() {}, warn: (line: string) => void warnings.push(line) };
  const clock = await openDatabaseClock(db, {
    log,
    machine,
    onSkewed: ({ message }) => void refusals.push(message),
    ...(everyMs !== undefined && { everyMs }),
  });
  return { db, clock, machine, warnings, refusals };
}

test("its day is the database's, however wrong this machine's clock is", async () => {
  const { db, clock } = await opened(150 * 24 * HOUR_MS);
  const [row] = await db.sql<{ day: number }[]>`
    select (now() at time zone 'utc')::date - '2017-01-01'::date as day`;
  expect(clock.today()).toBe(asDay(row?.day ?? 0));
  expect(Math.abs(clock.now() - (await databaseMs(db)))).toBeLessThan(10_000);
  clock.close();
});

test.each([
  [60_000, [], []],
  [3 * 60_000, [/^this machine's clock is 3 min ahead of the database's, by which/], []],
  [-10 * 60_000, [/10 min behind/], []],
  [-150 * 24 * HOUR_MS, [], [/150 days behind/]],
  [2 * HOUR_MS, [], [/^this machine's clock is 2 h ahead of the database's: nothing is stored/]],
])("%i ms ahead", async (skewMs, warned, refused) => {
  const { clock, warnings, refusals } = await opened(skewMs);
  expect(warnings).toEqual(warned.map((line) => expect.stringMatching(line)));
  expect(refusals).toEqual(refused.map((line) => expect.stringMatching(line)));
  expect(Math.round((clock.skewMs?.() ?? 0) / 10_000)).toBe(Math.round(skewMs / 10_000));
  clock.close();
});

test("a clock that is set wrong under a running process is met, told once, and again once it was right", async () => {
  const { db, clock, machine, warnings, refusals } = await opened(0, 10);
  const to = async (skewMs: number) => machine.set((await databaseMs(db)) + skewMs);
  const wrong = 5 * 60_000;
  await to(wrong);
  await expect.poll(() => warnings.length).toBe(1);
  await to(0);
  await expect.poll(() => Math.abs(clock.skewMs?.() ?? wrong)).toBeLessThan(60_000);
  await to(wrong);
  await expect.poll(() => warnings.length).toBe(2);
  await to(-2 * HOUR_MS);
  await expect.poll(() => refusals.length).toBeGreaterThan(0);
  clock.close();
});
