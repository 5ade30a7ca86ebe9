import { blockTest } from "./addresses.ts";
import { type Ipv4, type Ipv6, parseIpv6, printIpv4 } from "./ip.ts";

const LAST = [12, 13, 14, 15];

/** Where the four octets stand among the sixteen of the IPv6 address. */
const PLACES: readonly (readonly [block: string, octets: readonly number[]])[] = [
  // IPv4-compatible and IPv4-mapped (RFC 4291, 2.5.5), IPv4-translated (RFC 2765).
  ["::/96", LAST],
  ["::ffff:0:0/96", LAST],
  ["::ffff:0:0:0/96", LAST],
  // NAT64 (RFC 6052, 2.2); for local use (RFC 8215) with any length of prefix that there is room for.
  ["64:ff9b::/96", LAST],
  ["64:ff9b:1::/48", LAST],
  ["64:ff9b:1::/48", [9, 10, 11, 12]],
  ["64:ff9b:1::/48", [7, 9, 10, 11]],
  ["64:ff9b:1::/48", [6, 7, 9, 10]],
  // 6to4 (RFC 3056, 2).
  ["2002::/16", [2, 3, 4, 5]],
  // Teredo's server (RFC 4380, 4).
  ["2001::/32", [4, 5, 6, 7]],
];
const places = PLACES.map(([block, octets]) => ({ holds: blockTest(block), octets }));
const isTeredo = blockTest("2001::/32");

/** ISATAP, under any prefix (RFC 5214, 6.1). */
const isIsatap = (address: Ipv6): boolean =>
  address[5] === 0x5efe && (address[4] === 0 || address[4] === 0x200);

const octetsOf = (address: Ipv6): number[] => address.flatMap((group) => [group >>> 8, group & 0xff]);

const textOf = (octets: readonly number[]): string =>
  printIpv4((octets.reduce((value, octet) => value * 256 + octet, 0) >>> 0) as Ipv4);

/**
 * The IPv4 addresses to which an IPv6 address may lead through a network's own gateways and tunnels: as text, perhaps several,
 * none of any other address or of what is no address. A network's own prefix for NAT64 cannot be known.
 */
export function embeddedIpv4(text: string): readonly string[] {
  const address = parseIpv6(text);
  // The unspecified address and loopback are no IPv4-compatible ones.
  if (address === null || /^[0:]+1?$/.test(text)) return [];
  const all = octetsOf(address);
  const pick = (octets: readonly number[]) => textOf(octets.map((at) => all[at] ?? 0));
  const found = places.filter(({ holds }) => holds?.(text)).map(({ octets }) => pick(octets));
  if (isIsatap(address)) found.push(pick(LAST));
  // Teredo's client, every bit inverted.
  if (isTeredo?.(text)) found.push(textOf(LAST.map((at) => 0xff - (all[at] ?? 0))));
  return [...new Set(found)];
}
