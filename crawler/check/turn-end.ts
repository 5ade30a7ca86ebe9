/** So much of what servers sent is held until then at most. */
const BYTES_MAX = 1024 * 1024;

/** No closure, as there are four of them in a check. */
export interface Due {
  /** Must not throw. */
  act(): void;
}

/**
 * What is put off to the end of a turn of the event loop, in the order of coming. A socket is read, its answer thought about,
 * and the socket closed: done so for one after the other, the system's work and ours push each other out of the processor's
 * caches some hundred times a turn. Each kind of work in a row takes less time in all.
 */
export class TurnEnd {
  #due: Due[] = [];
  #bytes = 0;
  #scheduled = false;

  /** @param bytes what it holds in memory until then */
  add(due: Due, bytes = 0): void {
    this.#due.push(due);
    this.#bytes += bytes;
    if (this.#bytes > BYTES_MAX) this.run();
    else if (!this.#scheduled) {
      this.#scheduled = true;
      setImmediate(this.#end);
    }
  }

  /** All of it now. What is put off meanwhile waits for the next turn. */
  run(): void {
    const due = this.#due;
    this.#due = [];
    this.#bytes = 0;
    for (const each of due) each.act();
  }

  readonly #end = (): void => {
    this.#scheduled = false;
    this.run();
  };
}

/** A process has one event loop. */
export const turnEnd = new TurnEnd();
