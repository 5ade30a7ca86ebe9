import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { addDays, asDay, type Day, instantOfDay } from "../../shared/calendar/day.ts";
import { steppedClock } from "../runtime/clock.ts";
import type { RoleContext } from "../runtime/context.ts";

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

/**
 * The days to live through, oldest first: `weeks` weeks up to the day before `until`, without those already lived.
 * That day itself belongs to the live roles.
 */
export function daysToLive(until: Day, weeks: number, lived: Day | null): Day[] {
  const days: Day[] = [];
  for (let ago = weeks * WEEK_DAYS; ago >= 1; ago -= LEAP_DAYS) {
    const day = addDays(until, -ago);
    if (lived === null || day > lived) days.push(day);
  }
  return days;
}

interface AgeOptions {
  readonly weeks: number;
  readonly dataDir: string;
  /** One day's work, in a context whose clock stands at noon of that day. */
  readonly live: (ctx: RoleContext, day: Day) => Promise<void>;
  readonly onDay: (day: Day, done: number, of: number) => void;
}

/** Lives through the days that are missing. Ends early, to be gone on with later, when `ctx.signal` is aborted. */
export async function age(ctx: RoleContext, { weeks, dataDir, live, onDay }: AgeOptions): Promise<void> {
  const file = join(dataDir, "lived.json");
  const { until, lived } = readProgress(file) ?? { until: ctx.clock.today(), lived: null };
  writeProgress(file, { until, lived });
  const days = daysToLive(until, weeks, lived);
  const clock = steppedClock(ctx.clock.now());
  for (const [done, day] of days.entries()) {
    if (ctx.signal.aborted) return;
    onDay(day, done, days.length);
    clock.set(instantOfDay(day) + NOON_MS);
    await live({ ...ctx, clock }, day);
    if (!ctx.signal.aborted) writeProgress(file, { until, lived: day });
  }
}
