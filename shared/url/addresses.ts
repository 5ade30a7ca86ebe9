import { type Ipv4, type Ipv6, parseIpv4, parseIpv6 } from "./ip.ts";

/**
 * Blocks in which no website of the public Internet lives. Facts of IANA's registries, as of 2025-05 (the last entry
 * is RFC 9780): "IPv4 Special-Purpose Address Space", "IPv6 Special-Purpose Address Space", the multicast blocks, and
 * blocks withdrawn from use that systems still route inwards; and one address that is public by the registries, while a
 * cloud answers at it from the inside (those of the others, 169.254.169.254, 100.100.100.200, fd00:ec2::254 …, lie in
 * blocks that are no one's on the Internet). What the registries call globally reachable here
 * (AS112, AMT, NAT64, PCP and TURN anycast) is a service of the network near the caller, never a website: refused too.
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

/** Blocks with a name of their own; everything else outside 2000::/3 is refused without one (RFC 4291 2.4). */
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
  /** `name` says what for, with its RFC; `block` in CIDR notation. */
  | { readonly kind: "special"; readonly name: string; readonly block: string }
  | { readonly kind: "not-an-address" };

interface Block<Address> {
  readonly address: Address;
  readonly bits: number;
  readonly found: AddressClass;
}

const PUBLIC: AddressClass = { kind: "public" };
const NOT_AN_ADDRESS: AddressClass = { kind: "not-an-address" };
const OUTSIDE_GLOBAL_UNICAST: AddressClass = {
  kind: "special",
  name: "outside global unicast 2000::/3 (RFC 4291)",
  block: "::/0",
};

function blocks<Address>(
  table: readonly (readonly [string, string])[],
  parse: (text: string) => Address | null,
): Block<Address>[] {
  return table.map(([block, name]) => {
    const [text = "", bits = ""] = block.split("/");
    const address = parse(text);
    if (address === null) throw new RangeError(`no address block: ${block}`);
    return { address, bits: Number(bits), found: { kind: "special", name, block } };
  });
}

const ipv4Blocks = blocks(SPECIAL_IPV4_BLOCKS, parseIpv4);
const ipv6Blocks = blocks(SPECIAL_IPV6_BLOCKS, parseIpv6);

/**
 * Whether a socket may be opened to an address. Used for literals in URLs and, at the moment of dialling, for every
 * answer of the name service: the one guard against being sent into our own networks, so everything that is not plainly
 * public unicast is special.
 *
 * @param text as resolvers print it: dotted decimal, or RFC 4291 without brackets. An IPv6 zone, an octal or hex
 *   IPv4 number and any name are "not-an-address": never dial those either.
 */
export function addressClass(text: string): AddressClass {
  const ipv4 = parseIpv4(text);
  if (ipv4 !== null) return ipv4Class(ipv4);
  const ipv6 = parseIpv6(text);
  return ipv6 === null ? NOT_AN_ADDRESS : ipv6Class(ipv6);
}

export function ipv4Class(address: Ipv4): AddressClass {
  return ipv4Blocks.find((each) => ipv4Within(address, each.address, each.bits))?.found ?? PUBLIC;
}

/**
 * Tells the addresses of a block in CIDR notation, or a single address, from all others; for what an operator adds to the
 * tables. null: the text is no block.
 */
export function blockTest(block: string): ((address: string) => boolean) | null {
  const [, text = "", length] = /^([0-9a-f.:]+)(?:\/([0-9]{1,3}))?$/i.exec(block) ?? [];
  const ipv4 = parseIpv4(text);
  const ipv6 = ipv4 === null ? parseIpv6(text) : null;
  const bitsMax = ipv4 === null ? 128 : 32;
  const bits = length === undefined ? bitsMax : Number(length);
  if (bits > bitsMax) return null;
  if (ipv4 !== null)
    return (address) => {
      const other = parseIpv4(address);
      return other !== null && ipv4Within(other, ipv4, bits);
    };
  if (ipv6 === null) return null;
  return (address) => {
    const other = parseIpv6(address);
    return other !== null && sharesPrefix(other, ipv6, bits);
  };
}

function ipv4Within(a: Ipv4, b: Ipv4, bits: number): boolean {
  // A shift by 32 is none.
  return bits === 0 || a >>> (32 - bits) === b >>> (32 - bits);
}

export function ipv6Class(address: Ipv6): AddressClass {
  const block = ipv6Blocks.find((each) => sharesPrefix(address, each.address, each.bits));
  if (block !== undefined) return block.found;
  return (address[0] ?? 0) >>> 13 === 0b001 ? PUBLIC : OUTSIDE_GLOBAL_UNICAST;
}

function sharesPrefix(a: Ipv6, b: Ipv6, bits: number): boolean {
  for (let index = 0, left = bits; left > 0; index++, left -= 16) {
    const shift = Math.max(0, 16 - left);
    if ((a[index] ?? 0) >>> shift !== (b[index] ?? 0) >>> shift) return false;
  }
  return true;
}
