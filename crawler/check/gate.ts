/** Lets `max` run at once; the others wait in the order in which they came. */
export function createGate(max: number): <T>(run: () => Promise<T>) => Promise<T> {
  /** A queue of its own: Array.shift of a hundred thousand waiters would cost more than what they wait for. */
  const waiting = new Map<number, () => void>();
  let ticket = 0;
  let next = 0;
  let running = 0;
  return async (run) => {
    if (running >= max) await new Promise<void>((resolve) => waiting.set(ticket++, resolve));
    else running++;
    try {
      return await run();
    } finally {
      const proceed = waiting.get(next);
      if (proceed === undefined) running--;
      else {
        waiting.delete(next++);
        proceed();
      }
    }
  };
}
