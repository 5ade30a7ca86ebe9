import { describe, expect, test } from "vitest";
import { addDays, asDay } from "../../shared/calendar/day.ts";
import type { NetworkFailure } from "../../shared/status/network-failure.ts";
import { FINE } from "../../shared/status/table.ts";
import type { NormalisedUrl } from "../../shared/url/types.ts";
import { failed } from "../classify/testing/outcomes.ts";
import { dice } from "../sample/verdicts/testing/dice.ts";
import { type SimulatedLink, simulateHost } from "./testing/host-life.ts";
import { answered } from "./testing/outcomes.ts";

const START = 3_600;
const PASS = 28;
const DAYS = 57;

/** Whether the host lets nobody in at that moment. */
type Away = (day: number, secondOfDay: number) => boolean;

const atRandom =
  (share: number, random: () => number): Away =>
  () =>
    random() < share;
const inPatches = (share: number, random: () => number): Away => {
  const hours = new Map<number, boolean>();
  return (day, second) => {
    const hour = day * 24 + Math.floor(second / 3_600);
    const away = hours.get(hour) ?? random() < share;
    hours.set(hour, away);
    return away;
  };
};

interface Life {
  readonly seed: number;
  readonly links: number;
  /** The links' slices are swept on so many different days. */
  readonly sweepDays: number;
  readonly away: Away;
  readonly failure: NetworkFailure;
}

/** Links that worked for nine months; `away` counts days from the first sweep. */
function live({ seed, links, sweepDays, away, failure }: Life) {
  const linkOf = (n: number): SimulatedLink => {
    const sweep = asDay(START + (n % sweepDays));
    const last = addDays(sweep, -PASS);
    const entry = { status: FINE, http: 200, first: addDays(last, -252), last, deadEnd: false, checks: 10 };
    return { url: `https://host.zz/${n}` as NormalisedUrl, sweep, history: [entry] };
  };
  return simulateHost({
    seed,
    from: asDay(START),
    days: DAYS,
    links: Array.from({ length: links }, (_, n) => linkOf(n)),
    check: (url, day, second) => (away(day - START, second) ? failed(failure) : answered(url, 200)),
  });
}

/**
 * Falsely called unreachable, of 10,000. Where half of all connections fail at random, a link on a day on which few others are
 * due is alone with its own failures (112 for a link that has its host for itself).
 */
const limit = (share: number, kind: unknown): number => (share === 0.5 && kind === atRandom ? 10 : 1);

describe("a host with many links that lets in only some (C5, Q9)", () => {
  const HOSTS = 6;
  test.each(
    [0.05, 0.2, 0.5].flatMap((share) =>
      [atRandom, inPatches].flatMap((kind) =>
        (["connect-refused", "dns-timeout"] as const).map((failure) => ({
          share,
          how: kind.name,
          kind,
          failure,
        })),
      ),
    ),
  )(
    "$share of its connections, $how, $failure: hardly a link is called unreachable",
    ({ share, kind, failure }) => {
      let falsely = 0;
      for (let seed = 1; seed <= HOSTS; seed++)
        falsely += live({
          seed,
          links: 300,
          sweepDays: seed % 2 === 0 ? 1 : 9,
          away: kind(share, dice(seed + 1_000).unit),
          failure,
        }).unreachable.size;
      expect(falsely).toBeLessThanOrEqual((HOSTS * 300 * limit(share, kind)) / 10_000);
    },
  );
});

describe("a host with many links that dies", () => {
  test.each(
    [1, 9].flatMap((sweepDays) =>
      (["connect-refused", "connect-timeout", "dns-timeout", "dns-unknown"] as const).map((failure) => ({
        sweepDays,
        failure,
      })),
    ),
  )(
    "$failure, swept on $sweepDays days: all its links are unreachable within six weeks, and it is seldom asked",
    ({ sweepDays, failure }) => {
      // It dies on the day after the sweeps' first.
      const { unreachable, asked } = live({
        seed: 7,
        links: 700,
        sweepDays,
        away: (age) => age > sweepDays - 1,
        failure,
      });
      const inTime = [...unreachable.values()].filter((day) => day - START <= sweepDays + 42).length;
      expect(inTime).toBeGreaterThanOrEqual(693);
      expect(asked).toBeLessThan(1_800);
    },
  );
});
