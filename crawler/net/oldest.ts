/** Keeps `value` as the newest of at most `most`. */
export function keepNewest<Key, Value>(kept: Map<Key, Value>, key: Key, value: Value, most: number): void {
  kept.delete(key);
  kept.set(key, value);
  dropOldest(kept, most);
}

/**
 * Called after each that is added: beyond `most` the oldest go, as maps and sets keep the order of coming. A sixteenth at
 * once: what is deleted leaves holes in a map, and each search for the first would pass over all of them (30 to 50 µs with 20,000).
 *
 * @param dropped told of each that went
 */
export function dropOldest<Key>(
  kept: Map<Key, unknown> | Set<Key>,
  most: number,
  dropped?: (key: Key) => void,
): void {
  if (kept.size <= most) return;
  const left = most - Math.floor(most / 16);
  for (const oldest of kept.keys()) {
    if (kept.size <= left) return;
    kept.delete(oldest);
    dropped?.(oldest);
  }
}
