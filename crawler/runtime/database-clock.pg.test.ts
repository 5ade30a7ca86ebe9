import { expect, onTestFinished, test, vi } from "vitest";
import { databaseMs } from "../../db/clock.ts";
import { connect } from "../../db/connect.ts";
import { freshDatabase, freshDatabaseUrl } from "../../db/testing/fresh.ts";
import { asDay, DAY_MS, HOUR_MS } from "../../shared/calendar/day.ts";
import { steppedClock } from "./clock.ts";
import { openDatabaseClock } from "./database-clock.ts";

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

/** Under a running process, between two readings: the database's clock is set, this machine's, and how long it was on moves. */
test.each([
  [
    "the database's clock alone is not followed",
    { database: 150 * DAY_MS },
    /clock jumped 150 days ahead while/,
  ],
  [
    "both clocks, as on one machine, is not followed",
    { database: 150 * DAY_MS, machine: 150 * DAY_MS },
    /clock jumped 150 days ahead/,
  ],
  [
    "both clocks back is not followed",
    { database: -2 * DAY_MS, machine: -2 * DAY_MS },
    /clock jumped 2 days back/,
  ],
  ["this machine's clock alone is not followed", { machine: 2 * HOUR_MS }, /2 h ahead of the database's/],
  [
    "both clocks, on a machine that slept, is followed",
    { database: DAY_MS, machine: DAY_MS, uptime: DAY_MS },
    null,
  ],
  ["some minutes is followed", { database: 10 * 60_000, machine: 10 * 60_000 }, null],
])("a jump of %s", async (_name, { database = 0, machine = 0, uptime = 0 }: Jump, refused) => {
  const db = await connect(await freshDatabaseUrl(), { max: 1 });
  onTestFinished(() => db.close());
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  onTestFinished(() => void vi.useRealTimers());
  const [started, moved] = [await databaseMs(db), { machine: 0, uptime: 0 }];
  const startedAt = performance.now();
  const gone = () => performance.now() - startedAt;
  const [warnings, refusals] = [[] as string[], [] as string[]];
  const clock = await openDatabaseClock(db, {
    log: { info() {}, error() {}, warn: (line) => void warnings.push(line) },
    machine: { now: () => started + gone() + moved.machine },
    uptimeMs: () => gone() + moved.uptime,
    onSkewed: ({ message }) => void refusals.push(message),
  });
  await db.sql`create schema moved`;
  await db.sql.unsafe(
    `create function moved.clock_timestamp() returns timestamptz language sql
      return pg_catalog.clock_timestamp() + interval '${database} milliseconds'`,
  );
  await db.sql`set search_path = moved, pg_catalog, public`;
  Object.assign(moved, { machine, uptime });
  vi.advanceTimersByTime(60_000);
  const expected = started + (refused === null ? database : 0);
  if (refused === null)
    await expect.poll(() => Math.abs(clock.now() - gone() - expected)).toBeLessThan(60_000);
  else await expect.poll(() => refusals).toEqual([expect.stringMatching(refused)]);
  expect(Math.abs(clock.now() - gone() - expected)).toBeLessThan(60_000);
  expect([warnings, refusals.length]).toEqual([[], refused === null ? 0 : 1]);
  clock.close();
});

interface Jump {
  readonly database?: number;
  readonly machine?: number;
  readonly uptime?: number;
}
