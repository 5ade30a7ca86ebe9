/** How long a host rests between two visits of the fleet (C4). */
export interface GapPolicy {
  /** Shortest rest. */
  readonly gapMsMin: number;
  /** The rest grows with the host's own slowness: this many times what the last visit took … */
  readonly gapPerLatency: number;
  /** … up to this. */
  readonly gapMsMax: number;
}

export const HOST_GAP: GapPolicy = { gapMsMin: 1_000, gapPerLatency: 5, gapMsMax: 30_000 };

/** The first rest after 429 or 503 without a Retry-After … */
const BUSY_MS_FIRST = 5_000;
/** … which doubles each time up to this: then one visit in five minutes is what the whole fleet makes. */
export const PACE_MS_MAX = 300_000;

/** What one visit to a host showed. */
export interface Seen {
  /** Requests alone, without what was waited for before them. */
  readonly tookMs: number;
  /** It said 429 or 503. */
  readonly busy: boolean;
  /** Retry-After; null without a readable one. */
  readonly retryAfterMs: number | null;
}

/** Neither 200 nor 404 says that a host has enough of us. */
export const isBusy = (http: number): boolean => http === 429 || http === 503;

/** The interval as learnt, after one more visit; 0: the standard one. Grows fast, and shrinks with every other answer. */
export function nextPaceMs(paceMs: number, busy: boolean): number {
  if (busy) return Math.min(PACE_MS_MAX, Math.max(BUSY_MS_FIRST, paceMs * 2));
  return paceMs < 2 * HOST_GAP.gapMsMin ? 0 : Math.round(paceMs / 2);
}

const WITHIN_MS_MIN = 500;
const WITHIN_MS_MAX = 2_000;

/**
 * Within a visit, before each request for which no reader's click stands (C7): as long as the host took for all that was asked
 * before. HEAD, GET and redirects come one after the other, as from a browser.
 */
export const restWithinMs = ({ tookMs }: Pick<Seen, "tookMs">): number =>
  Math.round(Math.min(WITHIN_MS_MAX, Math.max(WITHIN_MS_MIN, tookMs)));

/** From the end of a visit to the beginning of the next, anybody's. `paceMs`: as learnt, this visit included. */
export function restMs({ tookMs, retryAfterMs }: Seen, paceMs: number, policy: GapPolicy): number {
  const gapMs = Math.min(policy.gapMsMax, Math.max(policy.gapMsMin, tookMs * policy.gapPerLatency));
  return Math.round(Math.max(gapMs, paceMs, retryAfterMs ?? 0));
}
