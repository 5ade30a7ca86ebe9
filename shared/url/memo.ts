/** Capacity of a memo over hosts. A list of links cycles through the hosts of hundreds of pages; with less room, nothing would be found again. */
export const HOSTS_REMEMBERED = 4_096;

/**
 * Memoises a pure function of short texts (at most `charsMax` characters). Cleared when it holds `entriesMax` entries, so that
 * its memory is bounded and hostile input costs little more than the function itself.
 */
export function memo<T extends NonNullable<unknown> | null>(
  entriesMax: number,
  charsMax: number,
  answer: (text: string) => T,
): (text: string) => T {
  const known = new Map<string, T>();
  return (text) => {
    if (text.length > charsMax) return answer(text);
    const before = known.get(text);
    if (before !== undefined) return before;
    if (known.size >= entriesMax) known.clear();
    const now = answer(text);
    known.set(text, now);
    return now;
  };
}
