import type { HostName, NormalisedUrl, UrlParts } from "../../shared/url/types.ts";
import { keepNewest } from "../net/oldest.ts";

/** So many URLs of a host for which a further request came to nothing do say that it is the server that fails. */
const VAIN_URLS_MAX = 2;
const VAIN_MS = 600_000;
const HOSTS_MAX = 10_000;

export interface Asked {
  readonly url: NormalisedUrl;
  readonly parts: Pick<UrlParts, "host">;
}

interface Vain {
  readonly urls: Set<NormalisedUrl>;
  readonly untilMs: number;
}

/**
 * Where further requests were in vain, for ten minutes: each link of a server that is down would cost one. Times are in
 * milliseconds, of any one clock.
 */
export class VainHosts {
  readonly #hosts = new Map<HostName, Vain>();

  has(host: HostName, now: number): boolean {
    const known = this.#hosts.get(host);
    return known !== undefined && now < known.untilMs && known.urls.size >= VAIN_URLS_MAX;
  }

  /** What came of a further request. */
  learn({ url, parts: { host } }: Asked, helped: boolean, now: number): void {
    if (helped) {
      this.#hosts.delete(host);
      return;
    }
    const known = this.#hosts.get(host);
    const urls = known !== undefined && now < known.untilMs ? known.urls : new Set<NormalisedUrl>();
    if (urls.size < VAIN_URLS_MAX) urls.add(url);
    keepNewest(this.#hosts, host, { urls, untilMs: now + VAIN_MS }, HOSTS_MAX);
  }
}
