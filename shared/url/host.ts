import { toASCII } from "tr46";
import { type AddressClass, ipv4Class, ipv6Class } from "./addresses.ts";
import { hasInvisibleInHost } from "./invisible.ts";
import { ipv4OfLabels, parseIpv6, printIpv4, printIpv6 } from "./ip.ts";
import { specialName } from "./special-names.ts";
import type { HostName, InvalidReason } from "./types.ts";

/** RFC 1035 2.3.4, without the length octet of the root. */
const HOST_CHARS_MAX = 253;
const LABEL_CHARS_MAX = 63;
/** A Unicode name longer than this can have no punycode of 253 characters; bounds the work of mapping it. */
const UNICODE_HOST_CHARS_MAX = 1_024;

const PLAIN_HOST = /^[a-z0-9.-]+$/;
/**
 * Begins and ends with a letter or digit (U3). Underscores inside are no host name after RFC 952, but sites have them
 * below the domain that a registry sold, and they answer.
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
 * The host of an authority in its one spelling, or why it can be none (U3, U4).
 *
 * @param text as it stands in the URL: Unicode, percent-encoded or punycode, without user data and port
 * @param allowPrivate takes addresses and names that only the own network knows
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
  return readAddress(printIpv4(address), ipv4Class(address), allowPrivate);
}

function readBracketed(text: string, allowPrivate: boolean): HostFound {
  const address = text.endsWith("]") ? parseIpv6(text.slice(1, -1)) : null;
  if (address === null) return invalid("syntax");
  return readAddress(`[${printIpv6(address)}]`, ipv6Class(address), allowPrivate);
}

function readAddress(host: string, found_: AddressClass, allowPrivate: boolean): HostFound {
  return found_.kind === "public" || allowPrivate ? found(host) : invalid("private-address");
}

function readName(labels: readonly string[], allowPrivate: boolean): HostFound {
  const special = specialName(labels);
  for (let index = 0; index < labels.length; index++) {
    const label = labels[index] ?? "";
    if (!LABEL.test(label) || label.length > LABEL_CHARS_MAX) return invalid("label");
    // No registry sells names with underscores: not in the last two labels.
    if (label.includes("_") && index >= labels.length - 2) return invalid("label");
  }
  if (special === "local") return allowPrivate ? found(labels.join(".")) : invalid("local-name");
  if (labels.length === 1) return invalid("no-dot");
  if (!TOP_LEVEL.test(labels.at(-1) ?? "")) return invalid("top-level");
  return found(labels.join("."), special === "reserved");
}

/** MediaWiki gives hosts with their Unicode percent-encoded. Null: no UTF-8, or a "%" without two hex digits. */
function percentDecoded(text: string): string | null {
  if (!text.includes("%")) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

/**
 * UTS 46 as browsers apply it (WHATWG URL, "domain to ASCII", non-transitional), by a library in place of the
 * platform: Bun, Node and workerd carry different versions of its tables.
 */
function mappedToAscii(host: string): { kind: "ascii"; ascii: string } | (HostFound & { kind: "invalid" }) {
  const lower = host.toLowerCase();
  if (PLAIN_HOST.test(lower) && !lower.includes("xn--")) return { kind: "ascii", ascii: lower };
  const ascii = toASCII(host, { checkBidi: true, checkJoiners: true });
  if (ascii !== null) return { kind: "ascii", ascii };
  if (/[\u200C\u200D]/.test(host)) return { kind: "invalid", reason: "invisible-character" };
  return { kind: "invalid", reason: PLAIN_HOST.test(lower) ? "punycode" : "label" };
}
