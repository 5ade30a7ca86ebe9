import { asDay } from "../../../shared/calendar/day.ts";
import { fold } from "../../../shared/history/fold.ts";
import type { History } from "../../../shared/history/types.ts";
import { httpOfStatus } from "../../../shared/status/table.ts";
import { mayBeUnreachable } from "../../../shared/verdict/evidence.ts";
import { judge } from "../../../shared/verdict/judge.ts";
import { plannedLook } from "../../../shared/verdict/looks.ts";
import type { VerdictPolicy } from "../../../shared/verdict/policy.ts";
import { type Dice, dice } from "./dice.ts";
import { BEHAVIOURS, type BehaviourName, LAST_DAY, type Truth } from "./trial-behaviours.ts";

/**
 * A trial of the rules against a web that is out to mislead them (Q9). It shares nothing with simulation.ts, on which they
 * were tuned, but the dice: other lives, other schedules, checks that are missed or late, and three ways of asking.
 */

/**
 * Days from sweep to sweep, and by how many it may be early or late; looks beside the sweeps: on such days after a new failure, or "own":
 * as the crawler plans them; share of looks lost.
 */
export interface Pace {
  readonly name: string;
  readonly sweepDays: number;
  readonly jitterDays: number;
  readonly repeats: readonly number[] | "own";
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
  ownLost: pace("own plan, one look in 20 lost", 28, 0, "own", 0.05),
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

interface Look {
  readonly day: number;
  readonly history: History;
}

/** Each with what is known after it. */
function looksAt(truth: Truth, { sweepDays, jitterDays, repeats, lost }: Pace, random: Dice): Look[] {
  const looks: Look[] = [];
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
      looks.push({ day, history });
    }
    due = plannedLook(history, repeats, asDay(day));
  }
  return looks;
}

export interface Findings {
  readonly urls: number;
  /** Asked on every day: days on which a URL worked, outages included, and those told wrongly. */
  days: number;
  falseDays: number;
  /** Asked right after each look. */
  looks: number;
  falseLooks: number;
  /** Asked once, on the last day of the year. */
  ends: number;
  falseEnds: number;
  /** URLs told wrongly on any day. */
  falseEver: number;
  deaths: number;
  /** Told on the 42nd day after death; and on the 42nd after the first look that failed since. */
  told: number;
  toldSinceSeen: number;
}

export interface Trial {
  readonly behaviour: BehaviourName;
  readonly pace: Pace;
  readonly urls: number;
  readonly seed: number;
  readonly policy?: VerdictPolicy;
}

const DUE_DAYS = 42;
const YEAR_END = 365;

export function tryOut({ behaviour, pace: at, urls, seed, policy }: Trial): Findings {
  const random = dice(seed);
  const found: Findings = {
    urls,
    days: 0,
    falseDays: 0,
    looks: 0,
    falseLooks: 0,
    ends: 0,
    falseEnds: 0,
    falseEver: 0,
    deaths: 0,
    told: 0,
    toldSinceSeen: 0,
  };
  for (let url = 0; url < urls; url++) {
    const truth = BEHAVIOURS[behaviour](random);
    follow(truth, looksAt(truth, at, random), found, policy);
  }
  return found;
}

function follow(truth: Truth, looks: readonly Look[], found: Findings, policy?: VerdictPolicy): void {
  let history: History = [];
  let next = 0;
  let wrongOnce = false;
  let verdict = judge({ history, notes: [] }, asDay(0), policy).verdict;
  const telling: Telling = { death: truth.death, seenDead: null };
  const lastDay = truth.death === null ? YEAR_END : LAST_DAY;
  for (let today = 0; today <= lastDay; today++) {
    const look = looks[next]?.day === today ? looks[next] : undefined;
    if (look !== undefined) {
      next++;
      history = look.history;
    }
    // By time alone nothing but what is doubtful turns (nextVerdictChange).
    if (look !== undefined || verdict === "doubtful")
      verdict = judge({ history, notes: [] }, asDay(today), policy).verdict;
    const told = verdict === "unreachable";
    bookDeath(telling, { today, told, failed: look !== undefined && mayBeUnreachable(history) }, found);
    if (!truth.working(today)) continue;
    const wrong = told ? 1 : 0;
    wrongOnce ||= told;
    found.days++;
    found.falseDays += wrong;
    if (look !== undefined) {
      found.looks++;
      found.falseLooks += wrong;
    }
    if (today === YEAR_END) {
      found.ends++;
      found.falseEnds += wrong;
    }
  }
  if (wrongOnce) found.falseEver++;
}

interface Telling {
  readonly death: number | null;
  /** Of the first look that failed since. */
  seenDead: number | null;
}

interface Today {
  readonly today: number;
  readonly told: boolean;
  /** A look of today did. */
  readonly failed: boolean;
}

function bookDeath(telling: Telling, { today, told, failed }: Today, found: Findings): void {
  const { death } = telling;
  if (death === null || today < death) return;
  if (failed) telling.seenDead ??= today;
  if (today === death + DUE_DAYS) {
    found.deaths++;
    if (told) found.told++;
  }
  if (told && telling.seenDead !== null && today === telling.seenDead + DUE_DAYS) found.toldSinceSeen++;
}
