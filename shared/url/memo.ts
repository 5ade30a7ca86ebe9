/** A list of links goes round the hosts of hundreds of pages: where fewer are remembered, none is found again. */
export const HOSTS_REMEMBERED = 4_096;

/**
 * Remembers what a pure function says of short texts that come again and again; begins anew when full. With other texts
 * than these, hostile ones, it costs little more than the function itself.
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
