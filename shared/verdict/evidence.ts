import type { Day } from "../calendar/day.ts";
import type { History, HistoryEntry } from "../history/types.ts";
import { statusRow } from "../status/table.ts";

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
  /** Last day on which the content was seen, before the run; null when never remembered. */
  readonly lastGood: Day | null;
  readonly goodChecks: number;
  /** Failing checks of earlier runs, each run counted with at most `failuresPerRunMax`. */
  readonly failedChecks: number;
  /** Days between the first and the last failing check of the longest earlier run that ended well. */
  readonly longestOutageDays: number;
}

const isFailing = (evidence: Evidence): boolean => evidence === "gone" || evidence === "broken";

/**
 * The failing run at the young end of a history and the past before it. Refused and odd entries neither count nor
 * break, unless they fill more than `gapDaysMax` between two failures: then the older failures say nothing any more.
 */
export function readHistory(
  history: History,
  gapDaysMax: number,
  failuresPerRunMax: number,
): { readonly run: FailingRun | null; readonly past: Past } {
  const runs = failingRuns(history, gapDaysMax);
  const [youngest, ...earlier] = runs;
  const run = youngest !== undefined && !youngest.recovered ? youngest : null;
  const past = run === null ? runs : earlier;
  const good = history.filter((entry) => evidenceOf(entry) === "good");
  return {
    run,
    past: {
      lastGood: good[0]?.last ?? null,
      goodChecks: good.reduce((sum, { checks }) => sum + checks, 0),
      failedChecks: past.reduce((sum, { checks }) => sum + Math.min(checks, failuresPerRunMax), 0),
      longestOutageDays: Math.max(
        0,
        ...past.map(({ first, last, recovered }) => (recovered ? last - first : 0)),
      ),
    },
  };
}

/** Youngest first; `recovered`: the content was seen after it. */
function failingRuns(history: History, gapDaysMax: number): (FailingRun & { readonly recovered: boolean })[] {
  const runs: (FailingRun & { recovered: boolean })[] = [];
  let open = false;
  let recovered = false;
  for (const entry of history) {
    const evidence = evidenceOf(entry);
    if (evidence === "good") {
      open = false;
      recovered = true;
    }
    if (!isFailing(evidence)) continue;
    const younger = runs.at(-1);
    const gone = evidence === "gone" ? entry.checks : 0;
    if (open && younger !== undefined && younger.first - entry.last <= gapDaysMax) {
      runs[runs.length - 1] = {
        ...younger,
        first: entry.first,
        checks: younger.checks + entry.checks,
        goneChecks: younger.goneChecks + gone,
      };
      continue;
    }
    runs.push({ first: entry.first, last: entry.last, checks: entry.checks, goneChecks: gone, recovered });
    open = true;
  }
  return runs;
}
