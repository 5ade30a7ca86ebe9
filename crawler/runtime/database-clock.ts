import { uptime } from "node:os";
import { databaseMs } from "../../db/clock.ts";
import { dayOfInstant, HOUR_MS } from "../../shared/calendar/day.ts";
import { type Clock, systemClock } from "./clock.ts";
import type { Database } from "./context.ts";
import { WorkError } from "./errors.ts";
import type { Log } from "./log.ts";
import { span } from "./words.ts";

const EVERY_MS = 60_000;
/** By how much this machine's clock may differ from the database's before it is said. */
export const SKEW_MS_REPORTED = 2 * 60_000;
/** Beyond this nothing is stored. */
const SKEW_MS_MAX = HOUR_MS;

/** A clock as the database has it, whatever this machine's says: the day of a check is the same for the whole system (M8). */
export interface DatabaseClock extends Clock {
  close(): void;
}

export interface ClockOptions {
  readonly log: Log;
  /** This machine's clock, or the database's, is more than an hour wrong, and nobody knows which; or the latter jumped. */
  readonly onSkewed: (error: WorkError) => void;
  /** This machine's clock. */
  readonly machine?: Pick<Clock, "now">;
  /** A clock of this machine that nobody sets, and that goes on while it sleeps. */
  readonly uptimeMs?: () => number;
  readonly everyMs?: number;
}

interface Reading {
  /** Of the database's clock. */
  readonly ms: number;
  /** When that was, in `performance.now()`. */
  readonly at: number;
  /** When that was, in `uptimeMs`. */
  readonly upMs: number;
}

async function askTime(db: Database, uptimeMs: () => number): Promise<Reading> {
  const sent = performance.now();
  const ms = await databaseMs(db);
  // It was read somewhere between question and answer.
  return { ms, at: (sent + performance.now()) / 2, upMs: uptimeMs() };
}

const skewWords = (ms: number): string =>
  `this machine's clock is ${span(Math.abs(ms))} ${ms > 0 ? "ahead of" : "behind"} the database's`;
const jumpWords = (ms: number): string =>
  `the database's clock jumped ${span(Math.abs(ms))} ${ms > 0 ? "ahead" : "back"} while this ran`;

/**
 * Reads the database's clock now and each minute; in between this machine's steady one goes on, which no change of its time
 * moves. A reading that is more than an hour away from this machine's clock, or from the reading before with the time since
 * then, is not used: what is under way ends with the day from before. A database that is away is met by the roles themselves.
 */
export async function openDatabaseClock(
  db: Database,
  {
    log,
    onSkewed,
    machine = systemClock,
    uptimeMs = () => uptime() * 1_000,
    everyMs = EVERY_MS,
  }: ClockOptions,
): Promise<DatabaseClock> {
  const ask = () => askTime(db, uptimeMs);
  const since = ({ ms, at }: Reading) => ms + (performance.now() - at);
  let last = await ask();
  const judge = (next: Reading) => {
    const skewMs = machine.now() - since(next);
    const jumpMs = next.ms - last.ms - (next.upMs - last.upMs);
    const isFar = (ms: number) => Math.abs(ms) > SKEW_MS_MAX;
    return {
      next,
      skewMs,
      fault: isFar(jumpMs) ? jumpWords(jumpMs) : isFar(skewMs) ? skewWords(skewMs) : null,
    };
  };
  let [skewMs, isReported] = [0, false];
  const use = (judged: ReturnType<typeof judge>) => {
    ({ skewMs } = judged);
    const isSkewed = Math.abs(skewMs) > SKEW_MS_REPORTED;
    if (judged.fault !== null)
      onSkewed(
        new WorkError(
          `${judged.fault}: nothing is stored until all clocks are set right (NTP); then start again`,
        ),
      );
    else {
      last = judged.next;
      if (isSkewed && !isReported)
        log.warn(`${skewWords(skewMs)}, by which all days are counted: set it right (NTP)`, "clock-skew");
    }
    isReported = isSkewed;
  };
  const read = async () => {
    const judged = judge(await ask());
    // A machine that slept between question and answer compares what lies apart.
    use(judged.fault === null ? judged : judge(await ask()));
  };
  use(judge(last));
  const timer = setInterval(() => void read().catch(() => {}), everyMs);
  timer.unref();
  const now = () => since(last);
  return {
    now,
    today: () => dayOfInstant(now()),
    skewMs: () => skewMs,
    close: () => clearInterval(timer),
  };
}
