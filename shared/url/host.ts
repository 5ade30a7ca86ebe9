import { toASCII, toUnicode } from "tr46";
import { type AddressClass, addressClass, ipv4OfLabels, parseIpv6 } from "./addresses.ts";
import { hasInvisibleInHost } from "./invisible.ts";
import { isSampleHost } from "./sample.ts";
import type { HostName, InvalidReason } from "./types.ts";

/**
 * Names that resolve only inside one network or machine, so that a public link to them cannot work (U3).
 * RFC 6761 (localhost), RFC 6762 with its appendix G, RFC 8375 (home.arpa), ICANN's reservation of .internal.
 */
const LOCAL_NAMES = new Set([
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
]);

/**
 * Names reserved for examples, tests and systems other than the web (U2): RFC 2606, RFC 6761,
 * RFC 7686 (.onion), RFC 9476 (.alt), and special-use names below .arpa.
 */
const RESERVED_NAMES = new Set([
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
]);

type SpecialName = "local" | "reserved";

/** @param labels of a host name in lower case and punycode, without the final dot */
function specialName(labels: readonly string[]): SpecialName | null {
  const last = labels.at(-1) ?? "";
  return specialKind(last) ?? (labels.length < 2 ? null : specialKind(`${labels.at(-2)}.${last}`));
}

function specialKind(name: string): SpecialName | null {
  if (LOCAL_NAMES.has(name)) return "local";
  return RESERVED_NAMES.has(name) ? "reserved" : null;
}

/** Longest host name (RFC 1035 2.3.4, without the root's length octet). */
const HOST_CHARS_MAX = 253;
const LABEL_CHARS_MAX = 63;
/** Longest Unicode name whose punycode can fit into 253 characters; bounds the work of mapping it. */
const UNICODE_HOST_CHARS_MAX = 1_024;

const PLAIN_HOST = /^[a-z0-9.-]+$/;
/**
 * A label begins and ends with a letter or digit (U3). RFC 952 allows no underscores inside, but working sites have them
 * in labels below the registered domain.
 */
const LABEL = /^[a-z0-9](?:[a-z0-9_-]*[a-z0-9])?$/;
const TOP_LEVEL = /^(?:[a-z]{2,}|xn--[a-z0-9-]+)$/;

export type HostFound =
  | { readonly kind: "host"; readonly host: HostName; readonly reserved: boolean }
  | { readonly kind: "invalid"; readonly reason: InvalidReason };

const invalid = (reason: InvalidReason): HostFound => ({ kind: "invalid", reason });
const found = (host: string, reserved = false): HostFound => ({
  kind: "host",
  host: host as HostName,
  reserved,
});

/**
 * The normalised host of an authority, or why it is invalid (U3, U4).
 *
 * @param text as written in the URL: Unicode, percent-encoded or punycode, without user data and port
 * @param allowPrivate whether private addresses and local names are valid
 */
export function readHost(text: string, allowPrivate: boolean): HostFound {
  if (text.startsWith("[")) return readBracketed(text, allowPrivate);
  const decoded = percentDecoded(text);
  if (decoded === null || !decoded.isWellFormed()) return invalid("label");
  if (decoded.length > UNICODE_HOST_CHARS_MAX) return invalid("too-long");
  if (hasInvisibleInHost(decoded)) return invalid("invisible-character");
  const mapped = mappedToAscii(decoded);
  if (mapped.kind === "invalid") return mapped;

  const ascii = mapped.ascii.endsWith(".") ? mapped.ascii.slice(0, -1) : mapped.ascii;
  if (ascii === "") return invalid("no-host");
  if (ascii.length > HOST_CHARS_MAX) return invalid("too-long");
  const labels = ascii.split(".");
  const address = ipv4OfLabels(labels);
  if (address === null) return readName(labels, allowPrivate);
  if (address === "out-of-range")
    return invalid(
      labels.every((label) => ipv4OfLabels([label]) !== null) ? "address-out-of-range" : "top-level",
    );
  return readAddress(address, addressClass(address), allowPrivate);
}

function readBracketed(text: string, allowPrivate: boolean): HostFound {
  const address = text.endsWith("]") ? parseIpv6(text.slice(1, -1)) : null;
  if (address === null) return invalid("syntax");
  const written = address.toRFC5952String();
  return readAddress(`[${written}]`, addressClass(written), allowPrivate);
}

function readAddress(host: string, { kind }: AddressClass, allowPrivate: boolean): HostFound {
  return kind === "public" || allowPrivate ? found(host) : invalid("private-address");
}

function readName(labels: readonly string[], allowPrivate: boolean): HostFound {
  const special = specialName(labels);
  for (let index = 0; index < labels.length; index++) {
    const label = labels[index] ?? "";
    if (!LABEL.test(label) || label.length > LABEL_CHARS_MAX) return invalid("label");
    // Registries sell no names with underscores, so the last two labels have none.
    if (label.includes("_") && index >= labels.length - 2) return invalid("label");
  }
  if (special === "local" && !isSampleHost(labels.join(".")))
    return allowPrivate ? found(labels.join(".")) : invalid("local-name");
  if (labels.length === 1) return invalid("no-dot");
  if (!TOP_LEVEL.test(labels.at(-1) ?? "")) return invalid("top-level");
  return found(labels.join("."), special === "reserved");
}

/** The host without percent-encoding, in which MediaWiki gives Unicode names. Null: not UTF-8, or "%" without two hex digits. */
function percentDecoded(text: string): string | null {
  if (!text.includes("%")) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

/**
 * Maps a name by UTS 46 as browsers do (WHATWG URL, "domain to ASCII", non-transitional). Uses a library, because Bun,
 * Node and workerd have different versions of the tables.
 */
function mappedToAscii(host: string): { kind: "ascii"; ascii: string } | (HostFound & { kind: "invalid" }) {
  const lower = host.toLowerCase();
  if (PLAIN_HOST.test(lower) && !lower.includes("xn--")) return { kind: "ascii", ascii: lower };
  const ascii = toASCII(host, { checkBidi: true, checkJoiners: true });
  // Punycode may say what its letters may not.
  if (ascii !== null && hasInvisibleInHost(toUnicode(ascii).domain))
    return { kind: "invalid", reason: "invisible-character" };
  if (ascii !== null) return { kind: "ascii", ascii };
  if (/[\u200C\u200D]/.test(host)) return { kind: "invalid", reason: "invisible-character" };
  return { kind: "invalid", reason: PLAIN_HOST.test(lower) ? "punycode" : "label" };
}
