import type { Day } from "../calendar/day.ts";
import type { History, HistoryEntry } from "../history/types.ts";
import { statusRow } from "../status/table.ts";
import type { VerdictPolicy } from "./policy.ts";

/** What one run of a history says about whether a reader gets the content. */
export type Evidence =
  /** The content is there. */
  | "good"
  /** The server, or the domain's registry, says plainly that there is nothing: 404, 410, unknown domain. */
  | "gone"
  /** Something is broken: it may be mended tomorrow. */
  | "broken"
  /** Robots are turned away; says nothing about readers (design 10). */
  | "refused"
  /** An answer about our request more than about the content: the types that the seed wants doubted (C7). */
  | "odd";

/**
 * Numbers and statuses that complain about the request. Walls use them (405, 406, 418, 444 …), and readers who
 * ask with a browser are often served, so they never lead to a clear verdict.
 */
const ODD_KEYS: ReadonlySet<string> = new Set([
  "not-acceptable",
  "strange-answer",
  "unsupported-media",
  "range",
  "locked",
  "not-extended",
  "method",
  "too-large",
  "upgrade",
  "header-fields",
  "not-implemented",
  "http-version",
]);

/** LinkedIn's own number for robots; without the number the byte 26 only says "unknown". */
const ROBOTS_UNWELCOME = 999;

export function evidenceOf(entry: HistoryEntry): Evidence {
  const row = statusRow(entry.status);
  if (entry.refused || row.class === "refused" || entry.http === ROBOTS_UNWELCOME) return "refused";
  // What comes is content of a kind, and what a reader makes of it nobody knows.
  if (entry.deadEnd && row.class === "fine") return "odd";
  if (entry.deadEnd) return deadEndEvidence(entry.http);
  if (row.class === "fine" || row.class === "moved") return "good";
  if (row.class === "gone" || row.key === "dns-unknown") return "gone";
  if (row.key === "unknown-status") return isServerError(entry.http) ? "broken" : "odd";
  return ODD_KEYS.has(row.key) ? "odd" : "broken";
}

/**
 * Whether a history may amount to "unreachable" at all: every rule that says so comes behind those for other evidence.
 * Costs a hundredth of judging it, where most URLs work.
 */
export function mayBeUnreachable([newest]: History): boolean {
  const evidence = newest === undefined ? "good" : evidenceOf(newest);
  return evidence === "gone" || evidence === "broken";
}

/** 520…530 and the like are a proxy's words for a dead server; 26 without such a number says nothing. */
const isServerError = (http: number | null): boolean => http !== null && http >= 500 && http <= 599;

/**
 * A redirect that ended at an error carries that error's number, or none where nobody answered; one that led nowhere
 * keeps its own. Loops are odd and not broken: many only wait for a cookie, which browsers send and we never do.
 */
function deadEndEvidence(http: number | null): Evidence {
  if (http === null) return "broken";
  if (http < 400) return "odd";
  return http === 404 || http === 410 ? "gone" : "broken";
}

/** An uninterrupted run of failing observations, across entries: 404, 503, 404 is one. */
export interface FailingRun {
  readonly first: Day;
  readonly last: Day;
  readonly checks: number;
  /** How many of the checks said "gone". */
  readonly goneChecks: number;
  /** How many entries of the history it takes, and how many kinds of answers they are. */
  readonly entries: number;
  readonly statuses: ReadonlySet<number>;
}

/** What the present failing run is measured against. */
export interface Past {
  /** Last day on which the content was seen; null when no such day is remembered. */
  readonly lastGood: Day | null;
  /** Last day before the run on which anything but a failure was seen: content, or a wall that somebody keeps up. */
  readonly lastAlive: Day | null;
  readonly goodChecks: number;
  /** Earlier failing runs, of whatever length: the repeats of one outage are one event. */
  readonly failures: number;
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

const isFailing = (evidence: Evidence): boolean => evidence === "gone" || evidence === "broken";

/**
 * The failing run at the young end of a history (null when the content was seen since), and the past before it. Refused
 * and odd entries neither count nor break, unless they fill more than `gapDaysMax` between two failures: then the
 * older failures say nothing any more.
 */
export function readHistory(
  history: History,
  { gapDaysMax, rememberedDays }: Pick<VerdictPolicy, "gapDaysMax" | "rememberedDays">,
): { readonly run: FailingRun | null; readonly past: Past } {
  const runs = failingRuns(history, gapDaysMax);
  const [youngest, ...others] = runs;
  const run = youngest === undefined || youngest.backOn !== null ? null : youngest;
  const earlier = run === null ? runs : others;
  const now = run?.first ?? history[0]?.last ?? 0;
  const good = history.filter((entry) => evidenceOf(entry) === "good");
  return {
    run,
    past: {
      lastGood: good[0]?.last ?? null,
      lastAlive: history.find((entry) => entry.last <= now && !isFailing(evidenceOf(entry)))?.last ?? null,
      goodChecks: good.reduce((sum, { checks }) => sum + checks, 0),
      failures: earlier.filter(({ last }) => now - last <= rememberedDays).length,
      longestOutageDays: Math.max(
        0,
        ...earlier.map(({ first, last, backOn }) => (backOn === null ? 0 : last - first)),
      ),
      slowestRecoveryDays: Math.max(
        0,
        ...earlier.map(({ first, backOn }) => (backOn === null ? 0 : backOn - first)),
      ),
      sinceWall: sinceWall(history),
    },
  };
}

/** Walls answer with odd numbers, too; odd ends of redirects are the site's. One refusal after which the content was seen is forgotten. */
function sinceWall(history: History): Past["sinceWall"] {
  const kinds = history.map(evidenceOf);
  const walls = history.map(
    ({ deadEnd }, at) => kinds[at] === "refused" || (kinds[at] === "odd" && !deadEnd),
  );
  const newest = walls.indexOf(true);
  const good = kinds.indexOf("good");
  const once = walls.filter((wall) => wall).length === 1;
  if (newest === -1 || (once && good !== -1 && good < newest)) return null;
  const since = history.slice(0, good === -1 ? newest : Math.min(newest, good));
  const oldest = since.at(-1);
  return {
    spanDays: oldest === undefined ? 0 : (since[0]?.last ?? oldest.last) - oldest.first,
    checks: since.reduce((sum, { checks }) => sum + checks, 0),
  };
}

interface Run extends FailingRun {
  /** Day on which the content was first seen after it; null: not yet. */
  readonly backOn: Day | null;
}

/** All failing runs, youngest first. */
function failingRuns(history: History, gapDaysMax: number): Run[] {
  const runs: Run[] = [];
  let backOn: Day | null = null;
  let unbroken = false;
  for (const entry of history) {
    const evidence = evidenceOf(entry);
    if (evidence === "good") {
      backOn = entry.first;
      unbroken = false;
    }
    if (!isFailing(evidence)) continue;
    const { first, last, checks } = entry;
    const goneChecks = evidence === "gone" ? checks : 0;
    const younger = runs.at(-1);
    if (unbroken && younger !== undefined && younger.first - last <= gapDaysMax)
      runs[runs.length - 1] = {
        ...younger,
        first,
        checks: younger.checks + checks,
        goneChecks: younger.goneChecks + goneChecks,
        entries: younger.entries + 1,
        statuses: new Set([...younger.statuses, entry.status]),
      };
    else
      runs.push({ first, last, checks, goneChecks, entries: 1, statuses: new Set([entry.status]), backOn });
    unbroken = true;
  }
  return runs;
}
