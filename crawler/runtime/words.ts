/** A length of time for operators: `40 s`, `3 h`, `12 days`; one unit, rounded. */
export function span(ms: number): string {
  const minutes = ms / 60_000;
  if (minutes < 1.5) return `${Math.max(0, Math.round(ms / 1_000))} s`;
  if (minutes < 90) return `${Math.round(minutes)} min`;
  if (minutes < 36 * 60) return `${Math.round(minutes / 60)} h`;
  return `${Math.round(minutes / 1_440)} days`;
}

/** `1 wiki`, `7 wikis`. */
export const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? "" : "s"}`;
