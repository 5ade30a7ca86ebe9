import type { NetworkFailure } from "../../shared/status/network-failure.ts";

/** How long a host rests between two visits (C4), in milliseconds. */
export interface PacePolicy {
  /** Shortest rest. */
  readonly delayMsMin: number;
  /** The rest grows with the host's own slowness: this many times what the last visit took … */
  readonly delayPerLatency: number;
  /** … up to this. */
  readonly delayMsMax: number;
  /** Within a visit, before a request for something that no wiki links to (C7): as long as the host took for all before, between these. */
  readonly withinMsMin: number;
  readonly withinMsMax: number;
  /** Answers after which a host is asked less often. Neither 200 nor 404 says that it has enough of us. */
  readonly backoffAt: readonly number[];
}

const WITHIN = { withinMsMin: 500, withinMsMax: 2_000 };

/** A sweep has weeks, and takes every 503 for a server that has too much to do. */
export const SWEEP_PACE: PacePolicy = {
  delayMsMin: 1_000,
  delayPerLatency: 5,
  delayMsMax: 30_000,
  ...WITHIN,
  backoffAt: [429, 503],
};
/** Somebody waits for a list: one visit follows the other, as from a browser. 503 alone is mostly the page's own error. */
export const LIST_PACE: PacePolicy = {
  delayMsMin: 0,
  delayPerLatency: 0,
  delayMsMax: 0,
  ...WITHIN,
  backoffAt: [429],
};
/** For webs of our own, in simulated time and in tests: nobody is there to be spared. */
export const NO_PACE: PacePolicy = { ...LIST_PACE, withinMsMin: 0, withinMsMax: 0 };

/** The first backoff after 429 or 503 without a Retry-After … */
const BACKOFF_MS_FIRST = 5_000;
/** … which doubles each time up to this: then one visit in five minutes is what the whole fleet makes. */
export const BACKOFF_MS_MAX = 300_000;
/** Below this a backoff is over: the ordinary rest is as long. */
const BACKOFF_MS_MIN = 2_000;

/** What one exchange showed of a host's willingness. */
export interface Observation {
  /** null: no HTTP answer came. */
  readonly http: number | null;
  /** null: an answer came. */
  readonly failure: NetworkFailure | null;
  /** The request alone, without what was waited for before it. */
  readonly tookMs: number;
  /** Retry-After; null without a readable one. */
  readonly retryAfterMs: number | null;
  /** The request was for no link (robots.txt, an address that cannot exist): 429 without a term keeps no link from being asked. */
  readonly beside?: boolean;
}

/** The backoff after one more visit; 0: none. Grows fast, and shrinks with every other answer. */
function nextBackoffMs(backoffMs: number, throttled: boolean): number {
  if (throttled) return Math.min(BACKOFF_MS_MAX, Math.max(BACKOFF_MS_FIRST, backoffMs * 2));
  return backoffMs < BACKOFF_MS_MIN ? 0 : Math.round(backoffMs / 2);
}

/** RFC 6585, 4; RFC 9110, 15.6.4: with these Retry-After is a wish to be left alone. */
const mayAskForTime = (http: number | null): boolean => http === 429 || http === 503;

/** One visit to a host: all exchanges of one check there, as far as the rest after it depends on them. */
export interface Visit {
  readonly tookMs: number;
  /** It answered with a number of `backoffAt`. */
  readonly throttled: boolean;
}

/** Limits the visits to one host: a rest after each, backoff, and Retry-After. Times are in milliseconds, of any one clock. */
export class RateLimiter {
  readonly #policy: PacePolicy;
  /** As learnt, by this process or another of the fleet; 0: none. */
  backoffMs = 0;
  /** No visit begins before. */
  #readyAt = 0;
  /** Until then it wants to be left alone (Retry-After). */
  #retryAt = 0;
  /** All that it asked for since it last answered anything else. */
  #askedForMs = 0;

  constructor(policy: PacePolicy) {
    this.#policy = policy;
  }

  /** Of every exchange, as soon as it is over: what a host asks for holds for the next request already. */
  observe({ http, retryAfterMs, beside = false }: Observation, now: number): void {
    if (mayAskForTime(http) && retryAfterMs !== null) {
      this.#askedForMs += retryAfterMs;
      this.deferUntil(now + retryAfterMs);
    } else if (http !== null && !beside && !mayAskForTime(http)) this.#askedForMs = 0;
  }

  /** The visit with one exchange more; null: its first. */
  addTo(visit: Visit | null, { http, tookMs, retryAfterMs, beside = false }: Observation): Visit {
    const keepsNoLink = beside && http === 429 && retryAfterMs === null;
    const throttled = http !== null && this.#policy.backoffAt.includes(http) && !keepsNoLink;
    return { tookMs: (visit?.tookMs ?? 0) + tookMs, throttled: throttled || visit?.throttled === true };
  }

  /**
   * Returns the rest from now to the beginning of the next visit, anybody's. null: nothing was asked.
   * @param crawlDelayMs as its robots.txt wants it; 0: it does not say
   */
  endVisit(visit: Visit | null, crawlDelayMs: number, now: number): number {
    const { delayMsMin, delayPerLatency, delayMsMax } = this.#policy;
    if (visit !== null) this.backoffMs = nextBackoffMs(this.backoffMs, visit.throttled);
    const delayMs = Math.min(delayMsMax, Math.max(delayMsMin, (visit?.tookMs ?? 0) * delayPerLatency));
    const restMs = Math.round(Math.max(delayMs, crawlDelayMs, this.backoffMs, this.#retryAt - now));
    this.restUntil(now + restMs);
    return restMs;
  }

  /** HEAD, GET and redirects come one after the other, as from a browser; this is the rest before what nobody linked. */
  withinMs(visit: Visit | null): number {
    const { withinMsMin, withinMsMax } = this.#policy;
    return visit === null ? 0 : Math.round(Math.min(withinMsMax, Math.max(withinMsMin, visit.tookMs)));
  }

  restUntil(at: number): void {
    this.#readyAt = Math.max(this.#readyAt, at);
  }

  /** Of two wishes the later end counts. */
  deferUntil(at: number): void {
    this.#retryAt = Math.max(this.#retryAt, at);
  }

  /** How long the host still wants to be left alone; `Infinity`: it asked for more in all than `waitMsMax`. */
  askedForMs(now: number, waitMsMax: number): number {
    const leftMs = Math.max(0, Math.ceil(this.#retryAt - now));
    return leftMs > 0 && Math.max(leftMs, this.#askedForMs) > waitMsMax ? Number.POSITIVE_INFINITY : leftMs;
  }

  /** Until the next visit may begin. */
  waitMs(now: number): number {
    return Math.max(0, this.#readyAt - now, this.#retryAt - now);
  }
}
