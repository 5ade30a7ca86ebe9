import { asDay } from "../../../shared/calendar/day.ts";
import { type Evidence, evidenceOf } from "../../../shared/history/evidence.ts";
import { httpOfStatus, type Status } from "../../../shared/status/table.ts";
import type { Dice } from "./dice.ts";

/**
 * The lives of simulated URLs with which the rules of verdicts were tuned (Q9): how they answer, fail and die in a year. Seeded
 * and pure, as simulation.ts, which checks and judges them.
 */

/** What a check on a day would observe, and whether readers get the content on it. */
export interface Life {
  readonly answer: (day: number) => Status;
  readonly alive: (day: number) => boolean;
  /** Whether it is alive but cannot be reached on that day. */
  readonly inOutage: (day: number) => boolean;
  /** Day of its final death within the year; null: it lives. */
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

/** Answers during outages; a few hosts answer 404 while they are repaired, or let their domain lapse. */
const OUTAGE_ANSWERS = [SILENT, UNAVAILABLE, GATEWAY, SERVER_ERROR, NO_DOMAIN, NOT_FOUND] as const;
/** Answers of dead links: half clear ones, half of a server that is no longer there. */
const DEATH_ANSWERS = [NOT_FOUND, NOT_FOUND, GONE, NO_DOMAIN, SILENT, GATEWAY, UNAVAILABLE] as const;

export const YEAR_DAYS = 365;
/** Share of single failures without meaning: lost packets, a restart. */
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
const isFailure = (status: Status): boolean => ["gone", "broken"].includes(evidenceIn(status));

/** A life of good answers with spells of others. Every day has one answer, however often it is checked. */
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

/** The answers of one spell: one, or two as front ends and servers fail differently. */
function answersOf(random: Dice, from: readonly [Status, ...Status[]]): readonly [Status, ...Status[]] {
  return random.chance(0.7) ? [random.oneOf(from)] : [random.oneOf(from), random.oneOf(from)];
}

function outage(random: Dice, daysMin: number, daysMax: number): Spell {
  const from = random.whole(20, YEAR_DAYS - 20);
  return { from, to: from + random.whole(daysMin, daysMax), answers: answersOf(random, OUTAGE_ANSWERS) };
}

/** A URL that fails by chance, independently on each day. */
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

/** The kinds of URLs. Dead ones should be reported as unreachable soon, living ones never. */
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
