import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { asDay } from "../calendar/day.ts";
import { fold } from "../history/fold.ts";
import type { History } from "../history/types.ts";
import type { Note } from "../status/note.ts";
import { httpOfStatus, STATUS_TABLE, type Status } from "../status/table.ts";
import { chanceOfRun, judge, RULE_NAMES } from "./judge.ts";
import { DEFAULT_POLICY } from "./policy.ts";
import { mayBeUnreachable, readHistory } from "./runs.ts";

type Look = readonly [
  day: number,
  status: number,
  more?: { http?: number | null; deadEnd?: true; refused?: true },
];

function historyOf(looks: readonly Look[]): History {
  return looks.reduce<History>((history, [day, byte, more = {}]) => {
    const status = byte as Status;
    return fold(history, { status, http: httpOfStatus(status), deadEnd: false, ...more }, asDay(day));
  }, []);
}

const verdictOf = (looks: readonly Look[], today: number, notes: readonly Note[] = []) =>
  judge({ history: historyOf(looks), notes }, asDay(today));

/** A good year of monthly checks that ends on day 340; then, on the crawler's own days, what the test is about. */
const GOOD_YEAR: readonly Look[] = Array.from({ length: 13 }, (_, month) => [4 + month * 28, 1] as const);
const REPEATS = [368, 369, 371, 375, 382, 396];
/** The same status on the days of the first failure and its repeats, as far as `until`. */
const fails = (byte: number, until: number): readonly Look[] =>
  REPEATS.filter((day) => day <= until).map((day) => [day, byte] as const);

test.each([
  ["unreachable", [...GOOD_YEAR, ...fails(18, 396)], "doubtful", "reported-domain"],
  ["doubtful", [...GOOD_YEAR, ...fails(18, 371)], "doubtful", "too-few-checks"],
  ["working", GOOD_YEAR, "working", "working"],
] as const)(
  "reports of half a domain (H3) make %s nothing better than doubtful",
  (before, looks, verdict, rule) => {
    expect(verdictOf(looks, 400).verdict).toBe(before);
    expect(verdictOf(looks, 400, [{ key: "reported-working" }])).toMatchObject({ verdict, rule });
  },
);

describe("what a history amounts to (Q9)", () => {
  test.each<[string, readonly Look[], number, string, string]>([
    ["never checked", [], 100, "unknown", "never-checked"],
    ["one good check", [[100, 1]], 100, "working", "working"],
    ["content by another number", [[100, 2]], 130, "working", "working"],
    ["a corrected number", [[100, 7]], 130, "working", "working"],
    ["moved, and there", [[100, 8]], 130, "working", "working"],
    ["http to https", [[100, 63]], 130, "working", "working"],
    ["a good year, one failure", [...GOOD_YEAR, [368, 18]], 368, "doubtful", "failing-lately"],
    ["… ten days ago", [...GOOD_YEAR, ...fails(18, 375)], 378, "doubtful", "failing-lately"],
    ["… and good again", [...GOOD_YEAR, [368, 18], [369, 1]], 369, "working", "working-again"],
    [
      "404 for two weeks, four checks",
      [...GOOD_YEAR, ...fails(18, 375)],
      382,
      "unreachable",
      "gone-for-weeks",
    ],
    ["410", [...GOOD_YEAR, ...fails(21, 375)], 382, "unreachable", "gone-for-weeks"],
    ["unknown domain", [...GOOD_YEAR, ...fails(66, 375)], 382, "unreachable", "gone-for-weeks"],
    ["404 for two weeks, three checks", [...GOOD_YEAR, ...fails(18, 371)], 390, "doubtful", "too-few-checks"],
    [
      "503 for two weeks, last seen a week ago",
      [...GOOD_YEAR, ...fails(40, 375)],
      382,
      "doubtful",
      "too-few-checks",
    ],
    ["… a day later", [...GOOD_YEAR, ...fails(40, 375)], 383, "unreachable", "broken-since-weeks"],
    [
      "503 seen by five checks over two weeks",
      [...GOOD_YEAR, ...fails(40, 382)],
      382,
      "unreachable",
      "failing-for-weeks",
    ],
    ["silence", [...GOOD_YEAR, ...fails(64, 396)], 396, "unreachable", "failing-for-weeks"],
    ["an address that is silent", [...GOOD_YEAR, ...fails(67, 396)], 396, "unreachable", "failing-for-weeks"],
    [
      "404, 503, 64 and 404 are one run",
      [...GOOD_YEAR, [368, 18], [369, 40], [371, 64], [375, 18]],
      382,
      "unreachable",
      "gone-for-weeks",
    ],
    [
      "three monthly checks",
      [...GOOD_YEAR, [368, 40], [396, 40], [424, 40]],
      424,
      "unreachable",
      "failing-for-weeks",
    ],
    ["two monthly checks", [...GOOD_YEAR, [368, 18], [396, 18]], 423, "doubtful", "too-few-checks"],
    [
      "four looks on one afternoon",
      [
        [1, 1],
        [40, 18],
        [40, 18],
        [40, 18],
        [40, 18],
      ],
      80,
      "doubtful",
      "too-few-checks",
    ],
    [
      "weekly checks wait for six weeks without content",
      [
        [0, 1],
        [7, 18],
        [14, 18],
        [21, 18],
        [28, 18],
        [35, 18],
      ],
      41,
      "doubtful",
      "failing-lately",
    ],
    [
      "… and say so then",
      [
        [0, 1],
        [7, 18],
        [14, 18],
        [21, 18],
        [28, 18],
        [35, 18],
        [42, 18],
      ],
      42,
      "unreachable",
      "gone-for-weeks",
    ],
    ["never seen working, 404 on four checks", fails(18, 375), 381, "doubtful", "failing-lately"],
    ["… for two weeks", fails(18, 375), 382, "unreachable", "gone-for-weeks"],
    ["never seen working, 503 on four checks", fails(40, 375), 395, "doubtful", "never-seen-working"],
    ["… on five over two weeks", fails(40, 382), 382, "unreachable", "failing-for-weeks"],
    [
      "seen once, then 404 on five checks",
      [[340, 1], ...fails(18, 382)],
      382,
      "unreachable",
      "gone-for-weeks",
    ],
    [
      "seen once, then 503 on five checks",
      [[340, 1], ...fails(40, 382)],
      382,
      "unreachable",
      "failing-for-weeks",
    ],
    [
      "… but where it had failed before: may be chance",
      [[338, 1], [339, 40], [340, 1], ...fails(40, 382)],
      390,
      "doubtful",
      "unsteady",
    ],
  ])("%s", (_, looks, today, verdict, rule) =>
    expect(verdictOf(looks, today)).toMatchObject({ verdict, rule }),
  );
});

/** GOOD_YEAR ends on day 340; the sweep of day 368 was late, and found the failure. */
describe("a death after a late sweep is known in its sixth week, where it is plain (Q9)", () => {
  const late = (byte: number, first: number): readonly Look[] => [
    ...GOOD_YEAR,
    ...[0, 1, 3, 7].map((after): Look => [first + after, byte]),
  ];
  const from = (first: number, bytes: readonly number[]): readonly Look[] => [
    ...GOOD_YEAR,
    ...bytes.map((byte, after): Look => [first + after, byte]),
  ];
  const goneAtFourOfNine = from(372, [18, 40, 40, 18, 40, 40, 18, 18, 40]);
  const goneAgain = from(372, [18, 18, 18, 40, 18, 18, 18, 18]);
  const soonFound = late(18, 365);
  test.each<[string, readonly Look[], number, string]>([
    ["three days late, 404", late(18, 371), 381, "failing-lately"],
    ["… six weeks after the content", late(18, 371), 382, "gone-for-weeks"],
    ["four days late", late(66, 372), 382, "gone-for-weeks"],
    ["… three looks", late(18, 372).slice(0, -1), 382, "failing-lately"],
    ["… broken", late(40, 372), 382, "failing-lately"],
    ["… gone at four looks of nine", goneAtFourOfNine, 382, "failing-lately"],
    ["… gone at three looks, and again after an error", goneAgain, 382, "failing-lately"],
    ["gone when the sweep was not late", soonFound, 378, "failing-lately"],
    ["five days late", late(18, 373), 386, "failing-lately"],
    ["… after two weeks", late(18, 373), 387, "gone-for-weeks"],
  ])("%s", (_, looks, today, rule) => expect(verdictOf(looks, today).rule).toBe(rule));

  test("… and a failure of another kind takes nothing back", () => {
    const looks: Look[] = [...late(18, 372), ...[380, 381, 382, 383, 384, 385].map((day): Look => [day, 40])];
    expect(verdictOf(looks, 385)).toMatchObject({ verdict: "unreachable", rule: "gone-for-weeks" });
  });
});

describe("refused is a state of its own (design 10)", () => {
  const wall = (count: number, byte: number): Look[] =>
    Array.from({ length: count }, (_, month) => [28 * month, byte] as const);
  test.each([17, 36])("a year of %i is refused", (byte) =>
    expect(verdictOf(wall(14, byte), 400)).toEqual({
      verdict: "refused",
      rule: "refused",
      since: 0,
      last: 364,
      checks: 14,
    }),
  );

  test("999 and walls on other numbers", () => {
    expect(verdictOf([[5, 26, { http: 999 }]], 9).verdict).toBe("refused");
    expect(verdictOf([[5, 40, { refused: true }]], 9).verdict).toBe("refused");
    expect(verdictOf([[5, 8, { http: 403, refused: true }]], 9).verdict).toBe("refused");
    expect(verdictOf([[5, 40]], 9, [{ key: "robot-wall" }]).verdict).toBe("refused");
  });

  test("a refusal counts as no failure", () => {
    const looks: Look[] = [...GOOD_YEAR, [368, 18], [369, 17], [371, 17], [375, 17], [382, 18]];
    expect(verdictOf(looks, 390)).toMatchObject({ verdict: "doubtful", since: 368, checks: 2, last: 382 });
  });

  test("and ends none", () => {
    const looks: Look[] = [...GOOD_YEAR, [368, 18], [369, 18], [371, 36], [375, 18], [382, 18], [396, 18]];
    expect(verdictOf(looks, 396)).toMatchObject({ verdict: "unreachable", since: 368, checks: 5 });
  });

  test("but after months of it the count begins again", () => {
    const looks: Look[] = [[0, 1], ...fails(40, 396), [424, 17], [452, 17], [480, 17], [508, 40]];
    expect(verdictOf(looks, 508)).toMatchObject({ verdict: "doubtful", since: 508, checks: 1 });
  });

  test("it hides a verdict while it is the newest", () => {
    const looks: Look[] = [...GOOD_YEAR, ...fails(18, 396), [424, 36]];
    expect(verdictOf(looks, 424)).toEqual({
      verdict: "refused",
      rule: "refused",
      since: 424,
      last: 424,
      checks: 1,
    });
  });

  test("what is broken behind a wall may be the wall", () => {
    const mixed: Look[] = [0, 28, 56, 84, 112, 140].flatMap((day): Look[] => [
      [day, 17],
      [day + 7, 40],
      [day + 14, 40],
    ]);
    const looks = [...mixed, ...[168, 175, 189, 203].map((day): Look => [day, 40])];
    expect(verdictOf(looks, 210)).toMatchObject({ verdict: "doubtful", rule: "walled" });
  });

  test("… a single 404 after row upon row of refusals, too", () => {
    const rows: Look[] = [14, 35, 63].flatMap((day): Look[] => [
      [day, 18],
      [day + 1, 17],
      [day + 7, 17],
      [day + 14, 17],
    ]);
    expect(verdictOf([[0, 17], [7, 17], ...rows, [84, 17], [91, 17], [98, 18]], 98)).toMatchObject({
      verdict: "doubtful",
      rule: "walled",
    });
  });

  test.each([
    ["daily", 1],
    ["weekly", 7],
  ])("… and 404 in one look of four, %s for a year, though five entries hold few of them", (_, days) => {
    for (const gone of [45, 47, 49]) {
      const looks = Array.from({ length: gone }, (_, look): Look => [look * days, look % 4 === 0 ? 18 : 17]);
      const today = gone * days;
      expect(verdictOf([...looks, [today, 18]], today)).toMatchObject({
        verdict: "doubtful",
        rule: "walled",
      });
    }
  });

  test("… while a dead link may be refused at one look in three", () => {
    const looks = Array.from({ length: 40 }, (_, week): Look => [week * 7, week % 3 === 1 ? 36 : 18]);
    expect(verdictOf([[0, 1], ...looks.slice(1)], 273)).toMatchObject({ verdict: "unreachable" });
  });

  test("… and what is plainly gone behind one is gone", () => {
    const looks: Look[] = [[0, 1], [28, 17], [56, 17], ...fails(18, 382)];
    expect(verdictOf(looks, 382)).toMatchObject({ verdict: "unreachable", rule: "gone-for-weeks" });
  });

  test("… and one refusal before good checks is forgotten", () => {
    const looks: Look[] = [[0, 1], [28, 36], [56, 1], [84, 1], ...GOOD_YEAR.slice(4), ...fails(40, 382)];
    expect(verdictOf(looks, 382)).toMatchObject({ verdict: "unreachable", rule: "failing-for-weeks" });
  });

  test("a time of working goes on through refusals", () => {
    const looks: Look[] = [
      [0, 1],
      [28, 36],
      [56, 1],
      [84, 8],
    ];
    expect(verdictOf(looks, 84)).toEqual({
      verdict: "working",
      rule: "working",
      since: 0,
      last: 84,
      checks: 3,
    });
  });
});

describe("answers that prove nothing", () => {
  test.each([19, 20, 22, 23, 24, 25, 26, 32, 34, 35, 37, 38, 41])("a year of %i is doubtful", (byte) => {
    const looks = Array.from({ length: 14 }, (_, month): Look => [28 * month, byte, { http: null }]);
    expect(verdictOf(looks, 400)).toEqual({
      verdict: "doubtful",
      rule: "odd-answer",
      since: 0,
      last: 364,
      checks: 14,
    });
  });

  test("26 with a number of 5xx is a broken server", () => {
    const looks = fails(26, 396).map(([day, byte]): Look => [day, byte, { http: 522 }]);
    expect(verdictOf([...GOOD_YEAR, ...looks], 396).verdict).toBe("unreachable");
  });

  test("a redirect that leads nowhere is doubtful for ever: many only wait for a cookie", () => {
    const looks = fails(9, 396).map(([day, byte]): Look => [day, byte, { http: 302, deadEnd: true }]);
    expect(verdictOf([...GOOD_YEAR, ...looks], 800)).toMatchObject({
      verdict: "doubtful",
      rule: "redirect-nowhere",
    });
  });

  test.each<[string, number, number, Note["key"][], string]>([
    ["a redirect to the first page", 8, 301, ["redirect-to-root"], "redirect-to-root"],
    ["a redirect to where all lost pages lead", 9, 302, ["moved", "redirect-shared"], "redirect-shared"],
    ["a redirect to the page for missing ones", 9, 302, ["soft-404"], "soft-404"],
    ["the site's page for missing ones", 1, 200, ["soft-404"], "soft-404"],
    ["the same, its note lost", 2, 203, [], "soft-404"],
  ])("%s is doubtful for ever, and the rule says why", (_, status, http, keys, rule) => {
    const looks = fails(status, 396).map(([day, byte]): Look => [day, byte, { http, deadEnd: true }]);
    const notes = keys.map((key) => ({ key }));
    expect(judge({ history: historyOf([...GOOD_YEAR, ...looks]), notes }, asDay(800))).toMatchObject({
      verdict: "doubtful",
      rule,
      since: looks[0]?.[0],
    });
    expect(
      judge({ history: historyOf([...GOOD_YEAR, ...looks, [800, 1]]), notes: [] }, asDay(800)).verdict,
    ).toBe("working");
  });

  test.each([
    ["404", 404, "gone-for-weeks"],
    ["503", 503, "failing-for-weeks"],
    ["nobody", null, "failing-for-weeks"],
  ])("a redirect to %s fails like its end", (_, http, rule) => {
    const looks = fails(8, 382).map(([day, byte]): Look => [day, byte, { http, deadEnd: true }]);
    expect(verdictOf([...GOOD_YEAR, ...looks], 382)).toMatchObject({ verdict: "unreachable", rule });
  });
});

describe("the past counts", () => {
  test("one short failure long ago changes nothing", () => {
    const looks: Look[] = [
      ...GOOD_YEAR.slice(0, 5),
      [117, 64],
      [118, 1],
      ...GOOD_YEAR.slice(5),
      ...fails(18, 375),
    ];
    expect(verdictOf(looks, 382)).toMatchObject({ verdict: "unreachable", rule: "gone-for-weeks" });
  });

  test("a URL that is hardly known and failed before needs more", () => {
    const looks: Look[] = [[312, 1], [340, 40], [341, 1], ...fails(40, 375)];
    expect(verdictOf(looks, 390)).toMatchObject({ verdict: "doubtful", rule: "unsteady" });
  });

  test("a flapping host stays doubtful, and works in between", () => {
    const looks: Look[] = [
      ...GOOD_YEAR.slice(0, 5),
      ...[144, 172, 200, 228, 256, 284, 312].flatMap((day): Look[] => [
        [day, 40],
        [day + 1, 1],
      ]),
      [340, 1],
      ...fails(40, 396),
    ];
    expect(verdictOf(looks, 420)).toMatchObject({
      verdict: "doubtful",
      rule: "flapping",
      since: 368,
      checks: 6,
    });
    expect(verdictOf([...looks, [424, 1]], 424)).toMatchObject({
      verdict: "working",
      rule: "working-again",
      since: 424,
    });
  });

  test("… unlike one that failed twice in a year: five entries know no more than that of either", () => {
    const looks: Look[] = [
      ...GOOD_YEAR.slice(0, 10),
      [284, 40],
      [285, 1],
      [312, 64],
      [313, 1],
      [340, 1],
      ...fails(40, 396),
    ];
    expect(verdictOf(looks, 420)).toMatchObject({ verdict: "unreachable", since: 368, checks: 6 });
  });

  test("… but not for ever", () => {
    const looks: Look[] = [
      ...GOOD_YEAR.slice(0, 10),
      ...([
        [284, 40],
        [285, 1],
        [312, 64],
        [313, 1],
        [340, 1],
      ] as const),
      ...fails(40, 396),
      ...[424, 452, 480, 508, 536, 564].map((day): Look => [day, 40]),
    ];
    expect(verdictOf(looks, 564)).toMatchObject({ verdict: "unreachable", rule: "failing-for-weeks" });
  });

  test("an outage as long as the one before is doubtful", () => {
    const back: Look[] = [
      ...GOOD_YEAR.slice(0, 9),
      [256, 64],
      [257, 64],
      [259, 64],
      [263, 64],
      [270, 64],
      [312, 1],
      [340, 1],
    ];
    const looks: Look[] = [...back, ...fails(64, 382)];
    expect(verdictOf(looks, 390)).toMatchObject({ verdict: "doubtful", rule: "outage-as-before" });
    expect(verdictOf([...looks, [396, 64]], 396)).toMatchObject({ verdict: "unreachable" });
  });

  describe("a memory that is full of failures", () => {
    const inTurn = (bytes: readonly number[], days: readonly number[]): Look[] => [
      [340, 1],
      ...days.map((day, index): Look => [day, bytes[index % bytes.length] ?? 0]),
    ];

    test("of one or two kinds speaks for itself", () =>
      expect(verdictOf(inTurn([40, 64], [368, 369, 371, 375, 382]), 382)).toMatchObject({
        verdict: "unreachable",
        since: 368,
        checks: 5,
      }));

    test("of many kinds, too", () => {
      const days = [368, 369, 371, 375, 382];
      expect(verdictOf(inTurn([40, 64, 16], days), 400)).toMatchObject({
        verdict: "unreachable",
        since: 368,
        checks: 5,
      });
      expect(verdictOf(inTurn([18, 21, 66], days), 382)).toMatchObject({
        verdict: "unreachable",
        rule: "gone-for-weeks",
      });
    });

    test("and is unreachable when it has lasted for eight weeks", () => {
      const looks = inTurn([40, 40, 64, 64, 16, 16], [382, 396, 410, 424, 438, 452, 466, 480, 494, 508]);
      expect(verdictOf(looks, 508)).toMatchObject({ verdict: "unreachable", checks: 10 });
    });
  });

  test("two outages of a day do not hide a death, when it has lasted longer by far", () => {
    const steps: Look[] = [];
    for (let day = 0; day < 400; day += 7)
      steps.push([day, day === 140 || day === 280 || day >= 350 ? 64 : 1]);
    const until = (last: number) => steps.filter(([day]) => day <= last);
    expect(verdictOf(until(378), 384).rule).toBe("failing-lately");
    expect(verdictOf(until(392), 392)).toMatchObject({ verdict: "unreachable", since: 350, checks: 7 });
  });

  test("what came back after three weeks is given seven", () => {
    const looks: Look[] = [
      [0, 1],
      [14, 1],
      [28, 1],
      [42, 40],
      [49, 40],
      [63, 1],
      [77, 1],
      [91, 1],
      [105, 64],
    ];
    const followedBy = (days: readonly number[]): Look[] => [
      ...looks,
      [106, 1],
      [120, 1],
      ...days.map((day): Look => [day, 64]),
    ];
    expect(verdictOf(followedBy([134, 148, 162, 176]), 182).rule).toBe("flapping");
    expect(verdictOf(followedBy([134, 135, 137, 141, 148, 162, 176, 183, 187]), 187).verdict).toBe(
      "unreachable",
    );
  });

  test("the chance of a run, by hand", () => {
    const past = {
      lastGood: asDay(1),
      lastAlive: asDay(1),
      goodChecks: 6,
      failures: 1,
      failedWeeks: 0,
      longestOutageDays: 0,
      slowestRecoveryDays: 0,
      sinceWall: null,
    };
    expect(chanceOfRun(past, 1)).toBe(1);
    expect(chanceOfRun(past, 4)).toBeCloseTo((1.5 / 9) * (2.5 / 10) * (3.5 / 11), 12);
    expect(chanceOfRun({ ...past, failedWeeks: 2 }, 3)).toBeCloseTo((3.5 / 11) * (4.5 / 12), 12);
  });
});

describe("any history on any day", () => {
  const looks = fc
    .array(fc.tuple(fc.nat(40), fc.constantFrom(...STATUS_TABLE.map(({ type }) => type))), { maxLength: 40 })
    .map((steps) => {
      let day = 0;
      return steps.map(([more, byte]): Look => {
        day += more;
        return [day, byte];
      });
    });

  test("is unknown where the site asks to be left alone", () => {
    fc.assert(
      fc.property(looks, fc.nat(2_000), (sequence, today) => {
        expect(
          judge({ history: historyOf(sequence), notes: [{ key: "left-alone" }] }, asDay(today)).verdict,
        ).toBe("unknown");
      }),
      { numRuns: 100 },
    );
  });

  test("has a verdict by a named rule, with days and checks that are in the history", () => {
    fc.assert(
      fc.property(looks, fc.nat(2_000), (sequence, today) => {
        const history = historyOf(sequence);
        const { verdict, rule, since, last, checks } = judge({ history, notes: [] }, asDay(today));
        expect(RULE_NAMES).toContain(rule);
        expect(["unknown", "working", "doubtful", "unreachable", "refused"]).toContain(verdict);
        expect(verdict === "unknown").toBe(history.length === 0);
        if (verdict === "unreachable") expect(mayBeUnreachable(history)).toBe(true);
        if (since === null || last === null) return;
        expect(since).toBeLessThanOrEqual(last);
        const open = history.at(-1)?.earlier?.open;
        expect(since === open?.first || history.some(({ first }) => first === since)).toBe(true);
        expect(checks).toBeGreaterThanOrEqual(1);
        expect(checks).toBeLessThanOrEqual(
          history.reduce((sum, entry) => sum + entry.checks, open?.checks ?? 0),
        );
      }),
      { numRuns: 1_000 },
    );
  });

  test("is never unreachable within ten days of the first failing check, nor on fewer than three failing ones", () => {
    fc.assert(
      fc.property(looks, fc.nat(2_000), (sequence, later) => {
        const history = historyOf(sequence);
        const today = (history[0]?.last ?? 0) + later;
        const { verdict, since, checks } = judge({ history, notes: [] }, asDay(today));
        if (verdict !== "unreachable") return;
        expect(checks).toBeGreaterThanOrEqual(3);
        expect(today - (since ?? today)).toBeGreaterThanOrEqual(
          DEFAULT_POLICY.goneDaysMin - DEFAULT_POLICY.goneLateDaysMax,
        );
      }),
      { numRuns: 3_000 },
    );
  });

  test("is read as if no entry had been pushed out", () => {
    /** The same without a bound, and so without a sum. */
    const whole = (sequence: readonly Look[]) =>
      sequence.reduce<History>((history, [day, byte]) => {
        const newest = historyOf([[day, byte]])[0];
        if (newest === undefined) return history;
        const { status, http, deadEnd } = newest;
        return [...fold(history.slice(0, 4), { status, http, deadEnd }, asDay(day)), ...history.slice(4)];
      }, []);
    const steps = fc.array(fc.tuple(fc.nat(14), fc.constantFrom(1, 8, 18, 21, 40, 64)), { maxLength: 24 });
    fc.assert(
      fc.property(steps, (given) => {
        let day = 0;
        const sequence = given.map(([more, byte]): Look => {
          day += more;
          return [day, byte];
        });
        const [summed, all] = [readHistory(historyOf(sequence)), readHistory(whole(sequence))];
        // The sum knows no order of what failed.
        expect(summed).toEqual({ ...all, run: all.run && { ...all.run, goneFirst: expect.any(Number) } });
        expect(summed.run?.goneFirst ?? 0).toBeGreaterThanOrEqual(all.run?.goneFirst ?? 0);
      }),
      { numRuns: 2_000 },
    );
  });

  test("becomes working with one good check, and refused with one refusal", () => {
    fc.assert(
      fc.property(looks, (sequence) => {
        const day = (sequence.at(-1)?.[0] ?? 0) + 1;
        expect(verdictOf([...sequence, [day, 1]], day).verdict).toBe("working");
        expect(verdictOf([...sequence, [day, 17]], day).verdict).toBe("refused");
      }),
    );
  });

  test("does not go back from unreachable by time alone", () => {
    fc.assert(
      fc.property(looks, fc.nat(400), fc.nat(400), (sequence, soon, later) => {
        const history = historyOf(sequence);
        const today = (history[0]?.last ?? 0) + soon;
        if (judge({ history, notes: [] }, asDay(today)).verdict !== "unreachable") return;
        expect(judge({ history, notes: [] }, asDay(today + later)).verdict).toBe("unreachable");
      }),
      { numRuns: 2_000 },
    );
  });
});

test.each(STATUS_TABLE.map(({ type }) => type as Status))(
  "status %i is never unreachable where the newest run alone rules that out",
  (status) => {
    fc.assert(
      fc.property(
        fc.integer({ min: 100, max: 999 }),
        fc.boolean(),
        fc.boolean(),
        fc.integer({ min: 1, max: 255 }),
        fc.nat(2_000),
        (http, deadEnd, refused, checks, age) => {
          const [first, last] = [asDay(100), asDay(100 + age)];
          const newest = { status, http, first, last, deadEnd, ...(refused && { refused }), checks };
          const { verdict } = judge({ history: [newest], notes: [] }, asDay(2_200));
          return verdict !== "unreachable" || mayBeUnreachable([newest]);
        },
      ),
    );
  },
);

test("a stricter policy is obeyed", () => {
  const history = historyOf([...GOOD_YEAR, ...fails(18, 396)]);
  expect(judge({ history, notes: [] }, asDay(396)).verdict).toBe("unreachable");
  expect(judge({ history, notes: [] }, asDay(396), { ...DEFAULT_POLICY, goneDaysMin: 56 })).toMatchObject({
    verdict: "doubtful",
    rule: "failing-lately",
  });
});

test("a clock that runs behind is the day of the last check", () => {
  const history = historyOf([...GOOD_YEAR, ...fails(18, 396)]);
  expect(judge({ history, notes: [] }, asDay(3))).toEqual(judge({ history, notes: [] }, asDay(396)));
});

describe("what the link itself decides, whatever was seen of it", () => {
  const history = historyOf([[700, 1]]);
  test.each([
    [{ invalid: "invalid-port", spam: "global", internal: true }, "invalid", "invalid-port"],
    [{ internal: true, spam: "local" }, "internal", "own-farm"],
    [{ spam: "local" }, "spam", "spam-local"],
    [{ spam: null, internal: false }, "working", "working"],
  ] as const)("%o: %s", (link, verdict, rule) => {
    const judged = judge({ history, notes: [], ...link }, asDay(701));
    expect(judged).toMatchObject({ verdict, rule, last: verdict === "working" ? 700 : null });
  });
});

describe("a redirect whose end changes", () => {
  const moved = (http: number | null) => ({ status: 9 as Status, http, deadEnd: true });
  const seenEach = (weeks: number, http: number | null, before: History = []): History =>
    Array.from({ length: weeks }).reduce<History>(
      (history) => fold(history, moved(http), asDay((history[0]?.last ?? 0) + 28)),
      before,
    );

  test("to nowhere for a year: one failure at its end makes nothing of it unreachable", () => {
    const history = fold(seenEach(13, 302), moved(503), asDay(13 * 28 + 14));
    expect(judge({ history, notes: [] }, asDay(13 * 28 + 14))).toMatchObject({
      verdict: "doubtful",
      checks: 1,
    });
  });

  test("to a page that is gone: one redirect elsewhere in between takes nothing back", () => {
    const dead = seenEach(5, 404);
    expect(judge({ history: dead, notes: [] }, asDay(5 * 28)).verdict).toBe("unreachable");
    const history = seenEach(1, 404, seenEach(1, 302, dead));
    expect(judge({ history, notes: [] }, asDay(7 * 28))).toMatchObject({ verdict: "unreachable", since: 28 });
  });
});
