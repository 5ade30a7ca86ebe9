const CHUNK_BITS = 16;
const CHUNK_IDS = 1 << CHUNK_BITS;

/** A set of page ids: a bit each, in pieces of 8 KiB, so that a wiki of 80 million ids takes 10 MB. */
export class PageSet {
  readonly #chunks = new Map<number, Uint8Array>();
  size = 0;

  /** @param pageid 1 to 4,294,967,295, as MediaWiki has them */
  add(pageid: number): void {
    const number = pageid >>> CHUNK_BITS;
    let chunk = this.#chunks.get(number);
    if (chunk === undefined) {
      chunk = new Uint8Array(CHUNK_IDS / 8);
      this.#chunks.set(number, chunk);
    }
    const at = (pageid & (CHUNK_IDS - 1)) >>> 3;
    const before = chunk[at] ?? 0;
    const after = before | (1 << (pageid & 7));
    if (after === before) return;
    chunk[at] = after;
    this.size += 1;
  }

  has(pageid: number): boolean {
    const chunk = this.#chunks.get(pageid >>> CHUNK_BITS);
    return (
      chunk !== undefined && ((chunk[(pageid & (CHUNK_IDS - 1)) >>> 3] ?? 0) & (1 << (pageid & 7))) !== 0
    );
  }
}
