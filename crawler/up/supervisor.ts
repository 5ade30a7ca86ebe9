/** Keeps several pieces of work under one end: the first that fails stops all of them, and its error is the error of all. */
export class Supervisor {
  readonly #controller = new AbortController();
  readonly #works = new Set<Promise<unknown>>();
  #failure: { readonly error: unknown } | null = null;
  /** Aborted by the outer signal, by `stop`, and by a failure. */
  readonly signal: AbortSignal;

  constructor(outer: AbortSignal) {
    this.signal = AbortSignal.any([outer, this.#controller.signal]);
  }

  stop(): void {
    this.#controller.abort();
  }

  fail(error: unknown): void {
    this.#failure ??= { error };
    this.#controller.abort();
  }

  /** Resolves with the work's result, or with null after it failed. */
  async watch<T>(work: Promise<T>): Promise<T | null> {
    const watched = work.catch((error: unknown) => {
      // What breaks off because everything is ending is no failure.
      if (!this.signal.aborted) this.fail(error);
      return null;
    });
    this.#works.add(watched);
    try {
      return await watched;
    } finally {
      this.#works.delete(watched);
    }
  }

  /** Resolves when the signal is aborted. */
  stopped(): Promise<void> {
    return new Promise((resolve) => {
      if (this.signal.aborted) resolve();
      else this.signal.addEventListener("abort", () => resolve(), { once: true });
    });
  }

  /** Resolves when everything that is watched has ended. */
  async settled(): Promise<void> {
    while (this.#works.size > 0) await Promise.all(this.#works);
  }

  throwFailure(): void {
    if (this.#failure !== null) throw this.#failure.error;
  }
}
