import { memo } from "../../shared/url/memo.ts";
import { contradicts, type Field, fieldName, type Head, saysClose, trimmed } from "./fields.ts";
import type { ExchangeLimits } from "./limits.ts";

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

export type HeadLimits = Pick<ExchangeLimits, "headBytesMax" | "headFieldsMax" | "interimMax">;

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
const NO_BYTES = Buffer.alloc(0);

/**
 * Reads a response head from bytes as they come in; the result does not depend on where the chunks end. After any
 * result but "more" the reader is spent. The yardstick is Chromium (net/http/http_stream_parser.cc,
 * http_util.cc, http_response_headers.cc): bare LF, folding, junk before the status line, missing phrase, lines
 * without a colon are read; NUL and contradicting lengths or targets are not.
 *
 * @param acceptMarkup whether an answer without status line may count: Chromium shows one on the scheme's own port only.
 */
export class HeadReader {
  #bytes: Buffer = NO_BYTES;
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

  /** After a head: the server keeps the connection open for more requests (RFC 9112, section 9.3). */
  get lasting(): boolean {
    return this.#lasting;
  }

  push(chunk: Uint8Array): HeadResult {
    if (this.#length === 0) {
      const whole = this.#readWhole(bufferOf(chunk));
      if (whole !== null) return whole;
    }
    this.#append(chunk);
    for (;;) {
      if (!this.#started) {
        const found = this.#findStart();
        if (found !== null) return found;
      }
      const end = this.#findEnd();
      if (end > this.#limits.headBytesMax) return TOO_LARGE;
      if (end < 0) return this.#length > this.#limits.headBytesMax ? TOO_LARGE : MORE;
      const text = this.#bytes.toString("latin1", this.#start, end);
      const result = this.#read(
        text,
        end === this.#length ? NOTHING : this.#bytes.subarray(end, this.#length),
      );
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
      this.#bytes = bufferOf(chunk);
      this.#length = chunk.length;
      return;
    }
    const length = this.#length + chunk.length;
    if (length > this.#bytes.length || this.#bytes.length === this.#length) {
      const larger = Buffer.alloc(Math.max(length * 2, 1024));
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
        if (this.#bytes.subarray(start, at).includes(0)) return MALFORMED;
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
    const word = this.#bytes.toString("latin1", at, at + 4);
    // `ICY ` of SHOUTcast: a stream for listeners, else an HTTP/1.0 answer.
    return word === "HTTP" || (word === "ICY " && at === this.#start) || word.toLowerCase() === "http";
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

  /**
   * Most heads come whole and begin as they should. As text they are looked at for a fraction of the time. null: it has to
   * be looked at byte by byte.
   */
  #readWhole(chunk: Buffer): HeadResult | null {
    const text = chunk.toString(
      "latin1",
      0,
      Math.min(chunk.length, WHOLE_BYTES_MAX, this.#limits.headBytesMax),
    );
    if (!ORDINARY_START.test(text)) return null;
    const end = endOfHead(text, 0);
    if (end < 0) return null;
    this.#length = chunk.length;
    return this.#read(text.slice(0, end), end === chunk.length ? NOTHING : chunk.subarray(end));
  }

  /** Index behind the empty line that ends the head, -1 as long as there is none. */
  #findEnd(): number {
    // Not the room behind them, which would be searched with every byte that comes.
    const end = endOfHead(this.#bytes.subarray(0, this.#length), this.#scanned);
    // What comes next may end what is there.
    if (end < 0) this.#scanned = Math.max(this.#scanned, this.#length - 2);
    return end;
  }

  /** null: an interim response, go on behind it. */
  #read(text: string, rest: Uint8Array): HeadResult | null {
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
    this.#lasting = text.startsWith("HTTP/1.1 ") && !saysClose(fields);
    return { kind: "head", head: { http, fields }, rest };
  }
}

/** `HTTP/1.1 200` and the like: no interim response, nothing before it. */
const ORDINARY_START = /^HTTP\/1\.[01] [2-5]/;
const WHOLE_BYTES_MAX = 4_096;

/** Behind the first empty line, whatever its lines end in; -1: there is none. */
function endOfHead(head: string | Buffer, from: number): number {
  const withCr = head.indexOf("\n\r\n", from);
  const bare = head.indexOf("\n\n", from);
  if (bare >= 0 && (withCr < 0 || bare < withCr)) return bare + 2;
  return withCr < 0 ? -1 : withCr + 3;
}

const bufferOf = (bytes: Uint8Array): Buffer =>
  Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);

/** Lines that do not end in CRLF, which servers mix as they like. */
const ODD_LINES = /[^\r]\n|\r[^\n]/;

/** @param sent from the status line to the empty line, without NUL. */
function parseHead(sent: string): Head {
  const text = ODD_LINES.test(sent) ? sent.replace(/[\r\n]+/g, "\r\n") : sent;
  const fields: Field[] = [];
  /** The field that a line may continue; null: it was skipped. */
  let last: Field | null = null;
  /** Its lines; null: none. */
  let folded: string[] | null = null;
  const statusEnd = endOfLine(text, 0);
  for (let at = statusEnd + 2; at < text.length; ) {
    const end = endOfLine(text, at);
    const first = text.charCodeAt(at);
    // RFC 9112, 5.2: a continued line counts as one space; of a skipped line it is skipped too.
    if (first === SPACE || first === TAB) {
      folded ??= [];
      folded.push(trimmed(text.slice(at, end)));
    } else if (end > at) {
      if (folded !== null) unfold(fields, last, folded);
      folded = null;
      last = fieldOfLine(text.slice(at, end));
      if (last !== null) fields.push(last);
    }
    at = end + 2;
  }
  if (folded !== null) unfold(fields, last, folded);
  return { http: statusOf(text.slice(0, statusEnd)), fields };
}

/** Joined once, as 64 KB of folded lines would be copied with each of them. */
function unfold(fields: Field[], last: Field | null, folded: readonly string[]): void {
  if (last === null) return;
  fields.pop();
  fields.push([last[0], [last[1], ...folded].filter((each) => each !== "").join(" ")]);
}

/** Most lines of a head are those of the last one from there; null: it is none. */
const fieldOfLine = memo(512, 80, (line): Field | null => {
  const colon = line.indexOf(":");
  const name = colon < 0 ? null : fieldName(line.slice(0, colon));
  return name === null ? null : [name, trimmed(line.slice(colon + 1))];
});

function endOfLine(text: string, at: number): number {
  const end = text.indexOf("\r\n", at);
  return end < 0 ? text.length : end;
}

/** `HTTP/1.1 200 OK`, and what servers make of it. */
const statusOf = memo(64, 40, (line) => {
  const match = /^(?:http(?:\/[0-9.]*)?|ICY)[ \t]*([0-9]*)/i.exec(line);
  const digits = match?.[1] ?? "";
  return digits === "" ? 200 : Math.min(Number(digits), 9_999);
});
