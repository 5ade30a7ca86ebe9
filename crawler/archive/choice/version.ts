import { type Day, instantOfDay } from "../../../shared/calendar/day.ts";

/** A moment as archives write it, `YYYYMMDDhhmmss` in UTC. In this form moments are ordered as texts are. */
export type Timestamp = string & { readonly __brand: "Timestamp" };

/** One capture of a URL in an archive (a memento, RFC 7089). */
export interface Version {
  /** The earliest moment that the archive's timestamp can mean. */
  readonly at: Timestamp;
  /** The latest one: of a timestamp without day or time, the end of the year, month or day. */
  readonly latest: Timestamp;
  /** What the server answered; null: the archive's list does not say. */
  readonly http: number | null;
  /** In lower case without parameters; null: not said. */
  readonly mime: string | null;
  /** Fingerprint of the content: equal contents have equal ones; null: not said. */
  readonly digest: string | null;
  /** A record that only says that the content was the same as in an earlier capture (WARC `revisit`). */
  readonly revisit: boolean;
  /** The archive says that the capture is a redirect. */
  readonly redirect: boolean;
  /** Where readers see it. */
  readonly address: string;
}

/** What stands for the digits that a timestamp lacks. */
const EARLIEST = "00000101000000";
const LATEST = "99991231235959";

/**
 * The span of moments that an archive's timestamp means; null: it is none. Archives shorten: `2019`, `20190314`. More than
 * fourteen digits are fractions of seconds, which are dropped, as is the half of a month, day, hour, minute or second.
 */
export function readTimestamp(text: string): { readonly at: Timestamp; readonly latest: Timestamp } | null {
  const digits = /^((?:\d\d){2,7})\d{0,6}$/.exec(text)?.[1];
  if (digits === undefined) return null;
  const at = digits + EARLIEST.slice(digits.length);
  if (!isMoment(at)) return null;
  const latest = digits.length === 6 ? endOfMonth(digits) : digits + LATEST.slice(digits.length);
  return { at: at as Timestamp, latest: latest as Timestamp };
}

const endOfMonth = (month: string): string =>
  ["31", "30", "29"].map((day) => `${month}${day}235959`).find(isMoment) ?? `${month}28235959`;

/** Whether fourteen digits are a moment of the calendar, from 1990 on: before that there was no web. */
function isMoment(text: string): boolean {
  const ms = msOf(text);
  return text >= "1990" && !Number.isNaN(ms) && timestampOf(ms) === text;
}

/** Milliseconds since 1970; NaN for fourteen digits that are no moment. */
export const msOf = (at: string): number =>
  Date.parse(
    `${at.slice(0, 4)}-${at.slice(4, 6)}-${at.slice(6, 8)}T${at.slice(8, 10)}:${at.slice(10, 12)}:${at.slice(12)}Z`,
  );

/** @param epochMs milliseconds since 1970 */
export const timestampOf = (epochMs: number): Timestamp =>
  new Date(epochMs)
    .toISOString()
    .replace(/[^0-9]/g, "")
    .slice(0, 14) as Timestamp;

export const startOf = (day: Day): Timestamp => timestampOf(instantOfDay(day));
export const endOf = (day: Day): Timestamp => timestampOf(instantOfDay(day) + 86_399_000);
