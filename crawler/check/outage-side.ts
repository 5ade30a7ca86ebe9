import { registrableDomain } from "../../shared/url/domain.ts";
import type { HostName } from "../../shared/url/types.ts";

export interface SideLimits {
  /** So many domains have to fail one after the other before it may be us; where failures are held back, each is doubted. */
  readonly domainsMin: number;
  /** How long the answer of a probe holds. */
  readonly probeHoldsMs: number;
  /** Held back failures wait so long for an answer of somebody else before a control address is tried … */
  readonly answerMs: number;
  /** … unless so many domains failed one after the other: a list of which half is dead has such rows all the time, but few so long … */
  readonly rowMin: number;
  /** … which is not done more often than this. */
  readonly probeGapMs: number;
  /** An answer that comes so soon after a failure may have been on its way, or lain unread, when we were cut off: it confirms nothing. */
  readonly flightMs: number;
}

/** A failure that is held back until somebody answers. */
interface Doubt {
  readonly domain: HostName;
  /** An answer before that does not confirm it. */
  readonly from: number;
  settle(theirs: boolean): void;
}

/** What is known of one side that may be away at our end: the name service, what it finds, or the connection to hosts. */
export class OutageSide {
  readonly #ask: () => Promise<boolean>;
  readonly #onStateChange: (up: boolean) => void;
  readonly #limits: SideLimits;
  /** Domains that failed since anybody answered. */
  readonly #failed = new Set<HostName>();
  readonly #doubts = new Set<Doubt>();
  #up = true;
  #holdsUntil = 0;
  #heardAt = Number.NEGATIVE_INFINITY;
  /** When it was last away, its end included: what was under way then says nothing. */
  #downAt = Number.NEGATIVE_INFINITY;
  #probedAt = Number.NEGATIVE_INFINITY;
  #probing: Promise<boolean> | null = null;
  #timer: ReturnType<typeof setTimeout> | null = null;
  #settlesAt = 0;

  /** @param ask whether a control address can be reached */
  constructor(ask: () => Promise<boolean>, onStateChange: (up: boolean) => void, limits: SideLimits) {
    this.#ask = ask;
    this.#onStateChange = onStateChange;
    this.#limits = limits;
  }

  get isDown(): boolean {
    return !this.#up;
  }

  /** Whether a control address can be reached: as of the last probe while its answer holds, else by a new one. */
  isUp(): Promise<boolean> {
    if (performance.now() < this.#holdsUntil) return Promise.resolve(this.#up);
    this.#probing ??= this.#probe();
    return this.#probing;
  }

  /** The same, where an answer of a moment ago will do: controls are not for each host of a list that is away. */
  isConnected(): Promise<boolean> {
    const heardLately = performance.now() < this.#heardAt + this.#limits.probeHoldsMs;
    return this.#up && heardLately ? Promise.resolve(true) : this.isUp();
  }

  /** A host answered just now. */
  heard(host: HostName): void {
    this.#heardAt = performance.now();
    this.#failed.clear();
    this.#learn(true, 0);
    if (this.#doubts.size === 0) return;
    const domain = registrableDomain(host);
    // In the order of their times.
    for (const doubt of this.#doubts) {
      if (doubt.from > this.#heardAt) break;
      if (doubt.domain !== domain) doubt.settle(true);
    }
  }

  /** A domain failed. True: so many did, one after the other, that it may be us. */
  fail(domain: HostName): boolean {
    const { domainsMin, rowMin } = this.#limits;
    // At the limit the set says all that it has to.
    if (this.#failed.size < Math.max(domainsMin, rowMin)) this.#failed.add(domain);
    return this.#failed.size >= domainsMin;
  }

  /** Whether a failure after `ms` milliseconds is the other side's: known as soon as somebody else answers. */
  async isTheirs(domain: HostName, ms: number): Promise<boolean> {
    const now = performance.now();
    if (!this.#up && now < this.#holdsUntil) return false;
    const theirs = await new Promise<boolean>((resolve) => {
      const doubt: Doubt = {
        domain,
        from: now + this.#limits.flightMs,
        settle: (answer) => {
          this.#doubts.delete(doubt);
          resolve(answer);
        },
      };
      this.#doubts.add(doubt);
      this.fail(domain);
      this.#plan();
    });
    return theirs && now - ms > this.#downAt;
  }

  close(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    for (const doubt of this.#doubts) doubt.settle(false);
  }

  #learn(up: boolean, holdsUntil: number): void {
    const before = this.#up;
    this.#up = up;
    this.#holdsUntil = holdsUntil;
    if (!up || !before) this.#downAt = performance.now();
    if (up !== before) this.#onStateChange(up);
  }

  async #probe(): Promise<boolean> {
    this.#probedAt = performance.now();
    const up = await this.#ask().catch(() => false);
    this.#probing = null;
    if (up) this.#failed.clear();
    this.#learn(up, performance.now() + this.#limits.probeHoldsMs);
    return up;
  }

  /** Has doubts settled by a control when nobody answers for a while; at once after a long row of failures. */
  #plan(): void {
    const { rowMin, answerMs, probeGapMs } = this.#limits;
    const now = performance.now();
    // A connection that is away fails at once: a server that answers when it is back would seem to confirm all that failed.
    const at = Math.max(now + (this.#failed.size < rowMin ? answerMs : 0), this.#probedAt + probeGapMs);
    if (this.#timer !== null && this.#settlesAt <= at) return;
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#settlesAt = at;
    this.#timer = setTimeout(() => void this.#settle(), at - now);
  }

  async #settle(): Promise<void> {
    // A probe that began before these failures could not confirm them.
    if (this.#probing !== null) await this.#probing;
    const doubted = [...this.#doubts];
    if (this.#up) this.#learn(true, 0);
    const up = doubted.length === 0 || (await this.isUp());
    for (const doubt of doubted) doubt.settle(up);
    this.#timer = null;
    if (this.#doubts.size > 0) this.#plan();
  }
}
