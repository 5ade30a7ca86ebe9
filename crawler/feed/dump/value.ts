/** Kinds of values in a row of a dump. */
const NULL = 0;
const NUMBER = 1;
/** Quoted, ASCII only, without escapes: the bytes are the value. */
const PLAIN = 2;
/** Quoted, with bytes beyond ASCII. */
const BYTES = 3;
/** Quoted, with escapes. */
const ESCAPED = 4;
const HEX = 5;

const QUOTE = 0x27;
const BACKSLASH = 0x5c;

/** Values of a row, as positions in the buffer; the arrays are reused for every row. */
export class Places {
  readonly kinds: number[] = [];
  readonly starts: number[] = [];
  readonly ends: number[] = [];
  count = 0;

  add(kind: number, start: number, end: number): void {
    this.kinds[this.count] = kind;
    this.starts[this.count] = start;
    this.ends[this.count] = end;
    this.count += 1;
  }

  /** Whether the value has bytes beyond ASCII. */
  wide(buffer: Buffer, at: number): boolean {
    const kind = this.kinds[at];
    if (kind === BYTES) return true;
    return kind === ESCAPED && buffer.subarray(this.starts[at], this.ends[at]).some((byte) => byte >= 0x80);
  }

  /** As text; what is no UTF-8 becomes U+FFFD, as in MediaWiki's own answers. null: NULL. */
  text(buffer: Buffer, at: number): string | null {
    const start = this.starts[at];
    const end = this.ends[at];
    switch (this.kinds[at]) {
      case NULL:
        return null;
      case BYTES:
        return buffer.toString("utf8", start, end);
      case ESCAPED:
        return unescaped(buffer.subarray(start, end)).toString("utf8");
      case HEX:
        return Buffer.from(buffer.toString("latin1", start, end), "hex").toString("utf8");
      default:
        return buffer.toString("latin1", start, end);
    }
  }
}

/** What stands behind a backslash and is not itself: `\%` and `\_` keep theirs (MySQL manual, "String Literals"). */
const ESCAPES: Readonly<Record<number, number>> = {
  48: 0x00, // 0
  98: 0x08, // b
  110: 0x0a, // n
  114: 0x0d, // r
  116: 0x09, // t
  90: 0x1a, // Z
};

function unescaped(bytes: Buffer): Buffer {
  const out = Buffer.allocUnsafe(bytes.length);
  let length = 0;
  for (let at = 0; at < bytes.length; at++) {
    let byte = bytes[at] ?? 0;
    if (byte === BACKSLASH && at + 1 < bytes.length) {
      at += 1;
      const next = bytes[at] ?? 0;
      if (next === 0x25 || next === 0x5f) out[length++] = BACKSLASH;
      byte = ESCAPES[next] ?? next;
    } else if (byte === QUOTE) at += 1;
    out[length++] = byte;
  }
  return out.subarray(0, length);
}

/** Where the value ends; -1: not in this buffer; -2: this is no value. */
export function readValue(buffer: Buffer, at: number, places: Places): number {
  const first = buffer[at];
  if (first === undefined) return -1;
  if (first === QUOTE) return readString(buffer, at + 1, places);
  if (first === 0x4e) return readNull(buffer, at, places);
  if (first === 0x5f) {
    // MySQL 8 writes binary strings as _binary '…'.
    const quote = buffer.indexOf(QUOTE, at);
    if (quote < 0) return buffer.length - at > 64 ? -2 : -1;
    if (!/^_[a-z0-9]+ ?$/.test(buffer.toString("latin1", at, Math.min(quote, at + 64)))) return -2;
    return readString(buffer, quote + 1, places);
  }
  return readNumber(buffer, at, places);
}

function readString(buffer: Buffer, start: number, places: Places): number {
  let kind = PLAIN;
  for (let at = start; at < buffer.length; at++) {
    const byte = buffer[at] ?? 0;
    if (byte === QUOTE) {
      if (at + 1 === buffer.length) return -1;
      if (buffer[at + 1] !== QUOTE) {
        places.add(kind, start, at);
        return at + 1;
      }
      kind = ESCAPED;
      at += 1;
    } else if (byte === BACKSLASH) {
      kind = ESCAPED;
      at += 1;
    } else if (byte >= 0x80 && kind === PLAIN) kind = BYTES;
  }
  return -1;
}

function readNull(buffer: Buffer, at: number, places: Places): number {
  if (buffer.length < at + 4) return -1;
  if (buffer.toString("latin1", at, at + 4) !== "NULL") return -2;
  places.add(NULL, at, at);
  return at + 4;
}

/** Numbers, and what `--hex-blob` writes: 0x and an even number of digits. */
function readNumber(buffer: Buffer, start: number, places: Places): number {
  let at = start;
  for (; at < buffer.length; at++) {
    const byte = buffer[at] ?? 0;
    // , and ) and white space end it.
    if (byte === 0x2c || byte === 0x29 || byte <= 0x20) break;
    const fits =
      (byte >= 0x30 && byte <= 0x39) ||
      byte === 0x2d ||
      byte === 0x2e ||
      byte === 0x2b ||
      byte === 0x78 ||
      (byte >= 0x61 && byte <= 0x66) ||
      (byte >= 0x41 && byte <= 0x46);
    if (!fits) return -2;
  }
  if (at === buffer.length) return -1;
  if (at === start) return -2;
  if (buffer[start] === 0x30 && buffer[start + 1] === 0x78) places.add(HEX, start + 2, at);
  else places.add(NUMBER, start, at);
  return at;
}

export function skipSpace(buffer: Buffer, at: number): number {
  let next = at;
  while (next < buffer.length && (buffer[next] ?? 0) <= 0x20) next += 1;
  return next;
}

/** Statements that mysqldump writes in pairs: a file that ends in between was cut off, even at the end of a statement. */
const PAIRS = [
  { open: /^-- (?:MySQL|MariaDB) dump /, close: /^-- Dump completed/ },
  { open: /^\/\*!\d+ SET @OLD_SQL_NOTES=/, close: /^\/\*!\d+ SET SQL_NOTES=@OLD_SQL_NOTES/ },
  { open: /^LOCK TABLES /i, close: /^UNLOCK TABLES/i },
] as const;

/** What comments, settings and locks around the tables say about a dump. */
export class Frame {
  readonly #open = new Set<(typeof PAIRS)[number]>();
  /** Database in the head of the dump; null: not given. */
  database: string | null = null;
  /** Day on which the dump was complete, `YYYY-MM-DD`; null: not given. */
  completed: string | null = null;
  /** Whether text was converted to UTF-8 for the dump. */
  utf8 = false;

  /** Whether a pair is still open. */
  get open(): boolean {
    return this.#open.size > 0;
  }

  /** Takes a comment, or the first words of a statement. */
  mark(text: string): void {
    for (const pair of PAIRS) {
      if (pair.open.test(text)) this.#open.add(pair);
      else if (pair.close.test(text)) this.#open.delete(pair);
    }
    this.database ??= /^-- Host: .*\bDatabase: (\S+)/.exec(text)?.[1] ?? null;
    this.completed ??= /^-- Dump completed on (\d{4}-\d\d-\d\d)/.exec(text)?.[1] ?? null;
    if (/SET NAMES utf8/i.test(text)) this.utf8 = true;
  }
}

/** Statements as mysqldump writes them, as far as they are parsed. */
export const INSERT =
  /^(?:INSERT|REPLACE)\s+(?:(?:LOW_PRIORITY|DELAYED|HIGH_PRIORITY|IGNORE)\s+)*(?:INTO\s+)?(?:`[^`]+`\.)?(?:`([^`]+)`|(\w+))\s*(?:\(([^()]*)\)\s*)?VALUES?\s*(?=\()/i;
export const CREATE = /^CREATE\s+TABLE\s+(?:IF\s+NOT\s+EXISTS\s+)?(?:`[^`]+`\.)?(?:`([^`]+)`|(\w+))\s*\(/i;
/** A column of CREATE TABLE: on a line of its own, beginning with its name; keys begin with a word. */
export const COLUMN = /^[ \t]*`([^`]+)`\s+(\w+)/gm;
export const TEXT_TYPE = /^(?:char|varchar|(?:tiny|medium|long)?text)$/i;
