import { expect, test } from "vitest";
import { asDay } from "../calendar/day.ts";
import { statusOfHttp } from "../status/table.ts";
import { judge } from "../verdict/judge.ts";
import type { History } from "./types.ts";
import { historyUntil } from "./until.ts";

const run = (http: number, first: number, last: number, checks: number) => ({
  status: statusOfHttp(http),
  http,
  first: asDay(first),
  last: asDay(last),
  deadEnd: false,
  checks,
});
const HISTORY: History = [run(404, 3_500, 3_600, 11), run(200, 3_300, 3_480, 7)];

test.each([
  [3_299, []],
  [3_300, [run(200, 3_300, 3_300, 1)]],
  [3_490, [run(200, 3_300, 3_480, 7)]],
  [3_500, [run(404, 3_500, 3_500, 1), run(200, 3_300, 3_480, 7)]],
  [3_550, [run(404, 3_500, 3_550, 6), run(200, 3_300, 3_480, 7)]],
  [3_600, HISTORY],
  [3_700, HISTORY],
])("on day %s", (day, expected) => {
  expect(historyUntil(HISTORY, asDay(day))).toEqual(expected);
});

test("a link that is dead today was working, then doubtful, then dead", () => {
  const verdicts = [3_400, 3_505, 3_600].map((day) => {
    const history = historyUntil(HISTORY, asDay(day));
    return judge({ history, notes: [] }, asDay(day)).verdict;
  });
  expect(verdicts).toEqual(["working", "doubtful", "unreachable"]);
});
