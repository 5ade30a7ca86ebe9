import { databaseMs } from "../../db/clock.ts";
import { dayOfInstant } from "../../shared/calendar/day.ts";
import { span } from "../../shared/calendar/span.ts";
import { type Clock, systemClock } from "./clock.ts";
import type { Database } from "./context.ts";
import { WorkError } from "./errors.ts";
import type { Log } from "./log.ts";

const EVERY_MS = 60_000;
/** By how much this machine's clock may differ from the database's before it is said. */
export const SKEW_MS_TOLD = 2 * 60_000;
/** Beyond this nothing is stored. */
const SKEW_MS_MAX = 3_600_000;

/** A clock as the database has it, whatever this machine's says: the day of a check is the same for the whole system (M8). */
export interface DatabaseClock extends Clock {
  close(): void;
}

export interface ClockOptions {
  readonly log: Log;
  /** This machine's clock, or the database's, is more than an hour wrong, and nobody knows which. */
  readonly onSkewed: (error: WorkError) => void;
  /** This machine's clock. */
  readonly machine?: Pick<Clock, "now">;
  readonly everyMs?: number;
}

const words = (ms: number): string =>
  `this machine's clock is ${span(Math.abs(ms))} ${ms > 0 ? "ahead of" : "behind"} the database's`;

/**
 * Reads the database's clock now and each minute; in between this machine's steady one goes on, which no change of its time
 * moves. A database that is away is met by the roles themselves.
 */
export async function openDatabaseClock(
  db: Database,
  { log, onSkewed, machine = systemClock, everyMs = EVERY_MS }: ClockOptions,
): Promise<DatabaseClock> {
  let [readMs, readAt, skewMs, isTold] = [0, 0, 0, false];
  const now = () => readMs + (performance.now() - readAt);
  const read = async () => {
    const sent = performance.now();
    readMs = await databaseMs(db);
    // It was read somewhere between question and answer.
    readAt = (sent + performance.now()) / 2;
    skewMs = machine.now() - now();
    const skewed = Math.abs(skewMs);
    if (skewed > SKEW_MS_MAX)
      onSkewed(new WorkError(`${words(skewMs)}: nothing is stored until both are set right (NTP)`));
    else if (skewed > SKEW_MS_TOLD && !isTold)
      log.warn(`${words(skewMs)}, by which all days are counted: set it right (NTP)`);
    isTold = skewed > SKEW_MS_TOLD;
  };
  await read();
  const timer = setInterval(() => void read().catch(() => {}), everyMs);
  timer.unref();
  return {
    now,
    today: () => dayOfInstant(now()),
    skewMs: () => skewMs,
    close: () => clearInterval(timer),
  };
}
