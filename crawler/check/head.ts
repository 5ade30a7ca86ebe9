import type { CheckLimits } from "./limits.ts";

/** A final response head, as tolerantly read as browsers do. Names in lower case, values decoded as Latin-1, trimmed. */
export interface Head {
  /** The number of the status line, 0…9999; 200 where the line has none, as in Chromium. */
  readonly http: number;
  /** In the order sent, folded lines joined; repeated names stay apart. */
  readonly fields: readonly (readonly [name: string, value: string])[];
}

export type HeadResult =
  | { readonly kind: "more" }
  /** `rest`: what was pushed beyond the end of the head. */
  | { readonly kind: "head"; readonly head: Head; readonly rest: Uint8Array }
  /** No status line but markup: HTTP/0.9 (RFC 1945), or a server that forgot it. `rest` is all of it. */
  | { readonly kind: "no-status-line"; readonly rest: Uint8Array }
  | { readonly kind: "malformed" }
  /** In place of a head the SETTINGS with which HTTP/2 begins (RFC 9113, section 3.4). */
  | { readonly kind: "http2" }
  | { readonly kind: "too-large" };

export type HeadLimits = Pick<CheckLimits, "headBytesMax" | "headFieldsMax" | "interimMax">;

const LF = 10;
const CR = 13;
const TAB = 9;
const SPACE = 32;
const LESS_THAN = 0x3c;
/** White space, and the bytes of a UTF-8 byte order mark. */
const BLANK = new Set([TAB, LF, CR, SPACE, 0xef, 0xbb, 0xbf]);

/** Junk that Chromium passes over before `HTTP` (HttpUtil::LocateStartOfStatusLine). */
const JUNK_BYTES_MAX = 4;
/** From so many bytes on it is certain whether there is a status line: junk and `HTTP`. */
const DECIDING_BYTES = JUNK_BYTES_MAX + 4;

const MORE: HeadResult = { kind: "more" };
const HTTP2: HeadResult = { kind: "http2" };
const SETTINGS = [0, 0, null, 4, 0, 0, 0, 0] as const;
const MALFORMED: HeadResult = { kind: "malformed" };
const TOO_LARGE: HeadResult = { kind: "too-large" };
const NOTHING = new Uint8Array(0);

/**
 * Reads a response head from bytes as they come in; the result does not depend on where the chunks end. After any
 * result but "more" the reader is spent. The yardstick is Chromium (net/http/http_stream_parser.cc,
 * http_util.cc, http_response_headers.cc): bare LF, folding, junk before the status line, missing phrase, lines
 * without a colon are read; NUL and contradicting lengths or targets are not.
 *
 * @param acceptMarkup whether an answer without status line may count: Chromium shows one on the scheme's own port only.
 */
export class HeadReader {
  #bytes: Uint8Array = NOTHING;
  #length = 0;
  /** Where the head under way begins: behind the interim responses and empty lines. */
  #start = 0;
  /** Up to here no end of the head was found; before its start is known, up to here there is nothing but blanks. */
  #scanned = 0;
  #started = false;
  #interims = 0;
  #fields = 0;
  #lasting = false;
  readonly #limits: HeadLimits;
  readonly #acceptMarkup: boolean;

  constructor(limits: HeadLimits, acceptMarkup: boolean) {
    this.#limits = limits;
    this.#acceptMarkup = acceptMarkup;
  }

  /** Bytes of answer seen so far. */
  get bytesRead(): number {
    return this.#length;
  }

  /** After a head: the server keeps the connection open for more requests (RFC 9112, section 9.3). */
  get lasting(): boolean {
    return this.#lasting;
  }

  push(chunk: Uint8Array): HeadResult {
    this.#append(chunk);
    for (;;) {
      if (!this.#started) {
        const found = this.#findStart();
        if (found !== null) return found;
      }
      const end = this.#findEnd();
      if (end > this.#limits.headBytesMax) return TOO_LARGE;
      if (end < 0) return this.#length > this.#limits.headBytesMax ? TOO_LARGE : MORE;
      const result = this.#read(end);
      if (result !== null) return result;
      this.#start = end;
      this.#scanned = end;
      this.#started = false;
    }
  }

  /** The server has closed. "more": in the midst of a head, or without a word. */
  finish(): HeadResult {
    return this.#started || this.#length === this.#start ? MORE : this.#withoutStatusLine(this.#start);
  }

  /** The first chunk is kept as it is, since most heads come in one; later ones go into a buffer that doubles. */
  #append(chunk: Uint8Array): void {
    if (this.#length === 0) {
      this.#bytes = chunk;
      this.#length = chunk.length;
      return;
    }
    const length = this.#length + chunk.length;
    if (length > this.#bytes.length || this.#bytes.length === this.#length) {
      const larger = new Uint8Array(Math.max(length * 2, 1024));
      larger.set(this.#bytes.subarray(0, this.#length));
      this.#bytes = larger;
    }
    this.#bytes.set(chunk, this.#length);
    this.#length = length;
  }

  /** Passes over empty lines and junk; null once the status line's place is known. */
  #findStart(): HeadResult | null {
    let start = this.#start;
    while (start < this.#length && (this.#bytes[start] === LF || this.#bytes[start] === CR)) start++;
    if (start > this.#limits.headBytesMax) return TOO_LARGE;
    this.#start = start;
    for (let at = start; at <= start + JUNK_BYTES_MAX && at + 4 <= this.#length; at++) {
      if (this.#isHttp(at)) {
        this.#start = at;
        this.#scanned = at;
        this.#started = true;
        return null;
      }
    }
    if (this.#length - start < DECIDING_BYTES) return MORE;
    if (this.#isSettings(start)) return HTTP2;
    return this.#withoutStatusLine(start);
  }

  #isHttp(at: number): boolean {
    const bytes = this.#bytes;
    const lower = (index: number) => (bytes[index] ?? 0) | 0x20;
    // `ICY ` of SHOUTcast: a stream for listeners, else an HTTP/1.0 answer.
    if (at === this.#start && bytes[at] === 0x49)
      return bytes[at + 1] === 0x43 && bytes[at + 2] === 0x59 && bytes[at + 3] === SPACE;
    return lower(at) === 0x68 && lower(at + 1) === 0x74 && lower(at + 2) === 0x74 && lower(at + 3) === 0x70;
  }

  /** A frame of type 4 on stream 0, of at most 255 bytes: more settings than there are. */
  #isSettings(at: number): boolean {
    return SETTINGS.every((byte, index) => byte === null || this.#bytes[at + index] === byte);
  }

  /**
   * Chromium would show whatever comes. A reader gets something from it only if it is markup: an SSH banner or
   * binary frames of another protocol are no content.
   */
  #withoutStatusLine(from: number): HeadResult {
    if (!this.#acceptMarkup || this.#interims > 0) return MALFORMED;
    let at = Math.max(from, this.#scanned);
    while (at < this.#length && BLANK.has(this.#bytes[at] ?? 0)) at++;
    this.#scanned = at;
    if (at > this.#limits.headBytesMax) return TOO_LARGE;
    if (at === this.#length) return MORE;
    if (this.#bytes[at] !== LESS_THAN) return MALFORMED;
    return { kind: "no-status-line", rest: this.#bytes.subarray(from, this.#length) };
  }

  /** Index behind the empty line that ends the head, -1 as long as there is none. */
  #findEnd(): number {
    // Not the room behind them, which would be searched with every byte that comes.
    const bytes = this.#bytes.subarray(0, this.#length);
    let at = this.#scanned;
    for (;;) {
      const lf = bytes.indexOf(LF, at);
      if (lf < 0) {
        this.#scanned = this.#length;
        return -1;
      }
      const next = lf + 1;
      if (next >= this.#length) break;
      if (bytes[next] === LF) return next + 1;
      if (bytes[next] === CR) {
        if (next + 1 >= this.#length) break;
        if (bytes[next + 1] === LF) return next + 2;
      }
      at = next;
      this.#scanned = next;
    }
    // The LF may be the first half of the end: look at it again with the next chunk.
    this.#scanned = Math.max(this.#start, bytes.lastIndexOf(LF, this.#length - 1));
    return -1;
  }

  /** null: an interim response, go on behind it. */
  #read(end: number): HeadResult | null {
    const text = latin1(this.#bytes, this.#start, end);
    if (text.includes("\0")) return MALFORMED;
    const { http, fields } = parseHead(text);
    this.#fields += fields.length;
    if (this.#fields > this.#limits.headFieldsMax) return TOO_LARGE;
    // 101 that nobody asked for ends HTTP on this connection: it is the last word (RFC 9110, 15.2.2).
    if (http >= 100 && http < 200 && http !== 101) {
      this.#interims++;
      return this.#interims > this.#limits.interimMax ? MALFORMED : null;
    }
    if (contradicts(fields)) return MALFORMED;
    this.#lasting = text.startsWith("HTTP/1.1 ") && !fields.some(saysClose);
    const rest = end === this.#length ? NOTHING : this.#bytes.subarray(end, this.#length);
    return { kind: "head", head: { http, fields }, rest };
  }
}

function latin1(bytes: Uint8Array, start: number, end: number): string {
  const buffer = Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  return buffer.toString("latin1", start, end);
}

const NAME = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;

/** @param text from the status line to the empty line, without NUL. */
function parseHead(text: string): Head {
  const lines = linesOf(text);
  const fields: [string, string][] = [];
  /** The field that a line may continue; null: it was skipped. */
  let last: [string, string] | null = null;
  /** Its lines: joined once, as 64 KB of folded lines would be copied with each of them. */
  let folded: string[] = [];
  const unfold = () => {
    if (last !== null && folded.length > 0)
      last[1] = [last[1], ...folded].filter((each) => each !== "").join(" ");
    folded = [];
  };
  for (let at = 1; at < lines.length; at++) {
    const line = lines[at] ?? "";
    if (line === "") continue;
    const first = line.charCodeAt(0);
    if (first === SPACE || first === TAB) {
      // RFC 9112, 5.2: a continued line counts as one space; of a skipped line it is skipped too.
      folded.push(line.trim());
      continue;
    }
    if (folded.length > 0) unfold();
    const colon = line.indexOf(":");
    const name = colon < 0 ? "" : line.slice(0, colon).trimEnd();
    last = NAME.test(name) ? [name.toLowerCase(), line.slice(colon + 1).trim()] : null;
    if (last !== null) fields.push(last);
  }
  unfold();
  return { http: statusOf(lines[0] ?? ""), fields };
}

/** CR, LF and both end a line; heads as they should be are split the quick way. */
function linesOf(text: string): string[] {
  return /[^\r]\n|\r[^\n]/.test(text) ? text.split(/[\r\n]+/) : text.split("\r\n");
}

/** `HTTP/1.1 200 OK`, and what servers make of it. */
function statusOf(line: string): number {
  const match = /^(?:http(?:\/[0-9.]*)?|ICY)[ \t]*([0-9]*)/i.exec(line);
  const digits = match?.[1] ?? "";
  return digits === "" ? 200 : Math.min(Number(digits), 9_999);
}

/** Of these browsers take one value only. */
const ALONE: ReadonlySet<string> = new Set(["location", "content-disposition"]);

/** Different lengths, targets or names of a download: nobody can say which one holds, and browsers show an error page. */
function contradicts(fields: Head["fields"]): boolean {
  const seen = new Map<string, string>();
  let length: string | null = null;
  let lengths = false;
  let chunked = false;
  for (const [name, value] of fields) {
    if (ALONE.has(name)) {
      if ((seen.get(name) ?? value) !== value) return true;
      seen.set(name, value);
    } else if (name === "content-length") {
      for (const each of value.includes(",") ? value.split(",") : [value]) {
        lengths ||= length !== null && each.trim() !== length;
        length = each.trim();
      }
    } else if (name === "transfer-encoding") chunked ||= isChunked(value);
  }
  return lengths && !chunked;
}

const saysClose = ([name, value]: Head["fields"][number]) => name === "connection" && /close/i.test(value);

const isChunked = (value: string) => /(^|,)\s*chunked\s*$/i.test(value);

/** The last value of a field, which holds where browsers go by one of several. */
function lastOf(head: Head, name: string): string | null {
  let last: string | null = null;
  for (const [each, value] of head.fields) if (each === name) last = value;
  return last;
}

/** The first value of a field; null when the head does not have it. */
export function fieldOf(head: Head, name: string): string | null {
  for (const [each, value] of head.fields) if (each === name) return value;
  return null;
}

/** Content-Length in bytes; null when absent, negative or no number. */
export function contentLengthOf(head: Head): number | null {
  const length = fieldOf(head, "content-length")?.split(",", 1)[0]?.trim() ?? "";
  return /^[0-9]{1,15}$/.test(length) ? Number(length) : null;
}

/** A length was announced that is none; browsers read on until the server closes. */
export const hasBadLength = (head: Head): boolean =>
  contentLengthOf(head) === null && fieldOf(head, "content-length") !== null;

/** Content-Type without parameters, lower case; null when absent or no media type (60 KB of letters are none). */
export function mimeOf(head: Head): string | null {
  // WHATWG Fetch, "extract a MIME type".
  const value = lastOf(head, "content-type");
  if (value === null) return null;
  const mime = value.slice(0, 256).split(/[;,]/, 1)[0]?.trim().toLowerCase() ?? "";
  const slash = mime.indexOf("/");
  // RFC 6838, section 4.2. Counted here, as a pattern with such counts costs ten times as much.
  if (slash > 127 || mime.length - slash > 128) return null;
  return /^[a-z0-9][a-z0-9!#$&^_.+-]*\/[a-z0-9][a-z0-9!#$&^_.+-]*$/.test(mime) ? mime : null;
}

/** How the end of a body is known (RFC 9112, section 6.3). */
export type Framing =
  | { readonly kind: "none" }
  | { readonly kind: "chunked" }
  | { readonly kind: "length"; readonly bytes: number }
  | { readonly kind: "until-close" };

export function framingOf(head: Head, method: "HEAD" | "GET"): Framing {
  if (method === "HEAD" || head.http === 204 || head.http === 304 || head.http === 101)
    return { kind: "none" };
  const coding = lastOf(head, "transfer-encoding");
  if (coding !== null && isChunked(coding)) return { kind: "chunked" };
  const bytes = contentLengthOf(head);
  return bytes === null ? { kind: "until-close" } : { kind: "length", bytes };
}
