import type { Day } from "../calendar/day.ts";
import { canDeadEnd, INVALID, statusRow, UNTRIED } from "../status/table.ts";
import { absorb } from "./earlier.ts";
import { evidenceOf, isFailing } from "./evidence.ts";
import {
  type Earlier,
  HISTORY_ENTRIES_MAX,
  type History,
  type HistoryEntry,
  type Observation,
} from "./types.ts";

/** Greatest number of checks: one byte (M6). More would change no verdict. */
export const CHECKS_MAX = 255;

/** The properties that are equal within a run, as is the evidence. */
type Key = Pick<HistoryEntry, "status" | "deadEnd" | "refused">;

/** The key of an observation's run. Marks are dropped where they say nothing: a dead end needs a redirect or content, and 17 and 36 already mean refusal. */
function keyOf({ status, deadEnd, refused }: Observation): Key {
  const key = { status, deadEnd: deadEnd && canDeadEnd(status) };
  return refused === true && statusRow(status).class !== "refused" ? { ...key, refused } : key;
}

const sameKey = (entry: HistoryEntry, key: Key): boolean =>
  entry.status === key.status && entry.deadEnd === key.deadEnd && entry.refused === key.refused;

/** Whether it goes on with `http`: what a run says of its days so far is never rewritten by the number of a later one. */
const sameRun = (entry: HistoryEntry, key: Key, http: number | null): boolean =>
  sameKey(entry, key) && (entry.http === http || evidenceOf(entry) === evidenceOf({ ...entry, http }));

const begin = (
  key: Key,
  { http, inferred }: Pick<Observation, "http" | "inferred">,
  day: Day,
): HistoryEntry => {
  const { status, deadEnd, refused } = key;
  const checks = inferred === true ? 0 : 1;
  // Spreads only the rare mark, because folding is most of the work of `weboid verdict -`.
  const entry = { status, http, first: day, last: day, deadEnd, checks };
  return refused ? { ...entry, refused } : entry;
};

const extend = (
  entry: HistoryEntry,
  { http, inferred, checkedDays = 0 }: Pick<Observation, "http" | "inferred" | "checkedDays">,
  day: Day,
): HistoryEntry => ({
  ...entry,
  http,
  last: day,
  checks: Math.max(
    checkedDays,
    inferred !== true && (day > entry.last || entry.checks === 0)
      ? Math.min(CHECKS_MAX, entry.checks + 1)
      : entry.checks,
  ),
});

/**
 * Whether a failure of `today` is counted already, by the failing run before the entry: failures of one day are one check, whatever they
 * are. `earlier` stands for a run before that is not there any more. A day for which that run was only inferred looks the same.
 */
export const isCounted = (
  entry: HistoryEntry,
  before: HistoryEntry | undefined,
  earlier: Earlier | undefined,
  today: Day,
): boolean =>
  (before === undefined
    ? earlier?.lastFailure === today
    : before.last === today && before.checks > 0 && isFailing(evidenceOf(before))) &&
  isFailing(evidenceOf(entry));

/**
 * The history after one more check on `day` (M6). The same result extends the newest run; another result begins a run, and
 * the oldest of five is dropped. Nothing observed (0, 128): unchanged.
 *
 * Of two checks on one day the later one counts. A run that began on that day is replaced, unless it saw the content and the later check
 * did not: then the failures before it are over. A run that only ends on that day keeps its last day, because its
 * previous one is not known. In both cases the new run begins on that day; where both fail, the day counts for the one that ends.
 *
 * An inferred result (`inferred`) dates a run and can begin one, but does not count as a check.
 *
 * A day before the newest one (different clocks, a late writer) counts as the newest day: days never run backwards. After a clock that
 * was a year ahead all days until then are that one day, and no failure is sure before; nothing is cut here, as a clock that was set back
 * would destroy true days. Days are the database's (decision 86), and `weboid doctor --repair` takes out those after today.
 */
export function fold(history: History, observation: Observation, day: Day): History {
  if (observation.status === UNTRIED || observation.status === INVALID) return history;
  const key = keyOf(observation);
  const newest = history[0];
  if (newest === undefined) return [begin(key, observation, day)];
  const today = day < newest.last ? newest.last : day;
  if (sameRun(newest, key, observation.http)) {
    const inferred = observation.inferred === true || isCounted(newest, history[1], newest.earlier, today);
    return history.with(0, extend(newest, inferred ? { ...observation, inferred } : observation, today));
  }
  const begun = begin(key, observation, today);
  const replaced = newest.first === today && !(isGood(newest) && !isGood(begun));
  const before = replaced ? history.slice(1) : history;
  const previous = before[0];
  if (replaced && previous !== undefined && sameRun(previous, key, observation.http))
    return before.with(0, extend(previous, observation, today));
  const next = isCounted(begun, previous, newest.earlier, today) ? { ...begun, checks: 0 } : begun;
  // The run that is replaced was all there was, and stands for those before it (`pushed`): their sum stays.
  if (replaced && previous === undefined && newest.earlier !== undefined)
    return [{ ...next, earlier: newest.earlier }];
  return pushed(next, before);
}

const isGood = (entry: HistoryEntry): boolean => evidenceOf(entry) === "good";

/**
 * Adds the newest entry. The oldest of five is dropped and absorbed into the summary; so are all before a run that differs from the one
 * before in `http` alone, as programs up to 0.2.0 take such neighbours for damage (decision 113).
 */
function pushed(entry: HistoryEntry, history: History): History {
  const [previous] = history;
  if (previous !== undefined && sameKey(previous, entry)) {
    const earlier = history.reduceRight<Earlier | undefined>(absorb, history.at(-1)?.earlier);
    return [{ ...entry, ...(earlier !== undefined && { earlier }) }];
  }
  const oldest = history[HISTORY_ENTRIES_MAX - 1];
  const next = history[HISTORY_ENTRIES_MAX - 2];
  if (oldest === undefined || next === undefined) return [entry, ...history];
  const kept = [entry, ...history.slice(0, HISTORY_ENTRIES_MAX - 2)];
  kept.push({ ...next, earlier: absorb(oldest.earlier, oldest) });
  return kept;
}
