import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addDays, asDay, type Day } from "../calendar/day.ts";
import { fold } from "../history/fold.ts";
import type { History } from "../history/types.ts";
import type { Note } from "../status/note.ts";
import { httpOfStatus, type Status } from "../status/table.ts";
import { judge } from "./judge.ts";
import { nextVerdictChange } from "./next-change.ts";

const look = (byte: number, extra: object = {}) => {
  const status = byte as Status;
  return { status, http: httpOfStatus(status), deadEnd: false, ...extra };
};

describe("the day on which a verdict changes by itself", () => {
  test.each<[string, readonly (readonly [day: number, byte: number])[], number, number | null]>([
    ["never checked", [], 5, null],
    ["working", [[0, 1]], 5, null],
    [
      "one failure: needs more checks, not more days",
      [
        [0, 1],
        [28, 18],
      ],
      30,
      null,
    ],
    [
      "404 after a month, last looked at on the seventh day: six weeks after it worked",
      [
        [0, 1],
        [20, 18],
        [21, 18],
        [23, 18],
        [27, 18],
      ],
      27,
      42,
    ],
    [
      "the same where nobody had looked for weeks: five weeks after it worked, two after it failed",
      [
        [0, 1],
        [28, 18],
        [29, 18],
        [31, 18],
        [35, 18],
      ],
      35,
      42,
    ],
    [
      "503 where it worked for a year: fifteen days after it failed",
      [
        ...Array.from({ length: 12 }, (_, month) => [28 * month, 1] as const),
        [336, 40],
        [337, 40],
        [339, 40],
        [343, 40],
      ],
      343,
      351,
    ],
    [
      "unreachable stays so",
      [
        [0, 1],
        [28, 18],
        [29, 18],
        [31, 18],
        [35, 18],
      ],
      43,
      null,
    ],
    ["refused", [[0, 17]], 5, null],
  ])("%s", (_name, looks, today, day) => {
    const history = looks.reduce<History>((known, [at, byte]) => fold(known, look(byte), asDay(at)), []);
    expect(nextVerdictChange(history, [], asDay(today))).toBe(day);
  });

  test("whatever was seen: the verdicts of all later days are those of the changes", () => {
    const step = fc.record({
      days: fc.integer({ min: 0, max: 40 }),
      byte: fc.constantFrom(1, 1, 1, 8, 17, 18, 18, 18, 26, 36, 40, 40, 64, 66),
      deadEnd: fc.boolean(),
      inferred: fc.boolean(),
    });
    const notes = fc.constantFrom<readonly Note[]>(
      [],
      [],
      [{ key: "left-alone" }],
      [{ key: "robot-wall" }],
      [{ key: "soft-404" }],
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 12 }), notes, (steps, noted) => {
        let today: Day = asDay(1_000);
        let history: History = [];
        for (const { days, byte, ...marks } of steps) {
          today = addDays(today, days);
          history = fold(history, look(byte, marks), today);
        }
        let changesOn = nextVerdictChange(history, noted, today);
        let verdict = judge({ history, notes: noted }, today).verdict;
        for (let day = today; day < today + 420; day = addDays(day, 1)) {
          if (changesOn !== null && day >= changesOn) {
            verdict = judge({ history, notes: noted }, changesOn).verdict;
            changesOn = nextVerdictChange(history, noted, changesOn);
          }
          expect(judge({ history, notes: noted }, day).verdict).toBe(verdict);
        }
      }),
      { numRuns: 300 },
    );
  });
});
