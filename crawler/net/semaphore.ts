import Queue from "yocto-queue";

/** Permission for one piece of work, given back once, however often it is released. */
export interface Permit {
  release(): void;
}

/** Grants permits and takes them back. */
interface Grantor {
  giveBack(): void;
}

/** A permit of `Grantor`. Thousands are held at once: it holds one reference and no functions. */
export class GrantedPermit implements Permit {
  #grantor: Grantor | null;

  constructor(grantor: Grantor) {
    this.#grantor = grantor;
  }

  release(): void {
    const grantor = this.#grantor;
    this.#grantor = null;
    grantor?.giveBack();
  }
}

type Proceed = (permit: Permit) => void;

/** Bounds what is under way at once. Who waits is let in in the order of coming, who goes on with something begun before all others. */
export class Semaphore implements Grantor {
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
    return new GrantedPermit(this);
  }

  acquire(hasBegun = false): Promise<Permit> {
    const permit = this.tryAcquire();
    if (permit !== null) return Promise.resolve(permit);
    return new Promise((proceed) => (hasBegun ? this.#begun : this.#new).enqueue(proceed));
  }

  /** Of a permit that is released. */
  giveBack(): void {
    const proceed = this.#begun.dequeue() ?? this.#new.dequeue();
    if (proceed === undefined) this.#free++;
    else proceed(new GrantedPermit(this));
  }
}
