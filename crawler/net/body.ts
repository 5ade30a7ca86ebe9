import type { Framing } from "./fields.ts";
import type { ExchangeLimits } from "./limits.ts";

export type BodyLimits = Pick<ExchangeLimits, "bodyBytesMax" | "bodyBytesEnough">;

/** Longest line of a chunk size with its extensions; browsers give up far earlier. */
const SIZE_LINE_BYTES_MAX = 4_096;
/** Kept for magic numbers (C8). */
const FIRST_BYTES = 512;
/** Kept of a page, for the marks of challenge pages, which may stand behind a page of styles. */
const PAGE_START_BYTES = 8 * 1024;
/** Compressed bytes unpacked for them: deflate makes at most 1,032 of one, so a bomb ends at 264 KB; others at the limit. */
const FIRST_COMPRESSED_BYTES = 256;
const FIRST_UNPACKED_BYTES_MAX = 512 * 1024;
/** Of a page, unpacked. More is a bomb, or a page that its first 64 KiB do not make. */
const PAGE_BYTES_MAX = 1024 * 1024;

const LF = 10;
const CR = 13;
const NOTHING = new Uint8Array(0);

export type Keep = "magic" | "page" | "all";

type ChunkState = "size" | "data" | "after-data";

/**
 * Counts and samples a body as it comes in, chunked coding undone and nothing decompressed. Stops at its end, at
 * `bodyBytesMax`, or at `bodyBytesEnough` where size does not matter. Damage inside a body ends it early: the head
 * has given the status (browsers show what came).
 */
export class BodyReader {
  /** Bytes of content so far, at most `bodyBytesMax`. */
  bytes = 0;
  /** The end was seen. */
  complete: boolean;
  readonly #framing: Framing;
  readonly #bytesMax: number;
  readonly #keptMax: number;
  /** Taken only for a body that comes: most answers are to HEAD. */
  #first = NOTHING;
  #state: ChunkState = "size";
  #sizeLine = "";
  #left = 0;
  #overheadBytes = 0;

  /**
   * @param sizeMatters read on to the limit although enough is known: C7 judges error pages of unannounced size.
   * @param keep how much of what is read is wanted: all, the beginning of a page, or enough for magic numbers.
   */
  constructor(framing: Framing, limits: BodyLimits, sizeMatters: boolean, keep: Keep = "magic") {
    this.#framing = framing;
    this.#keptMax = keep === "all" ? limits.bodyBytesMax : keep === "page" ? PAGE_START_BYTES : FIRST_BYTES;
    const enough = Math.max(limits.bodyBytesEnough, keep === "page" ? PAGE_START_BYTES : 0);
    this.#bytesMax = sizeMatters || keep === "all" ? limits.bodyBytesMax : enough;
    this.complete = framing.kind === "none" || (framing.kind === "length" && framing.bytes === 0);
  }

  /** True: nothing more is to be read. */
  push(chunk: Uint8Array): boolean {
    if (this.complete) return true;
    return this.#framing.kind === "chunked" ? this.#pushChunked(chunk) : this.#pushPlain(chunk);
  }

  /** The server has closed. */
  finish(): void {
    if (this.#framing.kind === "until-close") this.complete = true;
  }

  get firstBytes(): Uint8Array {
    return this.#first.subarray(0, Math.min(this.bytes, FIRST_BYTES));
  }

  /** All that was read, where it is kept. */
  get kept(): Uint8Array {
    return this.#first.subarray(0, Math.min(this.bytes, this.#keptMax));
  }

  #take(content: Uint8Array): void {
    if (this.bytes < this.#keptMax) {
      const kept = content.subarray(0, this.#keptMax - this.bytes);
      if (this.bytes + kept.length > this.#first.length) this.#makeRoom(this.bytes + kept.length);
      this.#first.set(kept, this.bytes);
    }
    this.bytes += content.length;
  }

  /** Grown as bytes come: most bodies are small, and hundreds are read side by side. */
  #makeRoom(bytes: number): void {
    const larger = new Uint8Array(Math.min(this.#keptMax, Math.max(FIRST_BYTES, 2 * bytes)));
    larger.set(this.#first);
    this.#first = larger;
  }

  #pushPlain(chunk: Uint8Array): boolean {
    const announced = this.#framing.kind === "length" ? this.#framing.bytes : Number.POSITIVE_INFINITY;
    const wanted = Math.min(announced, this.#bytesMax) - this.bytes;
    this.#take(chunk.length > wanted ? chunk.subarray(0, wanted) : chunk);
    this.complete = this.bytes === announced;
    return this.complete || this.bytes >= this.#bytesMax;
  }

  #pushChunked(chunk: Uint8Array): boolean {
    let at = 0;
    while (at < chunk.length) {
      if (this.#state === "data") {
        const take = Math.min(this.#left, chunk.length - at, this.#bytesMax - this.bytes);
        this.#take(chunk.subarray(at, at + take));
        at += take;
        this.#left -= take;
        if (this.#left === 0) this.#state = "after-data";
        if (this.bytes >= this.#bytesMax) return true;
        continue;
      }
      const byte = chunk[at++] ?? 0;
      // One-byte chunks cost five bytes each: the overhead is bounded too.
      if (++this.#overheadBytes > this.#bytesMax + SIZE_LINE_BYTES_MAX) return true;
      if (byte === CR) continue;
      if (this.#state === "after-data") {
        if (byte !== LF) return true;
        this.#state = "size";
      } else if (byte !== LF) {
        if (this.#sizeLine.length >= SIZE_LINE_BYTES_MAX) return true;
        this.#sizeLine += String.fromCharCode(byte);
      } else if (this.#startChunk()) return true;
    }
    return false;
  }

  /** True at the last chunk, whose trailers nobody needs, and at a size that is none. */
  #startChunk(): boolean {
    const digits = /^\s*([0-9a-f]{1,12})\s*(?:;.*)?$/i.exec(this.#sizeLine)?.[1];
    this.#sizeLine = "";
    if (digits === undefined) return true;
    this.#left = Number.parseInt(digits, 16);
    this.complete = this.#left === 0;
    this.#state = "data";
    return this.complete;
  }
}

/** Content-Encoding: zstd asks for no more (RFC 9659). */
const ZSTD_WINDOW_LOG_MAX = 23;

/** What may undo a coding, in order: some servers send raw deflate, and some Brotli or zstd that nobody asked for. */
function decodersOf(coding: string, maxOutputLength: number): readonly ((bytes: Uint8Array) => Uint8Array)[] {
  // Loaded by the first answer that is compressed, and by none of a short list of URLs.
  const zlib = process.getBuiltinModule("node:zlib");
  const { Z_SYNC_FLUSH, BROTLI_OPERATION_FLUSH, ZSTD_e_flush, ZSTD_d_windowLogMax } = zlib.constants;
  const deflated = { finishFlush: Z_SYNC_FLUSH, maxOutputLength };
  switch (coding) {
    case "gzip":
    case "x-gzip":
      return [(bytes) => zlib.gunzipSync(bytes, deflated)];
    case "deflate":
      return [(bytes) => zlib.inflateSync(bytes, deflated), (bytes) => zlib.inflateRawSync(bytes, deflated)];
    case "br":
      return [
        (bytes) => zlib.brotliDecompressSync(bytes, { finishFlush: BROTLI_OPERATION_FLUSH, maxOutputLength }),
      ];
    case "zstd": {
      const params = { [ZSTD_d_windowLogMax]: ZSTD_WINDOW_LOG_MAX };
      return [
        (bytes) => zlib.zstdDecompressSync(bytes, { finishFlush: ZSTD_e_flush, maxOutputLength, params }),
      ];
    }
    default:
      return [];
  }
}

/** Undone by the first way that works; null: the coding is unknown, stacked, or a lie, or there is too much in it. */
function undone(bytes: Uint8Array, coding: string, bytesMax: number): Uint8Array | null {
  for (const decode of decodersOf(coding, bytesMax)) {
    try {
      const decoded = decode(bytes);
      if (decoded.length > 0) return decoded;
    } catch {
      // Not what the field says.
    }
  }
  return null;
}

const codingOf = (contentEncoding: string | null): string =>
  contentEncoding?.trim().toLowerCase() || "identity";

/**
 * The first bytes with Content-Encoding undone, for magic (C8); unchanged where the coding is unknown, stacked, or
 * a lie, as servers often say gzip of files that are gzip.
 */
export function decodedStart(firstBytes: Uint8Array, contentEncoding: string | null): Uint8Array {
  const coding = codingOf(contentEncoding);
  if (coding === "identity") return firstBytes;
  const decoded = undone(firstBytes.subarray(0, FIRST_COMPRESSED_BYTES), coding, FIRST_UNPACKED_BYTES_MAX);
  return decoded === null ? firstBytes : new Uint8Array(decoded.subarray(0, FIRST_BYTES));
}

/** The bytes with Content-Encoding undone, as far as they were read; null where that cannot be done. */
export function decoded(bytes: Uint8Array, contentEncoding: string | null): Uint8Array | null {
  const coding = codingOf(contentEncoding);
  return coding === "identity" ? bytes : undone(bytes, coding, PAGE_BYTES_MAX);
}

/** Blanks are counted: a field may have 64 KB of them. */
const CHARSET = /charset\s{0,9}=[\s"']{0,9}([a-z0-9_:.-]{2,20})/i;

/** By its byte order mark. */
function markedCharset([first, second, third]: Uint8Array): "utf-16le" | "utf-16be" | "utf-8" | null {
  if (first === 0xff && second === 0xfe) return "utf-16le";
  if (first === 0xfe && second === 0xff) return "utf-16be";
  return first === 0xef && second === 0xbb && third === 0xbf ? "utf-8" : null;
}

/** For a search for ASCII bytes in a page: UTF-16 that has a mark as UTF-8; all else as it is. */
export function inSingleBytes(page: Uint8Array): Uint8Array {
  const charset = markedCharset(page);
  return charset === null || charset === "utf-8" ? page : Buffer.from(new TextDecoder(charset).decode(page));
}

/** As browsers find it (WHATWG HTML, "determining the character encoding"): a byte order mark, the field, the page itself. */
function charsetOf(bytes: Uint8Array, contentType: string | null): string | null {
  const marked = markedCharset(bytes);
  if (marked !== null) return marked;
  const named = CHARSET.exec(contentType ?? "")?.[1];
  if (named !== undefined) return named;
  const inside = CHARSET.exec(Buffer.from(bytes.subarray(0, 1_024)).toString("latin1"))?.[1];
  // A name that can be read in single bytes is not in UTF-16.
  return inside === undefined ? null : /^utf-?16/i.test(inside) ? "utf-8" : inside;
}

/** The text of a page. Where nothing that we know is named: UTF-8, or Windows-1252 where the bytes are none. */
export function textOf(bytes: Uint8Array, contentType: string | null): string {
  const named = charsetOf(bytes, contentType);
  if (named !== null)
    try {
      return new TextDecoder(named as "utf-8").decode(bytes);
    } catch {
      // Nobody knows that one.
    }
  const text = new TextDecoder().decode(bytes);
  // The last letter may be cut in two.
  return text.slice(0, -4).includes("\ufffd") ? new TextDecoder("windows-1252").decode(bytes) : text;
}
