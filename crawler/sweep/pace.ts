/** How a single host may be asked: by this worker alone, for now (C4). */
export interface PacePolicy {
  /** Checks under way at once over all hosts. */
  readonly concurrency: number;
  /** Shortest rest of a host between two checks. */
  readonly gapMsMin: number;
  /** The rest grows with the host's own slowness: this many times the last check's duration … */
  readonly gapPerLatency: number;
  /** … up to this. */
  readonly gapMsMax: number;
}

export const DEFAULT_PACE: PacePolicy = {
  concurrency: 300,
  gapMsMin: 1_000,
  gapPerLatency: 5,
  gapMsMax: 30_000,
};

/**
 * A process that is told to end has 10 s (contract.md), a slow server a minute (C3): what is under way this long after
 * the signal is handed back unchecked, which leaves time to write what was found.
 */
const GRACE_MS = 5_000;

export interface PacedRun<T> {
  readonly done: number;
  /** What was not begun, or not ended soon after the signal; nothing is lost, the caller still has it. */
  readonly left: readonly T[];
}

interface Options<T> {
  readonly policy: PacePolicy;
  readonly hostOf: (item: T) => string;
  /** Must not reject: an expected failure is a value. */
  readonly work: (item: T) => Promise<void>;
  /** Nothing is begun after it is aborted; what is under way is awaited, for GRACE_MS. */
  readonly signal: AbortSignal;
  /** In place of GRACE_MS, for tests. */
  readonly graceMs?: number;
  /** Nothing is begun later than this many milliseconds after the start. */
  readonly beginMsMax: number;
}

/**
 * Works through the items in their order, with one check of a host at a time and a rest between two of them.
 * The order of different hosts is the order of the items; a host that must rest lets all others pass.
 */
export async function runPaced<T>(items: Iterable<T>, options: Options<T>): Promise<PacedRun<T>> {
  const { policy, hostOf, work, signal, beginMsMax, graceMs = GRACE_MS } = options;
  const underWay = new Set<T>();
  const waiting = new Map<string, T[]>();
  const ready: string[] = [];
  for (const item of items) {
    const host = hostOf(item);
    const queue = waiting.get(host);
    if (queue === undefined) {
      waiting.set(host, [item]);
      ready.push(host);
    } else queue.push(item);
  }
  // Queues are consumed from their end, so that taking one item does not move the others.
  for (const queue of waiting.values()) queue.reverse();

  const { promise, resolve, reject } = Promise.withResolvers<PacedRun<T>>();
  const resting = new Map<string, ReturnType<typeof setTimeout>>();
  const start = performance.now();
  let next = 0;
  let active = 0;
  let done = 0;

  const stopped = () => signal.aborted || performance.now() - start > beginMsMax;

  let graceTimer: ReturnType<typeof setTimeout> | undefined;
  const end = () => {
    for (const timer of [...resting.values(), lateTimer, graceTimer]) clearTimeout(timer);
    signal.removeEventListener("abort", stop);
    resolve({ done, left: [...underWay, ...[...waiting.values()].flatMap((queue) => queue.reverse())] });
  };
  const settle = () => {
    if (active === 0 && (waiting.size === 0 || stopped())) end();
  };
  const stop = () => {
    graceTimer = setTimeout(end, graceMs);
    settle();
  };

  const rest = (host: string, checkMs: number) => {
    const gapMs = Math.min(policy.gapMsMax, Math.max(policy.gapMsMin, checkMs * policy.gapPerLatency));
    const wake = () => {
      resting.delete(host);
      ready.push(host);
      begin();
    };
    if (gapMs === 0) wake();
    else resting.set(host, setTimeout(wake, gapMs));
  };

  const check = async (host: string, item: T) => {
    const began = performance.now();
    try {
      await work(item);
    } catch (error) {
      // A bug, not a failed check: the whole run ends with it, after what is under way.
      reject(error);
    }
    active -= 1;
    underWay.delete(item);
    done += 1;
    if (waiting.has(host)) rest(host, performance.now() - began);
    begin();
    settle();
  };

  const begin = () => {
    while (active < policy.concurrency && next < ready.length && !stopped()) {
      const host = ready[next++] as string;
      const queue = waiting.get(host);
      const item = queue?.pop();
      if (queue === undefined || item === undefined) continue;
      if (queue.length === 0) waiting.delete(host);
      active += 1;
      underWay.add(item);
      void check(host, item);
    }
    // The consumed front of the line is dropped now and then, not at every step.
    if (next > 4_096) {
      ready.splice(0, next);
      next = 0;
    }
  };

  const lateTimer = setTimeout(settle, Math.min(beginMsMax + 1, 2 ** 31 - 1));
  signal.addEventListener("abort", stop);
  if (signal.aborted) stop();
  begin();
  settle();
  return promise;
}
