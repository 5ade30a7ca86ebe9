/** Permission for one piece of work. */
export interface Permit {
  /** Idempotent. */
  release(): void;
}

interface Waiting {
  readonly proceed: (permit: Permit) => void;
  next: Waiting | null;
}

/** Bounds what is under way at once. Who waits is let in in the order of coming. */
export class Semaphore {
  #free: number;
  #first: Waiting | null = null;
  #last: Waiting | null = null;

  constructor(max: number) {
    this.#free = max;
  }

  /** null: none is free. */
  tryAcquire(): Permit | null {
    if (this.#free <= 0) return null;
    this.#free--;
    return this.#permit();
  }

  acquire(): Promise<Permit> {
    const permit = this.tryAcquire();
    if (permit !== null) return Promise.resolve(permit);
    return new Promise((proceed) => {
      const waiting: Waiting = { proceed, next: null };
      if (this.#last === null) this.#first = waiting;
      else this.#last.next = waiting;
      this.#last = waiting;
    });
  }

  #permit(): Permit {
    let isHeld = true;
    return {
      release: () => {
        if (isHeld) this.#release();
        isHeld = false;
      },
    };
  }

  #release(): void {
    const next = this.#first;
    if (next === null) {
      this.#free++;
      return;
    }
    this.#first = next.next;
    if (this.#first === null) this.#last = null;
    next.proceed(this.#permit());
  }
}
