import type { HostName, NormalisedUrl, UrlParts } from "../../shared/url/types.ts";
import { dropOldest } from "./oldest.ts";
import type { ExchangeResult, RequestFields } from "./transport.ts";
import { isPage } from "./walls.ts";

/** A browser's, in place of those of C2. */
const READERS_WISHES: ReadonlyMap<string, string> = new Map([
  ["Accept", "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"],
  ["Accept-Language", "en-US,en;q=0.5"],
]);

export const asReaders = (fields: RequestFields): RequestFields =>
  fields.map(([name, value]) => [name, READERS_WISHES.get(name) ?? value]);

/** What came with them is to be believed: content, or a wall, which stands whatever was said before it (design 10). */
const isBelieved = (get: ExchangeResult): boolean =>
  get.kind === "exchange" && (get.exchange.http < 400 || get.exchange.wall !== null);

/** So many URLs of a host that were in vain asked for as readers do say that it is the server that fails. */
const VAIN_URLS_MAX = 2;
const VAIN_MS = 600_000;
const HOSTS_MAX = 10_000;

interface Asked {
  readonly url: NormalisedUrl;
  readonly parts: Pick<UrlParts, "host">;
}

interface Vain {
  readonly urls: Set<NormalisedUrl>;
  readonly untilMs: number;
}

/**
 * Whether a URL is worth a further request, with a browser's wishes in place of C2's. Remembers for ten minutes where that came to
 * nothing: each link of a server that is down would cost one. Times are in milliseconds, of any one clock.
 */
export class ReadersWishes {
  readonly #vain = new Map<HostName, Vain>();

  /**
   * What servers say that cannot meet C2's wishes: not acceptable; or nothing but an error, as programs take the first language for
   * the name of one and `*` is none. Those make pages, and no other documents.
   */
  mayHelp({ parts: { host } }: Asked, get: ExchangeResult, now: number): boolean {
    if (get.kind !== "exchange" || get.exchange.wall !== null) return false;
    const { http, mime, contentLength } = get.exchange;
    if (http === 406) return true;
    return http === 500 && (isPage(mime) || contentLength === 0) && !this.#isVainAt(host, now);
  }

  /** Of the two answers that which counts. */
  choose(
    { url, parts: { host } }: Asked,
    ours: ExchangeResult,
    readers: ExchangeResult,
    now: number,
  ): ExchangeResult {
    const helped = isBelieved(readers);
    const chosen = helped ? readers : ours;
    if (ours.kind === "exchange" && ours.exchange.http === 406) return chosen;
    const known = this.#vain.get(host);
    this.#vain.delete(host);
    if (helped) return chosen;
    const urls = known !== undefined && now < known.untilMs ? known.urls : new Set<NormalisedUrl>();
    if (urls.size < VAIN_URLS_MAX) urls.add(url);
    this.#vain.set(host, { urls, untilMs: now + VAIN_MS });
    dropOldest(this.#vain, HOSTS_MAX);
    return chosen;
  }

  #isVainAt(host: HostName, now: number): boolean {
    const known = this.#vain.get(host);
    return known !== undefined && now < known.untilMs && known.urls.size >= VAIN_URLS_MAX;
  }
}
