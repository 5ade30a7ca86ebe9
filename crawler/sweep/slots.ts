/** Beside each slot so many that last long. */
const ASIDE_PER_SLOT = 3;

/** Bounds the checks under way at once over all turns of a worker. */
export class Slots {
  readonly max: number;
  readonly #waiting = new Set<() => void>();
  #taken = 0;
  #aside = 0;

  constructor(max: number) {
    this.max = max;
  }

  /** `wake` is called whenever somebody else gave back the slot that was the last. Returns what ends that. */
  join(wake: () => void): () => void {
    this.#waiting.add(wake);
    return () => void this.#waiting.delete(wake);
  }

  get free(): boolean {
    return this.#taken < this.max;
  }

  take(): void {
    this.#taken += 1;
  }

  give(count: number, own: () => void): void {
    const wereFull = !this.free;
    this.#taken -= count;
    if (wereFull) for (const wake of this.#waiting) if (wake !== own) wake();
  }

  /** Room for one beside the slots, whose own is given back then; false: there is none. */
  stepAside(): boolean {
    if (this.#aside >= this.max * ASIDE_PER_SLOT) return false;
    this.#aside += 1;
    return true;
  }

  leaveAside(count: number): void {
    this.#aside -= count;
  }
}
