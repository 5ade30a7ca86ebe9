import { expect, test } from "vitest";
import { asDay } from "../calendar/day.ts";
import type { History } from "../history/types.ts";
import { statusOfHttp } from "../status/table.ts";
import { type Risk, riskRank, risksOf } from "./risk.ts";

const run = (http: number, first: number, last: number) => ({
  status: statusOfHttp(http),
  http,
  first: asDay(first),
  last: asDay(last),
  deadEnd: false,
  checks: 5,
});
const STEADY: History = [run(200, 3_000, 3_600)];
const BACK: History = [run(200, 3_500, 3_600), run(404, 3_400, 3_450), run(200, 3_000, 3_350)];

test.each([
  ["a steady link of a site that is well", STEADY, { working: 100, broken: 2 }, false, []],
  ["of a site that loses links", STEADY, { working: 20, broken: 3 }, false, ["losing"]],
  ["of a large site with some broken ones", STEADY, { working: 100, broken: 9 }, false, []],
  ["of a relaunched site", STEADY, { working: 10, broken: 60 }, true, ["relaunch", "losing"]],
  ["one that was away", BACK, { working: 5, broken: 0 }, false, ["unsteady"]],
  ["never checked", [], { working: 5, broken: 0 }, false, []],
] as const)("risks: %s", (_, history, site, relaunched, risks) =>
  expect(risksOf(history, site, relaunched)).toEqual(risks),
);

test("a greater risk outweighs lesser ones", () => {
  const all: Risk[][] = [
    [],
    ["unsteady"],
    ["losing"],
    ["losing", "unsteady"],
    ["relaunch"],
    ["relaunch", "unsteady"],
  ];
  expect(all.toSorted((a, b) => riskRank(a) - riskRank(b))).toEqual(all);
});
