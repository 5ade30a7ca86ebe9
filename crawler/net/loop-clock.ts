/**
 * The clock by which others are given time. It stands still while this process does not listen: when its event loop is
 * late, by want of a processor or by a rush of work, what has arrived lies unread in the sockets, and to count that as
 * their silence would be false. Milliseconds; never ahead of `performance.now()`, and only differences mean something.
 */
export interface LoopClock {
  now(): number;
  /**
   * Watches the event loop until as many have stopped as have started it. `look` is called every 50 ms or so meanwhile,
   * with the time of the round before: since then the sockets were read.
   */
  start(look?: Look): void;
  stop(look?: Look): void;
  /** By how much the loop has been late in all. */
  lateMs(): number;
}

type Look = (since: number) => void;

const ROUND_MS = 50;
/** Of a round that is later than this, the rest is our own trouble. */
const ON_TIME_MS = 2 * ROUND_MS;

export interface Ticking {
  readonly now: () => number;
  /** Calls again and again, `ms` apart; returns what ends it. */
  every(ms: number, round: () => void): () => void;
}

const system: Ticking = {
  now: () => performance.now(),
  every(ms, round) {
    const timer = setInterval(round, ms);
    return () => clearInterval(timer);
  },
};

export function createLoopClock(ticking: Ticking = system): LoopClock {
  const looks = new Set<Look>();
  let users = 0;
  let halt: (() => void) | null = null;
  let late = 0;
  let last = 0;
  const lateMs = () => late + (halt === null ? 0 : Math.max(0, ticking.now() - last - ON_TIME_MS));
  const round = () => {
    const before = last - late;
    late = lateMs();
    last = ticking.now();
    for (const look of looks) look(before);
    if (users > 0) return;
    halt?.();
    halt = null;
  };
  return {
    now() {
      const wall = ticking.now();
      return (halt === null ? wall : Math.min(wall, last + ON_TIME_MS)) - late;
    },
    start(look) {
      users++;
      if (look !== undefined) looks.add(look);
      if (halt !== null) return;
      last = ticking.now();
      halt = ticking.every(ROUND_MS, round);
    },
    stop(look) {
      users--;
      if (look !== undefined) looks.delete(look);
    },
    lateMs,
  };
}

/** A process has one event loop. */
export const loopClock = createLoopClock();
