/** An IPv4 address as an unsigned 32-bit number. */
export type Ipv4 = number & { readonly __brand: "Ipv4" };

/** An IPv6 address as eight groups of 16 bits, most significant first. */
export type Ipv6 = readonly number[] & { readonly __brand: "Ipv6" };

export const IPV4_TEXT_CHARS_MAX = 15;
const IPV6_TEXT_CHARS_MAX = 45;
const HEX_GROUP = /^[0-9a-f]{1,4}$/i;

/**
 * Four decimal numbers 0…255, as resolvers print them. Null for anything else, leading zeros included:
 * half the world's parsers take those for octal.
 */
export function parseIpv4(text: string): Ipv4 | null {
  if (text.length > IPV4_TEXT_CHARS_MAX) return null;
  const parts = text.split(".");
  if (parts.length !== 4) return null;
  let value = 0;
  for (const part of parts) {
    if (!/^(?:0|[1-9][0-9]{0,2})$/.test(part)) return null;
    const octet = Number(part);
    if (octet > 255) return null;
    value = value * 256 + octet;
  }
  return value as Ipv4;
}

export function printIpv4(address: Ipv4): string {
  return [24, 16, 8, 0].map((shift) => (address >>> shift) & 0xff).join(".");
}

/** The text of RFC 4291 2.2, with an embedded IPv4 address too; no brackets, no zone (RFC 6874). Null for anything else. */
export function parseIpv6(text: string): Ipv6 | null {
  if (text.length < 2 || text.length > IPV6_TEXT_CHARS_MAX) return null;
  const halves = text.split("::");
  if (halves.length > 2) return null;
  const [head = "", tail] = halves;
  const left = groupsOf(head, tail === undefined);
  const right = tail === undefined ? [] : groupsOf(tail, true);
  if (left === null || right === null) return null;
  if (tail === undefined) return left.length === 8 ? (left as readonly number[] as Ipv6) : null;
  const missing = 8 - left.length - right.length;
  // "::" stands for at least one group (RFC 4291 2.2).
  if (missing < 1) return null;
  return [...left, ...new Array<number>(missing).fill(0), ...right] as readonly number[] as Ipv6;
}

/** @param last the text ends the address, where an IPv4 address may stand for the last two groups */
function groupsOf(text: string, last: boolean): number[] | null {
  if (text === "") return [];
  const groups: number[] = [];
  const parts = text.split(":");
  for (const [index, part] of parts.entries()) {
    if (HEX_GROUP.test(part)) {
      groups.push(Number.parseInt(part, 16));
      continue;
    }
    const embedded = last && index === parts.length - 1 ? parseIpv4(part) : null;
    if (embedded === null) return null;
    groups.push(embedded >>> 16, embedded & 0xffff);
  }
  return groups;
}

/** The one text of an address after RFC 5952: lower case, no leading zeros, the first longest run of zeros as "::". */
export function printIpv6(address: Ipv6): string {
  let best = { start: -1, length: 1 };
  for (let start = 0; start < 8; start++) {
    let length = 0;
    while (start + length < 8 && address[start + length] === 0) length++;
    if (length > best.length) best = { start, length };
    start += length;
  }
  const text = (groups: readonly number[]) => groups.map((group) => group.toString(16)).join(":");
  if (best.start < 0) return text(address);
  return `${text(address.slice(0, best.start))}::${text(address.slice(best.start + best.length))}`;
}

/** A label that browsers take for a number: decimal, octal with a leading 0, or hex with 0x (WHATWG URL, "IPv4 number"). */
const NUMBER_LABEL = /^(?:[0-9]+|0x[0-9a-f]*)$/;

/**
 * What browsers make of a host whose last label is a number: `127.1`, `0x7f.1`, `2130706433`, `0177.0.0.1`.
 * Null: the last label is no number, so this is a name. "out-of-range": numbers, but no address.
 *
 * @param labels in lower case, without the final dot
 */
export function ipv4OfLabels(labels: readonly string[]): Ipv4 | "out-of-range" | null {
  if (!NUMBER_LABEL.test(labels.at(-1) ?? "")) return null;
  if (labels.length > 4) return "out-of-range";
  let value = 0;
  for (const [index, label] of labels.entries()) {
    const number = numberOfLabel(label);
    const last = index === labels.length - 1;
    // The last number fills all the octets that are left.
    const limit = last ? 256 ** (5 - labels.length) : 256;
    if (number === null || number >= limit) return "out-of-range";
    value += last ? number : number * 256 ** (3 - index);
  }
  return value as Ipv4;
}

function numberOfLabel(label: string): number | null {
  if (!NUMBER_LABEL.test(label)) return null;
  if (label.startsWith("0x")) return label === "0x" ? 0 : Number.parseInt(label.slice(2), 16);
  if (!label.startsWith("0") || label === "0") return Number(label);
  return /^[0-7]+$/.test(label) ? Number.parseInt(label, 8) : null;
}
