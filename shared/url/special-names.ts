/**
 * Names that mean something only inside a network or a machine: nobody outside can follow such a link (U3).
 * RFC 6761 (localhost), RFC 6762 with its appendix G, RFC 8375 (home.arpa), ICANN's reservation of .internal.
 */
const LOCAL_NAMES = [
  "localhost",
  "localdomain",
  "local",
  "internal",
  "intranet",
  "private",
  "corp",
  "home",
  "lan",
  "home.arpa",
];

/**
 * Names reserved for examples, tests and other systems than the web's (U2): RFC 2606, RFC 6761,
 * RFC 7686 (.onion), RFC 9476 (.alt), and the special-use names below .arpa that a reader could meet.
 */
const RESERVED_NAMES = [
  "example",
  "example.com",
  "example.net",
  "example.org",
  "test",
  "invalid",
  "onion",
  "alt",
  "ipv4only.arpa",
  "resolver.arpa",
  "service.arpa",
];

const local = new Set(LOCAL_NAMES);
const reserved = new Set(RESERVED_NAMES);

export type SpecialName = "local" | "reserved";

/** @param labels of a host name in lower case and punycode, without the final dot */
export function specialName(labels: readonly string[]): SpecialName | null {
  const last = labels.at(-1) ?? "";
  return specialKind(last) ?? (labels.length < 2 ? null : specialKind(`${labels.at(-2)}.${last}`));
}

function specialKind(name: string): SpecialName | null {
  if (local.has(name)) return "local";
  return reserved.has(name) ? "reserved" : null;
}
