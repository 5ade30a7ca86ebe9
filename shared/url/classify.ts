import { readHost } from "./host.ts";
import { isScheme, joinUrl, OWN_PORT } from "./parts.ts";
import { normalisePath, pathFlags } from "./path.ts";
import { portRefused } from "./ports.ts";
import type { Classified, InvalidReason, Scheme, UrlFlag, UrlParts } from "./types.ts";

/** Longest URL that is stored and asked for, in characters, which are bytes: it is ASCII. Most servers allow no more. */
export const URL_CHARS_MAX = 8_192;

export interface ClassifyOptions {
  /** Addresses and names of the own network are resources: only for test webs and intranets, never the default. */
  readonly allowPrivate?: boolean;
}

const SCHEME = /^([a-z][a-z0-9+.-]{0,63}):/i;
const invalid = (reason: InvalidReason): Classified => ({ kind: "invalid", reason });

/**
 * What Weboid makes of a link (U1–U4, U6; every rule with examples in docs/url-normalisation.md). The order decides:
 * other schemes are no matter of ours, then what can never work is invalid, and only what could is looked up among the
 * reserved names (U3 before U2). Total over any string, in time linear to its length.
 */
export function classify(input: string, options: ClassifyOptions = {}): Classified {
  const text = withoutFragment(strippedLikeBrowsers(input));
  const scheme = text.startsWith("//") ? "https" : SCHEME.exec(text)?.[1]?.toLowerCase();
  if (scheme === undefined) return invalid("syntax");
  if (!isScheme(scheme)) return { kind: "ignored", reason: "scheme", url: null };
  if (text.length > URL_CHARS_MAX) return invalid("too-long");

  const rest = text.startsWith("//") ? text : text.slice(scheme.length + 1);
  const [, authority, tail] = /^[/\\]{2}([^/\\?]*)(.*)$/su.exec(rest) ?? [];
  if (authority === undefined || tail === undefined) return invalid("syntax");
  return classifyParts(scheme, authority, tail, options.allowPrivate ?? false);
}

function classifyParts(scheme: Scheme, authority: string, tail: string, allowPrivate: boolean): Classified {
  // Everything to the last "@" is user data, as browsers have it: "http://known.zz@other.zz/" leads to other.zz.
  const at = authority.lastIndexOf("@");
  const { hostText, portText } = splitPort(authority.slice(at + 1));
  const port = readPort(portText, scheme);
  if (hostText === "") return invalid("no-host");
  if (port === null) return invalid("port");
  const host = readHost(hostText, allowPrivate);
  if (host.kind === "invalid") return host;

  const parts: UrlParts = { scheme, host: host.host, port, path: normalisePath(tail) };
  const url = joinUrl(parts);
  if (url.length > URL_CHARS_MAX) return invalid("too-long");
  if (host.reserved) return { kind: "ignored", reason: "reserved-name", url };
  if (portRefused(parts)) return { kind: "ignored", reason: "port", url };
  const dropped: UrlFlag[] = at > 0 ? ["credentials-dropped"] : [];
  return { kind: "resource", url, parts, flags: [...pathFlags(parts.path), ...dropped] };
}

/** Controls and spaces at both ends go, tabs and line ends everywhere (WHATWG URL, "basic URL parser"). */
export function strippedLikeBrowsers(input: string): string {
  let start = 0;
  let end = input.length;
  while (start < end && input.charCodeAt(start) <= 0x20) start++;
  while (end > start && input.charCodeAt(end - 1) <= 0x20) end--;
  return input.slice(start, end).replace(/[\t\n\r]/g, "");
}

function withoutFragment(text: string): string {
  const hash = text.indexOf("#");
  return hash < 0 ? text : text.slice(0, hash);
}

/** The first colon outside brackets divides; null: no colon. */
function splitPort(text: string): { hostText: string; portText: string | null } {
  const bracket = text.startsWith("[") ? text.indexOf("]") : 0;
  const colon = bracket < 0 ? -1 : text.indexOf(":", bracket);
  return colon < 0
    ? { hostText: text, portText: null }
    : { hostText: text.slice(0, colon), portText: text.slice(colon + 1) };
}

/** 0: none given, or the scheme's own. Null: no number in 1…65535 (U3). */
function readPort(text: string | null, scheme: Scheme): number | null {
  if (text === null || text === "") return 0;
  if (!/^0*[1-9][0-9]{0,4}$/.test(text)) return null;
  const port = Number(text);
  if (port > 65_535) return null;
  return port === OWN_PORT[scheme] ? 0 : port;
}
