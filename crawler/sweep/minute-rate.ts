const WINDOW_MS = 60_000;

/** How fast a total grows: over the last minute, or since it began. */
export class MinuteRate {
  /** At each question, the earliest first. */
  readonly #marks = [{ atMs: performance.now(), total: 0 }];

  perSecond(total: number): number {
    const atMs = performance.now();
    this.#marks.push({ atMs, total });
    while ((this.#marks[1]?.atMs ?? atMs) <= atMs - WINDOW_MS) this.#marks.shift();
    const [first = { atMs, total }] = this.#marks;
    return ((total - first.total) * 1_000) / Math.max(1, atMs - first.atMs);
  }
}
