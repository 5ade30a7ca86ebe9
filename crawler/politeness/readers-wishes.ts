import { isPage } from "../classify/walls.ts";
import type { ExchangeResult, RequestFields } from "../net/transport.ts";
import { type Asked, VainHosts } from "./vain-hosts.ts";

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

/**
 * Whether a URL is worth a further request, with a browser's wishes in place of C2's; and not where that came to nothing.
 */
export class ReadersWishes {
  readonly #vain = new VainHosts();

  /**
   * What servers say that cannot meet C2's wishes: not acceptable; or nothing but an error, as programs take the first language for
   * the name of one and `*` is none. Those make pages, and no other documents.
   */
  mayHelp({ parts: { host } }: Asked, get: ExchangeResult, now: number): boolean {
    if (get.kind !== "exchange" || get.exchange.wall !== null) return false;
    const { http, mime, contentLength } = get.exchange;
    if (http === 406) return true;
    return http === 500 && (isPage(mime) || contentLength === 0) && !this.#vain.has(host, now);
  }

  /** Of the two answers that which counts. Our own trouble says nothing of the server, nor then of the link. */
  choose(asked: Asked, ours: ExchangeResult, readers: ExchangeResult, now: number): ExchangeResult {
    if (readers.kind === "not-tried") return readers;
    const helped = isBelieved(readers);
    if (ours.kind !== "exchange" || ours.exchange.http !== 406) this.#vain.learn(asked, helped, now);
    return helped ? readers : ours;
  }
}
