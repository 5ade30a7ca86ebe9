import { expect, test } from "vitest";
import { addDays, asDay } from "../calendar/day.ts";
import { FINE, NOT_FOUND, statusOfHttp } from "../status/table.ts";
import { judge } from "../verdict/judge.ts";
import { historyAsOf } from "./as-of.ts";
import { fold } from "./fold.ts";
import { decodeHistory, encodeHistory } from "./pack.ts";
import type { History } from "./types.ts";

const TODAY = asDay(3_600);
const observed = (days: readonly (readonly [day: number, status: typeof FINE])[]): History =>
  days.reduce<History>(
    (history, [day, status]) => fold(history, { status, http: null, deadEnd: false }, addDays(TODAY, day)),
    [],
  );
const brief = (history: History) =>
  history.map(({ status, first, last, checks }) => [status, first - TODAY, last - TODAY, checks]);

test.each<[string, Parameters<typeof observed>[0], ReturnType<typeof brief>]>([
  [
    "of today and before is as it was",
    [
      [-9, FINE],
      [0, NOT_FOUND],
    ],
    [
      [18, 0, 0, 1],
      [1, -9, -9, 1],
    ],
  ],
  [
    "runs that begin after today go",
    [
      [-9, FINE],
      [1, NOT_FOUND],
      [4, FINE],
    ],
    [[1, -9, -9, 1]],
  ],
  [
    "a run that goes on began as a second failure of its day, which counts for the one before",
    [
      [-9, NOT_FOUND],
      [-5, NOT_FOUND],
      [-5, statusOfHttp(503)],
      [4, statusOfHttp(503)],
    ],
    [
      [statusOfHttp(503), -5, -5, 0],
      [NOT_FOUND, -9, -5, 2],
    ],
  ],
  ["made of the future alone is empty", [[1, NOT_FOUND]], []],
  [
    "a run amid which today lies keeps the checks that were due by then",
    [
      [-20, FINE],
      [-10, FINE],
      [10, FINE],
      [20, FINE],
    ],
    [[1, -20, -7, 2]],
  ],
  [
    "a failure of today that went on in the future is one check of today",
    [
      [0, NOT_FOUND],
      [30, NOT_FOUND],
      [60, NOT_FOUND],
    ],
    [[18, 0, 0, 1]],
  ],
])("a history %s", (_, days, left) => {
  const cut = historyAsOf(observed(days), TODAY);
  expect(brief(cut)).toEqual(left);
  expect(historyAsOf(cut, TODAY)).toEqual(cut);
  expect(decodeHistory(encodeHistory(cut))).toEqual({ kind: "history", history: cut });
});

const run = (http: number, first: number, last: number, checks: number) => ({
  status: statusOfHttp(http),
  http,
  first: asDay(first),
  last: asDay(last),
  deadEnd: false,
  checks,
});
const HISTORY: History = [run(404, 3_500, 3_600, 11), run(200, 3_300, 3_480, 7)];

test.each<[number, History]>([
  [3_299, []],
  [3_300, [run(200, 3_300, 3_300, 1)]],
  [3_490, [run(200, 3_300, 3_480, 7)]],
  [3_500, [run(404, 3_500, 3_500, 1), run(200, 3_300, 3_480, 7)]],
  [3_550, [run(404, 3_500, 3_550, 6), run(200, 3_300, 3_480, 7)]],
  [3_600, HISTORY],
  [3_700, HISTORY],
])("a history as of day %s", (day, expected) => {
  expect(historyAsOf(HISTORY, asDay(day))).toEqual(expected);
});

test("a link that is dead today was working, then doubtful, then dead", () => {
  const verdicts = [3_400, 3_505, 3_600].map((day) => {
    const history = historyAsOf(HISTORY, asDay(day));
    return judge({ history, notes: [] }, asDay(day)).verdict;
  });
  expect(verdicts).toEqual(["working", "doubtful", "unreachable"]);
});
