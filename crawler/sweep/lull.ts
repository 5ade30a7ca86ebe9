/**
 * A few hosts with very many URLs must not hold up what else is due: when for so long no host is ready and so few checks
 * are under way, the run ends.
 */
const LULL_MS = 30_000;
/** Of the checks that may be under way. */
export const LULL_SHARE = 0.1;
/** Other work may be begun beside it when that has lasted for so long. */
const THIN_MS = 200;

interface Options {
  /** In place of LULL_MS, for tests. */
  readonly lullMs?: number;
  /** Once for each lull, when it has lasted for THIN_MS. */
  readonly onThin?: () => void;
  readonly isStopped: () => boolean;
  /** It has lasted long enough. */
  readonly onEnd: () => void;
}

/** Watches for the time in which a run has nothing to do but to wait for the pace of a few hosts. */
export class LullWatch {
  readonly #options: Options;
  #timers: ReturnType<typeof setTimeout>[] = [];
  /** The run is to end, for the sake of others. */
  ended = false;

  constructor(options: Options) {
    this.#options = options;
  }

  /** @param lull whether there is nothing to do at this moment. */
  look(lull: boolean): void {
    if (!lull) {
      for (const timer of this.#timers) clearTimeout(timer);
      this.#timers = [];
    } else if (this.#timers.length === 0) {
      const { lullMs = LULL_MS, onThin } = this.#options;
      this.#timers = [setTimeout(() => this.#end(), lullMs)];
      if (onThin !== undefined) this.#timers.push(setTimeout(onThin, THIN_MS));
    }
  }

  #end(): void {
    this.ended = !this.#options.isStopped();
    this.#options.onEnd();
  }
}
