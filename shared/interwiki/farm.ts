import { classify } from "../url/classify.ts";
import type { UrlParts } from "../url/types.ts";

/** A wiki of the farm, as far as its pages are recognised by their addresses. */
export interface FarmWiki {
  /** Of its api.php. */
  readonly api: string;
  /** With `$1` for the title: `https://de.wikipedia.org/wiki/$1`. */
  readonly articleUrl: string;
}

/** What tells a wiki's own farm; a part of its profile. */
export interface OwnHosts {
  /** Scheme and host of the wiki, `https://de.wikipedia.org`. */
  readonly server: string;
  /** Hosts of its farm (U5), as the source of a regular expression over host names; null: none. */
  readonly internalHosts: string | null;
  /** Configured wikis of its farm that are found in no other way (`distinctWikis`). */
  readonly wikis?: readonly FarmWiki[];
}

type Place = Pick<UrlParts, "host" | "port">;

/** Longer patterns are a mistake of configuration. */
const PATTERN_LENGTH_MAX = 1_000;

function compiled(pattern: string | null): RegExp | null {
  if (pattern === null || pattern.length > PATTERN_LENGTH_MAX) return null;
  try {
    return new RegExp(pattern, "i");
  } catch {
    return null;
  }
}

/** Host and port of an address in one spelling; null: it is none. */
export function placeOf(address: string): string | null {
  const found = classify(address, { allowPrivate: true });
  return found.kind === "resource" ? placeKey(found.parts) : null;
}

export const placeKey = ({ host, port }: Place): string => `${host}:${port}`;

/** Tells the hosts that the farm's pattern names. A pattern that is none counts as absent: an answer must not fail because of it. */
export function patternTest(internalHosts: string | null): (host: string) => boolean {
  const pattern = compiled(internalHosts);
  return (host) => pattern?.test(host) ?? false;
}

/**
 * Tells the links into the own farm (U5): hosts that match the farm's pattern, and host and port of the wiki itself
 * and of the farm's other wikis.
 */
export function internalTest(own: OwnHosts | null): (parts: Place) => boolean {
  if (own === null) return () => false;
  const isFarms = patternTest(own.internalHosts);
  const places = new Set([own.server, ...(own.wikis ?? []).map(({ articleUrl }) => articleUrl)].map(placeOf));
  return (parts) => places.has(placeKey(parts)) || isFarms(parts.host);
}

/** The same wiki at another host of the farm, as the WMF has them: its paths are those of all its wikis. */
export function atHost({ api, articleUrl }: FarmWiki, host: string): FarmWiki {
  return { api: withHost(api, host), articleUrl: withHost(articleUrl, host) };
}

function withHost(address: string, host: string): string {
  return address.replace(
    /^([a-z]+:\/\/)(?:[^/@]*@)?(?:\[[^\]]*\]|[^/:]*)/i,
    (_, scheme: string) => scheme + host,
  );
}

/** More would make every profile of the farm long; then their hosts want a pattern. */
const WIKIS_MAX = 200;

/** Wikis of the farm that neither are the own one nor are found by the farm's pattern and the own one's paths. */
export function distinctWikis(
  own: FarmWiki & Pick<OwnHosts, "internalHosts">,
  wikis: readonly FarmWiki[],
): FarmWiki[] {
  const isFarms = patternTest(own.internalHosts);
  const same = (one: FarmWiki, other: FarmWiki) =>
    one.api === other.api && one.articleUrl === other.articleUrl;
  return wikis
    .filter((wiki) => {
      if (same(wiki, own)) return false;
      const host = URL.parse(wiki.articleUrl)?.hostname;
      return host === undefined || !isFarms(host) || !same(wiki, atHost(own, host));
    })
    .slice(0, WIKIS_MAX);
}
