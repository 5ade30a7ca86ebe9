/**
 * Bounds what is under way at once. What a piece of work leaves behind it counts for as long as it lasts.
 */
export interface Gate {
  /**
   * Room at once: null. Else what is to be waited for. Who has come in has to `leave`.
   * @param ahead before all who are not: it goes on with something begun.
   */
  enter(ahead?: boolean): Promise<void> | null;
  leave(): void;
}

export function createGate(max: number): Gate {
  const [first, others] = [createQueue(), createQueue()];
  let running = 0;
  return {
    enter(ahead = false) {
      if (running >= max) return new Promise<void>((ahead ? first : others).push);
      running++;
      return null;
    },
    leave() {
      const proceed = first.shift() ?? others.shift();
      if (proceed === undefined) running--;
      else proceed();
    },
  };
}

/** Array.shift of a hundred thousand waiters would cost more than what they wait for. */
function createQueue() {
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
