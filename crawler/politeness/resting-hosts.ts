import type { Exchange } from "../../shared/status/outcome.ts";
import { splitUrl } from "../../shared/url/parts.ts";
import type { HostName } from "../../shared/url/types.ts";
import { keepNewest } from "../net/oldest.ts";
import { asksForTime, parseRetryAfter } from "../runtime/retry-after.ts";

/** For 429 without a term that can be read. */
const REST_SECONDS = 60;
const HOSTS_MAX = 10_000;

interface Rest {
  /** On `performance.now()`. */
  readonly until: number;
  /** All that it asked for since it last answered anything else. */
  readonly askedForMs: number;
}

/** How long the host wants to be left alone (C4); null: it did not say so. */
function secondsOfRest(said: Exchange): number | null {
  if (said.http !== 429 && !asksForTime(said)) return null;
  return parseRetryAfter(said.retryAfter, Date.now()) ?? REST_SECONDS;
}

/**
 * Hosts that asked for time (C4), for a list that is checked at one go: what a fleet keeps for days, a list has to wait for or to
 * go without. It waits for a second or ten, and not for hosts that go on to ask for time when they had theirs.
 */
export class RestingHosts {
  readonly #hosts = new Map<HostName, Rest>();

  /**
   * What a host said to any request. `beside`: to one for no link (robots.txt, an address that cannot exist). 429 without a term is
   * no wish then that would keep links from being asked.
   */
  learn(said: Exchange, beside: boolean): void {
    if (beside && said.http === 429 && parseRetryAfter(said.retryAfter, 0) === null) return;
    const seconds = secondsOfRest(said);
    if (seconds === null && this.#hosts.size === 0) return;
    const { host } = splitUrl(said.url);
    if (seconds === null) {
      this.#hosts.delete(host);
      return;
    }
    const askedForMs = seconds * 1_000 + (this.#hosts.get(host)?.askedForMs ?? 0);
    keepNewest(this.#hosts, host, { until: performance.now() + seconds * 1_000, askedForMs }, HOSTS_MAX);
  }

  /** How long the host is still to be left alone, in milliseconds; Infinity: longer than `mostMs`, earlier rests in vain included. */
  restMs(host: HostName, mostMs: number): number {
    const rest = this.#hosts.get(host);
    if (rest === undefined) return 0;
    const leftMs = Math.ceil(rest.until - performance.now());
    if (leftMs <= 0) return 0;
    return rest.askedForMs > mostMs ? Number.POSITIVE_INFINITY : leftMs;
  }
}
