import Queue from "yocto-queue";

/** Permission for one piece of work, given back once, however often it is released. */
export interface Permit {
  release(): void;
}

export function permitOf(release: () => void): Permit {
  let isHeld = true;
  return {
    release() {
      if (isHeld) release();
      isHeld = false;
    },
  };
}

type Proceed = (permit: Permit) => void;

/** Bounds what is under way at once. Who waits is let in in the order of coming, who goes on with something begun before all others. */
export class Semaphore {
  readonly #begun = new Queue<Proceed>();
  readonly #new = new Queue<Proceed>();
  #free: number;

  constructor(max: number) {
    this.#free = max;
  }

  /** null: none is free. */
  tryAcquire(): Permit | null {
    if (this.#free <= 0) return null;
    this.#free--;
    return this.#permit();
  }

  acquire(hasBegun = false): Promise<Permit> {
    const permit = this.tryAcquire();
    if (permit !== null) return Promise.resolve(permit);
    return new Promise((proceed) => (hasBegun ? this.#begun : this.#new).enqueue(proceed));
  }

  #permit(): Permit {
    return permitOf(() => this.#release());
  }

  #release(): void {
    const proceed = this.#begun.dequeue() ?? this.#new.dequeue();
    if (proceed === undefined) this.#free++;
    else proceed(this.#permit());
  }
}
