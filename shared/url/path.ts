import { BIDI_CONTROL, CONTROL, hasInvisible } from "./invisible.ts";
import type { UrlFlag } from "./types.ts";

/** Characters allowed in a path (RFC 3986: pchar and "/") and in a query ("?" too). */
const PATH_CHARS = /^[A-Za-z0-9\-._~!$&'()*+,;=:@/]$/;
const QUERY_CHARS = /^[A-Za-z0-9\-._~!$&'()*+,;=:@/?]$/;
/** Paths and queries that need no work, as most do. */
const PLAIN_PATH = /^\/[A-Za-z0-9\-._~!$&'()*+,;=:@/]*$/;
const PLAIN_QUERY = /^[A-Za-z0-9\-._~!$&'()*+,;=:@/?]*$/;
const UNRESERVED = /^[A-Za-z0-9\-._~]$/;
const ESCAPE = /^%[0-9A-Fa-f]{2}$/;
/** Characters that browsers escape (WHATWG URL, "path percent-encode set", "special-query percent-encode set"). */
const ESCAPED_IN_PATH = /[^!$-;=@-_a-z|~]/gu;
const ESCAPED_IN_QUERY = /[^!$-&(-;=?-~]/gu;
/** Dot segments as browsers recognise them, with escaped dots too. */
const DOTS = /(?<=\/)(?:\.|%2e){1,2}(?=\/|$)/gi;
const HEX = /^[0-9A-Fa-f]$/;

/**
 * The normalised path and query (U4). Non-ASCII characters and those that RFC 3986 does not allow are percent-encoded; a lone
 * surrogate becomes U+FFFD, as in browsers.
 *
 * @param text everything after the authority, without the fragment
 */
export function normalisePath(text: string): string {
  const mark = text.indexOf("?");
  const rawPath = mark < 0 ? text : text.slice(0, mark);
  const query = mark < 0 ? "" : `?${normaliseQuery(text.slice(mark + 1))}`;
  if (PLAIN_PATH.test(rawPath)) return withoutDotSegments(rawPath) + query;
  // A backslash separates segments, as in every browser (WHATWG URL): one URL must have one meaning.
  const path = respell(rawPath.replaceAll("\\", "/"), PATH_CHARS);
  return withoutDotSegments(path.startsWith("/") ? path : `/${path}`) + query;
}

/**
 * Path and query as browsers request them: existing escapes stay as written, `%c3%a9` and `%7E` too. A site that
 * redirects to one spelling may answer another with an error or with the same redirect again.
 */
export function pathAsSent(text: string): string {
  const mark = text.indexOf("?");
  const rawPath = (mark < 0 ? text : text.slice(0, mark)).replaceAll("\\", "/");
  const path = withEscapes(rawPath.startsWith("/") ? rawPath : `/${rawPath}`, ESCAPED_IN_PATH);
  const plain = path.replace(DOTS, (dots) => dots.replace(/%2e/gi, "."));
  return (
    withoutDotSegments(plain) + (mark < 0 ? "" : `?${withEscapes(text.slice(mark + 1), ESCAPED_IN_QUERY)}`)
  );
}

const withEscapes = (text: string, refused: RegExp): string =>
  text.replace(refused, (char) => (char === "'" ? "%27" : escaped(char)));

function normaliseQuery(query: string): string {
  return PLAIN_QUERY.test(query) ? query : respell(query, QUERY_CHARS);
}

/**
 * Decodes escapes of unreserved characters, writes other escapes in upper case, and escapes characters outside `allowed`.
 * A "%" that begins no escape stays as written. Escapes after it are not decoded into hex digits: the result
 * would contain a new escape and would change when normalised again.
 */
function respell(text: string, allowed: RegExp): string {
  let out = "";
  /** How many hex digits would still complete a lone "%" before this position to an escape. */
  let wanted = 0;
  for (let index = 0; index < text.length; ) {
    const triple = text.slice(index, index + 3);
    if (ESCAPE.test(triple)) {
      const plain = String.fromCharCode(Number.parseInt(triple.slice(1), 16));
      const keep = !UNRESERVED.test(plain) || (wanted > 0 && HEX.test(plain));
      out += keep ? triple.toUpperCase() : plain;
      wanted = 0;
      index += 3;
      continue;
    }
    const char = String.fromCodePoint(text.codePointAt(index) ?? 0);
    if (char === "%") wanted = 2;
    else wanted = wanted > 0 && HEX.test(char) ? wanted - 1 : 0;
    out += char === "%" || allowed.test(char) ? char : escaped(char);
    index += char.length;
  }
  return out;
}

/** Percent-encodes a character. The characters that encodeURIComponent leaves alone are all allowed here (RFC 3986). */
function escaped(char: string): string {
  return encodeURIComponent(char.toWellFormed());
}

/** Removes dot segments of an absolute path (RFC 3986 5.2.4); empty segments stay. */
function withoutDotSegments(path: string): string {
  if (!path.includes("/.")) return path;
  const out: string[] = [];
  const segments = path.slice(1).split("/");
  for (const [index, segment] of segments.entries()) {
    const last = index === segments.length - 1;
    if (segment === "..") out.pop();
    else if (segment !== ".") out.push(segment);
    if (last && (segment === "." || segment === "..")) out.push("");
  }
  return `/${out.join("/")}`;
}

/** Suspicious characters of a path and query (U6), searched for in the decoded text. */
export function pathFlags(path: string): UrlFlag[] {
  if (!path.includes("%")) return [];
  const text = percentDecoded(path);
  const flags: UrlFlag[] = [];
  if (BIDI_CONTROL.test(text)) flags.push("bidi-control");
  if (hasInvisible(text)) flags.push("invisible-character");
  if (CONTROL.test(text)) flags.push("control-character");
  return flags;
}

const utf8 = new TextDecoder("utf-8", { ignoreBOM: true, fatal: false });

/** Percent-decodes once; bytes that are not UTF-8 become U+FFFD, which is not suspicious (legacy encodings). */
function percentDecoded(path: string): string {
  const bytes: number[] = [];
  for (let index = 0; index < path.length; index++) {
    const triple = path.slice(index, index + 3);
    if (ESCAPE.test(triple)) {
      bytes.push(Number.parseInt(triple.slice(1), 16));
      index += 2;
    } else bytes.push(path.charCodeAt(index));
  }
  return utf8.decode(new Uint8Array(bytes));
}
