import { addDays, asDay, type Day } from "../../../../shared/calendar/day.ts";
import { fold } from "../../../../shared/history/fold.ts";
import type { History } from "../../../../shared/history/types.ts";
import { httpOfStatus } from "../../../../shared/status/table.ts";
import { judge } from "../../../../shared/verdict/judge.ts";
import type { VerdictPolicy } from "../../../../shared/verdict/policy.ts";
import { mayBeUnreachable, readHistory } from "../../../../shared/verdict/runs.ts";
import { nextRecheck } from "../../../record/recheck.ts";
import { type Dice, dice } from "./dice.ts";
import { BEHAVIOURS, type BehaviourName, LAST_DAY, type Truth } from "./trial-behaviours.ts";

/**
 * A trial of the verdict's rules on misleading behaviours (Q9): a year of simulated URLs under several plans of checks, with
 * missed and late checks, and three ways of counting errors.
 */

/** A plan of checks. */
export interface Pace {
  readonly name: string;
  /** Days from sweep to sweep, and by how many of them a sweep may be early or late. */
  readonly sweepDays: number;
  readonly jitterDays: number;
  /** Days after a new failure on which it is rechecked; "own": the crawler's plan. */
  readonly repeats: readonly number[] | "own";
  /** Share of checks that are lost, 0…1. */
  readonly lost: number;
}

const pace = (
  name: string,
  sweepDays: number,
  jitterDays: number,
  repeats: Pace["repeats"],
  lost = 0,
): Pace => ({ name, sweepDays, jitterDays, repeats, lost });

export const PACES = {
  own: pace("own plan", 28, 0, "own"),
  ownEarly: pace("own plan, 24–28 days", 26, 2, "own"),
  ownLate: pace("own plan, 26–30 days", 28, 2, "own"),
  ownLost: pace("own plan, one check in 20 lost", 28, 0, "own", 0.05),
  four: pace("28 +1 3 7 14", 28, 0, [1, 3, 7, 14]),
  three: pace("28 +1 3 7", 28, 0, [1, 3, 7]),
  irregular: pace("24–32 +1 3 7", 28, 4, [1, 3, 7]),
  monthly: pace("28", 28, 0, []),
  triweekly: pace("21 +1 3 7", 21, 0, [1, 3, 7]),
  fortnightly: pace("14 +1 3 7", 14, 0, [1, 3, 7]),
  fortnightlyAlone: pace("14", 14, 0, []),
  often: pace("5–9 days +1 3 7", 7, 2, [1, 3, 7]),
  weekly: pace("weekly", 7, 0, []),
  daily: pace("daily", 1, 0, []),
} as const satisfies Record<string, Pace>;

/** The next recheck by a plan; null: none before the next sweep. */
function plannedRecheck(history: History, repeats: Pace["repeats"], today: Day): Day | null {
  if (repeats === "own") return nextRecheck(history, today);
  const { run } = readHistory(history);
  if (run === null) return null;
  const days = repeats.map((after) => addDays(run.first, after));
  return days.find((day) => day > today) ?? null;
}

interface Check {
  readonly day: number;
  readonly history: History;
}

/** The checks of a URL, each with the history after it. */
export function checksOf(
  truth: Pick<Truth, "answer">,
  { sweepDays, jitterDays, repeats, lost }: Pace,
  random: Dice,
): Check[] {
  const checks: Check[] = [];
  let history: History = [];
  let due: number | null = null;
  let sweep = random.whole(0, sweepDays - 1);
  for (let day = 0; day <= LAST_DAY; day++) {
    const swept = day >= sweep;
    if (swept) sweep = day + sweepDays + random.whole(-jitterDays, jitterDays);
    if (!swept && (due === null || day < due)) continue;
    if (!random.chance(lost)) {
      const status = truth.answer(day);
      history = fold(history, { status, http: httpOfStatus(status), deadEnd: false }, asDay(day));
      checks.push({ day, history });
    }
    due = plannedRecheck(history, repeats, asDay(day));
  }
  return checks;
}

export interface Findings {
  readonly urls: number;
  /** Days on which a URL worked, outages included, and those of them on which it was reported as unreachable. */
  days: number;
  falseDays: number;
  /** The same on days of a check. */
  checks: number;
  falseChecks: number;
  /** The same on the last day of the year. */
  ends: number;
  falseEnds: number;
  /** URLs reported wrongly on any day. */
  falseEver: number;
  deaths: number;
  /** Deaths reported on the 42nd day after death; and on the 42nd after the first failed check since. */
  reported: number;
  reportedSinceSeen: number;
  /** The same on the 28th days. */
  reportedSoon: number;
  reportedSoonSinceSeen: number;
}

export interface Trial {
  readonly behaviour: BehaviourName;
  readonly pace: Pace;
  readonly urls: number;
  readonly seed: number;
  readonly policy?: VerdictPolicy;
}

const DUE_DAYS = 42;
const SOON_DAYS = 28;
const YEAR_END = 365;

export function tryOut({ behaviour, pace: at, urls, seed, policy }: Trial): Findings {
  const random = dice(seed);
  const found: Findings = {
    urls,
    days: 0,
    falseDays: 0,
    checks: 0,
    falseChecks: 0,
    ends: 0,
    falseEnds: 0,
    falseEver: 0,
    deaths: 0,
    reported: 0,
    reportedSinceSeen: 0,
    reportedSoon: 0,
    reportedSoonSinceSeen: 0,
  };
  for (let url = 0; url < urls; url++) {
    const truth = BEHAVIOURS[behaviour](random);
    follow(truth, checksOf(truth, at, random), found, policy);
  }
  return found;
}

function follow(truth: Truth, checks: readonly Check[], found: Findings, policy?: VerdictPolicy): void {
  let history: History = [];
  let next = 0;
  let wrongOnce = false;
  let verdict = judge({ history, notes: [] }, asDay(0), policy).verdict;
  const report: DeathReport = { death: truth.death, seenDead: null };
  const lastDay = truth.death === null ? YEAR_END : LAST_DAY;
  for (let today = 0; today <= lastDay; today++) {
    const check = checks[next]?.day === today ? checks[next] : undefined;
    if (check !== undefined) {
      next++;
      history = check.history;
    }
    // By time alone only "doubtful" changes (nextVerdictChange).
    if (check !== undefined || verdict === "doubtful")
      verdict = judge({ history, notes: [] }, asDay(today), policy).verdict;
    const reported = verdict === "unreachable";
    countDeath(report, { today, reported, failed: check !== undefined && mayBeUnreachable(history) }, found);
    if (!truth.working(today)) continue;
    const wrong = reported ? 1 : 0;
    wrongOnce ||= reported;
    found.days++;
    found.falseDays += wrong;
    if (check !== undefined) {
      found.checks++;
      found.falseChecks += wrong;
    }
    if (today === YEAR_END) {
      found.ends++;
      found.falseEnds += wrong;
    }
  }
  if (wrongOnce) found.falseEver++;
}

interface DeathReport {
  readonly death: number | null;
  /** Day of the first failed check since; null: none yet. */
  seenDead: number | null;
}

interface Today {
  readonly today: number;
  readonly reported: boolean;
  /** Whether a check of today failed. */
  readonly failed: boolean;
}

function countDeath(report: DeathReport, { today, reported, failed }: Today, found: Findings): void {
  const { death } = report;
  if (death === null || today < death) return;
  if (failed) report.seenDead ??= today;
  if (today === death + DUE_DAYS) found.deaths++;
  if (!reported) return;
  if (today === death + DUE_DAYS) found.reported++;
  if (today === death + SOON_DAYS) found.reportedSoon++;
  if (report.seenDead === null) return;
  if (today === report.seenDead + DUE_DAYS) found.reportedSinceSeen++;
  if (today === report.seenDead + SOON_DAYS) found.reportedSoonSinceSeen++;
}
