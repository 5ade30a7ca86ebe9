import { asDay } from "../../../shared/calendar/day.ts";
import { fold } from "../../../shared/history/fold.ts";
import type { History } from "../../../shared/history/types.ts";
import { httpOfStatus } from "../../../shared/status/table.ts";
import { judge } from "../../../shared/verdict/judge.ts";
import { DEFAULT_POLICY, type VerdictPolicy } from "../../../shared/verdict/policy.ts";
import { plannedRecheck } from "../../record/recheck.ts";
import { type Dice, dice } from "./dice.ts";
import { LIVES, type Life, type LifeName, YEAR_DAYS } from "./simulation-lives.ts";

/**
 * A year of a simulated web (Q9): its URLs are checked as a crawler would do and judged on the way, so that the figures
 * behind the rules can be reproduced.
 */

/** The plan of a URL's checks. */
interface Schedule {
  readonly name: string;
  /** Days from sweep to sweep, and by how many of them a sweep may be early. */
  readonly sweepDays: number;
  readonly jitterDays: number;
  /** Days after a new failure on which it is rechecked; "own": the crawler's plan. */
  readonly repeats: readonly number[] | "own";
}

export const SCHEDULES = [
  { name: "28 days, repeats 1 3 7", sweepDays: 28, jitterDays: 0, repeats: [1, 3, 7] },
  { name: "own plan", sweepDays: 28, jitterDays: 0, repeats: "own" },
  { name: "own plan, 25–28 days", sweepDays: 28, jitterDays: 3, repeats: "own" },
  { name: "14 days, repeats 1 3 7", sweepDays: 14, jitterDays: 0, repeats: [1, 3, 7] },
  { name: "weekly", sweepDays: 7, jitterDays: 0, repeats: [] },
  { name: "every 10 days", sweepDays: 10, jitterDays: 0, repeats: [] },
] as const satisfies readonly Schedule[];

interface Check {
  readonly day: number;
  /** The history after the check. */
  readonly history: History;
}

/** The checks of a life up to a day (included), oldest first: sweeps, and rechecks after each new failure. */
function checksOf(life: Life, { sweepDays, jitterDays, repeats }: Schedule, until: number, random: Dice) {
  const checks: Check[] = [];
  let history: History = [];
  let sweep = random.whole(0, sweepDays - 1);
  let repeat: number | null = null;
  while (true) {
    const day = Math.min(sweep, repeat ?? sweep);
    if (day > until) return checks;
    if (day === sweep) sweep += sweepDays - random.whole(0, jitterDays);
    const status = life.answer(day);
    history = fold(history, { status, http: httpOfStatus(status), deadEnd: false }, asDay(day));
    checks.push({ day, history });
    repeat = plannedRecheck(history, repeats, asDay(day));
  }
}

interface Tally {
  readonly urls: number;
  /** Days on which a living URL was judged, and those of them on which it was called unreachable. */
  livingDays: number;
  falseDays: number;
  /** The same during outages. */
  outageDays: number;
  falseOutageDays: number;
  /** The same on days of a check. */
  checkDays: number;
  falseCheckDays: number;
  deaths: number;
  /** Deaths that were reported six weeks later. */
  reportedInTime: number;
}

const SIX_WEEKS_DAYS = 42;

export interface Experiment {
  readonly kind: LifeName;
  readonly schedule: Schedule;
  readonly urls: number;
  readonly seed: number;
  /** Days from one judgement to the next; a URL is also judged on each day of a check. */
  readonly stepDays: number;
  readonly policy?: VerdictPolicy;
}

/** Simulates URLs of one kind for a year, and judges them on the way by what the crawler would know. */
export function simulate({ kind, schedule, urls, seed, stepDays, policy }: Experiment): Tally {
  const random = dice(seed);
  const tally: Tally = {
    urls,
    livingDays: 0,
    falseDays: 0,
    outageDays: 0,
    falseOutageDays: 0,
    checkDays: 0,
    falseCheckDays: 0,
    deaths: 0,
    reportedInTime: 0,
  };
  for (let url = 0; url < urls; url++) {
    const life = LIVES[kind](random);
    const checks = checksOf(life, schedule, YEAR_DAYS, random);
    liveThrough(life, checks, stepDays, policy ?? DEFAULT_POLICY, tally);
  }
  return tally;
}

function liveThrough(
  life: Life,
  checks: readonly Check[],
  stepDays: number,
  policy: VerdictPolicy,
  tally: Tally,
): void {
  let history: History = [];
  let next = 0;
  if (life.death !== null) tally.deaths++;
  for (let today = 0; today <= YEAR_DAYS; today++) {
    const check = checks[next];
    const checked = check !== undefined && check.day === today;
    const dueDay = life.death !== null && today === life.death + SIX_WEEKS_DAYS;
    if (checked) {
      history = check.history;
      next++;
    }
    if (!checked && !dueDay && today % stepDays !== 0) continue;
    const reported = judge({ history, notes: [] }, asDay(today), policy).verdict === "unreachable";
    if (dueDay && reported) tally.reportedInTime++;
    if (life.alive(today)) count(tally, reported, checked, life.inOutage(today));
  }
}

function count(tally: Tally, reported: boolean, checked: boolean, inOutage: boolean): void {
  const wrong = reported ? 1 : 0;
  tally.livingDays++;
  tally.falseDays += wrong;
  if (inOutage) {
    tally.outageDays++;
    tally.falseOutageDays += wrong;
  }
  if (checked) {
    tally.checkDays++;
    tally.falseCheckDays += wrong;
  }
}
