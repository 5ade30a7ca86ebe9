import { NOTHING_KNOWN, type UrlFacts } from "../../shared/answer/types.ts";
import { asDay } from "../../shared/calendar/day.ts";
import type { HistoryEntry } from "../../shared/history/types.ts";
import type { Snapshot } from "../../shared/snapshot/snapshot.ts";
import type { Status } from "../../shared/status/table.ts";

export const facts = (
  url: string,
  history: readonly HistoryEntry[] = [],
  more: Partial<UrlFacts> = {},
): UrlFacts => ({
  ...NOTHING_KNOWN,
  url,
  history,
  ...more,
});

const run = (
  status: number,
  http: number | null,
  first: number,
  last: number,
  checks: number,
): HistoryEntry => ({
  status: status as Status,
  http,
  first: asDay(first),
  last: asDay(last),
  deadEnd: false,
  checks,
});

/** 404 for ten weeks in nine checks, after years of 200: presumed unreachable on day 3611. */
export const DEAD = [run(18, 404, 3540, 3610, 9), run(1, 200, 2700, 3533, 30)];
export const FINE = [run(1, 200, 3000, 3610, 20)];
/** Failed yesterday for the first time. */
export const SHAKY = [run(40, 503, 3610, 3610, 1), run(1, 200, 3000, 3600, 20)];

export const snapshotOf = (wiki: string, pageid: number, urls: readonly UrlFacts[]): Snapshot => ({
  wiki,
  pageid,
  title: `Stored title ${pageid}`,
  namespace: 0,
  asOf: asDay(3609),
  unwatched: 0,
  urls,
});
