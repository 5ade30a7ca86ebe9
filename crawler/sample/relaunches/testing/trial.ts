import { asDay } from "../../../../shared/calendar/day.ts";
import { type Relaunch, relaunchesOf } from "../../../../shared/relaunch/detect.ts";
import type { SiteLink } from "../../../../shared/relaunch/loss.ts";
import type { Status } from "../../../../shared/status/table.ts";
import { type Dice, dice } from "../../verdicts/testing/dice.ts";
import { checksOf, type Pace } from "../../verdicts/testing/trial.ts";
import { LAST_DAY } from "../../verdicts/testing/trial-behaviours.ts";

/** A trial of the rule for relaunches (O5): simulated sites of which the truth is known, as the crawler's plan of checks sees them. */

/** What a link answers on a day. */
type Answer = (day: number) => number;
interface Site {
  readonly links: readonly Answer[];
  /** The day of its relaunch, and which links were lost by it; null: there was none. */
  readonly relaunch: { readonly day: number; readonly lost: ReadonlySet<number> } | null;
}

const good: Answer = () => 1;
const from =
  (day: number, status: number, before: Answer = good): Answer =>
  (today) =>
    today < day ? before(today) : status;
const during =
  (day: number, days: number, status: number, otherwise: Answer = good): Answer =>
  (today) =>
    today >= day && today < day + days ? status : otherwise(today);

/** Links that die one by one: a tenth of them in a year, as of the web as a whole. */
const decaying = (random: Dice, yearly: number): Answer => {
  const day = Math.ceil(-Math.log(1 - random.unit()) / (-Math.log(1 - yearly) / 365));
  return from(day, random.oneOf([18, 18, 18, 21, 64]));
};
/** One failed check in fifty, and an outage of some days now and then. */
const noisy = (random: Dice, answer: Answer): Answer => {
  const outage = random.whole(0, LAST_DAY);
  const seed = random.whole(0, 1e9);
  return (day) => {
    if (day >= outage && day < outage + 3) return 40;
    return dice(seed + day).chance(0.02) ? 64 : answer(day);
  };
};

const sized = (random: Dice): number => random.oneOf([25, 40, 80, 200, 412]);
/** Late enough to have been seen before, early enough to be settled at the end. */
const someDay = (random: Dice): number => random.whole(60, 330);

function relaunched(random: Dice, share: number, status: number, spreadDays: number): Site {
  const size = sized(random);
  const day = someDay(random);
  const lost = new Set<number>();
  const links = Array.from({ length: size }, (_, at) => {
    const base = decaying(random, 0.1);
    if (!random.chance(share) || base(day + spreadDays) !== 1) return noisy(random, base);
    lost.add(at);
    return noisy(random, from(day + random.whole(0, spreadDays), status));
  });
  return { links, relaunch: { day, lost } };
}

const quiet =
  (of: (random: Dice, at: { readonly day: number }) => Answer) =>
  (random: Dice): Site => {
    const at = { day: someDay(random) };
    return {
      links: Array.from({ length: sized(random) }, () => noisy(random, of(random, at))),
      relaunch: null,
    };
  };

export const SITES = {
  "relaunch: all links 404": (random: Dice) => relaunched(random, 1, 18, 0),
  "relaunch: eight of ten 404": (random: Dice) => relaunched(random, 0.8, 18, 0),
  "relaunch: half 404": (random: Dice) => relaunched(random, 0.5, 18, 0),
  "relaunch: eight of ten 410, over two weeks": (random: Dice) => relaunched(random, 0.8, 21, 14),
  "shutdown: the domain is gone": (random: Dice) => relaunched(random, 1, 66, 0),
  "well, with single failures": quiet(() => good),
  "decay: a tenth in a year": quiet((random) => decaying(random, 0.1)),
  "decay: a third in a year": quiet((random) => decaying(random, 0.33)),
  "outage: 503 for three weeks": quiet((_, { day }) => during(day, 21, 40)),
  "outage: silent for two months": quiet((_, { day }) => during(day, 60, 64)),
  "outage: 404 for ten days": quiet((_, { day }) => during(day, 10, 18)),
  "outage: 404 for three weeks": quiet((_, { day }) => during(day, 21, 18)),
  "the domain lapses for nine days": quiet((_, { day }) => during(day, 9, 66)),
  "robots are turned away from a day on": quiet((_, { day }) => from(day, 17)),
  "503 from a day on": quiet((_, { day }) => from(day, 40)),
} as const satisfies Record<string, (random: Dice) => Site>;
export type SiteName = keyof typeof SITES;

export interface Findings {
  readonly sites: number;
  /** Sites with a relaunch of links enough to be one, and without any. */
  wanted: number;
  none: number;
  /** Sites where one was found that was there, around its day; that was not there; at the end, and on any day of a visit. */
  found: number;
  falseAtEnd: number;
  falseEver: number;
  /** How many links these say were lost, and how many were. */
  named: number;
  lost: number;
}

const EVERY_DAYS = 7;
/** Between two visits of a sweep. */
const DAY_OFF_MAX = 32;

export function tryOut(
  name: SiteName,
  { pace, sites, seed }: { readonly pace: Pace; readonly sites: number; readonly seed: number },
): Findings {
  const random = dice(seed);
  const found: Findings = {
    sites,
    wanted: 0,
    none: 0,
    found: 0,
    falseAtEnd: 0,
    falseEver: 0,
    named: 0,
    lost: 0,
  };
  for (let at = 0; at < sites; at++) {
    const site = SITES[name](random);
    const seen = site.links.map((answer) =>
      checksOf({ answer: (day) => answer(day) as Status }, pace, random),
    );
    const linksAt = (day: number): SiteLink[] =>
      seen.map((checks, no) => ({
        url: `http://example.org/${no}`,
        history: checks.findLast((check) => check.day <= day)?.history ?? [],
        notes: [],
        movedTo: null,
      }));
    if (site.relaunch === null) countFalse(found, linksAt);
    else if (site.relaunch.lost.size >= 20)
      countFound(found, relaunchesOf(linksAt(LAST_DAY), asDay(LAST_DAY)), site.relaunch);
  }
  return found;
}

function countFalse(found: Findings, linksAt: (day: number) => SiteLink[]): void {
  found.none++;
  const days = Array.from(
    { length: Math.floor(LAST_DAY / EVERY_DAYS) },
    (_, at) => LAST_DAY - at * EVERY_DAYS,
  );
  const wrong = days.map((day) => relaunchesOf(linksAt(day), asDay(day)).length > 0);
  if (wrong[0]) found.falseAtEnd++;
  if (wrong.includes(true)) found.falseEver++;
}

function countFound(found: Findings, all: readonly Relaunch[], truth: NonNullable<Site["relaunch"]>): void {
  found.wanted++;
  found.lost += truth.lost.size;
  const right = all.find(
    ({ from, to }) =>
      Math.min(Math.abs(from - truth.day), Math.abs(to - truth.day)) <= DAY_OFF_MAX ||
      (from <= truth.day && to >= truth.day),
  );
  if (right !== undefined) found.found++;
  if (all.some((one) => one !== right)) found.falseAtEnd++;
  found.named += right?.lost ?? 0;
}
