import { asDay } from "../calendar/day.ts";
import { fold } from "../history/fold.ts";
import type { History } from "../history/types.ts";
import { httpOfStatus, type Status } from "../status/table.ts";
import { type Dice, dice } from "./dice.ts";
import { judge } from "./judge.ts";
import type { VerdictPolicy } from "./policy.ts";
import { BEHAVIOURS, type BehaviourName, LAST_DAY, type Truth } from "./trial-behaviours.ts";

/**
 * A trial of the rules against a web that is out to mislead them (Q9). It shares nothing with simulation.ts, on which they
 * were tuned, but the dice: other lives, other schedules, checks that are missed or late, and three ways of asking.
 */

/** Days from sweep to sweep, and by how many it may be early or late; days after a new failure; share of looks lost. */
export interface Pace {
  readonly name: string;
  readonly sweepDays: number;
  readonly jitterDays: number;
  readonly repeatDays: readonly number[];
  readonly lost: number;
}

const pace = (
  name: string,
  sweepDays: number,
  jitterDays: number,
  repeatDays: readonly number[],
  lost = 0,
): Pace => ({ name, sweepDays, jitterDays, repeatDays, lost });

export const PACES = [
  pace("28 +1 3 7 14", 28, 0, [1, 3, 7, 14]),
  pace("25–28 +1 3 7 14", 26, 2, [1, 3, 7, 14]),
  pace("28 +1 3 7 14, one look in 20 lost", 28, 0, [1, 3, 7, 14], 0.05),
  pace("21 +1 3 7", 21, 0, [1, 3, 7]),
  pace("14 +1 3 7", 14, 0, [1, 3, 7]),
  pace("weekly", 7, 0, []),
  pace("5–9 days +1 3 7", 7, 2, [1, 3, 7]),
  pace("daily", 1, 0, []),
  pace("28 +1 3 7", 28, 0, [1, 3, 7]),
  pace("24–32 +1 3 7", 28, 4, [1, 3, 7]),
] as const satisfies readonly Pace[];

interface Look {
  readonly day: number;
  readonly status: Status;
}

const FAILING: ReadonlySet<number> = new Set([16, 18, 21, 33, 39, 40, 42, 43, 64, 65, 66, 67]);
const GOOD: ReadonlySet<number> = new Set([1, 2, 7, 8, 9, 10, 13, 63]);

function looksAt(truth: Truth, { sweepDays, jitterDays, repeatDays, lost }: Pace, random: Dice): Look[] {
  const looks: Look[] = [];
  const due: number[] = [];
  let sweep = random.whole(0, sweepDays - 1);
  let open = false;
  for (let day = 0; day <= LAST_DAY; day++) {
    const swept = day >= sweep;
    if (swept) sweep = day + sweepDays + random.whole(-jitterDays, jitterDays);
    const repeated = due[0] === day;
    if (repeated) due.shift();
    if ((!swept && !repeated) || random.chance(lost)) continue;
    const status = truth.answer(day);
    looks.push({ day, status });
    if (GOOD.has(status)) {
      open = false;
      due.length = 0;
    } else if (FAILING.has(status) && !open) {
      open = true;
      due.push(...repeatDays.map((after) => day + after));
    }
  }
  return looks;
}

export interface Findings {
  readonly urls: number;
  /** Asked on every day: days on which a URL worked, as far as anybody who looks can know, and those told wrongly. */
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
  /** Told on the 42nd day after death; and told by a look until then. */
  told: number;
  toldByLook: number;
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
    toldByLook: 0,
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
  let toldByLook = false;
  let newestKnowsTruth = true;
  let verdict = judge(history, [], asDay(0), policy).verdict;
  const due = truth.death === null ? null : truth.death + DUE_DAYS;
  for (let today = 0; today <= YEAR_END; today++) {
    const look = looks[next]?.day === today ? looks[next] : undefined;
    if (look !== undefined) {
      next++;
      const { status } = look;
      history = fold(history, { status, http: httpOfStatus(status), deadEnd: false }, asDay(today));
      newestKnowsTruth = true;
    } else if (truth.returns === today) newestKnowsTruth = false;
    // By time alone nothing that works, or refuses, becomes unreachable (judge.test.ts).
    if (look !== undefined || verdict === "doubtful" || verdict === "unreachable")
      verdict = judge(history, [], asDay(today), policy).verdict;
    const told = verdict === "unreachable";
    if (due !== null && today <= due && told && look !== undefined && today >= due - DUE_DAYS)
      toldByLook = true;
    if (today === due) {
      found.deaths++;
      if (told) found.told++;
      if (toldByLook) found.toldByLook++;
    }
    if (!truth.working(today) || !newestKnowsTruth) continue;
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
