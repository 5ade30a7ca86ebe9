/** A host may ask for a week of peace and no more: beyond that the wish is forgotten by the next sweep anyway. */
export const RETRY_AFTER_SECONDS_MAX = 7 * 86_400;

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
/** RFC 9110 5.6.7: IMF-fixdate and the obsolete RFC 850 form, which differ in blanks and the digits of the year. */
const HTTP_DATE = /^[a-z]{3,9}, (\d\d)[ -]([a-z]{3})[ -](\d{4}|\d\d) (\d\d):(\d\d):(\d\d) gmt$/i;
/** The other obsolete form, C's asctime. */
const ASCTIME = /^[a-z]{3} ([a-z]{3}) ([ \d]\d) (\d\d:\d\d:\d\d) (\d{4})$/i;
const SECONDS = /^\d+$/;

/** A two-digit year is the one nearest to now that is not more than 50 years ahead (RFC 9110 5.6.7). */
function fullYear(digits: string, nowMs: number): number {
  const year = Number(digits);
  if (digits.length === 4) return year;
  const now = new Date(nowMs).getUTCFullYear();
  const candidate = now - (now % 100) + year;
  return candidate > now + 50 ? candidate - 100 : candidate;
}

/** Whoever says until when means it; a field that names no term says nothing (its reading needs no clock, only its length does). */
export const asksForTime = ({
  http,
  retryAfter,
}: {
  readonly http: number;
  readonly retryAfter: string | null;
}): boolean => http === 503 && parseRetryAfter(retryAfter, 0) !== null;

/** Who asks for fewer requests, or for time with a term that can be read, gets no second one at once (C4). */
export const isThrottled = (answer: { readonly http: number; readonly retryAfter: string | null }): boolean =>
  answer.http === 429 || asksForTime(answer);

const asFixdate = (_: string, month: string, day: string, time: string, year: string): string =>
  `day, ${day.replace(" ", "0")} ${month} ${year} ${time} gmt`;

/**
 * Retry-After (RFC 9110 10.2.3) as seconds from now, 0…RETRY_AFTER_SECONDS_MAX; null when it is absent or unreadable, so
 * that the caller's own back-off holds. `nowMs`: milliseconds since 1970.
 */
export function parseRetryAfter(value: string | null, nowMs: number): number | null {
  const wish = value?.trim() ?? "";
  if (SECONDS.test(wish)) return Math.min(RETRY_AFTER_SECONDS_MAX, Number(wish));
  const [, day = "", month = "", year = "", hours = "", minutes = "", seconds = ""] =
    HTTP_DATE.exec(wish.replace(ASCTIME, asFixdate)) ?? [];
  const monthIndex = MONTHS.indexOf(month.toLowerCase());
  if (monthIndex === -1) return null;
  const thenMs = Date.UTC(
    fullYear(year, nowMs),
    monthIndex,
    Number(day),
    Number(hours),
    Number(minutes),
    Number(seconds),
  );
  return Math.min(RETRY_AFTER_SECONDS_MAX, Math.max(0, Math.ceil((thenMs - nowMs) / 1000)));
}
