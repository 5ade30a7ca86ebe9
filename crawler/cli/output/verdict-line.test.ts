import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { judgeLine } from "./verdict-line.ts";

describe("a line of `weboid verdict -`", () => {
  test("is answered with the keys of the contract", () => {
    const observations = [
      [340, 1],
      [368, 18],
      [369, 18],
      [371, 40],
      [375, 18],
      [382, 18],
    ];
    expect(judgeLine({ id: "a", today: 383, observations })).toEqual({
      kind: "verdict",
      line: {
        id: "a",
        verdict: "unreachable",
        rule: "gone-for-weeks",
        since: 368,
        last: 382,
        checks: 5,
        history: [
          { status: 18, http: 404, first: 375, last: 382, checks: 2 },
          { status: 40, http: 503, first: 371, last: 371, checks: 1 },
          { status: 18, http: 404, first: 368, last: 369, checks: 2 },
          { status: 1, http: 200, first: 340, last: 340, checks: 1 },
        ],
      },
    });
  });

  test.each([[[]], [[[5, 18]]], [[[5, 128]]]])(
    "has its keys in the order of the contract: %j",
    (observations) => {
      const result = judgeLine({ id: 1, today: 9, observations });
      expect(result.kind === "verdict" && Object.keys(result.line)).toEqual([
        "id",
        "verdict",
        "rule",
        "since",
        "last",
        "checks",
        "history",
      ]);
    },
  );

  test("stays unreachable after a second look on the day of a redirect's new end", () => {
    const dead = [950, 957, 964, 971, 978, 985, 992, 999].map((day) => [day, 8, 404, true]);
    const observations = [[940, 8, 301], ...dead, [1006, 8, 503, true], [1006, 8, 404, true]];
    const line = { verdict: "unreachable", rule: "gone-for-weeks", since: 950 };
    expect(judgeLine({ id: 1, today: 1006, observations })).toMatchObject({ line });
  });

  test("is not unreachable 27 days after the link worked, whatever came twice on one day", () => {
    const observations = [
      [1000, 8, 301],
      [1003, 8, 404, true],
      [1006, 8, 503, true],
      [1006, 8, 404, true],
      [1010, 8, 404, true],
      [1015, 8, 404, true],
      [1021, 8, 404, true],
      [1027, 8, 404, true],
    ];
    const line = { verdict: "doubtful", rule: "failing-lately", since: 1003 };
    expect(judgeLine({ id: 1, today: 1027, observations })).toMatchObject({ line });
  });

  test.each([
    {
      today: 36,
      observations: [
        [0, 18],
        [36, 18],
        [36, 40],
      ],
      line: { rule: "too-few-checks", checks: 2 },
    },
    {
      today: 80,
      observations: [
        [0, 1],
        [60, 18],
        [67, 18],
        [67, 40],
        [74, 40],
        [74, 18],
      ],
      line: { rule: "too-few-checks", checks: 3 },
    },
  ])("counts no day twice: $observations", ({ today, observations, line }) =>
    expect(judgeLine({ id: 1, today, observations })).toMatchObject({
      line: { verdict: "doubtful", ...line },
    }),
  );

  test("without observations is unknown", () =>
    expect(judgeLine({ id: 7, today: 1, observations: [] })).toEqual({
      kind: "verdict",
      line: {
        id: 7,
        verdict: "unknown",
        rule: "never-checked",
        since: null,
        last: null,
        checks: 0,
        history: [],
      },
    }));

  test("passes 0 over, and says invalid for 128", () => {
    expect(
      judgeLine({
        id: 1,
        today: 9,
        observations: [
          [5, 0],
          [6, 1],
        ],
      }),
    ).toMatchObject({
      line: { verdict: "working", checks: 1 },
    });
    expect(judgeLine({ id: 1, today: 9, observations: [[5, 128]] })).toMatchObject({
      line: { verdict: "invalid", history: [] },
    });
  });

  test("takes the later of two looks on one day, and a today that lies before the newest day as that day", () => {
    const observations = [
      [50, 18],
      [50, 1],
      [60, 18],
    ];
    const judged = { verdict: "doubtful", rule: "failing-lately", since: 60, last: 60, checks: 1 };
    expect(judgeLine({ id: 1, today: 60, observations })).toMatchObject({ line: judged });
    expect(judgeLine({ id: 1, today: 60, observations })).not.toHaveProperty("note");
    expect(judgeLine({ id: 1, today: 10, observations })).toMatchObject({
      line: judged,
      note: "the last observation is of day 60, after today (10): judged as of that day",
    });
    expect(judgeLine({ id: 1, today: 10, observations: observations.slice(0, 2) })).toMatchObject({
      line: { verdict: "working", history: [{ status: 1, first: 50, last: 50, checks: 1 }] },
    });
  });

  test("tells what is left of runs that the history has no room for", () => {
    const flapping = [1, 18, 1, 64, 1, 18, 1, 64].map((status, at) => [3_500 + 10 * at, status]);
    const judged = (observations: readonly unknown[]) => {
      const result = judgeLine({ id: 1, today: 3_600, observations });
      return result.kind === "verdict" ? result.line : null;
    };
    expect(judged(flapping.slice(0, 5))).not.toHaveProperty("earlier");
    const line = judged(flapping);
    expect(line?.history).toHaveLength(5);
    expect(line?.earlier).toMatchObject({ lastGood: 3_520, goodChecks: 2, failures: 1 });
  });

  test("keeps the first and the last day that there are", () =>
    expect(
      judgeLine({
        id: 1,
        today: 65_535,
        observations: [
          [0, 1],
          [65_535, 18],
        ],
      }),
    ).toMatchObject({ line: { verdict: "doubtful", since: 65_535, last: 65_535, checks: 1 } }));

  test("takes the HTTP number and a dead end beside the byte", () => {
    expect(judgeLine({ id: 1, today: 9, observations: [[5, 26, 999]] })).toMatchObject({
      line: { verdict: "refused" },
    });
    expect(judgeLine({ id: 1, today: 9, observations: [[5, 9, 404, true]] })).toMatchObject({
      line: { verdict: "doubtful", history: [{ status: 9, http: 404, deadEnd: true }] },
    });
  });

  test.each([
    [null, "the line is no object {id, today, observations}"],
    [[1, 2], "the line is no object {id, today, observations}"],
    [{ today: 1, observations: [] }, "id is no number, and no string of at most 1000 characters"],
    [
      { id: "x".repeat(1_001), today: 1, observations: [] },
      "id is no number, and no string of at most 1000 characters",
    ],
    [
      { id: -(2 ** 53), today: 1, observations: [] },
      "id has more digits than a number of JSON keeps: give it as a string",
    ],
    ...(
      [
        [[1, 1, 10_000], "[2] is no HTTP number (0…9999, or null for none)"],
        [[1, 1, "200"], "[2] is no HTTP number (0…9999, or null for none)"],
        [[1, 9, 404, 1], "[3] is neither true nor false (a redirect that ended nowhere)"],
        [
          [1, 9, 404, true, 0],
          " is no [day, status], with an HTTP number and the mark of a dead end at most",
        ],
        [null, " is no [day, status], with an HTTP number and the mark of a dead end at most"],
        [[2], " is no [day, status], with an HTTP number and the mark of a dead end at most"],
        [[1, 1.5], "[1] is no status byte of table S"],
        [[1, 3], "[1] is no status byte of table S"],
        [["1", 1], "[0] is no day number (0…65535)"],
        [[-1, 1], "[0] is no day number (0…65535)"],
      ] as const
    ).map(
      ([observation, message]) =>
        [{ id: 1, today: 1, observations: [[1, 1], observation] }, `observations[1]${message}`] satisfies [
          unknown,
          string,
        ],
    ),
    [{ id: 1, observations: [] }, "today is no day number (0…65535)"],
    [{ id: 1, today: 65_536, observations: [] }, "today is no day number (0…65535)"],
    [{ id: 1, today: 1.5, observations: [] }, "today is no day number (0…65535)"],
    [{ id: 1, today: "1", observations: [] }, "today is no day number (0…65535)"],
    [{ id: 1, today: 1 }, "observations is no list of [day, status]"],
    [
      {
        id: 1,
        today: 9,
        observations: [
          [5, 1],
          [7, 18],
          [6, 18],
        ],
      },
      "observations[2] is of an earlier day than the one before: give them oldest first",
    ],
    [
      { id: 1, today: 1, observations: Array(10_001).fill([1, 1]) },
      "observations has more than 10000 members",
    ],
  ])("says what is wrong with %j", (input, message) =>
    expect(judgeLine(input)).toEqual({ kind: "invalid", message }),
  );

  test("never throws", () => {
    fc.assert(fc.property(fc.anything(), (input) => ["verdict", "invalid"].includes(judgeLine(input).kind)));
    const near = fc.record({
      id: fc.nat(),
      today: fc.nat(70_000),
      observations: fc.array(fc.array(fc.nat(130))),
    });
    fc.assert(fc.property(near, (input) => ["verdict", "invalid"].includes(judgeLine(input).kind)));
  });
});
