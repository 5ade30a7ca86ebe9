import { describe, expect, test } from "vitest";
import { asDay } from "../calendar/day.ts";
import { httpOfStatus, type Status } from "../status/table.ts";
import { fold } from "./fold.ts";
import { decodeHistory, encodeHistory } from "./pack.ts";
import type { Earlier, History } from "./types.ts";

type Look = readonly [day: number, byte: number];

const historyOf = (looks: readonly Look[]): History =>
  looks.reduce<History>((history, [day, byte]) => {
    const status = byte as Status;
    return fold(history, { status, http: httpOfStatus(status), deadEnd: false }, asDay(day));
  }, []);

/** Five entries that push out all that came before. */
const LATER: readonly Look[] = [
  [900, 2],
  [901, 64],
  [902, 1],
  [903, 64],
  [904, 1],
];
const leftOf = (looks: readonly Look[]) => historyOf([...looks, ...LATER]).at(-1)?.earlier;

describe("what is left of the entries that were pushed out", () => {
  test("is nothing while none was, and stands with the oldest alone", () => {
    expect(historyOf(LATER).some(({ earlier }) => earlier !== undefined)).toBe(false);
    const history = historyOf([[800, 18], ...LATER]);
    expect(history.map(({ earlier }) => earlier !== undefined)).toEqual([false, false, false, false, true]);
  });

  test.each<[string, readonly Look[], Partial<Earlier>]>([
    [
      "content, and how often it was seen",
      [
        [10, 40],
        [20, 1],
        [30, 1],
      ],
      { lastGood: asDay(30), lastAlive: asDay(30), goodChecks: 2 },
    ],
    [
      "a failing run that ended: whole weeks, first to last failure, first failure to content",
      [
        [100, 1],
        [110, 40],
        [125, 18],
        [131, 1],
      ],
      {
        failures: 1,
        failedWeeks: 2,
        longestOutageDays: 15,
        slowestRecoveryDays: 21,
        lastFailure: asDay(125),
        open: null,
      },
    ],
    [
      "a failing run that goes on",
      [
        [100, 1],
        [110, 40],
        [111, 18],
        [112, 18],
      ],
      {
        failures: 0,
        open: { first: asDay(110), checks: 3, goneChecks: 2 },
        lastFailure: asDay(112),
        lastAlive: asDay(100),
      },
    ],
    [
      "failures that nine weeks of refusals part are two runs, and nobody knows when the first ended",
      [
        [100, 40],
        [110, 17],
        [180, 40],
      ],
      {
        failures: 1,
        longestOutageDays: 0,
        walls: 1,
        open: { first: asDay(180), checks: 1, goneChecks: 0 },
      },
    ],
    [
      "a wall is a sign of life where it was met twice, and not amid a failing run",
      [
        [100, 1],
        [110, 17],
        [111, 17],
        [120, 64],
        [130, 36],
        [131, 36],
        [140, 40],
      ],
      { lastGood: asDay(100), lastAlive: asDay(111), walls: 3 },
    ],
  ])("%s", (_, looks, expected) => {
    expect(leftOf(looks)).toMatchObject(expected);
  });

  test("holds outages of any length, and survives packing", () => {
    const history = historyOf([[1, 1], [10, 40], [600, 40], [700, 1], ...LATER]);
    expect(history.at(-1)?.earlier).toMatchObject({
      longestOutageDays: 255,
      slowestRecoveryDays: 255,
      failedWeeks: 84,
    });
    expect(decodeHistory(encodeHistory(history))).toEqual({ kind: "history", history });
  });

  test("forgets failures after a year without one, when the next comes", () => {
    const flapping = [
      [10, 40],
      [20, 1],
      [30, 40],
      [70, 1],
    ] as const;
    expect(leftOf([...flapping, [395, 40], [396, 1]])).toMatchObject({
      failures: 3,
      longestOutageDays: 0,
      slowestRecoveryDays: 40,
    });
    expect(leftOf([...flapping, [396, 40], [397, 1]])).toMatchObject({
      failures: 1,
      failedWeeks: 0,
      slowestRecoveryDays: 1,
    });
  });

  test("saturates at a byte, and survives packing", () => {
    const looks = Array.from({ length: 1_400 }, (_, day): Look => [day, day % 2 === 0 ? 1 : 40]);
    const history = historyOf(looks);
    expect(history.at(-1)?.earlier).toMatchObject({ failures: 255, goodChecks: 255, slowestRecoveryDays: 1 });
    expect(decodeHistory(encodeHistory(history))).toEqual({ kind: "history", history });
  });
});
