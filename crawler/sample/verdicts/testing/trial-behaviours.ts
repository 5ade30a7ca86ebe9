import type { Status } from "../../../../shared/status/table.ts";
import type { Dice } from "./dice.ts";

/** The true behaviour of a URL in the trial. */
export interface Truth {
  readonly answer: (day: number) => Status;
  /** Whether a reader would call it a working link, also during outages. */
  readonly working: (day: number) => boolean;
  /** First day of its final death; null: it lives. */
  readonly death: number | null;
}

export const LAST_DAY = 420;

type Bytes = readonly [number, ...number[]];
const OUTAGE: Bytes = [64, 40, 39, 33, 16, 64, 40, 66];
const FIVES: Bytes = [39, 40, 16];
/** A whole site's pages are "not found" for some time, after a relaunch or while the domain is not renewed. */
const PLAINLY_GONE: Bytes = [18, 18, 21, 66];

type Answers = (day: number) => number;

const fine = (random: Dice): Answers => {
  const own = random.oneOf([1, 1, 1, 1, 8, 63, 2, 13]);
  return () => own;
};

const truth = (answers: Answers, death: number | null = null): Truth => ({
  answer: (day) => answers(day) as Status,
  working: (day) => death === null || day < death,
  death,
});

/** One answer per day, drawn in advance, so that a second check sees the same. */
function daily(random: Dice, draw: (random: Dice, day: number) => number): Answers {
  const drawn = Array.from({ length: LAST_DAY + 1 }, (_, day) => draw(random, day));
  return (day) => drawn[day] ?? 1;
}

function spell(from: number, days: number, during: Answers, otherwise: Answers): Answers {
  return (day) => (day >= from && day < from + days ? during(day) : otherwise(day));
}

const steadily = (random: Dice, bytes: Bytes): Answers => {
  const byte = random.oneOf(bytes);
  return () => byte;
};
const changing = (random: Dice, bytes: Bytes): Answers => daily(random, () => random.oneOf(bytes));

interface OutageAnswers {
  readonly bytes?: Bytes;
  /** Whether each day has an answer of its own. */
  readonly mixed?: boolean;
}

const outage = (
  random: Dice,
  daysMin: number,
  daysMax: number,
  { bytes = OUTAGE, mixed = false }: OutageAnswers = {},
): Truth =>
  truth(
    spell(
      random.whole(0, 360),
      random.whole(daysMin, daysMax),
      mixed ? changing(random, bytes) : steadily(random, bytes),
      fine(random),
    ),
  );

function outages(random: Dice, count: number, daysMin: number, daysMax: number, good: Answers): Answers {
  let answers = good;
  for (let more = 0; more < count; more++)
    answers = spell(random.whole(0, 360), random.whole(daysMin, daysMax), steadily(random, OUTAGE), answers);
  return answers;
}

function flapping(random: Dice, failing: number, mixed: boolean, bytes: Bytes = OUTAGE): Answers {
  const good = fine(random);
  const bad = mixed ? changing(random, bytes) : steadily(random, bytes);
  return daily(random, (_, day) => (random.chance(failing) ? bad(day) : good(day)));
}

/** Alternates between failing and working; the lengths are geometrically distributed with these means. */
function patches(random: Dice, downDays: number, upDays: number, mixed: boolean): Answers {
  const good = fine(random);
  const bad = mixed ? changing(random, OUTAGE) : steadily(random, OUTAGE);
  let down = false;
  return daily(random, (_, day) => {
    if (random.chance(1 / (down ? downDays : upDays))) down = !down;
    return down ? bad(day) : good(day);
  });
}

function wall(random: Dice, bytes: Bytes, share: number, from = 0): Answers {
  const good = fine(random);
  return daily(random, (_, day) => (day >= from && random.chance(share) ? random.oneOf(bytes) : good(day)));
}

const noise = (random: Dice, share: number): Answers => {
  const good = fine(random);
  return daily(random, (_, day) => (random.chance(share) ? random.oneOf(OUTAGE) : good(day)));
};

const deathDay = (random: Dice): number => random.whole(60, 310);

function dying(random: Dice, before: Answers, after: Answers, death = deathDay(random)): Truth {
  return truth((day) => (day < death ? before(day) : after(day)), death);
}

/** A site that is taken down in steps: 404, then 410, then no domain. */
function inSteps(random: Dice, steps: readonly number[]): Truth {
  const death = deathDay(random);
  const stepDays = random.whole(3, 30);
  const after: Answers = (day) =>
    steps[Math.min(steps.length - 1, Math.floor((day - death) / stepDays))] ?? 18;
  return dying(random, fine(random), after, death);
}

function back(random: Dice, daysMin: number, daysMax: number): Truth {
  const from = random.whole(20, 200);
  const returns = from + random.whole(daysMin, daysMax);
  const bad = steadily(random, [18, 21, 66, 64, 40]);
  const good = fine(random);
  return {
    answer: (day) => (day >= from && day < returns ? bad(day) : good(day)) as Status,
    working: (day) => day < from || day >= returns,
    death: null,
  };
}

function afterOutage(random: Dice, count: number): Truth {
  const death = random.whole(100, 310);
  let before = fine(random);
  for (let more = 0; more < count; more++) {
    const days = random.whole(1, 10);
    before = spell(random.whole(5, death - 40), days, steadily(random, OUTAGE), before);
  }
  return dying(random, before, steadily(random, [18, 18, 21, 66, 64, 39, 40]), death);
}

/** The behaviours. Deaths should be reported soon, and nothing while it works. */
export const BEHAVIOURS = {
  steady: (random) => truth(fine(random)),
  "answers 200, redirects and scheme changes alternately": (random) =>
    truth(changing(random, [1, 8, 9, 63, 1, 13])),
  "one failed check in 50": (random) => truth(noise(random, 0.02)),
  "outage of 1–7 days": (random) => outage(random, 1, 7),
  "outage of 8–14 days": (random) => outage(random, 8, 14),
  "outage of 1–14 days, another status each day": (random) => outage(random, 1, 14, { mixed: true }),
  "outage of 15–21 days": (random) => outage(random, 15, 21),
  "outage of 22–30 days": (random) => outage(random, 22, 30),
  "gone for 1–7 days": (random) => outage(random, 1, 7, { bytes: PLAINLY_GONE }),
  "gone for 8–14 days": (random) => outage(random, 8, 14, { bytes: PLAINLY_GONE }),
  "gone for 15–21 days": (random) => outage(random, 15, 21, { bytes: PLAINLY_GONE }),
  "gone for 22–30 days": (random) => outage(random, 22, 30, { bytes: PLAINLY_GONE }),
  "gone on 10 % of days": (random) => truth(flapping(random, 0.1, false, PLAINLY_GONE)),
  "gone on 30 % of days": (random) => truth(flapping(random, 0.3, false, PLAINLY_GONE)),
  "three outages of 2–10 days": (random) => truth(outages(random, 3, 2, 10, fine(random))),
  "six outages of 1–14 days": (random) => truth(outages(random, 6, 1, 14, fine(random))),
  "domain lapses for 5–9 days": (random) =>
    truth(spell(random.whole(0, 350), random.whole(5, 9), () => 66, fine(random))),
  "down on one day of each week": (random) => {
    const weekday = random.whole(0, 6);
    const good = fine(random);
    const bad = steadily(random, FIVES);
    return truth((day) => (day % 7 === weekday ? bad(day) : good(day)));
  },
  "fails 5 % of days": (random) => truth(flapping(random, 0.05, false)),
  "fails 10 %": (random) => truth(flapping(random, 0.1, false)),
  "fails 20 %": (random) => truth(flapping(random, 0.2, false)),
  "fails 30 %": (random) => truth(flapping(random, 0.3, false)),
  "fails 30 %, another status each day": (random) => truth(flapping(random, 0.3, true)),
  "fails 50 %": (random) => truth(flapping(random, 0.5, false)),
  "fails 50 %, another status each day": (random) => truth(flapping(random, 0.5, true)),
  "down 3 days, up 10": (random) => truth(patches(random, 3, 10, false)),
  "down 6 days, up 20": (random) => truth(patches(random, 6, 20, false)),
  "down 6 days, up 20, another status each day": (random) => truth(patches(random, 6, 20, true)),
  "walled always": (random) => truth(wall(random, [17, 36], 1)),
  "walled from a day on": (random) => truth(wall(random, [17, 36], 1, random.whole(0, 300))),
  "walled now and then": (random) => truth(wall(random, [17, 36, 17], 0.4)),
  "walled by 403 429 999 503 406 418": (random) =>
    truth(wall(random, [17, 36, 26, 40, 19, 20], random.oneOf([1, 0.5]), random.whole(0, 200))),
  "walled by 403 and 503": (random) =>
    truth(wall(random, [17, 40], random.oneOf([1, 0.7]), random.whole(0, 200))),
  "walled by 429 and mostly 503": (random) => truth(wall(random, [36, 40, 40], 1, random.whole(0, 200))),
  "walled by 403, and by 404 in one check of four": (random) =>
    truth(wall(random, [17, 17, 17, 18], 1, random.whole(0, 200))),
  "outage of 3–14 days behind a wall": (random) =>
    truth(
      spell(random.whole(0, 350), random.whole(3, 14), steadily(random, OUTAGE), wall(random, [17, 36], 1)),
    ),
  "back after 1–2 months": (random) => back(random, 30, 60),
  "back after 3–6 months": (random) => back(random, 90, 180),
  "dies: 404": (random) => dying(random, fine(random), () => 18),
  "dies: 410": (random) => dying(random, fine(random), () => 21),
  "dies: no domain": (random) => dying(random, fine(random), () => 66),
  "dies: silence": (random) => dying(random, fine(random), () => 64),
  "dies: one of 500 502 503": (random) => dying(random, fine(random), steadily(random, FIVES)),
  "dies: 500 502 503 alternately": (random) => dying(random, fine(random), changing(random, FIVES)),
  "dies: 404, 410, no domain": (random) => inSteps(random, [18, 21, 66]),
  "dies: 404, 404, silence, 503 by chance": (random) =>
    dying(random, fine(random), changing(random, [18, 18, 64, 40])),
  "dies: 503, silence, no domain": (random) => inSteps(random, [40, 64, 66]),
  "dies: moved, then 404": (random) => {
    const death = deathDay(random);
    return dying(
      random,
      (day) => (day < death - 40 ? 1 : 8),
      () => 18,
      death,
    );
  },
  "dies: 404, one check in 20 refused": (random) =>
    dying(
      random,
      fine(random),
      daily(random, () => (random.chance(0.05) ? 36 : 18)),
    ),
  "dies: 404 after a time of refusals": (random) => {
    const death = deathDay(random);
    return dying(
      random,
      (day) => (day < death - 30 ? 1 : 17),
      () => 18,
      death,
    );
  },
  "dies: silence or 404, with one failed check in 50 before": (random) =>
    dying(random, noise(random, 0.02), steadily(random, [18, 64, 66])),
  "dies after one outage": (random) => afterOutage(random, 1),
  "dies after two outages": (random) => afterOutage(random, 2),
  "dies, failed 10 % of days before": (random) =>
    dying(random, flapping(random, 0.1, false), steadily(random, [18, 21, 66, 64])),
  "dies young, checked once or twice": (random) =>
    dying(random, fine(random), steadily(random, [18, 66, 64]), random.whole(28, 56)),
  "dead from the first": (random) => dying(random, fine(random), steadily(random, [18, 21, 66]), 0),
  "down from the first": (random) => dying(random, fine(random), steadily(random, [64, 39, 40, 16]), 0),
} as const satisfies Record<string, (random: Dice) => Truth>;
export type BehaviourName = keyof typeof BEHAVIOURS;
