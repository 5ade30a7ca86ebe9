interface Rest {
  /** On `performance.now()`. */
  readonly until: number;
  end(isOver: boolean): void;
}

/** The waits between requests, up to a minute each: who stops a process must not have to wait for them. */
export class Rests {
  readonly #taken = new Set<Rest>();
  #endsAt = Number.POSITIVE_INFINITY;

  /** After so many milliseconds: true. false, as soon as it is known: the end comes first. */
  take(ms: number): Promise<boolean> {
    const until = performance.now() + ms;
    if (until > this.#endsAt) return Promise.resolve(false);
    return new Promise((resolve) => {
      const rest: Rest = {
        until,
        end: (isOver) => {
          clearTimeout(timer);
          this.#taken.delete(rest);
          resolve(isOver);
        },
      };
      const timer = setTimeout(rest.end, ms, true);
      this.#taken.add(rest);
    });
  }

  /** Whatever would last longer than this from now on is cut short at once. */
  end(withinMs: number): void {
    this.#endsAt = Math.min(this.#endsAt, performance.now() + withinMs);
    for (const rest of this.#taken) if (rest.until > this.#endsAt) rest.end(false);
  }
}
