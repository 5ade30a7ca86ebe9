import { createQueue } from "./gate.ts";

/** One check's, which others may have as long as it merely waits. */
export interface Slot {
  leave(): void;
  /** null: it has one, else what is to be waited for. */
  enter(): Promise<void> | null;
}

/** Beside each slot so many may be aside, and never more than ASIDE_MAX. */
const ASIDE_PER_SLOT = 3;
/** The name service is asked for these as well: names behind so many wait for seconds (RESOLVER_LIMITS), not for a minute. */
const ASIDE_MAX = 1_024;

/**
 * Bounds the checks of a list under way at once. One that merely waits for a name that is late steps aside: another may
 * have its slot, and it waits for one itself before it goes on, ahead of all that are not begun.
 */
export class ListSlots {
  readonly #max: number;
  readonly #asideMax: number;
  readonly #comingBack = createQueue();
  #wake: (() => void) | null = null;
  #taken = 0;
  #aside = 0;

  constructor(max: number) {
    this.#max = max;
    this.#asideMax = Math.min(ASIDE_PER_SLOT * max, ASIDE_MAX);
  }

  /** `wake` is called whenever there is a free slot after there was none. */
  onFree(wake: () => void): void {
    this.#wake = wake;
  }

  get free(): boolean {
    return this.#taken < this.#max;
  }

  take(): void {
    this.#taken++;
  }

  give(count: number): void {
    const wereFull = !this.free;
    this.#taken -= count;
    for (let back = this.#nextBack(); back !== undefined; back = this.#nextBack()) back();
    if (wereFull && this.free) this.#wake?.();
  }

  #nextBack(): (() => void) | undefined {
    return this.free ? this.#comingBack.shift() : undefined;
  }

  /** Gives its slot to others for now; false: it keeps it, as too many are aside. */
  stepAside(): boolean {
    if (this.#aside >= this.#asideMax) return false;
    this.#aside++;
    this.give(1);
    return true;
  }

  /** Of one that is aside; null: it has a slot at once, else what is to be waited for. */
  comeBack(): Promise<void> | null {
    if (this.free) {
      this.comeToEnd();
      return null;
    }
    return new Promise((resolve) => {
      this.#comingBack.push(() => {
        this.comeToEnd();
        resolve();
      });
    });
  }

  /** Of one that is aside and over: it has a slot again, free or not, until its answer is taken. */
  comeToEnd(): void {
    this.#aside--;
    this.#taken++;
  }
}
