import type { LullLimits } from "../check/limits.ts";

/**
 * Knows when the name service said nothing to anybody for some seconds: silence about one name is then no news of it, as the
 * service may have been started anew. A process may begin within such a lull: what it has not asked yet was no silence. While
 * names are late it is asked about one that nobody has, wherever others are not answered anyway: so a list that has come to
 * its silent names is no lull.
 */
export class NameLull {
  readonly #limits: LullLimits;
  readonly #ask: () => void;
  readonly #isWanted: () => boolean;
  #heardAt = Number.NEGATIVE_INFINITY;
  /** When names were late, as far as it was looked at. */
  #lateAt = Number.NEGATIVE_INFINITY;
  /** Since then nothing was heard though something was asked. */
  #quietSince = Number.NEGATIVE_INFINITY;
  /** The end of the last one that is over. */
  #endedAt = Number.NEGATIVE_INFINITY;
  #waiting: PromiseWithResolvers<void> | null = null;
  #looking: ReturnType<typeof setInterval> | undefined;

  /**
   * @param ask about a name that nobody has; whatever is said of it is `heard`
   * @param isWanted whether names are late
   */
  constructor(limits: LullLimits, ask: () => void, isWanted: () => boolean) {
    this.#limits = limits;
    this.#ask = ask;
    this.#isWanted = isWanted;
  }

  /** It answered, whatever it said. */
  heard(): void {
    const now = performance.now();
    if (this.#isLull(now)) this.#endedAt = now;
    this.#heardAt = now;
    this.#quietSince = now;
    this.#end();
  }

  hasHeardSince(at: number): boolean {
    return this.#heardAt > at;
  }

  /**
   * A name is late: from now on for as long as it is wanted. Time in which nobody asked is no silence.
   *
   * @param openSince when the first question began that is still open (`performance.now()`)
   */
  watch(openSince: number): void {
    const waitedAt = Math.max(this.#heardAt, this.#lateAt);
    if (openSince - waitedAt >= this.#limits.lullMsMin) this.#quietSince = openSince;
    this.#lateAt = performance.now();
    this.#keepLooking();
  }

  #keepLooking(): void {
    if (this.#looking !== undefined) return;
    this.#looking = setInterval(this.#look, this.#limits.lullMsMin / 4);
    this.#look();
  }

  /** Where there was a lull since then (`performance.now()`), or is one: its end, as far as it is waited for. null: none. */
  endOf(since: number): Promise<void> | null {
    if (!this.#isLull(performance.now())) return this.#endedAt > since ? Promise.resolve() : null;
    this.#waiting ??= Promise.withResolvers();
    this.#keepLooking();
    return this.#waiting.promise;
  }

  close(): void {
    this.#end();
    clearInterval(this.#looking);
  }

  readonly #look = (): void => {
    const now = performance.now();
    if (!this.#isLull(now)) this.#end();
    const isWanted = this.#isWanted();
    if (isWanted) this.#lateAt = now;
    if (this.#waiting === null && !isWanted) {
      clearInterval(this.#looking);
      this.#looking = undefined;
    } else if (now - this.#heardAt >= this.#limits.lullMsMin / 2) this.#ask();
  };

  #end(): void {
    this.#waiting?.resolve();
    this.#waiting = null;
  }

  #isLull(now: number): boolean {
    const quietMs = now - this.#quietSince;
    return quietMs >= this.#limits.lullMsMin && quietMs <= this.#limits.lullMsMax;
  }
}
