import { createQueue } from "../net/gate.ts";

/** One check's, which others may have as long as it merely waits. */
export interface Slot {
  /** For a name: others may begin in it. */
  leave(): void;
  /** For a turn: others may go on in it. */
  lend(): void;
  /** null: it has one, else what is to be waited for. */
  enter(): Promise<void> | null;
}

/** Beside each slot so many may be aside, and never more than ASIDE_MAX. */
const ASIDE_PER_SLOT = 3;
/** The name service is asked for these as well: names behind so many wait for seconds (NAME_LIMITS), not for a minute. */
const ASIDE_MAX = 1_024;

/**
 * Bounds the checks of a list under way at once. One that merely waits for a name that is late steps aside: another may
 * have its slot, and it waits for one itself before it goes on, ahead of all that are not begun. One that merely waits for a turn
 * lends its slot to those that go on: one of them may have that turn.
 */
export class ListSlots {
  readonly #max: number;
  readonly #asideMax: number;
  readonly #goingOn = createQueue();
  #wake: (() => void) | null = null;
  #taken = 0;
  /** Of those. */
  #lent = 0;
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
    this.#letGoOn();
    if (wereFull && this.free) this.#wake?.();
  }

  /** As many as this may ask somebody at once, whoever has slots without asking. */
  get #mayGoOn(): boolean {
    return this.#taken - this.#lent < this.#max;
  }

  #letGoOn(): void {
    while (this.#mayGoOn) {
      const next = this.#goingOn.shift();
      if (next === undefined) return;
      next();
    }
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
    return this.#goOn(() => this.comeToEnd());
  }

  /** Of one that is aside and over: it has a slot again, free or not, until its answer is taken. */
  comeToEnd(): void {
    this.#aside--;
    this.#taken++;
  }

  /** Its slot is for those that go on, not for others that begin: however many wait for a slow host, no more are. */
  lend(): void {
    this.#lent++;
    this.#letGoOn();
  }

  /** Of one that lent its own; null: it has it at once, else what is to be waited for. */
  takeBack(): Promise<void> | null {
    return this.#goOn(() => this.endLent());
  }

  /** Of one that lent its own and is over: it has it again, whoever is in it, until its answer is taken. */
  endLent(): void {
    this.#lent--;
  }

  #goOn(inSlot: () => void): Promise<void> | null {
    if (this.#mayGoOn) {
      inSlot();
      return null;
    }
    return new Promise((resolve) => {
      this.#goingOn.push(() => {
        inSlot();
        resolve();
      });
    });
  }
}
