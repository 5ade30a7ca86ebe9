/**
 * Bounds what is under way at once. What a piece of work leaves behind it, such as a connect that nothing can cancel,
 * counts for as long as it lasts.
 */
export interface Gate {
  /**
   * Room at once: null. Else what is to be waited for. Who has come in has to `leave`.
   * @param ahead before all who are not: it goes on with something begun.
   */
  enter(ahead?: boolean): Promise<void> | null;
  leave(): void;
  /** Runs the work as soon as there is room; who waits is let in in the order of coming. */
  run<T>(work: () => Promise<T>): Promise<T>;
  /** Room for one thing more at once, whoever waits; null: there is none. Returns what gives the room back. */
  claim(): (() => void) | null;
  /** Counts a thing that is there in any case, even beyond `max`. Returns what ends that. */
  oblige(): () => void;
}

export function createGate(max: number): Gate {
  const [first, others] = [createQueue(), createQueue()];
  let running = 0;
  const leave = () => {
    running--;
    if (running >= max) return;
    const proceed = first.shift() ?? others.shift();
    if (proceed === undefined) return;
    running++;
    proceed();
  };
  const oblige = () => {
    running++;
    let held = true;
    return () => {
      if (held) leave();
      held = false;
    };
  };
  const enter = (ahead = false) => {
    if (running >= max) return new Promise<void>((ahead ? first : others).push);
    running++;
    return null;
  };
  return {
    enter,
    leave,
    async run(work) {
      const wait = enter();
      if (wait !== null) await wait;
      try {
        return await work();
      } finally {
        leave();
      }
    },
    claim: () => (running >= max ? null : oblige()),
    oblige,
  };
}

/** Array.shift of a hundred thousand waiters would cost more than what they wait for. */
export function createQueue() {
  const waiting = new Map<number, () => void>();
  let ticket = 0;
  let next = 0;
  return {
    push(proceed: () => void): void {
      waiting.set(ticket++, proceed);
    },
    shift(): (() => void) | undefined {
      const proceed = waiting.get(next);
      if (proceed !== undefined) waiting.delete(next++);
      return proceed;
    },
  };
}
