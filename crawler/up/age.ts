import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import type { Database } from "../../db/connect.ts";
import { hasHistory } from "../../db/work/has-history.ts";
import { addDays, asDay, type Day, daysBetween, instantOfDay } from "../../shared/calendar/day.ts";
import { type Clock, steppedClock, systemClock } from "../runtime/clock.ts";
import type { RoleContext } from "../runtime/context.ts";
import { WorkError } from "../runtime/errors.ts";
import { type IsMine, otherWiki } from "./wikis.ts";

/**
 * Weeks of evidence within a minute: the roles work as ever, on a clock that leaps from day to day. Nothing is ever
 * written into the history but what a check saw.
 */

const WEEK_DAYS = 7;
/** Between two leaps: often enough for checks that are a few days apart by rule (verdict), few enough to be quick. */
export const LEAP_DAYS = 4;
const NOON_MS = 12 * 3_600_000;

const day = z.int().min(0).max(65_535).transform(asDay);
const schema = z.object({ until: day, lived: day.nullable() });

/**
 * How far a data folder has come. `until`: the day of its first start, with which simulated time ends for good.
 * `lived`: the last simulated day that was lived to its end; a start that was broken off goes on after it.
 */
type Progress = z.infer<typeof schema>;

const fileOf = (dataDir: string): string => join(dataDir, "lived.json");

function readProgress(file: string): Progress | null {
  try {
    return schema.parse(JSON.parse(readFileSync(file, "utf8")));
  } catch {
    return null;
  }
}

function writeProgress(file: string, progress: Progress): void {
  writeFileSync(`${file}.new`, `${JSON.stringify(progress)}\n`);
  renameSync(`${file}.new`, file);
}

/** The days to live through, oldest first: `weeks` weeks up to and with `until`, without those already lived. */
export function daysToLive(until: Day, weeks: number, lived: Day | null): Day[] {
  const days: Day[] = [];
  for (let ago = weeks * WEEK_DAYS; ago >= 0; ago -= LEAP_DAYS) {
    const day = addDays(until, -ago);
    if (lived === null || day > lived) days.push(day);
  }
  if (days.at(-1) !== until && (lived === null || until > lived)) days.push(until);
  return days;
}

/**
 * Simulated time is for the beginning: evidence made in haste must not come to stand among what was really seen, nor
 * that of days gone by beside the links of wikis that are not on trial. Throws a WorkError where another wiki is
 * configured, or where there is history, unless it comes from simulated time that was broken off.
 */
export async function refuseToAge(db: Database, dataDir: string, isMine: IsMine): Promise<void> {
  const other = await otherWiki(db, isMine);
  if (other !== null)
    throw new WorkError(
      `--age would write the history of simulated days to the links of ${other.name} too: start without --age, or set WEBOID_DATA (and DATABASE_URL) to an empty one`,
    );
  const progress = readProgress(fileOf(dataDir));
  if (progress !== null && (progress.lived === null || progress.lived < progress.until)) return;
  if (progress === null && !(await hasHistory(db))) return;
  throw new WorkError(
    `--age is for the first start, and the database of ${dataDir} has history already: start without --age, or set WEBOID_DATA (and DATABASE_URL) to an empty one`,
  );
}

interface AgeOptions {
  readonly weeks: number;
  readonly dataDir: string;
  /** The wikis on trial: there is no simulated time beside others, also if they come while it lasts. */
  readonly isMine: IsMine;
  /** One day's work; the clock of its context stands at noon of that day, or now if that is yet to come. */
  readonly live: (ctx: RoleContext) => Promise<void>;
  readonly onDay: (daysAgo: number, done: number, of: number) => void;
}

/**
 * Lives through the days that are missing; answers how many there were. Ends early, to be gone on with at the next
 * start, when `ctx.signal` is aborted. None where there is history from elsewhere, or another wiki.
 */
export async function age(
  ctx: RoleContext,
  { weeks, dataDir, isMine, live, onDay }: AgeOptions,
): Promise<number> {
  if (weeks === 0 || (await otherWiki(ctx.db, isMine)) !== null) return 0;
  const file = fileOf(dataDir);
  const progress = readProgress(file);
  if (progress === null && (await hasHistory(ctx.db))) return 0;
  const { until, lived } = progress ?? { until: ctx.clock.today(), lived: null };
  writeProgress(file, { until, lived });
  const days = daysToLive(until, weeks, lived);
  const clock = steppedClock(ctx.clock.now());
  for (const [done, day] of days.entries()) {
    if (ctx.signal.aborted || (await otherWiki(ctx.db, isMine)) !== null) return done;
    onDay(daysBetween(day, until), done, days.length);
    clock.set(Math.min(instantOfDay(day) + NOON_MS, ctx.clock.now()));
    await live({ ...ctx, clock });
    if (!ctx.signal.aborted) writeProgress(file, { until, lived: day });
  }
  return days.length;
}

/** A clock that shows another clock's time: the sample web lives in the day of whoever checks it. */
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
