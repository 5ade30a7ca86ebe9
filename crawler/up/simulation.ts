import { renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import type { Database } from "../../db/connect.ts";
import { hasHistory } from "../../db/urls/has-history.ts";
import { addDays, asDay, type Day, daysBetween, instantOfDay } from "../../shared/calendar/day.ts";
import { type Clock, steppedClock, systemClock } from "../runtime/clock.ts";
import type { RoleContext } from "../runtime/context.ts";
import { WorkError } from "../runtime/errors.ts";
import { readJson, upOn } from "../runtime/folder-lock.ts";
import { counted } from "../runtime/words.ts";
import { type IsMine, otherWiki } from "./wikis.ts";

/**
 * The simulated weeks of a first start: evidence of weeks within a minute. The roles work as always, on a clock that
 * leaps from day to day. Nothing is ever written into the history but what a check saw.
 */

const WEEK_DAYS = 7;
/** Between two leaps: often enough for checks that are a few days apart by rule (verdict), few enough to be quick. */
const LEAP_DAYS = 4;
const NOON_MS = 12 * 3_600_000;

const day = z.int().min(0).max(65_535).transform(asDay);
const schema = z.object({ until: day, done: day.nullable() });

/**
 * How far the simulation of a data folder has come. `until`: the day of its first start, with which simulated time ends
 * for good. `done`: the last day that was simulated to its end; an interrupted start continues after it.
 */
type Progress = z.infer<typeof schema>;

const fileOf = (dataDir: string): string => join(dataDir, "simulation.json");

function writeProgress(file: string, progress: Progress): void {
  writeFileSync(`${file}.new`, `${JSON.stringify(progress)}\n`);
  renameSync(`${file}.new`, file);
}

/** How far the start of an `up` is, or was when it was stopped amid simulated days. */
export interface Starting {
  readonly stopped: boolean;
  /** The simulated day that is through, and the last one; null: none is simulated, or none is through. */
  readonly simulated: Day | null;
  readonly until: Day | null;
}

/** A start that takes longer, and simulates nothing, hides no alarms any more. */
const START_MS_MAX = 15 * 60_000;

/**
 * null: no `up` starts on this data folder, nor was one stopped amid simulated days; or its start takes so long that what is missing
 * meanwhile is an alarm.
 */
export function startingOn(dataDir: string): Starting | null {
  const up = upOn(dataDir);
  if (up !== null && up.url !== null) return null;
  const stopped = up === null;
  const progress = readJson(fileOf(dataDir), schema);
  if (progress !== null && progress.done !== progress.until)
    return { stopped, simulated: progress.done, until: progress.until };
  const isLate = up?.sinceMs != null && Date.now() - up.sinceMs > START_MS_MAX;
  return stopped || isLate ? null : { stopped, simulated: null, until: null };
}

/** The days to simulate, oldest first: `weeks` weeks up to and with `until`, without those already done. */
export function daysToSimulate(until: Day, weeks: number, done: Day | null): Day[] {
  const days: Day[] = [];
  for (let ago = weeks * WEEK_DAYS; ago >= 0; ago -= LEAP_DAYS) {
    const day = addDays(until, -ago);
    if (done === null || day > done) days.push(day);
  }
  if (days.at(-1) !== until && (done === null || until > done)) days.push(until);
  return days;
}

/**
 * Simulated time is for the beginning: simulated evidence must not stand among what was really seen, nor
 * that of simulated days beside the links of other wikis. Throws a WorkError where another wiki is
 * configured, or where there is history, unless it comes from a simulation that was interrupted.
 */
export async function refuseSimulation(db: Database, dataDir: string, isMine: IsMine): Promise<void> {
  const other = await otherWiki(db, isMine);
  if (other !== null)
    throw new WorkError(
      `--age would write the history of simulated days to the links of ${other.name} too: start without --age, or set WEBOID_DATA (and DATABASE_URL) to an empty one`,
    );
  const progress = readJson(fileOf(dataDir), schema);
  if (progress !== null && (progress.done === null || progress.done < progress.until)) return;
  if (progress === null && !(await hasHistory(db))) return;
  throw new WorkError(
    `--age is for the first start, and the database of ${dataDir} has history already: start without --age, or set WEBOID_DATA (and DATABASE_URL) to an empty one`,
  );
}

interface SimulationOptions {
  readonly weeks: number;
  readonly dataDir: string;
  /** The wikis of this start: there is no simulated time beside others, also if they come while it lasts. */
  readonly isMine: IsMine;
  /** One day's work; the clock of its context stands at noon of that day, or now if that is yet to come. */
  readonly work: (ctx: RoleContext) => Promise<void>;
  readonly onDay: (daysAgo: number, done: number, of: number) => void;
}

/** Rounds of a simulation: those that came to their end, and those that were to come. */
interface Rounds {
  readonly done: number;
  readonly of: number;
}

/** What came of a simulation; undefined: there was none. */
export function roundsInWords({ done, of }: Rounds, isStopped: boolean): string | undefined {
  if (of === 0) return undefined;
  if (done === of) return `${counted(of, "round")} over every link that was due, up to today`;
  const next = isStopped ? "the next start goes on from there" : "there is another wiki now";
  return `ended after ${done} of ${counted(of, "round")}; ${next}`;
}

const NO_ROUNDS: Rounds = { done: 0, of: 0 };

/**
 * Simulates the days that are missing. Ends early, to be continued at the next start, when `ctx.signal` is aborted. Simulates none where
 * there is history from elsewhere, or another wiki: what is seen from then on is real, so simulated time ends for good.
 */
export async function simulateDays(
  ctx: RoleContext,
  { weeks, dataDir, isMine, work, onDay }: SimulationOptions,
): Promise<Rounds> {
  const file = fileOf(dataDir);
  const progress = readJson(file, schema);
  const isBesideOthers = async () => (await otherWiki(ctx.db, isMine)) !== null;
  if (await isBesideOthers()) {
    if (progress !== null) writeProgress(file, { ...progress, done: progress.until });
    return NO_ROUNDS;
  }
  if (weeks === 0) return NO_ROUNDS;
  if (progress === null && (await hasHistory(ctx.db))) return NO_ROUNDS;
  const { until, done } = progress ?? { until: ctx.clock.today(), done: null };
  writeProgress(file, { until, done });
  const days = daysToSimulate(until, weeks, done);
  const clock = steppedClock(ctx.clock.now());
  for (const [at, day] of days.entries()) {
    const ended = { done: at, of: days.length };
    if (ctx.signal.aborted) return ended;
    if (await isBesideOthers()) {
      writeProgress(file, { until, done: until });
      return ended;
    }
    onDay(daysBetween(day, until), at, days.length);
    clock.set(Math.min(instantOfDay(day) + NOON_MS, ctx.clock.now()));
    await work({ ...ctx, clock });
    if (ctx.signal.aborted) return ended;
    writeProgress(file, { until, done: day });
  }
  return { done: days.length, of: days.length };
}

/** A clock that shows another clock's time: the sample web lives in the day of its checker. */
export interface RelayClock extends Clock {
  follow(clock: Clock): void;
}

export function relayClock(): RelayClock {
  let followed: Clock = systemClock;
  return {
    now: () => followed.now(),
    today: () => followed.today(),
    follow: (clock) => {
      followed = clock;
    },
  };
}
