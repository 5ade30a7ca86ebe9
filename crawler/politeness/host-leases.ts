import type { GivenBack, HostLeaseAnswer, HostLeaseRequest } from "../../db/hosts/leases.ts";
import type { Timing } from "../runtime/timing.ts";

/** What a visit to a host taught that the next holder of its lease should know. */
interface LeaseNews {
  /** Backoff as learnt (RateLimiter); absent: nothing was. */
  readonly backoffMs?: number;
}

export interface GrantedLease extends LeaseNews {
  readonly kind: "granted";
  /** Once; the next lease of anybody begins not before `restMs` from now. */
  giveBack(restMs: number, news?: LeaseNews): void;
}

interface LeaseLater {
  readonly kind: "later";
  readonly ms: number;
}

/** Leases of hosts and addresses that the whole fleet shares through the database (C4). */
export interface HostLeases {
  /**
   * Answers with the next exchange; "later" after `ms`: it rests so long, or somebody holds it. null: closed.
   * Rejects when the exchange does.
   */
  claim(key: string): Promise<GrantedLease | LeaseLater | null>;
  /** Under which the leases are held. */
  readonly holder: string;
  /** What is given back takes effect with the next exchange: to claim sooner would only be refused. */
  readonly exchangeMs: number;
  /** Waits for the last exchange. */
  close(): Promise<void>;
}

export interface HostLeasesOptions {
  /** Waits for a database that is away, for as long as its caller has patience. */
  readonly exchange: (request: HostLeaseRequest) => Promise<readonly HostLeaseAnswer[]>;
  /** Of this process alone. */
  readonly holder: string;
  readonly timing: Timing;
}

/** All claims and returns within this time go in one statement: at 2,000 checks a second it takes some per cent of a worker's CPU time. */
const EXCHANGE_EVERY_MS = 50;
/**
 * Longer than any check lasts, with all that it waits for: a lease must not run out under a worker, and needs no renewal. Who died
 * is known by its session (releaseDead).
 */
const HOLD_SECONDS = 180;
/** One statement's worth. */
const KEYS_MAX = 5_000;
/** Somebody holds it: at the earliest after the shortest rest it can be had. */
const HELD_MS = 1_000;
/** What could not be given back is tried again. */
const RETRY_MS = 1_000;

interface Claim {
  readonly resolve: (answer: GrantedLease | LeaseLater | null) => void;
  readonly reject: (error: unknown) => void;
}

export function createHostLeases(options: HostLeasesOptions): HostLeases {
  return new DatabaseLeases(options);
}

class DatabaseLeases implements HostLeases {
  readonly holder: string;
  readonly exchangeMs = 3 * EXCHANGE_EVERY_MS;
  readonly #options: HostLeasesOptions;
  readonly #claims = new Map<string, Claim>();
  readonly #held = new Map<string, GrantedLease>();
  readonly #givenBack = new Map<string, GivenBack>();
  #cancelTimer: (() => void) | null = null;
  #exchanging: Promise<void> | null = null;
  #isClosed = false;

  constructor(options: HostLeasesOptions) {
    this.#options = options;
    this.holder = options.holder;
  }

  claim(key: string): Promise<GrantedLease | LeaseLater | null> {
    if (this.#isClosed) return Promise.resolve(null);
    // Somebody else in this process has it, or waits for it.
    if (this.#held.has(key) || this.#claims.has(key)) return Promise.resolve(later(0));
    return new Promise((resolve, reject) => {
      this.#claims.set(key, { resolve, reject });
      this.#exchangeSoon();
    });
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#cancelTimer?.();
    for (const { resolve } of this.#claims.values()) resolve(null);
    this.#claims.clear();
    await this.#exchanging;
    // What nobody gave back is given back now: the process ends.
    for (const key of this.#held.keys()) this.#givenBack.set(key, { key, restMs: HELD_MS });
    this.#held.clear();
    // A database that is away frees them by itself, when their time runs out.
    await this.#giveAllBack().catch(() => {});
  }

  async #giveAllBack(): Promise<void> {
    while (this.#givenBack.size > 0) await this.#exchange();
  }

  #exchangeSoon(ms: number = EXCHANGE_EVERY_MS): void {
    if (this.#isClosed) return;
    this.#cancelTimer ??= this.#options.timing.after(ms, () => {
      this.#cancelTimer = null;
      // One at a time: what comes meanwhile goes with the next.
      if (this.#exchanging === null) this.#begin();
    });
  }

  #begin(): void {
    this.#exchanging = this.#exchange()
      .then(
        () => EXCHANGE_EVERY_MS,
        (error: unknown) => {
          for (const { reject } of this.#claims.values()) reject(error);
          this.#claims.clear();
          return RETRY_MS;
        },
      )
      .then((pauseMs) => {
        this.#exchanging = null;
        if (this.#claims.size > 0 || this.#givenBack.size > 0) this.#exchangeSoon(pauseMs);
      });
  }

  async #exchange(): Promise<void> {
    const givenBack = [...this.#givenBack.values()].slice(0, KEYS_MAX);
    // A lease is claimed again only after it was given back.
    const wanted = [...this.#claims.keys()].filter((key) => !this.#givenBack.has(key)).slice(0, KEYS_MAX);
    if (wanted.length === 0 && givenBack.length === 0) return;
    const { exchange, holder } = this.#options;
    const answers = await exchange({ holder, holdSeconds: HOLD_SECONDS, wanted, givenBack });
    for (const done of givenBack)
      if (this.#givenBack.get(done.key) === done) this.#givenBack.delete(done.key);
    // In the order of claiming: that of the answers goes by the hosts' names, and checks would begin in it (C4).
    const answered = new Map(answers.map((answer) => [answer.key, answer]));
    for (const key of wanted) {
      const answer = answered.get(key);
      if (answer !== undefined) this.#answer(answer);
    }
  }

  #answer(answer: HostLeaseAnswer): void {
    const { key } = answer;
    const claim = this.#claims.get(key);
    this.#claims.delete(key);
    if (answer.kind === "refused") claim?.resolve(later(answer.restMs));
    // Closed meanwhile.
    else if (claim === undefined) this.#givenBack.set(key, { key, restMs: 0 });
    else claim.resolve(this.#grant(key, answer.paceMs));
  }

  #grant(key: string, backoffMs: number | null): GrantedLease {
    const granted: GrantedLease = {
      kind: "granted",
      ...(backoffMs !== null && { backoffMs }),
      giveBack: (restMs, { backoffMs: paceMs } = {}) => {
        if (this.#held.get(key) !== granted) return;
        this.#held.delete(key);
        this.#givenBack.set(key, { key, restMs, ...(paceMs !== undefined && { paceMs }) });
        this.#exchangeSoon();
      },
    };
    this.#held.set(key, granted);
    return granted;
  }
}

/** With some chance, so that workers that were refused together do not come together. */
const later = (restMs: number): LeaseLater => ({
  kind: "later",
  ms: Math.ceil(restMs > 0 ? restMs + Math.random() * 100 : HELD_MS * (0.5 + Math.random())),
});
