import { parseIpv4, parseIpv6 } from "./ip.ts";
import { memo } from "./memo.ts";
import { splitUrl } from "./parts.ts";
import type { NormalisedUrl, UrlParts } from "./types.ts";

/** Lower than every character of a URL: a shorter part comes before a longer one that begins with it. */
const BETWEEN_PARTS = "\u0001";
/** Higher than that, lower than every character of a label: a domain comes before what lies below it. */
const BETWEEN_LABELS = "\u0002";

/**
 * A string whose plain order (`<`) is the order of answers (Q2): addresses first, then TLD, second level, third …,
 * port (none given first), scheme, path and query. Opaque: for comparing only, never stored.
 */
function sortKey({ scheme, host, port, path }: UrlParts): string {
  return [hostOrder(host), String(port).padStart(5, "0"), scheme, path].join(BETWEEN_PARTS);
}

/** URLs of a page are of the same hosts again and again. */
const hostOrder = memo(256, 70, (host: string): string => {
  const ipv4 = parseIpv4(host);
  if (ipv4 !== null) return `${BETWEEN_PARTS}4${ipv4.toString(16).padStart(8, "0")}`;
  const ipv6 = host.startsWith("[") ? parseIpv6(host.slice(1, -1)) : null;
  if (ipv6 !== null)
    return `${BETWEEN_PARTS}6${ipv6.map((group) => group.toString(16).padStart(4, "0")).join("")}`;
  return host.split(".").reverse().join(BETWEEN_LABELS);
});

export function compareUrls(a: NormalisedUrl, b: NormalisedUrl): number {
  return compareText(sortKey(splitUrl(a)), sortKey(splitUrl(b)));
}

/** A new list in the order of `sortKey`; computes each key once. */
export function sortByUrl<T>(list: readonly T[], partsOf: (each: T) => UrlParts): T[] {
  return list
    .map((each) => ({ each, key: sortKey(partsOf(each)) }))
    .sort((a, b) => compareText(a.key, b.key))
    .map(({ each }) => each);
}

/** By code units: the order of URLs must not depend on anybody's language. */
function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
