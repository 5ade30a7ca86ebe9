import ipaddr from "ipaddr.js";
import { mergedBlocks, textOf } from "../../../shared/organisation/ranges.ts";
import { parseIpv4, parseIpv6 } from "../../../shared/url/addresses.ts";

/** As many as a /16 has, the size of the paper's example; a rule with more takes Heritrix gigabytes of memory. */
export const ADDRESSES_MAX = 65_536;

export type Exact =
  | { readonly kind: "addresses"; readonly addresses: readonly string[] }
  | { readonly kind: "too-many"; readonly count: bigint };

/** Every address of some blocks, written as Java does, which is how Heritrix compares them. */
export function exactAddresses(cidrs: readonly string[]): Exact {
  const blocks = mergedBlocks(cidrs);
  const count = blocks.reduce((sum, { interval: [first, last] }) => sum + last - first + 1n, 0n);
  if (count > ADDRESSES_MAX) return { kind: "too-many", count };
  const addresses = blocks.flatMap(({ kind, interval: [first, last] }) =>
    Array.from({ length: Number(last - first + 1n) }, (_, at) =>
      javaAddress(textOf(kind, first + BigInt(at))),
    ),
  );
  return { kind: "addresses", addresses };
}

/** Java writes all eight groups of an IPv6 address, without the short form of zeros (`Inet6Address.getHostAddress`). */
export function javaAddress(text: string): string {
  const address = parseIpv4(text) ?? parseIpv6(text);
  return address instanceof ipaddr.IPv6 ? address.toNormalizedString() : text;
}
