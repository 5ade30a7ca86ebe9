import { pause } from "../runtime/clock.ts";
import type { RoleContext } from "../runtime/context.ts";

const IDLE_MS = 5_000;
/** While all places are taken: so often it is looked whether anything else is due. */
const LOOK_MS = 1_000;
/** Whoever is told to give up its place has done so by then, where it can (lull.ts); then the next is told. */
const LEAVE_MS = 4_000;
/** Turns that have given up their places, and only wait for a few hosts, come on top of the others. */
const OPEN_PER_PLACE = 4;

/** Of a turn among those beside it. */
export interface Place {
  /** All that is left of the turn waits for a few hosts: there is room for another beside it. */
  readonly onThin: () => void;
  /** It only waits, and goes on beside others: another may have its place. */
  readonly onEnding: () => void;
  /** Aborted: somebody waits for its place. */
  readonly wanted: AbortSignal;
}

interface Options {
  /** Ends when nothing is due. */
  readonly once: boolean;
  readonly atOnceMax: number;
  /** One turn. False: nothing is due. */
  readonly turn: (signal: AbortSignal, place: Place) => Promise<boolean>;
  /** Whether more is due than what turns have handed back. */
  readonly isPressing: () => Promise<boolean>;
  /** With `once`, when nothing is due: false when the end has come; it may wait before. */
  readonly mayCome: (signal: AbortSignal) => Promise<boolean>;
}

/** A turn that has its place; in the order of coming. */
interface Placed {
  readonly left: Promise<unknown>;
  readonly wanted: AbortController;
  /** When it was told to give it up, on `performance.now()`. */
  wantedAt: number | null;
}

/**
 * Turn after turn until the signal. When all that is left of one waits for a few slow hosts, the next begins beside it, and
 * when all places are taken by such turns, the oldest has to give up its own, one at a time: so a tarpit with very many URLs,
 * of which every slice has some, holds up nobody else.
 */
export async function overlapTurns(ctx: Pick<RoleContext, "signal">, options: Options): Promise<void> {
  const turns = new Overlapping(ctx.signal, options);
  try {
    await turns.follow();
  } catch (error) {
    // The open ones are told, and awaited, as with the failure of one of them.
    turns.fail(error);
  }
  await turns.end();
}

class Overlapping {
  readonly #options: Options;
  readonly #failed = new AbortController();
  readonly #signal: AbortSignal;
  readonly #open = new Set<Promise<boolean>>();
  /** In the order of coming. */
  readonly #placed = new Set<Placed>();
  #failure: { readonly error: unknown } | null = null;

  constructor(signal: AbortSignal, options: Options) {
    this.#options = options;
    this.#signal = AbortSignal.any([signal, this.#failed.signal]);
  }

  /** Until the signal or, with `once`, until nothing is due. */
  async follow(): Promise<void> {
    const { once, mayCome } = this.#options;
    while (!this.#signal.aborted) {
      // What another turn hands back at its end may be due at once.
      const alone = this.#open.size === 0;
      const found = await this.#begin();
      await this.#makeRoom();
      if (found || this.#signal.aborted) continue;
      if (this.#open.size > 0) await Promise.race([...this.#open, pause(IDLE_MS, this.#signal)]);
      else if (!once) await pause(IDLE_MS, this.#signal);
      else if (alone && !(await mayCome(this.#signal))) return;
    }
  }

  fail(error: unknown): void {
    this.#failure ??= { error };
    this.#failed.abort();
  }

  async end(): Promise<void> {
    await Promise.all(this.#open);
    if (this.#failure !== null) throw this.#failure.error;
  }

  /** Resolves when there is room beside it, with true, or when it ended, with its answer. */
  #begin(): Promise<boolean> {
    const thin = Promise.withResolvers<true>();
    const ending = Promise.withResolvers<void>();
    const own: Placed = { left: ending.promise, wanted: new AbortController(), wantedAt: null };
    const leave = () => {
      this.#placed.delete(own);
      ending.resolve();
    };
    this.#placed.add(own);
    const place = { onThin: () => thin.resolve(true), onEnding: leave, wanted: own.wanted.signal };
    const ended = this.#options
      .turn(this.#signal, place)
      .catch((error: unknown) => {
        this.fail(error);
        return false;
      })
      .finally(() => {
        this.#open.delete(ended);
        leave();
      });
    this.#open.add(ended);
    return Promise.race([ended, thin.promise]);
  }

  get #isCrowded(): boolean {
    return this.#placed.size >= this.#options.atOnceMax;
  }

  async #makeRoom(): Promise<void> {
    const isLong = () => this.#open.size >= this.#options.atOnceMax * OPEN_PER_PLACE;
    const isFull = () => this.#isCrowded || isLong();
    while (isFull() && !this.#signal.aborted) {
      // Where too many are open, a place that comes free lets none begin.
      if (!isLong()) await this.#tellOldest();
      const left = [...this.#placed].map((one) => one.left);
      if (isFull()) await Promise.race([...this.#open, ...left, pause(LOOK_MS, this.#signal)]);
    }
  }

  async #tellOldest(): Promise<void> {
    const before = performance.now() - LEAVE_MS;
    const all = [...this.#placed];
    if (all.some(({ wantedAt }) => wantedAt !== null && wantedAt > before)) return;
    const next = all.find(({ wantedAt }) => wantedAt === null);
    if (next === undefined || !(await this.#options.isPressing()) || !this.#isCrowded) return;
    next.wantedAt = performance.now();
    next.wanted.abort();
  }
}
