import { type Day, daysBetween, isDay } from "../../shared/calendar/day.ts";
import { isRecord } from "../../shared/json/record.ts";
import type { Status } from "../../shared/status/table.ts";

/** What a check saw of its host being away: what its other URLs would get (C5). */
export interface OutageSign {
  /** Name of an outage rule (crawler/classify/outage.ts). */
  readonly rule: string;
  /** `""`: the whole host; else scheme and port, as in `http:8080` (0: the default port). */
  readonly scope: string;
  readonly status: Status;
  readonly http: number | null;
}

/** By scope the days on which several of a host's URLs were asked and none was answered, in their order. */
export type WatchedDays = Readonly<Record<string, readonly Day[]>>;

/** Days for which they are remembered. */
const WATCHED_SPAN = 30;
/** A host may listen at thousands of ports. */
const SCOPES_MAX = 16;

/** @param news by scope: true: `today` is such a day, false: it answered */
export function withWatched(
  known: WatchedDays,
  news: Readonly<Record<string, boolean>>,
  today: Day,
): WatchedDays {
  const remembered = (days: readonly Day[] = []) => days.filter((day) => isRemembered(day, today));
  const kept = Object.entries(known)
    .map(([scope, days]) => [scope, remembered(days)] as const)
    .filter(([scope, days]) => days.length > 0 && news[scope] === undefined);
  const marked = Object.entries(news)
    .filter(([, watched]) => watched)
    .map(([scope]) => [scope, [...new Set([...remembered(known[scope]), today])]] as const);
  return Object.fromEntries([...kept, ...marked].slice(-SCOPES_MAX));
}

export const isRemembered = (day: Day, today: Day): boolean => {
  const age = daysBetween(day, today);
  return age >= 0 && age < WATCHED_SPAN;
};

/** For the row of the host; "": none. */
export const encodeWatched = (days: WatchedDays): string =>
  Object.keys(days).length === 0 ? "" : JSON.stringify(days);

/** What cannot be read is as if it had not been seen. */
export function decodeWatched(text: string): WatchedDays {
  if (text === "") return {};
  try {
    const read: unknown = JSON.parse(text);
    const entries = Object.entries(isRecord(read) ? read : {});
    return Object.fromEntries(
      entries.map(([scope, days]) => [scope, Array.isArray(days) ? days.filter(isDay) : []]),
    );
  } catch {
    return {};
  }
}
