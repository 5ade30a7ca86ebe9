import { classify } from "../url/classify.ts";
import type { UrlParts } from "../url/types.ts";

/** The URLs of a wiki by which links to its pages are recognised. */
export interface FarmWiki {
  /** URL of its api.php. */
  readonly api: string;
  /** URL of its pages with `$1` for the title: `https://de.wikipedia.org/wiki/$1`. */
  readonly articleUrl: string;
}

/** What identifies the hosts of a wiki's own farm (U5); part of its profile. */
export interface OwnHosts {
  /** Scheme and host of the wiki, `https://de.wikipedia.org`. */
  readonly server: string;
  /** Hosts of its farm, as the source of a regular expression over host names; null: no pattern. */
  readonly internalHosts: string | null;
  /** Configured wikis of its farm that the pattern and the wiki's own paths do not find (`distinctWikis`). */
  readonly wikis?: readonly FarmWiki[];
}

type Authority = Pick<UrlParts, "host" | "port">;

/** Longest pattern; longer ones are a mistake of configuration. */
const PATTERN_LENGTH_MAX = 1_000;

function compiled(pattern: string | null): RegExp | null {
  if (pattern === null || pattern.length > PATTERN_LENGTH_MAX) return null;
  try {
    return new RegExp(pattern, "i");
  } catch {
    return null;
  }
}

/** Host and port of a URL as an `authorityKey`; null: not a URL. */
export function authorityOf(address: string): string | null {
  const found = classify(address, { allowPrivate: true });
  return found.kind === "resource" ? authorityKey(found.parts) : null;
}

export const authorityKey = ({ host, port }: Authority): string => `${host}:${port}`;

/** A test for hosts that match the farm's pattern. An invalid pattern matches nothing, so that answers do not fail. */
export function patternTest(internalHosts: string | null): (host: string) => boolean {
  const pattern = compiled(internalHosts);
  return (host) => pattern?.test(host) ?? false;
}

/**
 * A test for links into the own farm (U5): hosts that match the farm's pattern, and host and port of the wiki itself
 * and of the farm's other wikis.
 */
export function internalTest(own: OwnHosts | null): (parts: Authority) => boolean {
  if (own === null) return () => false;
  const isFarms = patternTest(own.internalHosts);
  const wikis = new Set(
    [own.server, ...(own.wikis ?? []).map(({ articleUrl }) => articleUrl)].map(authorityOf),
  );
  return (parts) => wikis.has(authorityKey(parts)) || isFarms(parts.host);
}

/** A wiki at another host of the farm with the same paths, as on the WMF's wikis. */
export function atHost({ api, articleUrl }: FarmWiki, host: string): FarmWiki {
  return { api: withHost(api, host), articleUrl: withHost(articleUrl, host) };
}

function withHost(address: string, host: string): string {
  return address.replace(
    /^([a-z]+:\/\/)(?:[^/@]*@)?(?:\[[^\]]*\]|[^/:]*)/i,
    (_, scheme: string) => scheme + host,
  );
}

/** Most wikis listed in a profile. Farms with more need a pattern for their hosts. */
const WIKIS_MAX = 200;

/** The wikis of a farm, without the own one, that the farm's pattern together with the own wiki's paths does not find. */
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
