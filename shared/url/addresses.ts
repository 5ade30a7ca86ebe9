import ipaddr from "ipaddr.js";

const FOUR_NUMBERS = /^(?:0|[1-9][0-9]{0,2})(?:\.(?:0|[1-9][0-9]{0,2})){3}$/;
const IPV6_CHARS_MAX = 45;
/** No zone (RFC 6874). */
const IPV6_CHARS = /^[0-9a-f:]+$/i;
const IPV4_AT_END = /(?<=:)[0-9.]+$/;

/**
 * Four decimal numbers 0…255, as resolvers print them; null for anything else. Leading zeros are refused, because many parsers
 * read them as octal.
 */
export function parseIpv4(text: string): ipaddr.IPv4 | null {
  if (!FOUR_NUMBERS.test(text)) return null;
  const octets = text.split(".").map(Number);
  return octets.every((octet) => octet <= 255) ? new ipaddr.IPv4(octets) : null;
}

/** The text of RFC 4291 2.2, with or without an IPv4 address at its end; null for anything else, brackets and zones included. */
export function parseIpv6(text: string): ipaddr.IPv6 | null {
  if (text.length > IPV6_CHARS_MAX) return null;
  // The library takes `::192.0.2.1` for `::ffff:192.0.2.1`.
  const groups = text.includes(".") ? text.replace(IPV4_AT_END, (ipv4) => groupsOf(parseIpv4(ipv4))) : text;
  return IPV6_CHARS.test(groups) && ipaddr.IPv6.isValid(groups) ? ipaddr.IPv6.parse(groups) : null;
}

/** "?" makes the text none. */
function groupsOf(address: ipaddr.IPv4 | null): string {
  const [a = 0, b = 0, c = 0, d = 0] = address?.octets ?? [];
  return address === null ? "?" : `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`;
}

const parse = (text: string): ipaddr.IPv4 | ipaddr.IPv6 | null => parseIpv4(text) ?? parseIpv6(text);

/** The address that stands in place of a host's name: `192.0.2.1`, and of `[2001:db8::1]` what is in the brackets; null: it is a name. */
export function literalAddress(host: string): string | null {
  const [, inBrackets] = /^\[(.*)\]$/.exec(host) ?? [];
  if (inBrackets !== undefined) return parseIpv6(inBrackets) === null ? null : inBrackets;
  return parseIpv4(host) === null ? null : host;
}

/** A label that browsers read as a number: decimal, octal with a leading 0, or hex with 0x (WHATWG URL, "IPv4 number"). */
const NUMBER_LABEL = /^(?:[0-9]+|0x[0-9a-f]*)$/;

/**
 * The IPv4 address, in dotted decimal, that browsers make of a host whose last label is a number: `127.1`, `0x7f.1`, `2130706433`,
 * `0177.0.0.1`. Null: the last label is no number, so this is a name. "out-of-range": numbers, but no address.
 *
 * @param labels in lower case, without the final dot
 */
export function ipv4OfLabels(labels: readonly string[]): string | "out-of-range" | null {
  if (!NUMBER_LABEL.test(labels.at(-1) ?? "")) return null;
  if (labels.length > 4) return "out-of-range";
  let value = 0;
  for (const [index, label] of labels.entries()) {
    const number = numberOfLabel(label);
    const last = index === labels.length - 1;
    // The last number fills all remaining octets.
    const limit = last ? 256 ** (5 - labels.length) : 256;
    if (number === null || number >= limit) return "out-of-range";
    value += last ? number : number * 256 ** (3 - index);
  }
  return [24, 16, 8, 0].map((shift) => (value >>> shift) & 0xff).join(".");
}

function numberOfLabel(label: string): number | null {
  if (!NUMBER_LABEL.test(label)) return null;
  if (label.startsWith("0x")) return label === "0x" ? 0 : Number.parseInt(label.slice(2), 16);
  if (!label.startsWith("0") || label === "0") return Number(label);
  return /^[0-7]+$/.test(label) ? Number.parseInt(label, 8) : null;
}

/**
 * Blocks of addresses without public websites, from IANA's registries as of 2025-05 (up to RFC 9780): "IPv4
 * Special-Purpose Address Space", "IPv6 Special-Purpose Address Space", multicast, and withdrawn blocks that some systems
 * still route internally. Also Azure's internal address, which the registries call public; the internal addresses of
 * other clouds (169.254.169.254, 100.100.100.200, fd00:ec2::254 …) are inside these blocks anyway. AS112, AMT, NAT64, PCP
 * and TURN are globally reachable by the registries, but they are services of the caller's network, never websites.
 */
export const SPECIAL_IPV4_BLOCKS: readonly (readonly [block: string, name: string])[] = [
  ["0.0.0.0/8", "this network (RFC 791)"],
  ["10.0.0.0/8", "private use (RFC 1918)"],
  ["100.64.0.0/10", "shared address space of carriers (RFC 6598)"],
  ["127.0.0.0/8", "loopback (RFC 1122)"],
  ["169.254.0.0/16", "link-local (RFC 3927)"],
  ["168.63.129.16/32", "the host of a virtual machine at Azure"],
  ["172.16.0.0/12", "private use (RFC 1918)"],
  ["192.0.0.0/24", "IETF protocol assignments (RFC 6890)"],
  ["192.0.2.0/24", "documentation, TEST-NET-1 (RFC 5737)"],
  ["192.31.196.0/24", "AS112 name servers (RFC 7535)"],
  ["192.52.193.0/24", "automatic multicast tunneling (RFC 7450)"],
  ["192.88.99.0/24", "6to4 relay anycast, deprecated (RFC 7526)"],
  ["192.168.0.0/16", "private use (RFC 1918)"],
  ["192.175.48.0/24", "AS112 name servers (RFC 7534)"],
  ["198.18.0.0/15", "benchmarking (RFC 2544)"],
  ["198.51.100.0/24", "documentation, TEST-NET-2 (RFC 5737)"],
  ["203.0.113.0/24", "documentation, TEST-NET-3 (RFC 5737)"],
  ["224.0.0.0/4", "multicast (RFC 5771)"],
  ["255.255.255.255/32", "limited broadcast (RFC 8190)"],
  ["240.0.0.0/4", "reserved (RFC 1112)"],
];

/** Named special blocks of IPv6; everything else outside 2000::/3 is special too (RFC 4291 2.4). */
export const SPECIAL_IPV6_BLOCKS: readonly (readonly [block: string, name: string])[] = [
  ["::/128", "unspecified (RFC 4291)"],
  ["::1/128", "loopback (RFC 4291)"],
  ["::ffff:0:0/96", "IPv4-mapped (RFC 4291)"],
  ["::ffff:0:0:0/96", "IPv4-translated (RFC 2765)"],
  ["::/96", "IPv4-compatible, deprecated (RFC 4291)"],
  ["64:ff9b::/96", "NAT64 (RFC 6052)"],
  ["64:ff9b:1::/48", "NAT64 for local use (RFC 8215)"],
  ["100::/64", "discard-only (RFC 6666)"],
  ["100:0:0:1::/64", "dummy prefix (RFC 9780)"],
  ["2001::/32", "Teredo (RFC 4380)"],
  ["2001:2::/48", "benchmarking (RFC 5180)"],
  ["2001:3::/32", "automatic multicast tunneling (RFC 7450)"],
  ["2001:4:112::/48", "AS112 name servers (RFC 7535)"],
  ["2001:10::/28", "ORCHID, deprecated (RFC 4843)"],
  ["2001:20::/28", "ORCHIDv2 (RFC 7343)"],
  ["2001:30::/28", "drone remote identification (RFC 9374)"],
  ["2001::/23", "IETF protocol assignments (RFC 2928)"],
  ["2001:db8::/32", "documentation (RFC 3849)"],
  ["2002::/16", "6to4 (RFC 3056)"],
  ["2620:4f:8000::/48", "AS112 name servers (RFC 7534)"],
  ["3ffe::/16", "6bone, returned (RFC 3701)"],
  ["3fff::/20", "documentation (RFC 9637)"],
  ["5f00::/16", "segment routing identifiers (RFC 9602)"],
  ["fc00::/7", "unique local (RFC 4193)"],
  ["fe80::/10", "link-local (RFC 4291)"],
  ["fec0::/10", "site-local, deprecated (RFC 3879)"],
  ["ff00::/8", "multicast (RFC 4291)"],
];

export type AddressClass =
  | { readonly kind: "public" }
  /** `name`: the block's purpose and RFC; `block`: in CIDR notation. */
  | { readonly kind: "special"; readonly name: string; readonly block: string }
  | { readonly kind: "not-an-address" };

const PUBLIC: AddressClass = { kind: "public" };
const NOT_AN_ADDRESS: AddressClass = { kind: "not-an-address" };
const OUTSIDE_GLOBAL_UNICAST: AddressClass = {
  kind: "special",
  name: "outside global unicast 2000::/3 (RFC 4291)",
  block: "::/0",
};
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR("2000::/3");

const specialIpv4 = SPECIAL_IPV4_BLOCKS.map(([block, name]) => ({
  range: ipaddr.IPv4.parseCIDR(block),
  found: { kind: "special", name, block } satisfies AddressClass,
}));
const specialIpv6 = SPECIAL_IPV6_BLOCKS.map(([block, name]) => ({
  range: ipaddr.IPv6.parseCIDR(block),
  found: { kind: "special", name, block } satisfies AddressClass,
}));

/**
 * Classifies an address: only "public" ones may be dialled. The guard against requests into our own networks
 * (SSRF), used for literals in URLs and for every answer of the name service before dialling, so everything that is not
 * clearly public unicast is "special".
 *
 * @param text as resolvers print it: dotted decimal, or RFC 4291 without brackets. An IPv6 zone, an octal or hex
 *   IPv4 number and any name are "not-an-address": never dial those either.
 */
export function addressClass(text: string): AddressClass {
  const ipv4 = parseIpv4(text);
  if (ipv4 !== null) return specialIpv4.find(({ range }) => ipv4.match(range))?.found ?? PUBLIC;
  const ipv6 = parseIpv6(text);
  if (ipv6 === null) return NOT_AN_ADDRESS;
  const special = specialIpv6.find(({ range }) => ipv6.match(range));
  return special?.found ?? (ipv6.match(GLOBAL_UNICAST) ? PUBLIC : OUTSIDE_GLOBAL_UNICAST);
}

/** A test for the addresses of one block (`block` in CIDR notation, or a single address). Null: `block` is neither. */
export function blockTest(block: string): ((address: string) => boolean) | null {
  const [, text = "", length] = /^([0-9a-f.:]+)(?:\/([0-9]{1,3}))?$/i.exec(block) ?? [];
  const network = parse(text);
  if (network === null) return null;
  const bitsMax = network.kind() === "ipv4" ? 32 : 128;
  const bits = length === undefined ? bitsMax : Number(length);
  if (bits > bitsMax) return null;
  return (address) => {
    const other = parse(address);
    return other !== null && other.kind() === network.kind() && other.match(network, bits);
  };
}
