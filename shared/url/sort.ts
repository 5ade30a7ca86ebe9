import { parseIpv4, parseIpv6 } from "./addresses.ts";
import { memo } from "./memo.ts";
import type { UrlParts } from "./types.ts";

/** Separator of parts: lower than every character of a URL, so that a part sorts before longer ones that begin with it. */
const BETWEEN_PARTS = "\u0001";
/** Separator of labels: higher than that, lower than every character of a label, so that a domain sorts before its subdomains. */
const BETWEEN_LABELS = "\u0002";

/**
 * A string whose order (`<`) is the order of answers (Q2): IP addresses first, then by TLD, second level, third …,
 * port (none given first), scheme, path and query. For comparing only, never stored.
 */
function sortKey({ scheme, host, port, path }: UrlParts): string {
  return [hostOrder(host), String(port).padStart(5, "0"), scheme, path].join(BETWEEN_PARTS);
}

const hex = (numbers: readonly number[], digits: number): string =>
  numbers.map((number) => number.toString(16).padStart(digits, "0")).join("");

/** Sort key of a host. Memoised, because the URLs of a page share hosts. */
const hostOrder = memo(256, 70, (host: string): string => {
  const ipv4 = parseIpv4(host);
  if (ipv4 !== null) return `${BETWEEN_PARTS}4${hex(ipv4.octets, 2)}`;
  const ipv6 = host.startsWith("[") ? parseIpv6(host.slice(1, -1)) : null;
  if (ipv6 !== null) return `${BETWEEN_PARTS}6${hex(ipv6.parts, 4)}`;
  return host.split(".").reverse().join(BETWEEN_LABELS);
});

/** A new list sorted by URL in the order of answers (Q2). */
export function sortByUrl<T>(list: readonly T[], partsOf: (each: T) => UrlParts): T[] {
  return list
    .map((each) => ({ each, key: sortKey(partsOf(each)) }))
    .sort((a, b) => compareText(a.key, b.key))
    .map(({ each }) => each);
}

/** Compares code units, because the order of URLs must not depend on a language. */
function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
