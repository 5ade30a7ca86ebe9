import { awayOf, messageOf } from "../../db/errors.ts";
import type { Log } from "./log.ts";

/** A moment, by two clocks: one of them may stand still while a machine sleeps, and the other be set back. */
export interface Moment {
  readonly ran: number;
  readonly wall: number;
}
export const moment = (): Moment => ({ ran: performance.now(), wall: Date.now() });

export interface LeaseOptions {
  /** For how long the lease stands unless it is renewed. */
  readonly seconds: number;
  /** Prolongs it from now; false: it is lost. */
  readonly renew: () => Promise<boolean>;
  /** Gives it back. Absent: that is done elsewhere, or the lease runs out. */
  readonly release?: () => Promise<unknown>;
  /** From before it was claimed; absent: now. */
  readonly claimed?: Moment;
  readonly log: Log;
}

/** Renews a lease (db/lease) three times in its term, for as long as its holder works under it. */
export class LeaseKeeper {
  readonly #options: LeaseOptions;
  readonly #lost = new AbortController();
  readonly #timer: ReturnType<typeof setInterval>;
  #renewed: Moment;
  #renewing: Promise<boolean> | null = null;
  #isEnded = false;

  constructor(options: LeaseOptions) {
    this.#options = options;
    this.#renewed = options.claimed ?? moment();
    this.#timer = setInterval(() => void this.#tick(), (options.seconds * 1_000) / 3);
  }

  /** Aborted once the lease is lost: another holder has it, or what it was for is gone. */
  get lost(): AbortSignal {
    return this.#lost.signal;
  }

  /** Milliseconds since before the lease was surely renewed. */
  ageMs(): number {
    const { ran, wall } = moment();
    return Math.max(ran - this.#renewed.ran, wall - this.#renewed.wall);
  }

  /** It was not renewed for half its term, and may run out unnoticed: the process stood still, or the database is away. */
  get isUnsure(): boolean {
    return this.ageMs() >= (this.#options.seconds * 1_000) / 2;
  }

  /** Renews it now, unless that is under way; false: it is lost. Rejects when the database fails. */
  async renew(): Promise<boolean> {
    if (this.lost.aborted || this.#isEnded) return false;
    this.#renewing ??= this.#renew().finally(() => {
      this.#renewing = null;
    });
    return this.#renewing;
  }

  /** No more renewals. What was held may be given back piece by piece from now on. */
  async stop(): Promise<void> {
    this.#isEnded = true;
    clearInterval(this.#timer);
    await this.#renewing?.catch(() => {});
  }

  /** No more renewals; the lease is given back, or runs out where the database is away. */
  async end(): Promise<void> {
    await this.stop();
    await this.#options.release?.().catch(() => {});
  }

  async #renew(): Promise<boolean> {
    const began = moment();
    if (await this.#options.renew()) this.#renewed = began;
    else this.#lose();
    return !this.lost.aborted;
  }

  /** It lasts for two more attempts; the holder's own statements meet a database that is away. */
  async #tick(): Promise<void> {
    try {
      await this.renew();
    } catch (error) {
      if (awayOf(error) === null)
        this.#options.log.warn(`a lease could not be renewed: ${messageOf(error)}`, "lease-not-renewed");
    }
  }

  #lose(): void {
    clearInterval(this.#timer);
    this.#lost.abort();
  }
}
