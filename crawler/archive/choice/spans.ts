import { addDays, asDay, type Day } from "../../../shared/calendar/day.ts";
import { evidenceOf, lacksContent } from "../../../shared/history/evidence.ts";
import type { History, HistoryEntry } from "../../../shared/history/types.ts";
import { endOf, startOf, type Timestamp } from "./version.ts";

/** A time from which a version may be chosen, both ends included. */
export interface Span {
  readonly from: Timestamp;
  readonly until: Timestamp;
}

/** What our own history says about when the page was there (design 13). */
export interface Life {
  /** When it was seen working, youngest first. */
  readonly working: readonly Span[];
  /** Before anything was seen of it: until the first day on which it worked or failed. */
  readonly before: Span;
  /** It was seen working at all. */
  readonly worked: boolean;
  /** From the last check that saw it working to the first that failed clearly, or to today: it may have been there. Null: no such time. */
  readonly gap: Span | null;
  /** Its death, from which on no version is chosen; null: the last thing that was seen of it was no failure. */
  readonly death: Timestamp | null;
}

const BEGINNING = "19900101000000" as Timestamp;

/** Readers get the content. */
const isGood = (entry: HistoryEntry): boolean => evidenceOf(entry) === "good";
/** Of a history, and the day on which it is asked about. */
export function lifeOf(history: History, today: Day): Life {
  const oldestFirst = history.toReversed();
  const earlier = history.at(-1)?.earlier;
  const good = oldestFirst.filter(isGood);
  const bad = oldestFirst.filter(lacksContent);
  const lastGood = good.at(-1)?.last ?? earlier?.lastGood ?? null;
  const firstGood = earlier?.lastGood ?? good[0]?.first ?? null;
  const deathDay = deathOf(oldestFirst, lastGood);
  const spans = good.map(({ first, last }) => spanOf(first, untilBad(last, bad)));
  if (earlier?.lastGood != null) spans.unshift(spanOf(earlier.lastGood, earlier.lastGood));
  const first = [firstGood, earlier?.open?.first, bad[0]?.first].filter((one) => one != null);
  return {
    working: spans.filter(({ from, until }) => from <= until).reverse(),
    before: {
      from: BEGINNING,
      until: first.length === 0 ? endOf(today) : endOf(addDays(asDay(Math.min(...first)), -1)),
    },
    worked: lastGood !== null,
    gap: lastGood === null ? null : gapOf(oldestFirst, lastGood, deathDay, today),
    death: deathDay === null ? null : startOf(deathDay),
  };
}

const spanOf = (first: Day, last: Day): Span => ({ from: startOf(first), until: endOf(last) });

/** A run that ends on the day on which it failed: of that day nobody knows which was first. */
const untilBad = (last: Day, bad: readonly HistoryEntry[]): Day =>
  bad.some(({ first }) => first === last) ? addDays(last, -1) : last;

/** The first day of failing since it last worked. */
function deathOf(oldestFirst: History, lastGood: Day | null): Day | null {
  const earlier = oldestFirst[0]?.earlier;
  // The run of failures that goes on began among the entries that the history had no room for.
  if (earlier?.open != null && lastGood === earlier.lastGood) return earlier.open.first;
  return oldestFirst.find((entry) => lacksContent(entry) && entry.first >= (lastGood ?? 0))?.first ?? null;
}

/** Only before a clear failure, or none: what shows something else with "200" may have done so since the last good check. */
function gapOf(oldestFirst: History, lastGood: Day, death: Day | null, today: Day): Span | null {
  const isClear =
    death === null ||
    oldestFirst.some((entry) => entry.first === death && lacksContent(entry) && !entry.deadEnd);
  const last = death === null ? today : addDays(death, -1);
  const span = spanOf(addDays(lastGood, 1), last);
  return isClear && span.from <= span.until ? span : null;
}
