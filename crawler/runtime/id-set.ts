const CHUNK_IDS = 1 << 16;

/** A set of ids: a bit each, in chunks of 8 KiB, so that 80 million dense ids take 10 MB. */
export class IdSet {
  readonly #chunks = new Map<number, Uint8Array>();

  /** Adds an id, a whole number from 0; false: it was there before. */
  add(id: number): boolean {
    const number = Math.floor(id / CHUNK_IDS);
    let chunk = this.#chunks.get(number);
    if (chunk === undefined) {
      chunk = new Uint8Array(CHUNK_IDS / 8);
      this.#chunks.set(number, chunk);
    }
    const at = (id % CHUNK_IDS) >>> 3;
    const before = chunk[at] ?? 0;
    const after = before | (1 << (id % 8));
    chunk[at] = after;
    return after !== before;
  }

  has(id: number): boolean {
    const chunk = this.#chunks.get(Math.floor(id / CHUNK_IDS));
    return chunk !== undefined && ((chunk[(id % CHUNK_IDS) >>> 3] ?? 0) & (1 << (id % 8))) !== 0;
  }
}
