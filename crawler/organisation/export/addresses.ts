import { mergedBlocks, textOf } from "../../../shared/organisation/ranges.ts";

/** As many as a /16 has, the size of the paper's example; a rule with more takes Heritrix gigabytes of memory. */
export const ADDRESSES_MAX = 65_536;

/**
 * First and last addresses of blocks as Heritrix can use them, in IPv4 alone: it looks up A records and no others (`FetchDNS`), so that it knows no
 * host by an IPv6 address (decision 99).
 */
export const heritrixBlocks = (cidrs: readonly string[]): (readonly [first: bigint, last: bigint])[] =>
  mergedBlocks(cidrs).flatMap(({ kind, interval }) => (kind === "ipv4" ? [interval] : []));

type Blocks = ReturnType<typeof heritrixBlocks>;

/** Every IPv4 address of some blocks, and the blocks that a list cannot hold beside the others. */
export function listedAddresses(cidrs: readonly string[]): {
  readonly addresses: readonly string[];
  readonly rest: Blocks;
} {
  const addresses: string[] = [];
  const rest: Blocks = [];
  for (const [first, last] of heritrixBlocks(cidrs)) {
    if (last - first + 1n > ADDRESSES_MAX - addresses.length) rest.push([first, last]);
    else for (let number = first; number <= last; number++) addresses.push(textOf("ipv4", number));
  }
  return { addresses, rest };
}
