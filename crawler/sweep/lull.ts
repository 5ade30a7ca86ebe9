import type { Place } from "./overlap.ts";

/**
 * A few hosts with very many URLs must not hold up what else is due: when for so long no host is ready and so few checks
 * are under way, the run ends …
 */
const LULL_MS = 30_000;
/**
 * … and where another waits for its place, it has it after so long: some rests of hosts that answer (C4). The run goes on beside
 * it, as a few of these may still be waited for: handed back with the rest they would come a minute later, when a slow check ends.
 */
const WANTED_LULL_MS = 3_000;
/** Of the checks that may be under way. */
export const LULL_SHARE = 0.1;
/** Other work may be begun beside it when that has lasted for so long. */
const THIN_MS = 200;

interface Options {
  /** In place of LULL_MS, for tests. */
  readonly lullMs?: number;
  readonly place?: Place;
  /** Nothing more is begun in any case. */
  readonly isOver: () => boolean;
  /** It has lasted long enough. */
  readonly onEnd: () => void;
}

/** Watches for the time in which a run has nothing to do but to wait for a few hosts. */
export class LullWatch {
  readonly #options: Options;
  #timers: ReturnType<typeof setTimeout>[] = [];
  /** It has lasted for WANTED_LULL_MS. */
  #isLong = false;
  /** The run is to end, for the sake of others. */
  ended = false;

  constructor(options: Options) {
    this.#options = options;
    options.place?.wanted.addEventListener("abort", () => this.#leaveIfWanted());
  }

  /** @param lull whether there is nothing to do at this moment. */
  look(lull: boolean): void {
    if (!lull) {
      for (const timer of this.#timers) clearTimeout(timer);
      this.#timers = [];
      this.#isLong = false;
    } else if (this.#timers.length === 0) {
      const { lullMs = LULL_MS, place } = this.#options;
      this.#timers = [setTimeout(() => this.#end(), lullMs)];
      if (place === undefined) return;
      this.#timers.push(setTimeout(place.onThin, THIN_MS));
      this.#timers.push(setTimeout(() => this.#long(), WANTED_LULL_MS));
    }
  }

  #long(): void {
    this.#isLong = true;
    this.#leaveIfWanted();
  }

  #leaveIfWanted(): void {
    const { place } = this.#options;
    if (this.#isLong && place?.wanted.aborted === true) place.onEnding();
  }

  #end(): void {
    const { place, isOver, onEnd } = this.#options;
    this.ended ||= !isOver();
    place?.onEnding();
    onEnd();
  }
}
