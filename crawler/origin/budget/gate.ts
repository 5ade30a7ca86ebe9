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

/** Names of the ranges around a caller, from the narrowest to the widest, by which he is counted. */
type Callers = readonly string[];

interface Waiting {
  readonly callers: Callers;
  proceed(permit: Permit | null): void;
}

const shareAt = (callers: Callers, at: number, count: number): number =>
  shareOf(count, at === callers.length - 1 ? "widest" : "narrower");

/**
 * Admits the questions of a class: so many at once, so many that wait, and of both no more than a share from one caller and from one
 * provider. Who waits is let in in the order of coming, callers with a full share after the others.
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
  async enter(callers: Callers, signal?: AbortSignal): Promise<Permit | null> {
    const permit = this.#mayRun(callers) ? this.#permit(callers) : await this.#wait(callers, signal);
    if (permit === null) this.countRefused();
    return permit;
  }

  #mayRun(callers: Callers): boolean {
    const { connections } = this.#limits;
    const hasShare = (caller: string, at: number) =>
      (this.#running.get(caller) ?? 0) < shareAt(callers, at, connections);
    return this.#free > 0 && callers.every(hasShare);
  }

  #permit(callers: Callers): Permit {
    this.#free--;
    for (const caller of callers) this.#running.set(caller, (this.#running.get(caller) ?? 0) + 1);
    let held = true;
    return {
      release: () => {
        if (held) this.#giveBack(callers);
        held = false;
      },
    };
  }

  #giveBack(callers: Callers): void {
    this.#free++;
    for (const caller of callers) {
      const others = (this.#running.get(caller) ?? 0) - 1;
      if (others > 0) this.#running.set(caller, others);
      else this.#running.delete(caller);
    }
    const at = this.#queue.findIndex((waiting) => this.#mayRun(waiting.callers));
    const [next] = at < 0 ? [] : this.#queue.splice(at, 1);
    next?.proceed(this.#permit(next.callers));
  }

  #mayWait(callers: Callers): boolean {
    const { waiting } = this.#limits;
    const waitingOf = (caller: string) => this.#queue.filter((each) => each.callers.includes(caller)).length;
    const hasShare = (caller: string, at: number) => waitingOf(caller) < shareAt(callers, at, waiting);
    return this.#queue.length < waiting && callers.every(hasShare);
  }

  #wait(callers: Callers, signal?: AbortSignal): Promise<Permit | null> {
    if (!this.#mayWait(callers) || signal?.aborted) return Promise.resolve(null);
    return new Promise((resolve) => {
      const leave = () => {
        this.#queue.splice(this.#queue.indexOf(waiting), 1);
        waiting.proceed(null);
      };
      const timer = setTimeout(leave, this.#limits.waitMs);
      signal?.addEventListener("abort", leave, { once: true });
      const waiting: Waiting = {
        callers,
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
