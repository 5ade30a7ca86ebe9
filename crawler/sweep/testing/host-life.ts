import { withWatched } from "../../../db/hosts/outage.ts";
import type { DueUrl, HostRecord } from "../../../db/types.ts";
import { asDay, type Day, instantOfDay } from "../../../shared/calendar/day.ts";
import type { History } from "../../../shared/history/types.ts";
import type { NormalisedUrl } from "../../../shared/url/types.ts";
import { judge } from "../../../shared/verdict/judge.ts";
import { interpret } from "../../classify/interpret.ts";
import { originOf, WATCHED_URLS_MIN } from "../../classify/outage.ts";
import type { Outcome } from "../../classify/outcome.ts";
import { HostOutage, type OutageUpdate } from "../../politeness/host-outage.ts";
import { resultOfCheck, resultOfOutage } from "../../record/result.ts";
import { dice } from "../../sample/verdicts/testing/dice.ts";

const PASS = 28;

export interface SimulatedLink {
  readonly url: NormalisedUrl;
  /** Day of the first sweep within the simulation; the others follow every four weeks. */
  readonly sweep: Day;
  readonly history: History;
}

export interface SimulatedHost {
  readonly seed: number;
  readonly links: readonly SimulatedLink[];
  readonly from: Day;
  readonly days: number;
  /** What a check of a link observes at that moment. */
  readonly check: (url: NormalisedUrl, day: Day, secondOfDay: number) => Outcome;
}

interface SimulatedDue extends DueUrl {
  readonly sweep: Day;
  recheck: Day | null;
}

const isSwept = ({ sweep }: SimulatedDue, day: Day): boolean => day >= sweep && (day - sweep) % PASS === 0;

/** What the row keeps of the host (db/hosts/record.ts), written once a day. */
function store(host: HostRecord, day: Day, news: readonly OutageUpdate[]): HostRecord {
  let { outage, up, watched } = host;
  for (const one of news) {
    if (one.up !== undefined) up = { day, origin: one.up };
    if (one.outage !== undefined) outage = one.outage === null ? null : { ...one.outage, day };
    if (one.watched !== undefined) watched = withWatched(watched, one.watched, day);
  }
  return { ...host, outage, up, watched };
}

/** One day of sweeps and rechecks at the host; answers its row and how many links were asked. */
function liveDay(
  host: HostRecord,
  urls: readonly SimulatedDue[],
  day: Day,
  life: SimulatedHost,
  random: () => number,
) {
  const due = urls
    .filter((url) => isSwept(url, day) || (url.recheck !== null && url.recheck <= day))
    .map((url) => [random(), url] as const)
    .sort(([a], [b]) => a - b)
    .map(([, url]) => url);
  let second = Math.floor(random() * 80_000);
  const outages = new HostOutage("all");
  outages.load(host, day);
  const news: OutageUpdate[] = [];
  for (const url of due) {
    const now = instantOfDay(day) + second * 1_000;
    const inferred = outages.infer(url.url, day, !isSwept(url, day));
    let result = inferred === null ? null : resultOfOutage(url, inferred, now);
    if (inferred === null) {
      const outcome = life.check(url.url, day, second);
      const seen = interpret(outcome, url.url, now);
      const lesson = outages.learn(
        url.url,
        outcome,
        seen,
        day,
        due.filter((one) => originOf(one.url) === originOf(url.url)).length >= WATCHED_URLS_MIN,
      );
      result = resultOfCheck(url, host, outcome, seen, now, lesson).result;
      news.push(lesson.news);
      second = Math.min(second + 1, 86_399);
    }
    if (result === null) continue;
    const { history, notes, recheck } = result;
    Object.assign(url, { history, notes, recheck, queried: day });
  }
  return { host: store(host, day, news), asked: news.length };
}

/** The links that were called unreachable, with the first day of that; and how many questions were asked. */
export function simulateHost(life: SimulatedHost): {
  readonly unreachable: ReadonlyMap<NormalisedUrl, Day>;
  readonly asked: number;
} {
  const random = dice(life.seed).unit;
  let host = {
    id: 1,
    name: "host.zz",
    traits: [],
    inherited: [],
    outage: null,
    up: null,
    watched: {},
    site: "",
    robots: null,
    paceMs: 0,
    retryAtMs: null,
  } as unknown as HostRecord;
  const urls = life.links.map(({ url, sweep, history }, id) => {
    const queried = history[0]?.last ?? null;
    const known = { url, id, queried, sweep, recheck: null, history, notes: [], mime: null, kib: null };
    return known as unknown as SimulatedDue;
  });
  const unreachable = new Map<NormalisedUrl, Day>();
  let asked = 0;
  for (let age = 0; age < life.days; age++) {
    const day = asDay(life.from + age);
    const lived = liveDay(host, urls, day, life, random);
    host = lived.host;
    asked += lived.asked;
    for (const { url, history, notes } of urls)
      if (
        history[0]?.status !== 1 &&
        !unreachable.has(url) &&
        judge({ history, notes }, day).verdict === "unreachable"
      )
        unreachable.set(url, day);
  }
  return { unreachable, asked };
}
