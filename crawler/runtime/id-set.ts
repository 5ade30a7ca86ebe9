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

  /** All ids in ascending order, `size` at a time. */
  *batches<Id extends number>(size: number): Generator<Id[]> {
    let batch: Id[] = [];
    for (const number of [...this.#chunks.keys()].sort((one, other) => one - other))
      for (const [at, byte] of (this.#chunks.get(number) ?? []).entries())
        for (let bits = byte; bits !== 0; bits &= bits - 1) {
          batch.push((number * CHUNK_IDS + at * 8 + 31 - Math.clz32(bits & -bits)) as Id);
          if (batch.length < size) continue;
          yield batch;
          batch = [];
        }
    if (batch.length > 0) yield batch;
  }
}
