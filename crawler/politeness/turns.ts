import type { Seen } from "./pacing.ts";

/** Gives a turn back, with what was seen during it, where that decides how long the next one has to wait. */
export type Release = (seen?: Seen) => void;

export interface TurnsOptions {
  /** Turns of one key at once. */
  readonly atOnce: number;
  /** Rest of a key after a turn was given back, in milliseconds; only sensible with one at once. */
  readonly gapMs: number;
}

/** Turns at something that many want and that must not be overrun, told apart by a key. */
export interface Turns {
  /**
   * A promise only where the turn has to be waited for. null: it will not come before `until` (on the clock of
   * `performance.now()`), which is said at once where it can be foreseen. Who waits gets it in the order of coming.
   */
  take(key: string, until: number): Release | null | Promise<Release | null>;
  /** Nobody waits any more. */
  close(): void;
}

interface Waiter {
  readonly until: number;
  give(release: Release | null): void;
}

interface Line {
  taken: number;
  /** The next turn is not given before. */
  readyAt: number;
  readonly waiting: Set<Waiter>;
  timer: ReturnType<typeof setTimeout> | null;
}

export function createTurns({ atOnce, gapMs }: TurnsOptions): Turns {
  /** Holds the keys that are taken, waited for or resting: no more than can be under way within a gap. */
  const lines = new Map<string, Line>();

  const grant = (key: string, line: Line): Release => {
    line.taken++;
    let held = true;
    return () => {
      if (!held) return;
      held = false;
      line.taken--;
      line.readyAt = performance.now() + gapMs;
      proceed(key, line);
    };
  };

  const proceed = (key: string, line: Line) => {
    if (line.timer !== null) clearTimeout(line.timer);
    line.timer = null;
    while (line.taken < atOnce) {
      const restMs = line.readyAt - performance.now();
      if (gapMs > 0 && restMs > 0) {
        line.timer = setTimeout(() => proceed(key, line), restMs);
        return;
      }
      const [first] = line.waiting;
      if (first === undefined) break;
      line.waiting.delete(first);
      first.give(grant(key, line));
    }
    if (line.taken === 0 && line.waiting.size === 0) lines.delete(key);
  };

  const wait = (line: Line, until: number): Promise<Release | null> =>
    new Promise((resolve) => {
      const give = (release: Release | null) => {
        clearTimeout(timer);
        resolve(release);
      };
      const waiter: Waiter = { until, give };
      const late = () => {
        line.waiting.delete(waiter);
        resolve(null);
      };
      // A timer holds 2^31 ms at most; who waits without an end needs none.
      const timer = Number.isFinite(until)
        ? setTimeout(late, Math.max(0, until - performance.now()))
        : undefined;
      line.waiting.add(waiter);
    });

  return {
    take(key, until) {
      const now = performance.now();
      let line = lines.get(key);
      if (line === undefined) {
        line = { taken: 0, readyAt: 0, waiting: new Set(), timer: null };
        lines.set(key, line);
      }
      if (line.taken < atOnce && line.waiting.size === 0 && line.readyAt <= now) return grant(key, line);
      const ahead = line.waiting.size + line.taken;
      if (Math.max(now, line.readyAt) + ahead * gapMs > until) return null;
      return wait(line, until);
    },
    close() {
      for (const { waiting } of lines.values()) {
        for (const { give } of waiting) give(null);
        waiting.clear();
      }
    },
  };
}
