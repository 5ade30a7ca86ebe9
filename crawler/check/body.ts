import type { Framing } from "./fields.ts";
import type { CheckLimits } from "./limits.ts";

export type BodyLimits = Pick<CheckLimits, "bodyBytesMax" | "bodyBytesEnough">;

/** Longest line of a chunk size with its extensions; browsers give up far earlier. */
const SIZE_LINE_BYTES_MAX = 4_096;
/** Kept for magic numbers (C8). */
const FIRST_BYTES = 512;
/** Compressed bytes unpacked for them: deflate makes at most 1,032 of one, so a bomb ends at 264 KB. */
const FIRST_COMPRESSED_BYTES = 256;
const FIRST_UNPACKED_BYTES_MAX = 512 * 1024;
/** Of a page, unpacked. More is a bomb, or a page that its first 64 KiB do not make. */
const PAGE_BYTES_MAX = 1024 * 1024;

const LF = 10;
const CR = 13;
const NOTHING = new Uint8Array(0);

type ChunkState = "size" | "data" | "after-data";

/**
 * Counts and samples a body as it comes in, chunked coding undone and nothing decompressed. Stops at its end, at
 * `bodyBytesMax`, or at `bodyBytesEnough` where size does not matter. Damage inside a body ends it early: the head
 * has told the status (browsers show what came).
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
   * @param keep what was read is wanted, not only its beginning.
   */
  constructor(framing: Framing, limits: BodyLimits, sizeMatters: boolean, keep = false) {
    this.#framing = framing;
    this.#keptMax = keep ? limits.bodyBytesMax : FIRST_BYTES;
    this.#bytesMax = sizeMatters || keep ? limits.bodyBytesMax : limits.bodyBytesEnough;
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

/** Undone by the first way that works; null: the coding is unknown, stacked, or a lie, or there is too much in it. */
function undone(bytes: Uint8Array, coding: string, bytesMax: number): Uint8Array | null {
  // Loaded by the first answer that is compressed, and by none of a short list of URLs.
  const { gunzipSync, inflateRawSync, inflateSync, constants } = process.getBuiltinModule("node:zlib");
  const options = { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: bytesMax };
  const decoders =
    coding === "gzip" || coding === "x-gzip"
      ? [gunzipSync]
      : coding === "deflate"
        ? [inflateSync, inflateRawSync]
        : [];
  for (const decode of decoders) {
    try {
      const decoded = decode(bytes, options);
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

/** The text of a page with Content-Encoding undone, as far as it was read; null where that cannot be done. */
export function decodedPage(bytes: Uint8Array, contentEncoding: string | null): string | null {
  const coding = codingOf(contentEncoding);
  const plain = coding === "identity" ? bytes : undone(bytes, coding, PAGE_BYTES_MAX);
  return plain === null ? null : textOf(plain);
}

/** As UTF-8 unless the page names another charset that we know; what is compared needs no more. */
function textOf(bytes: Uint8Array): string {
  const start = Buffer.from(bytes.subarray(0, 1_024)).toString("latin1");
  const charset = /charset\s*=\s*["']?([a-z0-9_-]{2,20})/i.exec(start)?.[1] ?? "utf-8";
  try {
    return new TextDecoder(charset as "utf-8").decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
}
