import type { Day } from "../calendar/day.ts";
import { fullWeeks, openSinceWall, SUM_MAX, wallsAmid } from "../history/earlier.ts";
import {
  evidenceOf,
  GAP_DAYS_MAX,
  isAlive,
  isFailing,
  isWall,
  REMEMBERED_DAYS,
} from "../history/evidence.ts";
import type { Earlier, History } from "../history/types.ts";

/**
 * Whether a history may amount to "unreachable" at all: every rule that says so comes behind those for other evidence.
 * Costs a hundredth of judging it, where most URLs work.
 */
export function mayBeUnreachable([newest]: History): boolean {
  const evidence = newest === undefined ? "good" : evidenceOf(newest);
  return evidence === "gone" || evidence === "broken";
}

/** An uninterrupted run of failing observations, across entries: 404, 503, 404 is one. */
export interface FailingRun {
  readonly first: Day;
  readonly last: Day;
  readonly checks: number;
  /** How many of the checks said "gone". */
  readonly goneChecks: number;
  /** Checks before the first that said anything else than "gone"; where the sum has both, all of its "gone" ones. */
  readonly goneFirst: number;
  /** Checks between its first and its last at which robots were turned away. */
  readonly refusals: number;
}

/** What the present failing run is measured against. */
export interface Past {
  /** Last day on which the content was seen; null when no such day is remembered. */
  readonly lastGood: Day | null;
  /** Last day before the run with a sign of life (isAlive). */
  readonly lastAlive: Day | null;
  readonly goodChecks: number;
  /** Earlier failing runs, of whatever length, each within REMEMBERED_DAYS of the next: the repeats of one outage are one event. */
  readonly failures: number;
  /** Full weeks that they lasted, added up. */
  readonly failedWeeks: number;
  /** Days between the first and the last failing check of the longest earlier run after which the content was back. */
  readonly longestOutageDays: number;
  /** Days from the first failing check to the next good one, of the slowest earlier recovery: it was no longer down from there. */
  readonly slowestRecoveryDays: number;
  /**
   * Robots were turned away since the content was last seen, or more than once as far as is remembered: then what failed since
   * counts alone, from day to day and in checks. Null: no wall.
   */
  readonly sinceWall: { readonly spanDays: number; readonly checks: number } | null;
}

/**
 * The failing run at the young end of a history (null when the content was seen since), and the past before it. Refused
 * and odd entries neither count nor break, unless they fill more than GAP_DAYS_MAX between two failures: then the
 * older failures say nothing any more.
 */
export function readHistory(history: History): { readonly run: FailingRun | null; readonly past: Past } {
  const runs = failingRuns(history);
  const [youngest, ...others] = runs;
  const run = youngest === undefined || youngest.backOn !== null ? null : youngest;
  const before = run === null ? runs : others;
  const now = run?.first ?? history[0]?.last ?? 0;
  const good = history.filter((entry) => evidenceOf(entry) === "good");
  const known = history.at(-1)?.earlier;
  const { lately, counted } = remembered(before, known, now);
  const longest = (summed: number | undefined, days: (past: Run, backOn: Day) => number) =>
    Math.max(summed ?? 0, ...lately.map((past) => (past.backOn === null ? 0 : days(past, past.backOn))));
  return {
    run,
    past: {
      lastGood: good[0]?.last ?? known?.lastGood ?? null,
      lastAlive:
        history.find((entry) => entry.last <= now && isAlive(entry))?.last ?? known?.lastAlive ?? null,
      goodChecks: Math.min(
        SUM_MAX,
        good.reduce((sum, { checks }) => sum + checks, known?.goodChecks ?? 0),
      ),
      failures: lately.length + (counted?.failures ?? 0),
      failedWeeks: lately.reduce(
        (sum, { first, last }) => sum + fullWeeks(first, last),
        counted?.failedWeeks ?? 0,
      ),
      longestOutageDays: longest(counted?.longestOutageDays, ({ first, last }) => last - first),
      slowestRecoveryDays: longest(counted?.slowestRecoveryDays, ({ first }, backOn) => backOn - first),
      sinceWall: sinceWall(history),
    },
  };
}

/**
 * The earlier runs that count: back to where more than so many days went by without a failure. The sum forgets by itself what was
 * before such a time (history/earlier.ts).
 */
function remembered(
  before: readonly Run[],
  known: Earlier | undefined,
  now: number,
): { readonly lately: readonly Run[]; readonly counted: Earlier | undefined } {
  let next = now;
  const forgotten = before.findIndex(({ first, last }) => {
    const after = next;
    next = first;
    return after - last > REMEMBERED_DAYS;
  });
  if (forgotten !== -1) return { lately: before.slice(0, forgotten), counted: undefined };
  const goesBack =
    known !== undefined && (known.open !== null || next - (known.lastFailure ?? next) <= REMEMBERED_DAYS);
  return { lately: before, counted: goesBack ? known : undefined };
}

/** One refusal after which the content was seen is forgotten, and so are all that were pushed out, once it was. */
function sinceWall(history: History): Past["sinceWall"] {
  const walls = history.map(isWall);
  const newest = walls.indexOf(true);
  const good = history.findIndex((entry) => evidenceOf(entry) === "good");
  const known = history.at(-1)?.earlier;
  const pushedOut = good === -1 ? (known?.walls ?? 0) : 0;
  const count = walls.filter((wall) => wall).length + pushedOut;
  const once = count === 1 && good !== -1 && (newest === -1 || good < newest);
  if (count === 0 || once) return null;
  const ends = [newest, good].filter((at) => at !== -1);
  const since = history
    .slice(0, Math.min(history.length, ...ends))
    .filter((entry) => isFailing(evidenceOf(entry)));
  const began = since.at(-1)?.first;
  const goesOn =
    ends.length === 0 && began !== undefined && began - (known?.lastFailure ?? began) <= GAP_DAYS_MAX;
  const open = goesOn && known !== undefined ? openSinceWall(known) : null;
  const first = open?.first ?? began;
  return {
    spanDays: first === undefined ? 0 : (since[0]?.last ?? first) - first,
    checks: since.reduce((sum, { checks }) => sum + checks, open?.checks ?? 0),
  };
}

interface Run extends FailingRun {
  /** Day on which the content was first seen after it; null: not yet. */
  readonly backOn: Day | null;
}

/** All failing runs, youngest first. */
function failingRuns(history: History): Run[] {
  const runs: Run[] = [];
  let backOn: Day | null = null;
  let unbroken = false;
  let refusals = 0;
  const book = ({ first, last, checks, goneChecks, refusals: own }: Omit<FailingRun, "goneFirst">): void => {
    const younger = runs.at(-1);
    if (unbroken && younger !== undefined && younger.first - last <= GAP_DAYS_MAX)
      runs[runs.length - 1] = {
        ...younger,
        first,
        checks: younger.checks + checks,
        goneChecks: younger.goneChecks + goneChecks,
        goneFirst: goneChecks + (goneChecks === checks ? younger.goneFirst : 0),
        refusals: younger.refusals + refusals + own,
      };
    else runs.push({ first, last, checks, goneChecks, goneFirst: goneChecks, refusals: own, backOn });
    unbroken = true;
    refusals = 0;
  };
  for (const entry of history) {
    const evidence = evidenceOf(entry);
    if (evidence === "good") {
      backOn = entry.first;
      unbroken = false;
    }
    if (isWall(entry)) refusals += entry.checks;
    if (!isFailing(evidence)) continue;
    const { first, last, checks } = entry;
    const goneChecks = evidence === "gone" ? checks : 0;
    book({ first, last, checks, goneChecks, refusals: 0 });
  }
  const known = history.at(-1)?.earlier;
  if (known?.open && known.lastFailure !== null)
    book({ ...known.open, last: known.lastFailure, refusals: wallsAmid(known) });
  return runs;
}
