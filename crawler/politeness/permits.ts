import Queue from "yocto-queue";

/**
 * A semaphore that bounds the checks at work at once. One that merely waits yields its permit, so that another may begin, and goes
 * on ahead of all that have not begun; how many wait so is bounded as well, or a list of late names would all be under way.
 */
export class Permits {
  readonly max: number;
  readonly #asideMax: number;
  readonly #resuming = new Queue<() => void>();
  #working = 0;
  #aside = 0;

  /** @param asidePerPermit beside each permit so many may wait */
  constructor(max: number, asidePerPermit: number) {
    this.max = max;
    this.#asideMax = max * asidePerPermit;
  }

  get working(): number {
    return this.#working;
  }

  /** Whether another check may begin. */
  get isFree(): boolean {
    return this.#working < this.max && this.#resuming.size === 0 && this.#aside <= this.#asideMax;
  }

  take(): void {
    this.#working++;
  }

  give(): void {
    this.#working--;
    this.#resume();
  }

  /** Gives its permit up, and waits. */
  yield(): void {
    this.#aside++;
    this.give();
  }

  /** Of one that yielded: null: it has a permit at once, else what is to be waited for. */
  takeBack(): Promise<void> | null {
    if (this.#working < this.max && this.#resuming.size === 0) {
      this.#goOn();
      return null;
    }
    return new Promise((resolve) => {
      this.#resuming.enqueue(() => {
        this.#goOn();
        resolve();
      });
    });
  }

  /** Gives its permit up for good and goes on without; false: too many do. */
  stepAside(): boolean {
    if (this.#aside >= this.#asideMax) return false;
    this.yield();
    return true;
  }

  /** Of one that stepped aside: it is over. */
  leaveAside(): void {
    this.#aside--;
  }

  #goOn(): void {
    this.#aside--;
    this.#working++;
  }

  #resume(): void {
    while (this.#working < this.max) {
      const next = this.#resuming.dequeue();
      if (next === undefined) return;
      next();
    }
  }
}
