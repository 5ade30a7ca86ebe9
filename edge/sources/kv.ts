/** The store did not answer for a key. Without it nothing can be said, not even which wikis there are. */
export class StoreUnavailable extends Error {
  constructor(key: string, cause: unknown) {
    super(`${key}: ${cause instanceof Error ? cause.message : "unknown"}`);
  }
}

/** A text of the store, which a place may keep for `cacheTtl` seconds. Throws StoreUnavailable. */
export const readText = (kv: KVNamespace, key: string, cacheTtl: number): Promise<string | null> =>
  kv.get(key, { type: "text", cacheTtl }).catch((error: unknown) => {
    throw new StoreUnavailable(key, error);
  });
