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
 * Whether a history can lead to "unreachable" at all: only failures as the newest evidence do. A hundred times cheaper than
 * judging it, and most URLs work.
 */
export function mayBeUnreachable([newest]: History): boolean {
  const evidence = newest === undefined ? "good" : evidenceOf(newest);
  return evidence === "gone" || evidence === "broken";
}

/** An uninterrupted run of failing observations, over several entries: 404, 503, 404 is one run. */
export interface FailingRun {
  readonly first: Day;
  readonly last: Day;
  readonly checks: number;
  /** Number of checks with evidence "gone". */
  readonly goneChecks: number;
  /** Number of "gone" checks before the first other failure; all "gone" ones of a summary, which does not keep their order. */
  readonly goneFirst: number;
  /** Number of refused checks between its first and its last failure. */
  readonly refusals: number;
}

/** The past of a URL, with which its present failing run is compared. */
export interface Past {
  /** Last day on which the content was seen; null: none is known. */
  readonly lastGood: Day | null;
  /** Last day before the run with a sign of life (`isAlive`); null: none is known. */
  readonly lastAlive: Day | null;
  readonly goodChecks: number;
  /** Number of earlier failing runs of any length, each at most REMEMBERED_DAYS before the next. */
  readonly failures: number;
  /** Full weeks that they lasted, summed up. */
  readonly failedWeeks: number;
  /** Days from the first to the last failing check of the longest earlier run after which the content was back. */
  readonly longestOutageDays: number;
  /** Days from the first failing check to the next good one, of the slowest earlier recovery. */
  readonly slowestRecoveryDays: number;
  /**
   * The failures since the last refusal, if robots were refused since the content was last seen, or more than once in the known
   * past: behind a bot wall only these count. Null: no wall.
   */
  readonly sinceWall: { readonly spanDays: number; readonly checks: number } | null;
}

/**
 * The failing run at the young end of a history (null if the content was seen since), and the past before it. Refused
 * and odd entries neither count nor interrupt a run, unless they fill more than GAP_DAYS_MAX between two failures: then the
 * older failures do not belong to it.
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
 * The earlier runs that count: back to the first gap of more than REMEMBERED_DAYS without a failure. The summary drops
 * what was before such a gap by itself (history/earlier.ts).
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

/** See Past.sinceWall. A single refusal is forgotten once the content was seen, and so are those of dropped entries. */
function sinceWall(history: History): Past["sinceWall"] {
  const newest = history.findIndex(isWall);
  const good = history.findIndex((entry) => evidenceOf(entry) === "good");
  const known = history.at(-1)?.earlier;
  const pushedOut = good === -1 ? (known?.walls ?? 0) : 0;
  if (newest === -1 && pushedOut === 0) return null;
  if (good !== -1 && good < newest && history.filter(isWall).length === 1) return null;
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
  /** First day after the run on which the content was seen; null: not yet. */
  readonly backOn: Day | null;
}

/** All failing runs, youngest first. */
function failingRuns(history: History): Run[] {
  const runs: Run[] = [];
  let backOn: Day | null = null;
  let unbroken = false;
  let refusals = 0;
  const add = ({ first, last, checks, goneChecks, refusals: own }: Omit<FailingRun, "goneFirst">): void => {
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
    add({ first, last, checks, goneChecks, refusals: 0 });
  }
  const known = history.at(-1)?.earlier;
  if (known?.open && known.lastFailure !== null)
    add({ ...known.open, last: known.lastFailure, refusals: wallsAmid(known) });
  return runs;
}
