import { expect, test } from "vitest";
import { asDay } from "../../shared/calendar/day.ts";
import type { NetworkFailure } from "../../shared/status/network-failure.ts";
import { NETWORK } from "../../shared/status/table.ts";
import { splitUrl } from "../../shared/url/parts.ts";
import type { HostName, NormalisedUrl } from "../../shared/url/types.ts";
import { failureOf, PAGE } from "../check/testing/fake-transport.ts";
import { interpret } from "../classify/interpret.ts";
import type { Outcome } from "../classify/outcome.ts";
import { HostOutage } from "./host-outage.ts";
import { HostState } from "./host-state.ts";
import { LIST_PACE } from "./rate-limiter.ts";

const TODAY = asDay(3_600);
const page = (path: string | number) => `http://silent.zz/${path}` as NormalisedUrl;
const OTHER = page("other");
const failure = (name: NetworkFailure): Outcome => failureOf(name, 58_000);
const answer: Outcome = {
  kind: "answer",
  chain: [{ ...PAGE, url: OTHER, method: "HEAD", address: "192.0.2.1" }],
  end: "final",
  neededGet: false,
  tls: null,
  tlsFallback: null,
  ms: 1,
};
const repeat = <T>(count: number, item: T): T[] => Array.from({ length: count }, () => item);
const timeout = failure("timeout");

const learn = (outage: HostOutage, url: NormalisedUrl, outcome: Outcome) =>
  outage.learn(url, outcome, interpret(outcome, url, 0), TODAY, false);

/** A list's, after these, each of a URL of its own. */
function after(outcomes: readonly Outcome[]): HostOutage {
  const outage = new HostOutage("silence");
  for (const [n, outcome] of outcomes.entries()) learn(outage, page(n), outcome);
  return outage;
}

test.each<[string, readonly Outcome[], number | null]>([
  ["two silences", repeat(2, timeout), null],
  ["three", repeat(3, timeout), 3],
  ["four connections that were never made", repeat(4, failure("connect-timeout")), null],
  ["five", repeat(5, failure("connect-timeout")), 5],
  ["an answer among them", [...repeat(2, timeout), answer, timeout], null],
  ["failures that cost no time", repeat(9, failure("reset")), null],
  [
    "somebody who refuses a connection is there",
    [...repeat(2, timeout), failure("connect-refused"), timeout],
    null,
  ],
  [
    "what was not tried says nothing",
    [timeout, { kind: "not-tried", reason: "own-outage" }, timeout, timeout],
    3,
  ],
  [
    "nor does a redirect that led to silence",
    [...repeat(9, { ...timeout, chain: [answer.chain[0]] } as Outcome)],
    null,
  ],
])("in a list, %s", (_, outcomes, count) => {
  const outage = after(outcomes);
  expect(outage.infer(OTHER, TODAY)?.count ?? null).toBe(count);
  for (const elsewhere of ["https://silent.zz/", "http://silent.zz:8080/"])
    expect(outage.infer(elsewhere as NormalisedUrl, TODAY)).toBeNull();
});

test("of a host that answers, ten silences in a row are needed, and nothing is said of the others, until it answers", () => {
  const outage = after([answer, ...repeat(9, timeout)]);
  expect(outage.infer(OTHER, TODAY)).toBeNull();
  learn(outage, page("tenth"), timeout);
  expect(outage.infer(OTHER, TODAY)).toMatchObject({ isUp: true });
  learn(outage, page("good"), answer);
  expect(outage.infer(OTHER, TODAY)).toBeNull();
});

test("one URL counts once, and learns only what others met", () => {
  const outage = after([]);
  for (let time = 0; time < 9; time++) learn(outage, page("slow"), timeout);
  expect(outage.infer(OTHER, TODAY)).toBeNull();
  learn(outage, page(1), timeout);
  learn(outage, page(2), timeout);
  expect(outage.infer(page("slow"), TODAY)).toBeNull();
  expect(outage.infer(OTHER, TODAY)).toMatchObject({ count: 3 });
});

test("one is asked all the same after a hundred, and a thousand; the next pass begins unbiased", () => {
  const outage = new HostOutage("all");
  for (let n = 0; n < 3; n++) learn(outage, page(n), timeout);
  const askedAfter: number[] = [];
  for (let inferred = 0; inferred < 2_000; )
    if (outage.infer(OTHER, TODAY) === null) {
      askedAfter.push(inferred);
      learn(outage, page(`again-${inferred}`), timeout);
    } else inferred += 1;
  expect(askedAfter).toEqual([100, 1_000]);
  expect(outage.infer(OTHER, asDay(TODAY + 1))).toBeNull();
});

test("each row that an answer ended makes the next one harder to believe", () => {
  const outage = new HostOutage("all");
  const rowOf = (count: number) => {
    for (let n = 0; n < count; n++) learn(outage, page(`row-${n}`), timeout);
    return outage.infer(OTHER, TODAY) !== null;
  };
  expect(rowOf(3)).toBe(true);
  learn(outage, page("good"), answer);
  expect(rowOf(5)).toBe(false);
  expect(rowOf(6)).toBe(true);
});

test("what others stored of today holds, what of yesterday does not, and what was seen here is newer", () => {
  const sign = { rule: "no-answer", scope: "http:0", status: NETWORK, http: null } as const;
  const stored = (day: number) => ({
    outage: { ...sign, day: asDay(day), count: 3 },
    watched: {},
    up: null,
  });
  const fresh = new HostOutage("all");
  fresh.load(stored(TODAY - 1), TODAY);
  expect(fresh.infer(OTHER, TODAY)).toBeNull();
  fresh.load(stored(TODAY), TODAY);
  expect(fresh.infer(OTHER, TODAY)).toMatchObject({ status: 64, count: 3, counts: false });
  const up = new HostOutage("all");
  learn(up, page(1), answer);
  up.load(stored(TODAY), TODAY);
  expect(up.infer(OTHER, TODAY)).toBeNull();
  // The next answer takes it back for the others, too; once.
  expect(learn(up, page(2), answer).news).toMatchObject({ outage: null });
  expect(learn(up, page(3), answer).news).toEqual({});
});

test("a robots.txt that was read is an answer of its scheme and port for a list; a sweep goes by links alone", () => {
  const state = (signs: "silence" | "all", robots: string | null) => {
    const clock = { now: () => 0, today: () => TODAY };
    const host = new HostState("silent.zz" as HostName, { pace: LIST_PACE, signs, clock });
    host.storeRobots({ ...splitUrl(OTHER), path: "/robots.txt" }, robots);
    for (let n = 0; n < 3; n++) learn(host.outage, page(n), timeout);
    return host;
  };
  expect(state("silence", "").inferredOutcome(OTHER, false)).toBeNull();
  expect(state("silence", null).inferredOutcome(OTHER, false)).toMatchObject({ kind: "failure" });
  expect(state("all", "").outage.infer(OTHER, TODAY)).toMatchObject({ isUp: false, count: 3 });
  const answers = state("silence", "");
  for (let n = 3; n < 10; n++) learn(answers.outage, page(n), timeout);
  expect(answers.inferredOutcome(OTHER, false)).toEqual({ kind: "not-tried", reason: "host-slow" });
});

test("where robots.txt is silent too, one silent URL of a list is enough, and the next is asked after 1,000", () => {
  const clock = { now: () => 0, today: () => TODAY };
  const host = new HostState("silent.zz" as HostName, { pace: LIST_PACE, signs: "silence", clock });
  host.storeRobots({ ...splitUrl(OTHER), path: "/robots.txt" }, null);
  expect(host.inferredOutcome(OTHER, false)).toBeNull();
  learn(host.outage, page(0), timeout);
  for (let n = 0; n < 1_000; n++)
    expect(host.inferredOutcome(page(`other-${n}`), false)).toMatchObject({ kind: "failure", asOthers: 1 });
  expect(host.inferredOutcome(OTHER, false)).toBeNull();
  const elsewhere = "https://silent.zz/" as NormalisedUrl;
  expect(host.inferredOutcome(elsewhere, false)).toBeNull();
});

test("what a URL of a list gets says that it was not asked", () => {
  const state = new HostState("silent.zz" as HostName, {
    pace: LIST_PACE,
    signs: "silence",
    clock: { now: () => 0, today: () => TODAY },
  });
  expect(state.inferredOutcome(OTHER, false)).toBeNull();
  for (let n = 0; n < 3; n++) learn(state.outage, page(n), timeout);
  const inferred = state.inferredOutcome(OTHER, false);
  expect(inferred === null ? null : interpret(inferred, OTHER, 0)).toMatchObject({
    status: 64,
    rule: "host-away",
    error: "not asked, as 3 other URLs of the host in a row got: no answer within the time limit",
    traits: [],
  });
});
