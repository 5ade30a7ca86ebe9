import { addressClass, blockTest, parseIpv6 } from "./addresses.ts";

export interface AddressPolicyOptions {
  /** Lifts all refusals but those of `SECRETS`: test webs on loopback, and hosts that the operator configured. */
  readonly allowPrivate: boolean;
  /** Whether a public address is one of this machine's, where others answer than the public web. */
  readonly isOwn?: (address: string) => boolean;
  /** Blocks in CIDR notation or single addresses that are never contacted, whatever else is allowed (WEBOID_DENY). */
  readonly deny?: readonly string[];
}

/**
 * Where clouds give a machine its secrets, as their manuals say (docs/neighbour.md); and how else an IPv4 address is written: no
 * test web is there.
 */
const SECRETS = [
  // Most of them: 169.254.169.254, also as fe80::a9fe:a9fe.
  "169.254.0.0/16",
  "fe80::/10",
  // Azure.
  "168.63.129.16",
  // Alibaba.
  "100.100.100.200",
  "fd00:100::100:200",
  // Oracle; the first in its Classic.
  "192.0.0.192",
  "fd00:c1::a9fe:a9fe",
  // Amazon's services for a machine: its own data ::254, credentials of a container ::23.
  "fd00:ec2::/32",
  // Google.
  "fd20:ce::254",
  // Akamai, once Linode.
  "fd00:a9fe:a9fe::1",
  // Scaleway.
  "fd00:42::42",
  "::ffff:0:0/96",
];

/** Whether a socket may be opened to an address, a literal without brackets. */
export type AddressPolicy = (address: string) => boolean;

/**
 * Everything that is not plainly public unicast is refused, and so is this host itself (shared/url/addresses.ts).
 * Throws a RangeError for a block that is none.
 */
export function createAddressPolicy(options: AddressPolicyOptions): AddressPolicy {
  const allowed = createOwnPolicy(options);
  const never = [...(options.allowPrivate ? SECRETS : []), ...(options.deny ?? [])];
  const denied = never.map((block) => {
    const test = blockTest(block);
    if (test === null) throw new RangeError(`no address block: ${block}`);
    return test;
  });
  if (denied.length === 0) return allowed;
  const isDenied = (address: string) => denied.some((holds) => holds(address));
  // A gateway or tunnel would lead there, too.
  return (address) => allowed(address) && ![address, ...embeddedIpv4(address)].some(isDenied);
}

function createOwnPolicy(options: AddressPolicyOptions): AddressPolicy {
  const { allowPrivate, isOwn = () => false } = options;
  if (allowPrivate) return (address) => addressClass(address).kind !== "not-an-address";
  return (address) => addressClass(address).kind === "public" && !isOwn(address);
}

const LAST = [12, 13, 14, 15];

/** Blocks of IPv6 addresses that contain an IPv4 address, and the positions of its four octets among the sixteen. */
const EMBEDDINGS: readonly (readonly [block: string, octets: readonly number[]])[] = [
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
const embeddings = EMBEDDINGS.map(([block, octets]) => ({ holds: blockTest(block), octets }));
const isTeredo = blockTest("2001::/32");

/** ISATAP address, under any prefix (RFC 5214, 6.1). */
const isIsatap = ([, , , , fifth, sixth]: readonly number[]): boolean =>
  sixth === 0x5efe && (fifth === 0 || fifth === 0x200);

/**
 * The IPv4 addresses to which an IPv6 address may lead through gateways and tunnels of our own network, in dotted decimal.
 * Empty for other addresses and for text that is no address. A network's own NAT64 prefix cannot be known.
 */
export function embeddedIpv4(text: string): readonly string[] {
  const address = parseIpv6(text);
  // The unspecified address and loopback are no IPv4-compatible ones.
  if (address === null || /^[0:]+1?$/.test(text)) return [];
  const all = address.toByteArray();
  const pick = (octets: readonly number[]) => octets.map((at) => all[at] ?? 0).join(".");
  const found = embeddings.filter(({ holds }) => holds?.(text)).map(({ octets }) => pick(octets));
  if (isIsatap(address.parts)) found.push(pick(LAST));
  // Teredo's client, every bit inverted.
  if (isTeredo?.(text)) found.push(LAST.map((at) => 0xff - (all[at] ?? 0)).join("."));
  return [...new Set(found)];
}
