import { expect, test } from "vitest";
import type { DueUrl, HostRecord } from "../../db/types.ts";
import { addDays, asDay, type Day, daysBetween, instantOfDay } from "../../shared/calendar/day.ts";
import { fold } from "../../shared/history/fold.ts";
import type { History } from "../../shared/history/types.ts";
import { statusOfHttp } from "../../shared/status/table.ts";
import type { NormalisedUrl } from "../../shared/url/types.ts";
import { judge } from "../../shared/verdict/judge.ts";
import { interpret } from "../classify/interpret.ts";
import { answered, exchange } from "../classify/testing/outcomes.ts";
import { resultOfCheck } from "./result.ts";

const URL_ = "https://a.zz/x" as NormalisedUrl;
const BEGAN = asDay(3_000);
const HOST = {
  id: 1,
  name: "a.zz",
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

const observed = (numbers: readonly [http: number, day: number][]): History =>
  numbers.reduce<History>(
    (history, [http, day]) =>
      fold(history, { status: statusOfHttp(http), http, deadEnd: false }, asDay(BEGAN + day)),
    [],
  );

/** The days on which the verdict of a link changes, in half a year of sweeps and rechecks, with or without somebody who asks every day. */
function turns(before: History, httpOn: (day: Day) => number, sweptOn: number, isAsked: boolean) {
  const known = { url: URL_, id: 1, notes: [], mime: null, kib: null, flags: [] };
  let due = { ...known, history: before, queried: before[0]?.last ?? null } as unknown as DueUrl;
  let recheck: Day | null = null;
  const verdicts: string[] = [];
  for (let age = 0; age < 180; age++) {
    const day = addDays(BEGAN, age);
    const isSwept = age % 28 === sweptOn;
    const isDue = isSwept || (recheck !== null && recheck <= day);
    if (isDue || (isAsked && recheck !== null)) {
      const outcome = answered([exchange(httpOn(day), { url: URL_ })]);
      const now = instantOfDay(day) + 3_600_000;
      const lesson = isDue ? {} : { asked: { isDue: false, recheck } };
      const { result } = resultOfCheck(due, HOST, outcome, interpret(outcome, URL_, now), now, lesson);
      if (result === null) throw new Error("nothing was observed");
      if (!isDue) expect(result.change).not.toBeNull();
      recheck = result.recheck;
      due = { ...due, history: result.history, notes: result.notes, queried: day };
    }
    verdicts.push(judge(due, day).verdict);
  }
  return verdicts.flatMap((verdict, age) => (verdict === verdicts[age - 1] ? [] : [`${age} ${verdict}`]));
}

const GOOD = observed([
  [200, -300],
  [200, -28],
]);
const FLAPPING = observed([
  [200, -300],
  [503, -200],
  [200, -190],
  [404, -100],
  [200, -28],
]);

/** H5: asking is no means to have a link called dead, or to keep it from that. */
test.each<[string, History, (day: Day) => number]>([
  ["it is gone", GOOD, () => 404],
  ["it was never seen working", [], () => 404],
  ["it fails in several ways", GOOD, (day) => (day % 3 === 0 ? 503 : 404)],
  ["its server fails", GOOD, () => 500],
  ["it came back before", FLAPPING, () => 503],
])(
  "a person who asks every day for checks of a failing link changes no day of its verdict: %s",
  (_, before, httpOn) => {
    for (const sweptOn of [0, 5, 13, 27]) {
      const quiet = turns(before, httpOn, sweptOn, false);
      expect(quiet.length).toBeGreaterThan(1);
      expect(turns(before, httpOn, sweptOn, true)).toEqual(quiet);
    }
  },
);

test("a check that was asked for dates the run, and counts where the link turned or a check was due", () => {
  const day = asDay(BEGAN + 5);
  const history = observed([
    [200, -20],
    [404, 0],
    [404, 1],
    [404, 3],
  ]);
  const due = { url: URL_, id: 1, notes: [], mime: null, kib: null, flags: [], history, queried: BEGAN };
  const seen = (http: number, isDue: boolean) => {
    const outcome = answered([exchange(http, { url: URL_ })]);
    const now = instantOfDay(day) + 3_600_000;
    const asked = { isDue, recheck: asDay(BEGAN + 7) };
    const read = interpret(outcome, URL_, now);
    return resultOfCheck(due as unknown as DueUrl, HOST, outcome, read, now, { asked }).result;
  };
  const short = (http: number, isDue: boolean) => {
    const { history: [newest] = [], recheck, change } = seen(http, isDue) ?? {};
    return [newest?.checks, newest && daysBetween(BEGAN, newest.last), recheck, change?.news];
  };
  expect(short(404, false)).toEqual([3, 5, BEGAN + 7, ["asked"]]);
  expect(short(404, true)).toEqual([4, 5, BEGAN + 7, ["asked"]]);
  expect(short(200, false)).toEqual([1, 5, null, ["verdict", "status"]]);
});
