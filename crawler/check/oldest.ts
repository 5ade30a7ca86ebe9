/**
 * Called after each that is added: beyond `most` the oldest goes, as maps and sets keep the order of coming. What went;
 * undefined: nothing had to.
 */
export function dropOldest<Key>(kept: Map<Key, unknown> | Set<Key>, most: number): Key | undefined {
  if (kept.size <= most) return undefined;
  const [oldest] = kept.keys();
  if (oldest !== undefined) kept.delete(oldest);
  return oldest;
}
