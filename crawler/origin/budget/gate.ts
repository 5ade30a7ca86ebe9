import { type ClassLimits, shareOf } from "./limits.ts";

/** What operators see of a class. */
export type GateCounts = {
  readonly running: number;
  readonly waiting: number;
  /** Since the start: questions beyond the bounds, or that waited too long, or whose statement was given up. */
  readonly refused: number;
};

/** Leave to run, given back once, however often it is released. */
export interface Permit {
  release(): void;
}

interface Waiting {
  readonly caller: string;
  proceed(permit: Permit | null): void;
}

/**
 * Admits the questions of a class: so many at once, so many that wait, and of both no more than a share from one caller. Who waits is
 * let in in the order of coming, callers with a full share after the others.
 */
export class Gate {
  readonly #limits: ClassLimits;
  readonly #running = new Map<string, number>();
  readonly #queue: Waiting[] = [];
  #free: number;
  #refused = 0;

  constructor(limits: ClassLimits) {
    this.#limits = limits;
    this.#free = limits.connections;
  }

  counts(): GateCounts {
    const { connections } = this.#limits;
    return { running: connections - this.#free, waiting: this.#queue.length, refused: this.#refused };
  }

  countRefused(): void {
    this.#refused++;
  }

  /** Null: there is no room for it, or was none for too long, or the edge went away. */
  async enter(caller: string, signal?: AbortSignal): Promise<Permit | null> {
    const permit = this.#mayRun(caller) ? this.#permit(caller) : await this.#wait(caller, signal);
    if (permit === null) this.countRefused();
    return permit;
  }

  #mayRun(caller: string): boolean {
    return this.#free > 0 && (this.#running.get(caller) ?? 0) < shareOf(this.#limits.connections);
  }

  #permit(caller: string): Permit {
    this.#free--;
    this.#running.set(caller, (this.#running.get(caller) ?? 0) + 1);
    let held = true;
    return {
      release: () => {
        if (held) this.#giveBack(caller);
        held = false;
      },
    };
  }

  #giveBack(caller: string): void {
    this.#free++;
    const others = (this.#running.get(caller) ?? 0) - 1;
    if (others > 0) this.#running.set(caller, others);
    else this.#running.delete(caller);
    const at = this.#queue.findIndex((waiting) => this.#mayRun(waiting.caller));
    const [next] = at < 0 ? [] : this.#queue.splice(at, 1);
    next?.proceed(this.#permit(next.caller));
  }

  #wait(caller: string, signal?: AbortSignal): Promise<Permit | null> {
    const own = this.#queue.filter((waiting) => waiting.caller === caller).length;
    const isFull = this.#queue.length >= this.#limits.waiting || own >= shareOf(this.#limits.waiting);
    if (isFull || signal?.aborted) return Promise.resolve(null);
    return new Promise((resolve) => {
      const leave = () => {
        this.#queue.splice(this.#queue.indexOf(waiting), 1);
        waiting.proceed(null);
      };
      const timer = setTimeout(leave, this.#limits.waitMs);
      signal?.addEventListener("abort", leave, { once: true });
      const waiting: Waiting = {
        caller,
        proceed(permit) {
          clearTimeout(timer);
          signal?.removeEventListener("abort", leave);
          resolve(permit);
        },
      };
      this.#queue.push(waiting);
    });
  }
}
