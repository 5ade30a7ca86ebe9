import { mergedBlocks, textOf } from "../../../shared/organisation/ranges.ts";

/** As many as a /16 has, the size of the paper's example; a rule with more takes Heritrix gigabytes of memory. */
export const ADDRESSES_MAX = 65_536;

export type Exact =
  | { readonly kind: "addresses"; readonly addresses: readonly string[] }
  | { readonly kind: "too-many"; readonly count: bigint };

/**
 * First and last addresses of blocks as Heritrix can use them, in IPv4 alone: it looks up A records and no others (`FetchDNS`), so that it knows no
 * host by an IPv6 address (decision 99).
 */
export const heritrixBlocks = (cidrs: readonly string[]): (readonly [first: bigint, last: bigint])[] =>
  mergedBlocks(cidrs).flatMap(({ kind, interval }) => (kind === "ipv4" ? [interval] : []));

/** Every IPv4 address of some blocks. */
export function exactAddresses(cidrs: readonly string[]): Exact {
  const blocks = heritrixBlocks(cidrs);
  const count = blocks.reduce((sum, [first, last]) => sum + last - first + 1n, 0n);
  if (count > ADDRESSES_MAX) return { kind: "too-many", count };
  const addresses = blocks.flatMap(([first, last]) =>
    Array.from({ length: Number(last - first + 1n) }, (_, at) => textOf("ipv4", first + BigInt(at))),
  );
  return { kind: "addresses", addresses };
}
