import { asDay } from "../calendar/day.ts";
import { type Evidence, evidenceOf } from "../history/evidence.ts";
import { fold } from "../history/fold.ts";
import type { History } from "../history/types.ts";
import { httpOfStatus, type Status } from "../status/table.ts";
import { judge } from "./judge.ts";
import { DEFAULT_POLICY, type VerdictPolicy } from "./policy.ts";

/**
 * A simulated web, against which the verdict's rules were tuned (Q9): seeded and pure, so that every figure in
 * docs/statuses-and-verdicts.md can be made again.
 */
export interface Dice {
  /** 0 ≤ value < 1 */
  readonly unit: () => number;
  /** A whole number from…to, both included. */
  readonly whole: (from: number, to: number) => number;
  readonly oneOf: <T>(list: readonly [T, ...T[]]) => T;
  readonly chance: (probability: number) => boolean;
}

/** Mulberry32: 32 bits of state are plenty for picking outages. */
export function dice(seed: number): Dice {
  let state = seed >>> 0;
  const unit = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const whole = (from: number, to: number): number => from + Math.floor(unit() * (to - from + 1));
  return {
    unit,
    whole,
    oneOf: (list) => list[whole(0, list.length - 1)] ?? list[0],
    chance: (probability) => unit() < probability,
  };
}

/** When a URL is looked at. */
export interface Schedule {
  readonly name: string;
  /** Days from sweep to sweep, and by how many a sweep may be early or late. */
  readonly sweepDays: number;
  readonly jitterDays: number;
  /** Days after a new failure on which it is looked at again. */
  readonly repeatDays: readonly number[];
}

/** What a check on a day would see, and whether a reader gets the content on it. */
export interface Life {
  readonly answer: (day: number) => Status;
  readonly alive: (day: number) => boolean;
  /** Alive, but nobody reaches it just now. */
  readonly inOutage: (day: number) => boolean;
  /** Day of death, if it dies for good within the year. */
  readonly death: number | null;
}

const FINE = 1 as Status;
const MOVED = 8 as Status;
const NOT_FOUND = 18 as Status;
const GONE = 21 as Status;
const FORBIDDEN = 17 as Status;
const TOO_MANY = 36 as Status;
const SERVER_ERROR = 16 as Status;
const GATEWAY = 39 as Status;
const UNAVAILABLE = 40 as Status;
const SILENT = 64 as Status;
const NO_DOMAIN = 66 as Status;

/** How hosts fail for a while; a few say 404 while somebody repairs them, or let their domain lapse. */
const OUTAGE_ANSWERS = [SILENT, UNAVAILABLE, GATEWAY, SERVER_ERROR, NO_DOMAIN, NOT_FOUND] as const;
/** How links die: half plainly, half with a server that is simply no longer there. */
const DEATH_ANSWERS = [NOT_FOUND, NOT_FOUND, GONE, NO_DOMAIN, SILENT, GATEWAY, UNAVAILABLE] as const;

export const YEAR_DAYS = 365;
/** Single failures that mean nothing: packets lost, a restart. */
const TRANSIENT_FAILURES = 0.003;

interface Spell {
  readonly from: number;
  readonly to: number;
  readonly answers: readonly [Status, ...Status[]];
}

const inSpell = (day: number) => (spell: Spell) => day >= spell.from && day < spell.to;

const evidenceIn = (status: Status): Evidence =>
  evidenceOf({
    status,
    http: httpOfStatus(status),
    first: asDay(0),
    last: asDay(0),
    deadEnd: false,
    checks: 1,
  });
const isGood = (status: Status): boolean => evidenceIn(status) === "good";
const isFailure = (status: Status): boolean => ["gone", "broken"].includes(evidenceIn(status));

/** A life of good answers with spells of others; the same day gives the same answer. */
function lifeOf(random: Dice, spells: readonly Spell[], death: number | null = null): Life {
  const good = random.chance(0.15) ? MOVED : FINE;
  const answers = Array.from({ length: YEAR_DAYS * 2 }, (_, day): Status => {
    const spell = spells.find(inSpell(day));
    if (spell !== undefined) return random.oneOf(spell.answers);
    return random.chance(TRANSIENT_FAILURES) ? random.oneOf(OUTAGE_ANSWERS) : good;
  });
  return {
    answer: (day) => answers[day] ?? good,
    alive: (day) => death === null || day < death,
    inOutage: (day) => spells.some((spell) => spell.answers.every(isFailure) && inSpell(day)(spell)),
    death,
  };
}

/** One kind of answer, or several in turn as front ends and servers fail differently. */
function answersOf(random: Dice, from: readonly [Status, ...Status[]]): readonly [Status, ...Status[]] {
  return random.chance(0.7) ? [random.oneOf(from)] : [random.oneOf(from), random.oneOf(from)];
}

function outage(random: Dice, daysMin: number, daysMax: number): Spell {
  const from = random.whole(20, YEAR_DAYS - 20);
  return { from, to: from + random.whole(daysMin, daysMax), answers: answersOf(random, OUTAGE_ANSWERS) };
}

/** Fails by chance, each day anew. */
function flapping(random: Dice, failing: number): Life {
  const answers = answersOf(random, OUTAGE_ANSWERS);
  const days = Array.from({ length: YEAR_DAYS * 2 }, () =>
    random.chance(failing) ? random.oneOf(answers) : FINE,
  );
  return { answer: (day) => days[day] ?? FINE, alive: () => true, inOutage: () => false, death: null };
}

const dead = (random: Dice, from: number): Spell => ({
  from,
  to: YEAR_DAYS * 2,
  answers: answersOf(random, DEATH_ANSWERS),
});

const deathDay = (random: Dice): number => random.whole(60, YEAR_DAYS - 60);

/** The kinds of URLs; those with a death are judged by how soon they are told, the others by never being told. */
export const LIVES = {
  steady: (random) => lifeOf(random, []),
  "outage of days": (random) => lifeOf(random, [outage(random, 1, 6)]),
  "outage of a week or two": (random) => lifeOf(random, [outage(random, 7, 14)]),
  "two outages of up to two weeks": (random) => {
    const one = outage(random, 3, 14);
    const from = one.to + random.whole(21, 120);
    return lifeOf(random, [one, { ...outage(random, 3, 14), from, to: from + random.whole(3, 14) }]);
  },
  walled: (random) =>
    lifeOf(random, [{ from: random.whole(0, 200), to: YEAR_DAYS * 2, answers: [FORBIDDEN, TOO_MANY] }]),
  "walled now and then": (random) =>
    lifeOf(random, [
      { from: 0, to: YEAR_DAYS * 2, answers: [FINE, FINE, random.oneOf([FORBIDDEN, TOO_MANY])] },
    ]),
  "outage behind a wall": (random) =>
    lifeOf(random, [
      outage(random, 7, 14),
      { from: 0, to: YEAR_DAYS * 2, answers: [random.oneOf([FORBIDDEN, TOO_MANY])] },
    ]),
  "flapping, fails one day in ten": (random) => flapping(random, 0.1),
  "flapping, fails three days in ten": (random) => flapping(random, 0.3),
  "flapping, fails every other day": (random) => flapping(random, 0.5),
  "back from the dead": (random) => {
    const death = outage(random, 60, 150);
    const life = lifeOf(random, [death]);
    return { ...life, alive: (day) => !inSpell(day)(death), inOutage: () => false };
  },
  dies: (random) => {
    const from = deathDay(random);
    return lifeOf(random, [dead(random, from)], from);
  },
  "dies after an outage": (random) => {
    const from = deathDay(random);
    const before = random.whole(10, from - 20);
    const spell = {
      from: before,
      to: before + random.whole(1, 14),
      answers: answersOf(random, OUTAGE_ANSWERS),
    };
    return lifeOf(random, [spell, dead(random, from)], from);
  },
  "dies behind some refusals": (random) => {
    const from = deathDay(random);
    const death = dead(random, from);
    const [answer] = death.answers;
    const refusing = Array.from({ length: 19 }, () => answer);
    return lifeOf(random, [{ ...death, answers: [TOO_MANY, ...refusing] }], from);
  },
} as const satisfies Record<string, (random: Dice) => Life>;
export type LifeName = keyof typeof LIVES;

export const SCHEDULES = [
  { name: "28 days, repeats 1 3 7", sweepDays: 28, jitterDays: 0, repeatDays: [1, 3, 7] },
  { name: "28 days, repeats 1 3 7 14", sweepDays: 28, jitterDays: 0, repeatDays: [1, 3, 7, 14] },
  { name: "25–28 days, repeats 1 3 7 14", sweepDays: 28, jitterDays: 3, repeatDays: [1, 3, 7, 14] },
  { name: "14 days, repeats 1 3 7", sweepDays: 14, jitterDays: 0, repeatDays: [1, 3, 7] },
  { name: "weekly", sweepDays: 7, jitterDays: 0, repeatDays: [] },
  { name: "every 10 days", sweepDays: 10, jitterDays: 0, repeatDays: [] },
] as const satisfies readonly Schedule[];

export interface Sight {
  readonly day: number;
  readonly status: Status;
}

/** The checks of a life up to a day (included), oldest first: sweeps, and repeats after each new failure. */
export function sightsOf(life: Life, schedule: Schedule, until: number, random: Dice): Sight[] {
  const sights: Sight[] = [];
  let sweep = random.whole(0, schedule.sweepDays - 1);
  let repeats: number[] = [];
  let failing = false;
  while (true) {
    const day = Math.min(sweep, repeats[0] ?? Number.POSITIVE_INFINITY);
    if (day > until) return sights;
    if (day === sweep) sweep += schedule.sweepDays - random.whole(0, schedule.jitterDays);
    repeats = repeats.filter((at) => at > day);
    const status = life.answer(day);
    sights.push({ day, status });
    const fails = isFailure(status);
    if (fails && !failing) repeats = schedule.repeatDays.map((after) => day + after);
    if (isGood(status)) repeats = [];
    failing = fails || (failing && !isGood(status));
  }
}

export interface Tally {
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

export const SIX_WEEKS_DAYS = 42;

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
      const { status } = sight;
      history = fold(history, { status, http: httpOfStatus(status), deadEnd: false }, asDay(today));
      next++;
    }
    if (!checked && !dueDay && today % stepDays !== 0) continue;
    const told = judge(history, [], asDay(today), policy).verdict === "unreachable";
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
