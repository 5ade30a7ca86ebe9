import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { asDay } from "../calendar/day.ts";
import { fold } from "../history/fold.ts";
import type { History } from "../history/types.ts";
import { httpOfStatus, type Status } from "../status/table.ts";
import { judge } from "./judge.ts";

type Look = readonly [day: number, byte: number];

const historyOf = (looks: readonly Look[]): History =>
  looks.reduce<History>((history, [day, byte]) => {
    const status = byte as Status;
    return fold(history, { status, http: httpOfStatus(status), deadEnd: false }, asDay(day));
  }, []);

/** On the day of the last look. */
const toldOf = (looks: readonly Look[]) =>
  judge({ history: historyOf(looks), notes: [] }, asDay(looks.at(-1)?.[0] ?? 0));

/** Every so many days, with these answers by turns. */
const inTurn = (from: number, count: number, every: number, bytes: readonly number[]): Look[] =>
  Array.from({ length: count }, (_, at) => [from + every * at, bytes[at % bytes.length] ?? 0] as const);

describe("refusals that five entries no longer hold", () => {
  const failing = (count: number) => inTurn(84, count, 28, [64, 40]);

  test("are forgotten once the content was seen, whatever the answers since", () => {
    const once: Look[] = [
      [0, 1],
      [28, 17],
      [56, 1],
    ];
    for (const count of [4, 5, 6, 7, 20, 65])
      expect(toldOf([...once, ...failing(count)])).toMatchObject({ verdict: "unreachable", checks: count });
    const often: Look[] = [
      [0, 1],
      [10, 17],
      [20, 1],
      [28, 17],
      [56, 1],
    ];
    expect(toldOf([...often, ...failing(6)])).toMatchObject({ verdict: "unreachable", checks: 6 });
  });

  test("hold for twenty looks where it was not, also those that were pushed out", () => {
    const walled: Look[] = [
      [0, 1],
      [28, 17],
      [56, 17],
    ];
    expect(toldOf([...walled, ...failing(7)])).toMatchObject({ rule: "walled", checks: 7 });
    expect(toldOf([...walled, ...failing(19)])).toMatchObject({ rule: "walled", checks: 19 });
    expect(toldOf([...walled, ...failing(20)])).toMatchObject({ verdict: "unreachable", checks: 20 });
  });

  test("and for 24 weeks", () => {
    const daily = (count: number) => toldOf([[0, 1], [28, 17], ...inTurn(84, count, 1, [64, 40])]);
    expect(daily(168)).toMatchObject({ rule: "walled" });
    expect(daily(169)).toMatchObject({ verdict: "unreachable", since: 84 });
  });

  test("amid the failures count as if they stood evenly among them", () => {
    const looks: Look[] = [[0, 1], ...inTurn(28, 10, 28, [64, 40]), [308, 17]];
    expect(toldOf([...looks, ...inTurn(336, 14, 28, [64, 40])])).toMatchObject({ rule: "walled" });
    expect(toldOf([...looks, ...inTurn(336, 30, 28, [64, 40])])).toMatchObject({
      verdict: "unreachable",
      checks: 40,
    });
  });
});

test("a wall of more than nine weeks between two failing runs is a sign of life before the younger one", () => {
  const looks: Look[] = [
    ...inTurn(20, 11, 28, [1]),
    [328, 64],
    [330, 17],
    [350, 17],
    [380, 17],
    [410, 17],
    ...inTurn(420, 6, 3, [18, 66]),
  ];
  expect(toldOf(looks)).toMatchObject({ rule: "failing-lately", since: 420, last: 435 });
  expect(toldOf([...looks, ...inTurn(438, 7, 3, [18, 66])])).toMatchObject({
    verdict: "unreachable",
    since: 420,
  });
});

test("what failed and worked on the day of another failure has not failed ever since", () => {
  const looks: Look[] = [
    [8, 18],
    [9, 18],
    [38, 18],
    [39, 1],
  ];
  expect(toldOf(looks).verdict).toBe("working");
  expect(toldOf([...looks, [39, 18]])).toMatchObject({ rule: "failing-lately", since: 39, checks: 1 });
  expect(toldOf([...looks, [39, 18], [46, 18]])).toMatchObject({
    rule: "failing-lately",
    since: 39,
    checks: 2,
  });
});

describe("failures of long ago", () => {
  /** Fails at every second look until day 644, and then no more until it dies. */
  const flapped: Look[] = inTurn(0, 24, 28, [1, 40]);
  const died = (past: readonly Look[], from: number) =>
    inTurn(from, 12, 7, [40, 64, 67]).map(
      (_, at, looks) => toldOf([...past, ...looks.slice(0, at + 1)]).verdict,
    );
  const DOUBTFUL_FOR_THREE = [...Array(3).fill("doubtful"), ...Array(9).fill("unreachable")];

  test("are none once the content was seen for more than a year", () => {
    expect(died([...flapped, ...inTurn(672, 66, 28, [1])], 2520)).toEqual(DOUBTFUL_FOR_THREE);
  });

  test("… also where the good looks are many entries", () => {
    expect(died([...flapped, ...inTurn(672, 66, 28, [1, 8])], 2520)).toEqual(DOUBTFUL_FOR_THREE);
  });

  test("… but count within the year", () => {
    expect(died([...flapped, ...inTurn(672, 6, 28, [1, 8])], 840).slice(0, 8)).not.toContain("unreachable");
  });
});

test("one more failure within nine weeks of the last never takes back that a link is unreachable", () => {
  const step = fc.tuple(
    fc.constantFrom(1, 1, 3, 7, 14, 28, 30),
    fc.constantFrom(1, 1, 18, 17, 40, 40, 64, 67, 26),
  );
  fc.assert(
    fc.property(fc.array(step, { minLength: 4, maxLength: 30 }), (steps) => {
      let day = 0;
      let before = "";
      let history: History = [];
      for (const [gap, byte] of steps) {
        day += gap;
        const status = byte as Status;
        history = fold(history, { status, http: httpOfStatus(status), deadEnd: false }, asDay(day));
        const { verdict } = judge({ history, notes: [] }, asDay(day));
        if ([18, 40, 64, 67].includes(byte) && before === "unreachable") expect(verdict).toBe("unreachable");
        before = verdict;
      }
    }),
    { numRuns: 3_000 },
  );
});
