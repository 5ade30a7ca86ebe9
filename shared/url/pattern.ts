import { classify } from "./classify.ts";
import { readHost } from "./host.ts";
import { isScheme } from "./parts.ts";
import { normalisePath } from "./path.ts";
import type { HostName, NormalisedUrl, Scheme } from "./types.ts";

/** A set of hosts: one host, a domain with its subdomains, or names in which each `*` stands for any characters. */
export type HostPattern =
  | { readonly kind: "host"; readonly name: string }
  | { readonly kind: "within"; readonly domain: string }
  | { readonly kind: "like"; readonly pattern: string };

/** A question about URLs (Q4): one URL, or all that match a pattern. */
export type UrlQuestion =
  | { readonly kind: "url"; readonly url: NormalisedUrl; readonly host: HostName }
  | {
      readonly kind: "pattern";
      /** Null: any scheme. */
      readonly scheme: Scheme | null;
      readonly host: HostPattern;
      /** Port as written, a scheme's default port too; null: any port. */
      readonly port: number | null;
      /** Start of the path, in which "*" stands for any characters; "": any path. */
      readonly path: string;
    };

export type PatternRead =
  | UrlQuestion
  /** `broad`: too many hosts match for a search. */
  | { readonly kind: "bad"; readonly reason: "syntax" | "broad" };

const CHARS_MAX = 2_000;
const LITERAL_CHARS_MIN = 3;
const PORT_MAX = 65_535;
const bad = (reason: "syntax" | "broad"): PatternRead => ({ kind: "bad", reason });

/**
 * Reads a question. An address with a scheme and without `*` is that URL; anything else is a pattern of host, port and start of
 * the path: `www.example.org/news/`, `*.example.org`, `example.*`, `https://*.example.org:8080/a*b`.
 */
export function readPattern(input: string, options: { readonly allowPrivate: boolean }): PatternRead {
  const text = input.trim();
  if (text === "" || text.length > CHARS_MAX) return bad("syntax");
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(text) && !text.includes("*")) {
    const found = classify(text, options);
    return found.kind === "resource"
      ? { kind: "url", url: found.url, host: found.parts.host }
      : bad("syntax");
  }
  const [, schemeText, authority = "", tail = ""] =
    /^(?:([a-z*][a-z0-9*+.-]*):)?(?:\/\/)?([^/?#\\]*)([^#]*)/i.exec(text) ?? [];
  // `example.org:8080` has no scheme.
  if (schemeText !== undefined && !text.startsWith("//", schemeText.length + 1))
    return readParts(undefined, ...withoutScheme(text), options);
  return readParts(schemeText, authority, tail, options);
}

function withoutScheme(text: string): [string, string] {
  const [, authority = "", tail = ""] = /^([^/?#\\]*)([^#]*)/.exec(text) ?? [];
  return [authority, tail];
}

/** A pattern as it is asked for: `*.example.org/news/`. */
export function patternText({ host, path }: { readonly host: HostPattern; readonly path: string }): string {
  const name = host.kind === "host" ? host.name : host.kind === "within" ? `*.${host.domain}` : host.pattern;
  return name + path;
}

/** Whether a URL's host and path belong to a pattern; each `*` in them stands for any characters. */
export function patternCovers(
  { host: pattern, path }: { readonly host: HostPattern; readonly path: string },
  url: { readonly host: string; readonly path: string },
): boolean {
  return coversHost(pattern, url.host) && matchesGlob(url.path, `${path}*`);
}

function coversHost(pattern: HostPattern, host: string): boolean {
  if (pattern.kind === "host") return host === pattern.name;
  if (pattern.kind === "like") return matchesGlob(host, pattern.pattern);
  return host === pattern.domain || host.endsWith(`.${pattern.domain}`);
}

/** In the time of their lengths, as the first place at which a literal fits is as good as any later one. */
function matchesGlob(text: string, pattern: string): boolean {
  const [first = "", ...rest] = pattern.split("*");
  const last = rest.pop();
  if (last === undefined) return text === first;
  if (!text.startsWith(first)) return false;
  let at = first.length;
  for (const literal of rest) {
    const found = text.indexOf(literal, at);
    if (found < 0) return false;
    at = found + literal.length;
  }
  return text.length - last.length >= at && text.endsWith(last);
}

function readParts(
  schemeText: string | undefined,
  authority: string,
  tail: string,
  options: { readonly allowPrivate: boolean },
): PatternRead {
  const scheme = schemeText?.toLowerCase() ?? "*";
  if (!scheme.includes("*") && !isScheme(scheme)) return bad("syntax");
  const [, hostText = "", portText] = /^(\[[^\]]*\]|[^:]*)(?::([0-9]{1,5}|\*))?$/.exec(authority) ?? [];
  const host = readHostPattern(hostText, options.allowPrivate);
  if (typeof host === "string") return bad(host);
  const port = portText === undefined || portText === "*" ? null : Number(portText);
  if (port !== null && (port < 1 || port > PORT_MAX)) return bad("syntax");
  const path =
    tail === "" || tail === "/" || tail === "/*"
      ? ""
      : normalisePath(tail).replace(/\*+$/, "").replace(/\*+/g, "*");
  return { kind: "pattern", scheme: isScheme(scheme) ? scheme : null, host, port, path };
}

function readHostPattern(text: string, allowPrivate: boolean): HostPattern | "syntax" | "broad" {
  const name = text.toLowerCase().replace(/\.$/, "");
  if (!name.includes("*")) {
    const found = readHost(name, allowPrivate);
    return found.kind === "host" ? { kind: "host", name: found.host } : "syntax";
  }
  if (/^\*+$/.test(name)) return "broad";
  const domain = name.replace(/^\*\./, "");
  if (!domain.includes("*")) {
    if (/^[a-z]{2,63}$/.test(domain)) return { kind: "within", domain };
    const found = readHost(domain, allowPrivate);
    if (found.kind === "host") return { kind: "within", domain: found.host };
  }
  const pattern = name.split(".").map(asciiLabel).join(".").replace(/\*+/g, "*");
  if (!/^[a-z0-9*._-]{1,253}$/.test(pattern)) return "syntax";
  return pattern.split("*").some((literal) => literal.length >= LITERAL_CHARS_MIN)
    ? { kind: "like", pattern }
    : "broad";
}

/** The punycode of a label in another script; unchanged with `*`, as a part of a label has no punycode. */
function asciiLabel(label: string): string {
  if (label.includes("*") || /^[a-z0-9_-]*$/.test(label)) return label;
  const found = readHost(`${label}.example`, false);
  return found.kind === "host" ? found.host.slice(0, -".example".length) : label;
}
