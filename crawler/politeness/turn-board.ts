import type { GivenBack, TurnAnswer, TurnLore, TurnsRequest } from "../../db/hosts/leases.ts";
import { CHECK_LIMITS, ETIQUETTE_LIMITS } from "../check/limits.ts";

/** Turns at hosts and addresses that the whole fleet shares (C4). */
export interface TurnBoard {
  /**
   * Answers with the next exchange; "later" after `ms`: it rests so long, or somebody holds it. null: the board closed.
   * Rejects when the exchange does.
   */
  ask(key: string): Promise<Grant | Later | null>;
  /** Waits for the last exchange. */
  close(): Promise<void>;
}

export interface Grant {
  readonly kind: "granted";
  readonly lore: TurnLore;
  /** Once; the next turn of anybody begins not before `restMs` from now. */
  giveBack(restMs: number, lore?: TurnLore): void;
}

export interface Later {
  readonly kind: "later";
  readonly ms: number;
}

export interface BoardOptions {
  /** Waits for a database that is away, for as long as its caller has patience. */
  readonly exchange: (request: TurnsRequest) => Promise<readonly TurnAnswer[]>;
  /** Of this process alone. */
  readonly holder: string;
  /** In place of TICK_MS and HOLD_SECONDS, for tests. */
  readonly tickMs?: number;
  readonly holdSeconds?: number;
}

/**
 * All that is asked and given back within this time goes in one statement: measured at 2,000 checks a second, where it
 * takes some per cent of a worker's CPU time.
 */
const TICK_MS = 50;
/**
 * Longer than a visit lasts with all that it waits for: a turn must not run out under a worker that could not prolong it, as
 * the database stood still or the machine had no time for it. Who died is known by its session (releaseDead).
 */
const HOLD_SECONDS = (CHECK_LIMITS.totalMs + ETIQUETTE_LIMITS.waitMsMax) / 1_000 + 12;
const PROLONG_MS = 5_000;
/** One statement's worth. */
const KEYS_MAX = 5_000;
/** Somebody holds it: at the earliest after the shortest rest it can be had. */
const HELD_MS = 1_000;
/** What could not be given back is tried again. */
const RETRY_MS = 1_000;

interface Held {
  /** In `performance.now()`. */
  prolongedAt: number;
}

interface Asking {
  readonly resolve: (answer: Grant | Later | null) => void;
  readonly reject: (error: unknown) => void;
}

export function createTurnBoard(options: BoardOptions): TurnBoard {
  return new Board(options);
}

class Board implements TurnBoard {
  readonly #options: BoardOptions;
  readonly #tickMs: number;
  readonly #holdSeconds: number;
  readonly #asking = new Map<string, Asking>();
  readonly #held = new Map<string, Held>();
  readonly #givenBack = new Map<string, GivenBack>();
  readonly #prolonging: ReturnType<typeof setInterval>;
  #timer: ReturnType<typeof setTimeout> | null = null;
  #exchanging: Promise<void> | null = null;
  #closed = false;

  constructor(options: BoardOptions) {
    this.#options = options;
    this.#tickMs = options.tickMs ?? TICK_MS;
    this.#holdSeconds = options.holdSeconds ?? HOLD_SECONDS;
    this.#prolonging = setInterval(() => {
      if (this.#oldHeld().length > 0) this.#soon();
    }, this.#prolongMs());
  }

  ask(key: string): Promise<Grant | Later | null> {
    if (this.#closed) return Promise.resolve(null);
    // Somebody else in this process has it, or waits for it.
    if (this.#held.has(key) || this.#asking.has(key)) return Promise.resolve(later(0));
    const answer = new Promise<Grant | Later | null>((resolve, reject) =>
      this.#asking.set(key, { resolve, reject }),
    );
    this.#soon();
    return answer;
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    clearInterval(this.#prolonging);
    for (const { resolve } of this.#asking.values()) resolve(null);
    this.#asking.clear();
    if (this.#timer !== null) clearTimeout(this.#timer);
    await this.#exchanging;
    // What nobody gave back is given back now: the process ends.
    for (const key of this.#held.keys()) this.#givenBack.set(key, { key, restMs: HELD_MS });
    this.#held.clear();
    // A database that is away frees them by itself, when their time runs out.
    if (this.#givenBack.size > 0) await this.#exchange().catch(() => {});
  }

  /** A crash of the database forgets who holds what (the table is unlogged): said again soon. */
  #prolongMs(): number {
    return Math.min(PROLONG_MS, (this.#holdSeconds * 1_000) / 4);
  }

  #oldHeld(): string[] {
    const before = performance.now() - this.#prolongMs();
    return [...this.#held].filter(([, { prolongedAt }]) => prolongedAt <= before).map(([key]) => key);
  }

  #soon(ms: number = this.#tickMs): void {
    if (this.#closed) return;
    this.#timer ??= setTimeout(() => {
      this.#timer = null;
      // One at a time: what comes meanwhile goes with the next.
      if (this.#exchanging === null) this.#tick();
    }, ms);
  }

  #tick(): void {
    this.#exchanging = this.#exchange()
      .then(
        () => this.#tickMs,
        (error: unknown) => {
          for (const { reject } of this.#asking.values()) reject(error);
          this.#asking.clear();
          return RETRY_MS;
        },
      )
      .then((pauseMs) => {
        this.#exchanging = null;
        if (this.#asking.size > 0 || this.#givenBack.size > 0) this.#soon(pauseMs);
      });
  }

  async #exchange(): Promise<void> {
    const givenBack = [...this.#givenBack.values()].slice(0, KEYS_MAX);
    // A turn is asked for anew only after it was given back.
    const asked = [...this.#asking.keys()].filter((key) => !this.#givenBack.has(key)).slice(0, KEYS_MAX);
    const wanted = [...asked, ...this.#oldHeld().slice(0, KEYS_MAX)];
    if (wanted.length === 0 && givenBack.length === 0) return;
    const { exchange, holder } = this.#options;
    const answers = await exchange({ holder, holdSeconds: this.#holdSeconds, wanted, givenBack });
    for (const done of givenBack)
      if (this.#givenBack.get(done.key) === done) this.#givenBack.delete(done.key);
    const now = performance.now();
    // In the order of asking: that of the answers goes by the hosts' names, and checks would begin in it (C4).
    const answered = new Map(answers.map((answer) => [answer.key, answer]));
    for (const key of asked) {
      const answer = answered.get(key);
      if (answer !== undefined) this.#answer(answer, now);
      answered.delete(key);
    }
    for (const key of answered.keys()) this.#prolonged(key, now);
  }

  /** A turn that was lost is not noticed here: its check is under way, and giving it back changes nothing. */
  #prolonged(key: string, now: number): void {
    const held = this.#held.get(key);
    if (held !== undefined) held.prolongedAt = now;
  }

  #answer(answer: TurnAnswer, now: number): void {
    const { key } = answer;
    const asking = this.#asking.get(key);
    this.#asking.delete(key);
    if (answer.kind === "refused") asking?.resolve(later(answer.restMs));
    // The board closed meanwhile.
    else if (asking === undefined) this.#givenBack.set(key, { key, restMs: 0 });
    else asking.resolve(this.#grant(key, answer.lore, now));
  }

  #grant(key: string, lore: TurnLore, now: number): Grant {
    const held: Held = { prolongedAt: now };
    this.#held.set(key, held);
    return {
      kind: "granted",
      lore,
      giveBack: (restMs, learnt = {}) => {
        if (this.#held.get(key) !== held) return;
        this.#held.delete(key);
        this.#givenBack.set(key, { key, restMs, ...learnt });
        this.#soon();
      },
    };
  }
}

/** With some chance, so that workers that were refused together do not come together. */
const later = (restMs: number): Later => ({
  kind: "later",
  ms: Math.ceil(restMs > 0 ? restMs + Math.random() * 100 : HELD_MS * (0.5 + Math.random())),
});
