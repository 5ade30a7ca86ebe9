/** A host may ask for a week and no more: longer waits are forgotten by the next sweep anyway. */
export const RETRY_AFTER_SECONDS_MAX = 7 * 86_400;

/** The three dates of RFC 9110 5.6.7, which Date.parse knows: IMF-fixdate, that of RFC 850, and C's asctime, without a zone. */
const HTTP_DATE = /^[a-z]{3,9}, \d\d[ -][a-z]{3}[ -](?:\d{4}|\d\d) \d\d:\d\d:\d\d gmt$/i;
const ASCTIME = /^[a-z]{3} [a-z]{3} [ \d]\d \d\d:\d\d:\d\d \d{4}$/i;

/** Whether a server asks for time, and says how much; a field that cannot be read says nothing. */
export const asksForTime = ({
  http,
  retryAfter,
}: {
  readonly http: number;
  readonly retryAfter: string | null;
}): boolean => http === 503 && parseRetryAfter(retryAfter, 0) !== null;

/** A server that asks for fewer requests, or for time with a term that can be read, gets no second one at once (C4). */
export const isThrottled = (answer: { readonly http: number; readonly retryAfter: string | null }): boolean =>
  answer.http === 429 || asksForTime(answer);

/**
 * Retry-After (RFC 9110 10.2.3) as seconds from now, 0…RETRY_AFTER_SECONDS_MAX; null when it is absent or unreadable, so
 * that the caller's own back-off holds. `nowMs`: milliseconds since 1970.
 */
export function parseRetryAfter(value: string | null, nowMs: number): number | null {
  const wish = value?.trim() ?? "";
  if (/^\d+$/.test(wish)) return Math.min(RETRY_AFTER_SECONDS_MAX, Number(wish));
  const date = ASCTIME.test(wish) ? `${wish} GMT` : HTTP_DATE.test(wish) ? wish : "";
  const thenMs = Date.parse(date);
  if (Number.isNaN(thenMs)) return null;
  return Math.min(RETRY_AFTER_SECONDS_MAX, Math.max(0, Math.ceil((thenMs - nowMs) / 1000)));
}
