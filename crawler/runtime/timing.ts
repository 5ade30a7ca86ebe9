/** Time that passes: a clock in milliseconds of which only differences mean something, and timers on it. */
export interface Timing {
  now(): number;
  /** Calls `act` after so many milliseconds; returns what prevents that. */
  after(ms: number, act: () => void): () => void;
}

/** A timer holds 2^31 ms at most. */
const TIMER_MS_MAX = 2 ** 31 - 1;

export const systemTiming: Timing = {
  now: () => performance.now(),
  after(ms, act) {
    const timer = setTimeout(act, Math.min(Math.max(0, ms), TIMER_MS_MAX));
    return () => clearTimeout(timer);
  },
};
