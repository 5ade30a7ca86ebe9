/** F2: "every one or two weeks". */
export const LIST_PERIOD_DAYS = 7;
const MS_PER_DAY = 86_400_000;
export const LIST_PERIOD_MS = LIST_PERIOD_DAYS * MS_PER_DAY;

/** Multiples of it, taken modulo 1, are spread evenly however many there are. */
const GOLDEN = (Math.sqrt(5) - 1) / 2;

/**
 * When a wiki's lists are due again that were read to their end at `nowMs`: at its own time of the week, which is another
 * one for each wiki, so that those added in one moment do not come back in one moment. Half a period away at least, one
 * and a half at most; a period from then on.
 */
export function nextListing(nowMs: number, wiki: number): number {
  const own = ((wiki * GOLDEN) % 1) * LIST_PERIOD_MS;
  const earliest = nowMs + LIST_PERIOD_MS / 2;
  return Math.round(own + Math.ceil((earliest - own) / LIST_PERIOD_MS) * LIST_PERIOD_MS);
}
