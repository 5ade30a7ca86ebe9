import { describe, expect, test } from "vitest";
import type { DueUrl, HostState } from "../../db/types.ts";
import { addDays, asDay, type Day, instantOfDay } from "../../shared/calendar/day.ts";
import type { NetworkFailure } from "../../shared/status/network-failure.ts";
import type { NormalisedUrl } from "../../shared/url/types.ts";
import { judge } from "../../shared/verdict/judge.ts";
import { interpret } from "../classify/interpret.ts";
import { WATCHED_URLS_MIN } from "../classify/outage.ts";
import { HostOutage } from "../politeness/host-outage.ts";
import { book, bookOutage } from "../record/result.ts";
import { dice } from "../sample/verdicts/dice.ts";
import { answered, failed } from "./testing/outcomes.ts";

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

/** What the row keeps of the host (db/hosts/record.ts), for one turn a day. */
function store(host: HostState, day: Day, news: { outage?: unknown; up?: string | undefined }[]): HostState {
  const up = news.findLast((told) => told.up !== undefined)?.up;
  const fails = news.flatMap(({ outage }) => (outage ? [outage as NonNullable<HostState["outage"]>] : []));
  const last = fails.at(-1);
  const answers = up === undefined ? host.up : { day, origin: up };
  if (last === undefined || up !== undefined)
    return { ...host, up: answers, outage: up === undefined ? host.outage : null };
  const before = host.outage === null ? 0 : (host.outage.watched * 2 ** (day - host.outage.day)) % 2 ** 30;
  const watched = fails.some((told) => Boolean(told.watched)) ? before + 1 : before;
  return { ...host, up: answers, outage: { ...last, day, count: fails.length, watched } };
}

interface Life {
  readonly seed: number;
  readonly links: number;
  /** The links' slices are swept on so many different days. */
  readonly sweepDays: number;
  readonly away: Away;
  readonly failure: NetworkFailure;
}

/** How many links were called unreachable, by the day on which they first were; and how many questions were asked. */
function live({ seed, links, sweepDays, away, failure }: Life) {
  const random = dice(seed).unit;
  let host = {
    id: 1,
    name: "host.zz",
    traits: [],
    inherited: [],
    outage: null,
    up: null,
    site: "",
    robots: null,
    paceMs: 0,
    retryAtMs: null,
  } as unknown as HostState;
  const urls = Array.from({ length: links }, (_, n) => {
    const last = asDay(START + ((n % sweepDays) - PASS));
    const entry = { status: 1, http: 200, first: addDays(last, -252), last, deadEnd: false, checks: 10 };
    return {
      url: `https://host.zz/${n}` as NormalisedUrl,
      id: n,
      queried: last,
      sweep: START + (n % sweepDays),
      recheck: null,
      history: [entry],
      notes: [],
      mime: null,
      kib: null,
    } as unknown as DueUrl & { sweep: number; recheck: Day | null };
  });
  const told = new Map<number, number>();
  let asked = 0;
  for (let age = 0; age < DAYS; age++) {
    const day = asDay(START + age);
    const due = urls.filter(
      ({ sweep, recheck }) => (START + age - sweep) % PASS === 0 || (recheck !== null && recheck <= day),
    );
    const order = due
      .map((url) => [random(), url] as const)
      .sort(([a], [b]) => a - b)
      .map(([, url]) => url);
    let second = Math.floor(random() * 80_000);
    const outages = new HostOutage("all");
    outages.load(host, day);
    const news = [];
    for (const url of order) {
      const now = instantOfDay(day) + second * 1_000;
      const booked = outages.infer(url.url, day, (START + age - url.sweep) % PASS !== 0);
      let result = booked === null ? null : bookOutage(url, booked, now);
      if (booked === null) {
        asked += 1;
        const outcome = away(age, second) ? failed(failure) : answered(url.url, 200);
        const seen = interpret(outcome, url.url, now);
        const lesson = outages.learn(url.url, outcome, seen, day, order.length >= WATCHED_URLS_MIN);
        result = book(url, host, outcome, seen, now, lesson).result;
        news.push(lesson.news);
        second = Math.min(second + 1, 86_399);
      }
      if (result !== null)
        Object.assign(url, {
          history: result.history,
          notes: result.notes,
          recheck: result.recheck,
          queried: day,
        });
    }
    host = store(host, day, news);
    for (const { id, history, notes } of urls)
      if (
        history[0]?.status !== 1 &&
        !told.has(id) &&
        judge({ history, notes }, day).verdict === "unreachable"
      )
        told.set(id, age);
  }
  return { told, asked };
}

/**
 * Falsely called unreachable, of 10,000. Where half of all connections fail at random, a link on a day on which few others are
 * due is alone with its own failures (112 for a link that has its host for itself).
 */
const limit = (share: number, kind: unknown): number => (share === 0.5 && kind === atRandom ? 10 : 1);

describe("a host with many links that lets in only some (C5, Q9)", () => {
  const HOSTS = 12;
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
        }).told.size;
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
    "$failure, swept on $sweepDays days: told of all its links within six weeks, and seldom asked",
    ({ sweepDays, failure }) => {
      // It dies on the day after the sweeps' first.
      const { told, asked } = live({
        seed: 7,
        links: 700,
        sweepDays,
        away: (age) => age > sweepDays - 1,
        failure,
      });
      const inTime = [...told.values()].filter((age) => age <= sweepDays + 42).length;
      expect(inTime).toBeGreaterThanOrEqual(693);
      expect(asked).toBeLessThan(1_800);
    },
  );
});
