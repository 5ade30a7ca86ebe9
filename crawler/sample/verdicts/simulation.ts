import { asDay } from "../../../shared/calendar/day.ts";
import { fold } from "../../../shared/history/fold.ts";
import type { History } from "../../../shared/history/types.ts";
import { httpOfStatus } from "../../../shared/status/table.ts";
import { judge } from "../../../shared/verdict/judge.ts";
import { plannedLook } from "../../../shared/verdict/looks.ts";
import { DEFAULT_POLICY, type VerdictPolicy } from "../../../shared/verdict/policy.ts";
import { type Dice, dice } from "./dice.ts";
import { LIVES, type Life, type LifeName, YEAR_DAYS } from "./simulation-lives.ts";

/**
 * The simulated web's year (Q9): its URLs are checked as a crawler would and judged on the way, so that every figure in
 * docs/measurements.md can be made again.
 */

/** When a URL is looked at. */
interface Schedule {
  readonly name: string;
  /** Days from sweep to sweep, and by how many a sweep may be early or late. */
  readonly sweepDays: number;
  readonly jitterDays: number;
  /** Days after a new failure on which it is looked at again; "own": as the crawler plans it. */
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

interface Sight {
  readonly day: number;
  /** What is known after it. */
  readonly history: History;
}

/** The checks of a life up to a day (included), oldest first: sweeps, and repeats after each new failure. */
function sightsOf(life: Life, { sweepDays, jitterDays, repeats }: Schedule, until: number, random: Dice) {
  const sights: Sight[] = [];
  let history: History = [];
  let sweep = random.whole(0, sweepDays - 1);
  let repeat: number | null = null;
  while (true) {
    const day = Math.min(sweep, repeat ?? sweep);
    if (day > until) return sights;
    if (day === sweep) sweep += sweepDays - random.whole(0, jitterDays);
    const status = life.answer(day);
    history = fold(history, { status, http: httpOfStatus(status), deadEnd: false }, asDay(day));
    sights.push({ day, history });
    repeat = plannedLook(history, repeats, asDay(day));
  }
}

interface Tally {
  readonly urls: number;
  /** Days on which a living URL was judged, and those on which it was called unreachable. */
  livingDays: number;
  falseDays: number;
  /** The same while an outage was on. */
  outageDays: number;
  falseOutageDays: number;
  /** The same on days of a check, when the newest look could have told. */
  checkDays: number;
  falseCheckDays: number;
  deaths: number;
  /** Deaths that are told on the day six weeks after. */
  toldInTime: number;
}

const SIX_WEEKS_DAYS = 42;

export interface Experiment {
  readonly kind: LifeName;
  readonly schedule: Schedule;
  readonly urls: number;
  readonly seed: number;
  /** Days from judgement to judgement; besides, every URL is judged on each day of a check. */
  readonly stepDays: number;
  readonly policy?: VerdictPolicy;
}

/** Lives URLs of one kind through a year, and judges them on the way with what the crawler would know. */
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
    toldInTime: 0,
  };
  for (let url = 0; url < urls; url++) {
    const life = LIVES[kind](random);
    const sights = sightsOf(life, schedule, YEAR_DAYS, random);
    liveThrough(life, sights, stepDays, policy ?? DEFAULT_POLICY, tally);
  }
  return tally;
}

function liveThrough(
  life: Life,
  sights: readonly Sight[],
  stepDays: number,
  policy: VerdictPolicy,
  tally: Tally,
): void {
  let history: History = [];
  let next = 0;
  if (life.death !== null) tally.deaths++;
  for (let today = 0; today <= YEAR_DAYS; today++) {
    const sight = sights[next];
    const checked = sight !== undefined && sight.day === today;
    const dueDay = life.death !== null && today === life.death + SIX_WEEKS_DAYS;
    if (checked) {
      history = sight.history;
      next++;
    }
    if (!checked && !dueDay && today % stepDays !== 0) continue;
    const told = judge({ history, notes: [] }, asDay(today), policy).verdict === "unreachable";
    if (dueDay && told) tally.toldInTime++;
    if (life.alive(today)) book(tally, told, checked, life.inOutage(today));
  }
}

function book(tally: Tally, told: boolean, checked: boolean, inOutage: boolean): void {
  const wrong = told ? 1 : 0;
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
