import { type Day, dayOfInstant } from "../../shared/calendar/day.ts";

/** The source of time; the sample and the tests use one that runs at another pace. */
export interface Clock {
  /** Milliseconds since 1970, as `Date.now()`. */
  now(): number;
  /** The current day (M8), in UTC. */
  today(): Day;
  /** How far this machine's clock is ahead of it, in milliseconds; negative: behind. Absent: it is this machine's. */
  skewMs?(): number;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  today: () => dayOfInstant(Date.now()),
};

/** A clock that stands at `start` until it is moved. */
export function steppedClock(start: number): Clock & { set(epochMs: number): void } {
  let now = start;
  return {
    now: () => now,
    today: () => dayOfInstant(now),
    set: (epochMs) => {
      now = epochMs;
    },
  };
}

/** Waits, but not beyond the signal; true: for the whole time. Never throws. */
export function pause(ms: number, signal: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    const end = (full: boolean) => {
      clearTimeout(timer);
      signal.removeEventListener("abort", stop);
      resolve(full);
    };
    const stop = () => end(false);
    const timer = setTimeout(() => end(true), ms);
    signal.addEventListener("abort", stop);
    if (signal.aborted) stop();
  });
}
