import { describe, expect, test } from "vitest";
import { PACES, type Pace, tryOut } from "./trial.ts";
import type { BehaviourName } from "./trial-behaviours.ts";

const { own, ownEarly, four, three, triweekly, fortnightly, often, weekly, daily } = PACES;
const run = (behaviour: BehaviourName, pace: Pace, urls = 100) =>
  tryOut({ behaviour, pace, urls, seed: 3612 });

const UP_TO_TWO_WEEKS: readonly BehaviourName[] = [
  "steady",
  "answers 200, redirects and scheme changes in turn",
  "one failed look in 50",
  "outage of 1–7 days",
  "outage of 8–14 days",
  "outage of 1–14 days, another status each day",
  "domain lapses for 5–9 days",
  "fails 5 % of days",
  "walled always",
  "walled from a day on",
  "walled now and then",
  "walled by 403 429 999 503 406 418",
  "outage of 3–14 days behind a wall",
];
const PLAIN_DEATHS: readonly BehaviourName[] = [
  "dies: 404",
  "dies: 410",
  "dies: no domain",
  "dies: silence",
  "dies: one of 500 502 503",
  "dies: 404, 410, no domain",
  "dies: 503, silence, no domain",
  "dies: moved, then 404",
  "dies: 404 after a time of refusals",
  "dead from the first",
];

describe.each([own, ownEarly, weekly])("a hostile year, checked $name", (pace) => {
  test.each(UP_TO_TWO_WEEKS)("%s: never told falsely", (behaviour) => {
    const { days, falseEver } = run(behaviour, pace);
    expect(days).toBeGreaterThan(20_000);
    expect(falseEver).toBe(0);
  });
  test.each(PLAIN_DEATHS)("%s: told six weeks after", (behaviour) => {
    const { deaths, told, falseDays } = run(behaviour, pace);
    expect(deaths).toBe(100);
    expect(told / deaths).toBeGreaterThanOrEqual(0.99);
    expect(falseDays).toBe(0);
  });
});

/** Five entries alone hold five looks of them (M6): of these deaths one in 1,000 was told where looks are daily. */
describe.each([own, fortnightly, weekly, daily])(
  "a death with another answer at each look, $name",
  (pace) => {
    test.each<BehaviourName>(["dies: 500 502 503 in turn", "dies: 404, 404, silence, 503 by chance"])(
      "%s: told six weeks after",
      (behaviour) => {
        const { deaths, told, falseDays } = run(behaviour, pace, 40);
        expect(told / deaths).toBeGreaterThanOrEqual(0.97);
        expect(falseDays).toBe(0);
      },
    );
  },
);

describe.each([triweekly, fortnightly, often])("where checks are frequent, $name", (pace) => {
  test("an outage of three weeks is told on one day in 1,000 of such URLs at most", () => {
    const { falseDays, days } = run("outage of 15–21 days", pace);
    expect(falseDays / days).toBeLessThan(1 / 1_000);
  });
  test("nine deaths in ten are told after two outages", () => {
    const { told, deaths } = run("dies after two outages", pace);
    expect(told / deaths).toBeGreaterThan(0.9);
  });
});

/** Both cannot be had (docs/rules.md): these say which is given up, and how much of it. */
describe("where two goals contradict each other", () => {
  test("no look on the 14th day: deaths are told, and some outages of more than a week falsely", () => {
    const death = run("dies: silence", three);
    expect(death.told / death.deaths).toBeGreaterThanOrEqual(0.99);
    const { falseDays, falseLooks, days } = run("outage of 8–14 days", three);
    expect(falseLooks).toBe(0);
    expect(falseDays / days).toBeLessThan(1 / 100);
    expect(falseDays).toBeGreaterThan(0);
  });
  test("a wall that says 503 as well, or a dead server behind one: doubtful", () => {
    const { falseDays, days } = run("walled by 403 and 503", own);
    expect(falseDays / days).toBeLessThan(1 / 500);
  });
  test("a wall that says 404 in one look of four: doubtful, however long it stands", () => {
    const { falseDays, days } = run("walled by 403, and by 404 in one look of four", weekly);
    expect(falseDays / days).toBeLessThan(1 / 200);
  });
  test("a URL that fails on every other day is told on fewer than one day in 50", () => {
    const { falseDays, days } = run("fails 50 %, another status each day", own);
    expect(falseDays / days).toBeLessThan(1 / 50);
  });
});

/** Days of an answer that is not true any more: only another look can end them. */
describe("looks that go on beside the sweeps, compared with four in the first two weeks", () => {
  const wrongDays = (behaviour: BehaviourName, pace: Pace) => {
    const { falseDays, falseLooks } = run(behaviour, pace);
    expect(behaviour.startsWith("back") ? falseLooks : 0).toBe(0);
    return falseDays;
  };
  test.each<[BehaviourName, number]>([
    ["back after 1–2 months", 0.6],
    ["outage of 15–21 days", 0.6],
    ["outage of 22–30 days", 0.8],
  ])("%s: told falsely on at most so large a share of the days", (behaviour, share) => {
    expect(wrongDays(behaviour, own)).toBeLessThan(wrongDays(behaviour, four) * share);
  });
});
