import { readHost } from "./host.ts";
import { HOSTS_REMEMBERED, memo } from "./memo.ts";
import { isScheme, joinUrl, OWN_PORT } from "./parts.ts";
import { normalisePath, pathAsSent, pathFlags } from "./path.ts";
import { portRefused } from "./ports.ts";
import type { Classified, HostName, InvalidReason, Scheme, UrlParts } from "./types.ts";

/** Longest URL that is stored and requested, in characters (a normalised URL is ASCII). Most servers accept no longer one; the few that do are left out. */
export const URL_CHARS_MAX = 8_192;

export interface ClassifyOptions {
  /** Accept private addresses and local names as resources: for test webs and intranets only, never the default. */
  readonly allowPrivate?: boolean;
  /** Keep the path as written (`pathAsSent`), for requesting a redirect's target. The result must not be used as a key. */
  readonly asSent?: true;
}

const AUTHORITY_AND_TAIL = /^[/\\]{2}([^/\\?]*)(.*)$/su;
const BREAKS = /[\t\n\r]/g;
const SCHEME = /^([a-z][a-z0-9+.-]{0,63}):/i;
const invalid = (reason: InvalidReason): Classified => ({ kind: "invalid", reason });

/**
 * Classifies and normalises a link (U1–U4, U6; every rule with examples in docs/url-normalisation.md). The order of the
 * rules decides: other schemes are ignored, then links that can never work are invalid (U3), and only then reserved
 * names and ports are ignored (U2). Accepts any string; linear time.
 */
export function classify(input: string, options: ClassifyOptions = {}): Classified {
  const text = withoutFragment(strippedLikeBrowsers(input));
  const scheme = text.startsWith("//") ? "https" : SCHEME.exec(text)?.[1]?.toLowerCase();
  if (scheme === undefined) return invalid("syntax");
  if (!isScheme(scheme)) return { kind: "ignored", reason: "scheme", url: null };
  if (text.length > URL_CHARS_MAX) return invalid("too-long");

  const rest = text.startsWith("//") ? text : text.slice(scheme.length + 1);
  const [, authority, tail] = AUTHORITY_AND_TAIL.exec(rest) ?? [];
  if (authority === undefined || tail === undefined) return invalid("syntax");
  return classifyParts(scheme, authority, tail, options);
}

function classifyParts(
  scheme: Scheme,
  authority: string,
  tail: string,
  { allowPrivate = false, asSent }: ClassifyOptions,
): Classified {
  const found = allowPrivate ? readAnyAuthority(authority) : readPublicAuthority(authority);
  if (found.kind === "invalid") return found;

  const { host, reserved, userData } = found;
  const port = found.port === OWN_PORT[scheme] ? 0 : found.port;
  const parts: UrlParts = { scheme, host, port, path: asSent ? pathAsSent(tail) : normalisePath(tail) };
  const url = joinUrl(parts);
  if (url.length > URL_CHARS_MAX) return invalid("too-long");
  if (reserved) return { kind: "ignored", reason: "reserved-name", url };
  if (portRefused(parts)) return { kind: "ignored", reason: "port", url };
  const flags = pathFlags(parts.path);
  return { kind: "resource", url, parts, flags: userData ? [...flags, "credentials-dropped"] : flags };
}

type Authority =
  | {
      readonly kind: "authority";
      readonly host: HostName;
      /** 0: none given. */
      readonly port: number;
      readonly reserved: boolean;
      readonly userData: boolean;
    }
  | { readonly kind: "invalid"; readonly reason: InvalidReason };

/** Memoised, because a wiki's links name few hosts and most of the work on a URL is its host. */
const readPublicAuthority = memo(HOSTS_REMEMBERED, 70, (text) => readAuthority(text, false));
const readAnyAuthority = memo(HOSTS_REMEMBERED, 70, (text) => readAuthority(text, true));

function readAuthority(text: string, allowPrivate: boolean): Authority {
  // As in browsers, everything up to the last "@" is user data: "http://known.zz@other.zz/" leads to other.zz.
  const at = text.lastIndexOf("@");
  const { hostText, portText } = splitPort(text.slice(at + 1));
  const port = readPort(portText);
  if (hostText === "") return { kind: "invalid", reason: "no-host" };
  if (port === null) return { kind: "invalid", reason: "port" };
  const found = readHost(hostText, allowPrivate);
  if (found.kind === "invalid") return found;
  const { host, reserved } = found;
  return { kind: "authority", host, port, reserved, userData: at > 0 };
}

/** The text without controls and spaces at both ends and without tabs and line ends (WHATWG URL, "basic URL parser"). */
export function strippedLikeBrowsers(input: string): string {
  let start = 0;
  let end = input.length;
  while (start < end && input.charCodeAt(start) <= 0x20) start++;
  while (end > start && input.charCodeAt(end - 1) <= 0x20) end--;
  return input.slice(start, end).replace(BREAKS, "");
}

function withoutFragment(text: string): string {
  const hash = text.indexOf("#");
  return hash < 0 ? text : text.slice(0, hash);
}

/** Splits at the first colon outside brackets; `portText` is null without a colon. */
function splitPort(text: string): { hostText: string; portText: string | null } {
  const bracket = text.startsWith("[") ? text.indexOf("]") : 0;
  const colon = bracket < 0 ? -1 : text.indexOf(":", bracket);
  return colon < 0
    ? { hostText: text, portText: null }
    : { hostText: text.slice(0, colon), portText: text.slice(colon + 1) };
}

/** A port in 1…65535; 0: none given; null: not a port (U3). */
function readPort(text: string | null): number | null {
  if (text === null || text === "") return 0;
  if (!/^0*[1-9][0-9]{0,4}$/.test(text)) return null;
  const port = Number(text);
  return port > 65_535 ? null : port;
}
