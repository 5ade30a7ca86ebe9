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
}

/** What the present failing run is measured against. */
export interface Past {
  /** Last day on which the content was seen; null when no such day is remembered. */
  readonly lastGood: Day | null;
  readonly goodChecks: number;
  /** Earlier failing runs, of whatever length: the repeats of one outage are one event. */
  readonly failures: number;
  /** Days between the first and the last failing check of the longest earlier run after which the content was back. */
  readonly longestOutageDays: number;
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
  const run = youngest === undefined || youngest.recovered ? null : youngest;
  const earlier = run === null ? runs : others;
  const now = run?.first ?? history[0]?.last ?? 0;
  const good = history.filter((entry) => evidenceOf(entry) === "good");
  return {
    run,
    past: {
      lastGood: good[0]?.last ?? null,
      goodChecks: good.reduce((sum, { checks }) => sum + checks, 0),
      failures: earlier.filter(({ last }) => now - last <= rememberedDays).length,
      longestOutageDays: Math.max(
        0,
        ...earlier.map(({ first, last, recovered }) => (recovered ? last - first : 0)),
      ),
    },
  };
}

interface Run extends FailingRun {
  /** The content was seen after it. */
  readonly recovered: boolean;
}

/** All failing runs, youngest first. */
function failingRuns(history: History, gapDaysMax: number): Run[] {
  const runs: Run[] = [];
  let recovered = false;
  let unbroken = false;
  for (const entry of history) {
    const evidence = evidenceOf(entry);
    if (evidence === "good") {
      recovered = true;
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
      };
    else runs.push({ first, last, checks, goneChecks, recovered });
    unbroken = true;
  }
  return runs;
}
