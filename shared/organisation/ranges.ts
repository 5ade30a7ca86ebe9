import ipaddr from "ipaddr.js";
import { parseIpv4, parseIpv6 } from "../url/addresses.ts";
import { HOSTS_REMEMBERED, memo } from "../url/memo.ts";

const ADDRESS_CHARS_MAX = 45;

type Interval = readonly [first: bigint, last: bigint];

type Kind = "ipv4" | "ipv6";

/** The addresses of blocks in CIDR notation, each once: no interval touches another, IPv4 first; what cannot be read is left out. */
export function mergedBlocks(
  cidrs: readonly string[],
): { readonly kind: Kind; readonly interval: Interval }[] {
  const blocks = cidrs.flatMap((cidr) => intervalOf(cidr) ?? []);
  return (["ipv4", "ipv6"] as const).flatMap((family) =>
    merged(blocks.filter(({ kind }) => kind === family).map(({ interval }) => interval)).map((interval) => ({
      kind: family,
      interval,
    })),
  );
}

/** A set of address blocks, in which an address is found by bisection. */
export interface AddressSet {
  readonly size: number;
  has(address: string): boolean;
}

/** @param cidrs in CIDR notation, IPv4 or IPv6; what cannot be read is left out */
export function addressSet(cidrs: readonly string[]): AddressSet {
  const blocks = mergedBlocks(cidrs);
  const [v4, v6] = (["ipv4", "ipv6"] as const).map((family) =>
    blocks.filter(({ kind }) => kind === family).map(({ interval }) => interval),
  ) as [Interval[], Interval[]];
  return {
    size: v4.length + v6.length,
    // Hosts share servers, so addresses repeat.
    has: memo(HOSTS_REMEMBERED, ADDRESS_CHARS_MAX, (text) => {
      const address = parseIpv4(text) ?? parseIpv6(text.replace(/^\[(.*)\]$/, "$1"));
      if (address === null) return false;
      const plain =
        address.kind() === "ipv6" && (address as ipaddr.IPv6).isIPv4MappedAddress()
          ? (address as ipaddr.IPv6).toIPv4Address()
          : address;
      return contains(plain.kind() === "ipv4" ? v4 : v6, numberOf(plain));
    }),
  };
}

export function numberOf(address: ipaddr.IPv4 | ipaddr.IPv6): bigint {
  return address.toByteArray().reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n);
}

/** The first and the last address of a block in CIDR notation; null: it is none. */
export function intervalOf(
  cidr: string,
): { readonly kind: "ipv4" | "ipv6"; readonly interval: Interval } | null {
  const [text = "", prefix = "", ...more] = cidr.trim().split("/");
  const address = parseIpv4(text) ?? parseIpv6(text);
  if (address === null || more.length > 0) return null;
  const bits = address.kind() === "ipv4" ? 32 : 128;
  const length = prefix === "" && !cidr.includes("/") ? bits : /^\d{1,3}$/.test(prefix) ? Number(prefix) : -1;
  if (length < 0 || length > bits) return null;
  const span = 1n << BigInt(bits - length);
  const first = (numberOf(address) / span) * span;
  return { kind: address.kind(), interval: [first, first + span - 1n] };
}

function merged(intervals: Interval[]): Interval[] {
  const sorted = intervals.toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  const joined: Interval[] = [];
  for (const [first, last] of sorted) {
    const before = joined.at(-1);
    if (before !== undefined && first <= before[1] + 1n)
      joined[joined.length - 1] = [before[0], later(before[1], last)];
    else joined.push([first, last]);
  }
  return joined;
}

const later = (a: bigint, b: bigint): bigint => (a < b ? b : a);

function contains(intervals: readonly Interval[], value: bigint): boolean {
  let [low, high] = [0, intervals.length - 1];
  while (low <= high) {
    const middle = (low + high) >> 1;
    const [first, last] = intervals[middle] ?? [0n, 0n];
    if (value < first) high = middle - 1;
    else if (value > last) low = middle + 1;
    else return true;
  }
  return false;
}

/** The blocks that together are a range `first - last`, as registries give ranges; none where it cannot be read. */
export function cidrsOfRange(range: string): string[] {
  const [from = "", to = ""] = range.split(/\s*[-–]\s*/).map((text) => text.trim());
  const single = to === "" ? intervalOf(from) : null;
  if (single !== null)
    return [
      canonical(
        single.kind,
        single.interval[0],
        from.includes("/") ? Number(from.split("/")[1]) : single.kind === "ipv4" ? 32 : 128,
      ),
    ];
  const [first, last] = [intervalOf(from), intervalOf(to)];
  if (first === null || last === null || first.kind !== last.kind) return [];
  return blocksOf(first.kind, first.interval[0], last.interval[1]);
}

/** Whether blocks are so large that no body holds them: a registry's placeholder for what it does not manage. */
export const isPlaceholder = (cidrs: readonly string[]): boolean =>
  cidrs.length === 0 || cidrs.some((cidr) => Number(cidr.split("/")[1]) < 8);

/** A range of n bits needs 2n − 2 blocks at most. */
function blocksOf(kind: "ipv4" | "ipv6", from: bigint, to: bigint): string[] {
  const bits = kind === "ipv4" ? 32 : 128;
  const blocks: string[] = [];
  for (let at = from; at <= to; ) {
    let size = 0;
    while (size < bits && at % (1n << BigInt(size + 1)) === 0n && at + (1n << BigInt(size + 1)) - 1n <= to)
      size++;
    blocks.push(canonical(kind, at, bits - size));
    at += 1n << BigInt(size);
  }
  return blocks;
}

const canonical = (kind: "ipv4" | "ipv6", first: bigint, length: number): string =>
  `${textOf(kind, first)}/${length}`;

/** An address as text: dotted decimal, or by RFC 5952. */
export function textOf(kind: "ipv4" | "ipv6", value: bigint): string {
  const bytes = Array.from({ length: kind === "ipv4" ? 4 : 16 }, (_, at) =>
    Number((value >> BigInt(8 * ((kind === "ipv4" ? 3 : 15) - at))) & 0xffn),
  );
  return kind === "ipv4" ? new ipaddr.IPv4(bytes).toString() : new ipaddr.IPv6(bytes).toRFC5952String();
}
