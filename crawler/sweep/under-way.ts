import type { Slots } from "./slots.ts";

/**
 * Who keeps us waiting for so long waits beside the slots: a check of a host that answers takes far less, while one that
 * stays silent takes most of a minute (C3). Otherwise as many such hosts as there are slots would hold up all others.
 */
const LONG_MS = 2_000;
const LOOK_MS = 500;

/** What a run has under way: each in a slot, for LONG_MS at most where there is room beside them. */
export class UnderWay<T> {
  readonly #slots: Slots;
  readonly #wake: () => void;
  readonly #leaveSlots: () => void;
  /** In slots, in the order of beginning, with its time. */
  readonly #inSlots = new Map<T, number>();
  readonly #aside = new Set<T>();
  readonly #looking: ReturnType<typeof setInterval>;

  /** @param wake there is a free slot again */
  constructor(slots: Slots, wake: () => void) {
    this.#slots = slots;
    this.#wake = wake;
    this.#leaveSlots = slots.join(wake);
    this.#looking = setInterval(() => this.#look(), LOOK_MS);
  }

  get size(): number {
    return this.#inSlots.size + this.#aside.size;
  }

  /** Little enough for other work to be begun beside it. */
  isFew(share: number): boolean {
    return this.#inSlots.size <= Math.max(1, this.#slots.max * share);
  }

  all(): T[] {
    return [...this.#aside, ...this.#inSlots.keys()];
  }

  /** Where a slot is free. */
  add(item: T): void {
    this.#slots.take();
    this.#inSlots.set(item, performance.now());
  }

  delete(item: T): void {
    if (this.#inSlots.delete(item)) this.#slots.give(1, this.#wake);
    else if (this.#aside.delete(item)) this.#slots.leaveAside(1);
  }

  /** Gives all slots back; whatever is still under way is the caller's. */
  close(): void {
    clearInterval(this.#looking);
    this.#leaveSlots();
    this.#slots.give(this.#inSlots.size, this.#wake);
    this.#slots.leaveAside(this.#aside.size);
  }

  #look(): void {
    const before = performance.now() - LONG_MS;
    let moved = 0;
    for (const [item, began] of this.#inSlots) {
      if (began > before || !this.#slots.stepAside()) break;
      this.#inSlots.delete(item);
      this.#aside.add(item);
      moved += 1;
    }
    if (moved === 0) return;
    this.#slots.give(moved, this.#wake);
    this.#wake();
  }
}
