import QuickLRU from "quick-lru";
import { registrableDomain } from "../../shared/url/domain.ts";
import type { HostName, NormalisedUrl, UrlParts } from "../../shared/url/types.ts";
import { originOfParts } from "../classify/outage.ts";
import type { Outcome } from "../classify/outcome.ts";
import { watchCache } from "../runtime/caches.ts";
import type { Clock } from "../runtime/clock.ts";
import { systemTiming, type Timing } from "../runtime/timing.ts";
import { forget, HINTS_MS, type HostHints, noHints } from "./host-hints.ts";
import { HostOutage, type OutageSigns, type StoredOutage } from "./host-outage.ts";
import { HostRobots, type RobotsRecord } from "./host-robots.ts";
import { type PacePolicy, RateLimiter } from "./rate-limiter.ts";

export interface HostStateOptions {
  readonly pace: PacePolicy;
  readonly signs: OutageSigns;
  /** For the days on which robots.txt is read and a host is away. */
  readonly clock: Clock;
  readonly timing?: Timing;
}

/** What the host's row says (db/types.ts). */
export interface StoredHost extends StoredOutage {
  /** Backoff as learnt; 0: none. */
  readonly paceMs: number;
  /** Retry-After: not before this instant, milliseconds since 1970. */
  readonly retryAtMs: number | null;
  /** Of its domain; null: none is known. */
  readonly organisation: number | null;
  readonly robots: RobotsRecord | null;
}

/** At least; twice as many at most. */
const HOSTS_MIN = 50_000;

/** Everything that is remembered of one host: rate limiter, backoff, Retry-After, outage, robots.txt, hints for the next check. */
export class HostState {
  readonly host: HostName;
  readonly limiter: RateLimiter;
  /** A check is reading robots.txt; the host's others wait for it. */
  robotsReading: Promise<void> | null = null;
  readonly #options: HostStateOptions;
  readonly #hints = noHints();
  /** When most of them were forgotten last, milliseconds since 1970. */
  #hintsSince = 0;
  // Of most hosts neither is ever needed.
  #outage: HostOutage | null = null;
  #robots: HostRobots | null = null;
  #organisation: number | null = null;
  /** As its row has it; null: not known. */
  #storedBackoffMs: number | null = null;

  constructor(host: HostName, options: HostStateOptions) {
    this.host = host;
    this.#options = options;
    this.limiter = new RateLimiter(options.pace);
  }

  /** Who runs its servers, as far as that is known (O5): its organisation, else who registered its domain. */
  get operator(): string {
    return this.#organisation === null ? registrableDomain(this.host) : String(this.#organisation);
  }

  /** Read by a check at its beginning, written by it as soon as it knows. One object for ever, as checks under way hold it. */
  get hints(): HostHints {
    const now = this.#options.clock.now();
    // Also where the clock was set back.
    if (Math.abs(now - this.#hintsSince) >= HINTS_MS) {
      forget(this.#hints);
      this.#hintsSince = now;
    }
    return this.#hints;
  }

  get outage(): HostOutage {
    this.#outage ??= new HostOutage(this.#options.signs);
    return this.#outage;
  }

  /** Whether robots.txt lets us have this path; null: it has to be read for that, and stored with `storeRobots`. */
  permits(parts: UrlParts): boolean | null {
    return this.#robots?.permits(parts, this.#options.clock.today()) ?? null;
  }

  /** @param text as read just now; null: the host did not say, so what it said before holds for the next hour */
  storeRobots(parts: UrlParts, text: string | null): void {
    const today = this.#options.clock.today();
    this.#robots ??= new HostRobots();
    this.#robots.store(parts, text, today);
    this.outage.learnRobots(originOfParts(parts), text !== null, today);
  }

  /** What other processes learnt; what this one learnt itself is newer. */
  load({ paceMs, retryAtMs, robots, outage, up, watched, organisation }: StoredHost): void {
    const { clock } = this.#options;
    this.#organisation = organisation;
    if (this.#storedBackoffMs === null) this.limiter.backoffMs = Math.max(this.limiter.backoffMs, paceMs);
    this.#storedBackoffMs ??= paceMs;
    this.deferFor((retryAtMs ?? 0) - clock.now());
    if (robots !== null) {
      this.#robots ??= new HostRobots();
      this.#robots.load(robots);
    }
    const isKnown = outage !== null || up !== null || Object.keys(watched).length > 0;
    if (isKnown || this.#outage !== null) this.outage.load({ outage, up, watched }, clock.today());
  }

  /** It wants to be left alone for so long. */
  deferFor(ms: number): void {
    const { timing = systemTiming } = this.#options;
    if (ms > 0) this.limiter.deferUntil(timing.now() + ms);
  }

  /** For how long from now the host is left alone. */
  waitMs(): number {
    const { timing = systemTiming } = this.#options;
    return this.limiter.waitMs(timing.now());
  }

  /** The backoff, where its row says another; once. */
  takeBackoffNews(): number | null {
    const { backoffMs } = this.limiter;
    if (backoffMs === (this.#storedBackoffMs ?? 0)) return null;
    this.#storedBackoffMs = backoffMs;
    return backoffMs;
  }

  /** robots.txt as this process itself read it, for others to know; once. */
  takeRobotsNews(): RobotsRecord | null {
    return this.#robots?.takeNews() ?? null;
  }

  /** It wants more time between requests than they have within one check (Crawl-delay), in milliseconds; 0: it does not. */
  get crawlDelayMs(): number {
    return this.#robots?.delayMs ?? 0;
  }

  /** What a URL of a list gets without traffic, as the host left others without an answer (C5); null: it has to be asked. */
  inferredOutcome(url: NormalisedUrl, literal: boolean): Outcome | null {
    const found = this.#outage?.infer(url, this.#options.clock.today()) ?? null;
    if (found === null || found.failure === null) return null;
    // Of a host that answers others nothing is said of this URL.
    if (found.isUp) return { kind: "not-tried", reason: "host-slow" };
    const { failure, count: asOthers } = found;
    return { kind: "failure", failure, chain: [], literal, tls: null, ms: 0, repeated: true, asOthers };
  }
}

/** The hosts met last. */
export class HostStates {
  readonly #options: HostStateOptions;
  readonly #hosts = watchCache("host-states", new QuickLRU<HostName, HostState>({ maxSize: HOSTS_MIN }));

  constructor(options: HostStateOptions) {
    this.#options = options;
  }

  of(host: HostName): HostState {
    const known = this.#hosts.get(host);
    if (known !== undefined) return known;
    const state = new HostState(host, this.#options);
    this.#hosts.set(host, state);
    return state;
  }
}
