import { BIDI_CONTROL, CONTROL, hasInvisible } from "./invisible.ts";
import type { UrlFlag } from "./types.ts";

/** RFC 3986: unreserved, sub-delims, ":" and "@" as in pchar, and "/". A query may have "?" too. */
const PATH_CHARS = /^[A-Za-z0-9\-._~!$&'()*+,;=:@/]$/;
const QUERY_CHARS = /^[A-Za-z0-9\-._~!$&'()*+,;=:@/?]$/;
/** The same as runs, for the many that need no work. */
const PLAIN_PATH = /^\/[A-Za-z0-9\-._~!$&'()*+,;=:@/]*$/;
const PLAIN_QUERY = /^[A-Za-z0-9\-._~!$&'()*+,;=:@/?]*$/;
const UNRESERVED = /^[A-Za-z0-9\-._~]$/;
const ESCAPE = /^%[0-9A-Fa-f]{2}$/;
/** All but what browsers send as it is (WHATWG URL, "path percent-encode set", "special-query percent-encode set"). */
const ESCAPED_IN_PATH = /[^!$-;=@-_a-z|~]/gu;
const ESCAPED_IN_QUERY = /[^!$-&(-;=?-~]/gu;
/** Dots to browsers, in any of their spellings. */
const DOTS = /(?<=\/)(?:\.|%2e){1,2}(?=\/|$)/gi;
const HEX = /^[0-9A-Fa-f]$/;

/**
 * Path and query in their one spelling (U4). Non-ASCII and what RFC 3986 has no place for becomes an escape, lone
 * surrogates U+FFFD as in browsers.
 *
 * @param text what follows the authority, without the fragment
 */
export function normalisePath(text: string): string {
  const mark = text.indexOf("?");
  const rawPath = mark < 0 ? text : text.slice(0, mark);
  const query = mark < 0 ? "" : `?${normaliseQuery(text.slice(mark + 1))}`;
  if (PLAIN_PATH.test(rawPath)) return withoutDotSegments(rawPath) + query;
  // A backslash separates segments in every browser (WHATWG URL), so it does here: one address must not be two things.
  const path = respell(rawPath.replaceAll("\\", "/"), PATH_CHARS);
  return withoutDotSegments(path.startsWith("/") ? path : `/${path}`) + query;
}

/**
 * Path and query as browsers ask for them: what is escaped already stays as it is written, `%c3%a9` and `%7E` too. Where a
 * site sends its readers to one spelling, another may be an error there, or be sent to the first again.
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
 * Escapes of unreserved characters decoded, all others with upper-case hex, everything not allowed escaped.
 * A "%" that begins no escape stays: servers see it as it was written. What follows it is then never decoded into
 * hex digits, or the result would contain an escape that nobody wrote, and would change when normalised again.
 */
function respell(text: string, allowed: RegExp): string {
  let out = "";
  /** How many hex digits would still turn a lone "%" before this place into an escape. */
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

/** encodeURIComponent leaves some characters alone, but only such as RFC 3986 allows here. */
function escaped(char: string): string {
  return encodeURIComponent(char.toWellFormed());
}

/** RFC 3986 5.2.4 for an absolute path; empty segments stay. */
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

/** What makes a path or query suspicious by its spelling alone (U6), looked for behind the escapes. */
export function pathFlags(path: string): UrlFlag[] {
  if (!path.includes("%")) return [];
  const text = decodedForLooking(path);
  const flags: UrlFlag[] = [];
  if (BIDI_CONTROL.test(text)) flags.push("bidi-control");
  if (hasInvisible(text)) flags.push("invisible-character");
  if (CONTROL.test(text)) flags.push("control-character");
  return flags;
}

const utf8 = new TextDecoder("utf-8", { ignoreBOM: true, fatal: false });

/** Percent-decoded once; bytes that are no UTF-8 become U+FFFD, which is not suspicious (legacy encodings). */
function decodedForLooking(path: string): string {
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
