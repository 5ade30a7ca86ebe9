import type { Timing } from "../../runtime/timing.ts";

interface Timer {
  readonly at: number;
  readonly act: () => void;
}

/** A clock that goes on to the next timer as soon as nothing else is left to be done. */
export class SimulatedTime implements Timing {
  readonly #timers = new Set<Timer>();
  #now = 0;

  now(): number {
    return this.#now;
  }

  after(ms: number, act: () => void): () => void {
    const timer = { at: this.#now + Math.max(0, ms), act };
    this.#timers.add(timer);
    return () => this.#timers.delete(timer);
  }

  sleep(ms: number): Promise<void> {
    return new Promise((resolve) => this.after(ms, resolve));
  }

  /** Until `done` resolves; throws where it never would, or not within `msMax`. */
  async run<T>(done: Promise<T>, msMax = 100 * 86_400_000): Promise<T> {
    let isOver = false;
    const over = done.finally(() => {
      isOver = true;
    });
    over.catch(() => {});
    for (;;) {
      await new Promise(setImmediate);
      if (isOver) return over;
      const next = [...this.#timers].reduce<Timer | null>(
        (first, timer) => (first === null || timer.at < first.at ? timer : first),
        null,
      );
      if (next === null) throw new Error(`nothing goes on any more at ${this.#now} ms`);
      if (next.at > msMax) throw new Error(`not done within ${msMax} ms`);
      this.#timers.delete(next);
      this.#now = next.at;
      next.act();
    }
  }
}
