import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { asDay, DAY_MAX } from "../calendar/day.ts";
import { INVALID, isStatus, STATUS_TABLE, type Status, statusRow, UNTRIED } from "../status/table.ts";
import { evidenceOf, isFailing } from "./evidence.ts";
import { CHECKS_MAX, fold } from "./fold.ts";
import { decodeHistory, encodeHistory } from "./pack.ts";
import { HISTORY_ENTRIES_MAX, type History, type Observation } from "./types.ts";

type Step = readonly [
  day: number,
  status: number,
  marks?: "dead-end" | "refused" | undefined,
  http?: number | null,
];

const seen = (
  status: number,
  marks?: "dead-end" | "refused",
  http: number | null = status === 18 ? 404 : null,
): Observation => ({
  status: status as Status,
  http,
  deadEnd: marks === "dead-end",
  ...(marks === "refused" && { refused: true }),
});

const foldAll = (steps: readonly Step[]): History =>
  steps.reduce<History>(
    (history, [day, status, marks, http]) => fold(history, seen(status, marks, http), asDay(day)),
    [],
  );

/** `status first-last ×checks`, youngest first. */
const show = (history: History): string[] =>
  history.map(
    ({ status, first, last, checks, deadEnd, refused }) =>
      `${status}${deadEnd ? "!" : ""}${refused ? "?" : ""} ${first}-${last} ×${checks}`,
  );

describe("what was concluded from other URLs of the host (C5)", () => {
  const copied = { ...seen(39), inferred: true };
  const foldIn = (steps: readonly (readonly [day: number, observation: Observation])[]) =>
    show(steps.reduce<History>((history, [day, one]) => fold(history, one, asDay(day)), []));

  test.each<[string, readonly (readonly [number, Observation])[], readonly string[]]>([
    ["begins a run without a check", [[10, copied]], ["39 10-10 ×0"]],
    [
      "dates a run, and counts no check, however often",
      [
        [10, seen(39)],
        [11, copied],
        [13, copied],
      ],
      ["39 10-13 ×1"],
    ],
    [
      "adds nothing by changing its status",
      [
        [10, copied],
        [11, { ...seen(40), inferred: true }],
        [13, copied],
      ],
      ["39 13-13 ×0", "40 11-11 ×0", "39 10-10 ×0"],
    ],
    [
      "is replaced by a look on the same day",
      [
        [10, copied],
        [10, seen(1)],
      ],
      ["1 10-10 ×1"],
    ],
    [
      "becomes a check when the URL is looked at",
      [
        [10, copied],
        [10, seen(39)],
        [11, seen(39)],
      ],
      ["39 10-11 ×2"],
    ],
  ])("%s", (_, steps, expected) => {
    expect(foldIn(steps)).toEqual(expected);
    const folded = steps.reduce<History>((history, [day, one]) => fold(history, one, asDay(day)), []);
    expect(decodeHistory(encodeHistory(folded))).toEqual({ kind: "history", history: folded });
  });
});

describe("fold (M6)", () => {
  test.each<[string, readonly Step[], readonly string[]]>([
    ["nothing yet", [], []],
    ["one look", [[10, 1]], ["1 10-10 ×1"]],
    [
      "the same again lengthens the run",
      [
        [10, 1],
        [38, 1],
        [66, 1],
      ],
      ["1 10-66 ×3"],
    ],
    [
      "another status begins a run",
      [
        [10, 1],
        [38, 18],
        [39, 18],
      ],
      ["18 38-39 ×2", "1 10-10 ×1"],
    ],
    [
      "the sixth run pushes the oldest out",
      [
        [1, 1],
        [2, 18],
        [3, 1],
        [4, 40],
        [5, 64],
        [6, 1],
      ],
      ["1 6-6 ×1", "64 5-5 ×1", "40 4-4 ×1", "1 3-3 ×1", "18 2-2 ×1"],
    ],
    [
      "a redirect that breaks begins a run",
      [
        [1, 8],
        [2, 8, "dead-end"],
      ],
      ["8! 2-2 ×1", "8 1-1 ×1"],
    ],
    ["a dead end needs a redirect or content", [[1, 18, "dead-end"]], ["18 1-1 ×1"]],
    [
      "content that is no longer the page begins a run",
      [
        [1, 1],
        [2, 1, "dead-end"],
        [3, 1, "dead-end"],
      ],
      ["1! 2-3 ×2", "1 1-1 ×1"],
    ],
    [
      "a wall begins a run",
      [
        [1, 40],
        [2, 40, "refused"],
        [3, 40],
      ],
      ["40 3-3 ×1", "40? 2-2 ×1", "40 1-1 ×1"],
    ],
    [
      "403 needs no mark",
      [
        [1, 17],
        [2, 17, "refused"],
      ],
      ["17 1-2 ×2"],
    ],
    [
      "a redirect to another end begins a run where it says something else",
      [
        [1, 8, "dead-end", 302],
        [2, 8, "dead-end", 301],
        [3, 8, "dead-end", 503],
        [4, 8, "dead-end", null],
        [5, 8, "dead-end", 404],
        [6, 8, "dead-end", 410],
        [7, 8, "dead-end", 302],
      ],
      ["8! 7-7 ×1"],
    ],
    [
      "… as does an unknown status",
      [
        [1, 26],
        [2, 26, undefined, 470],
        [3, 26, undefined, 520],
        [4, 26, undefined, 999],
      ],
      ["26 4-4 ×1"],
    ],
    [
      "no attempt is nothing",
      [
        [1, 1],
        [2, 0],
        [3, 128],
      ],
      ["1 1-1 ×1"],
    ],
    [
      "twice the same on one day is one look",
      [
        [1, 18],
        [1, 18],
        [2, 18],
      ],
      ["18 1-2 ×2"],
    ],
    [
      "the later look of a day wins",
      [
        [1, 1],
        [5, 40],
        [5, 18],
      ],
      ["18 5-5 ×1", "1 1-1 ×1"],
    ],
    [
      "… and joins the run before",
      [
        [1, 1],
        [5, 40],
        [5, 1],
      ],
      ["1 1-5 ×2"],
    ],
    [
      "… but does not shorten a run that reached the day",
      [
        [1, 1],
        [5, 1],
        [5, 40],
      ],
      ["40 5-5 ×1", "1 1-5 ×2"],
    ],
    [
      "… and is no second check where both fail",
      [
        [1, 18],
        [5, 18],
        [5, 40],
        [5, 40],
        [9, 40],
      ],
      ["40 5-9 ×1", "18 1-5 ×2"],
    ],
    [
      "… nor is a third result of that day",
      [
        [1, 18],
        [5, 18],
        [5, 17],
        [5, 64],
      ],
      ["64 5-5 ×0", "18 1-5 ×2"],
    ],
    [
      "… nor one of which the run that ends is summed up",
      [
        [1, 8, "dead-end", 404],
        [5, 8, "dead-end", 404],
        [5, 8, "dead-end", 503],
        [5, 8, "dead-end", 404],
        [9, 8, "dead-end", 404],
      ],
      ["8! 5-9 ×1"],
    ],
    [
      "… but a failure after content is one",
      [
        [1, 18],
        [5, 18],
        [5, 1],
        [5, 40],
      ],
      ["40 5-5 ×1", "1 5-5 ×1", "18 1-5 ×2"],
    ],
    [
      "… which may take the day back",
      [
        [1, 1],
        [5, 1],
        [5, 40],
        [5, 1],
      ],
      ["1 1-5 ×2"],
    ],
    [
      "content is not forgotten for a failure on the same day, which ends the run before",
      [
        [1, 18],
        [5, 18],
        [9, 1],
        [9, 18],
      ],
      ["18 9-9 ×1", "1 9-9 ×1", "18 1-5 ×2"],
    ],
    [
      "… nor for a refusal, whatever else comes on that day",
      [
        [1, 18],
        [9, 1],
        [9, 17],
        [9, 40],
      ],
      ["40 9-9 ×1", "1 9-9 ×1", "18 1-1 ×1"],
    ],
    [
      "… and the content again leaves nothing of it",
      [
        [9, 1],
        [9, 18],
        [9, 1],
        [9, 64],
        [9, 1],
      ],
      ["1 9-9 ×1"],
    ],
    [
      "an earlier day counts as the newest",
      [
        [10, 1],
        [7, 1],
      ],
      ["1 10-10 ×1"],
    ],
    [
      "… also with another status",
      [
        [10, 1],
        [12, 1],
        [7, 18],
      ],
      ["18 12-12 ×1", "1 10-12 ×2"],
    ],
    [
      "a clock a year ahead",
      [
        [10, 1],
        [400, 1],
        [12, 18],
        [13, 18],
        [401, 18],
      ],
      ["18 400-401 ×2", "1 10-400 ×2"],
    ],
    [
      "first and last day",
      [
        [0, 1],
        [DAY_MAX, 18],
      ],
      [`18 ${DAY_MAX}-${DAY_MAX} ×1`, "1 0-0 ×1"],
    ],
  ])("%s", (_, steps, expected) => expect(show(foldAll(steps))).toEqual(expected));

  test("the number of the newest look is kept, and checks saturate", () => {
    const numbers = [500, 400].map((http): Observation => ({ status: 16 as Status, http, deadEnd: false }));
    const history = numbers.reduce<History>((before, one, day) => fold(before, one, asDay(day)), []);
    expect(history).toEqual([{ status: 16, http: 400, first: 0, last: 1, deadEnd: false, checks: 2 }]);
    const long = foldAll(Array.from({ length: 300 }, (_, day) => [day, 1] as const));
    expect(long).toMatchObject([{ checks: CHECKS_MAX, first: 0, last: 299 }]);
  });

  test("what was summed up is kept when the newest run is replaced on its first day", () => {
    const steps: Step[] = [
      [1, 8, undefined, 301],
      [5, 8, "dead-end", 404],
      [33, 8, "dead-end", 503],
    ];
    const summed = foldAll(steps)[0]?.earlier;
    expect(summed).toMatchObject({ lastGood: 1, lastFailure: 5, open: { first: 5, checks: 1 } });
    for (const later of [
      [33, 8, "dead-end", 404],
      [33, 40],
      [33, 1],
    ] satisfies Step[])
      expect(foldAll([...steps, later])).toMatchObject([{ status: later[1], first: 33, earlier: summed }]);
  });

  test("the history before is not changed", () => {
    const before = foldAll([
      [1, 1],
      [2, 18],
    ]);
    const copy = structuredClone(before);
    fold(before, seen(18), asDay(9));
    fold(before, seen(1), asDay(9));
    expect(before).toEqual(copy);
  });
});

const statuses = STATUS_TABLE.map(({ type }) => type);
const steps = (dayMax: number): fc.Arbitrary<Step[]> =>
  fc.array(
    fc.oneof(
      fc.tuple(fc.nat(dayMax), fc.constantFrom(...statuses)),
      fc.tuple(
        fc.nat(dayMax),
        fc.constantFrom(1, 8, 18, 40),
        fc.constantFrom("dead-end" as const, "refused" as const),
      ),
      fc.tuple(
        fc.nat(dayMax),
        fc.constant(8),
        fc.constant("dead-end" as const),
        fc.constantFrom(null, 302, 404, 503),
      ),
      fc.tuple(fc.nat(dayMax), fc.constant(26), fc.constant(undefined), fc.constantFrom(null, 470, 503, 999)),
    ),
    { maxLength: 60 },
  );

describe("any sequence of days and statuses", () => {
  test("keeps the invariants, and survives packing", () => {
    fc.assert(
      fc.property(fc.oneof(steps(DAY_MAX), steps(12)), (sequence) => {
        const history = foldAll(sequence);
        expect(history.length).toBeLessThanOrEqual(HISTORY_ENTRIES_MAX);
        history.forEach((entry, index) => {
          const { status, first, last, checks, deadEnd } = entry;
          expect(isStatus(status) && status !== UNTRIED && status !== INVALID).toBe(true);
          expect(first).toBeLessThanOrEqual(last);
          const older = history[index + 1];
          const counted =
            isFailing(evidenceOf(entry)) &&
            (older === undefined
              ? entry.earlier?.lastFailure === first
              : older.last === first && isFailing(evidenceOf(older)));
          const daysMax = last - first + (counted ? 0 : 1);
          expect(checks).toBeGreaterThanOrEqual(Math.min(1, daysMax));
          expect(checks).toBeLessThanOrEqual(Math.min(CHECKS_MAX, daysMax));
          expect(deadEnd && !["moved", "fine"].includes(statusRow(status).class)).toBe(false);
          if (older === undefined) return;
          expect(older.last).toBeLessThanOrEqual(first);
          const same =
            older.status === status && older.deadEnd === deadEnd && older.refused === entry.refused;
          expect(same).toBe(false);
        });
        expect(decodeHistory(encodeHistory(history))).toEqual({ kind: "history", history });
      }),
      { numRuns: 1_000 },
    );
  });

  test("what days said is never rewritten by a later look", () => {
    fc.assert(
      fc.property(steps(400), steps(400), (sequence, [next]) => {
        const before = foldAll(sequence);
        if (next === undefined) return;
        const [day, status, marks, http] = next;
        const after = fold(before, seen(status, marks, http), asDay(day));
        const evidenceOn = (history: History, day: number) =>
          history.filter(({ first, last }) => first <= day && day <= last).map(evidenceOf);
        // What is summed up is not there any more, as is an oldest run that ended when the next began; the newest day is that of the later look.
        const [newest, ...others] = after;
        const kept = after.at(-1)?.earlier === before.at(-1)?.earlier ? before : before.slice(0, -1);
        for (const { first, last } of others)
          if (last < (newest?.first ?? 0)) expect(evidenceOn(after, first)).toEqual(evidenceOn(kept, first));
        if (newest !== undefined && newest.first < newest.last)
          expect(evidenceOn(before, newest.first)).toContain(evidenceOf(newest));
      }),
    );
  });

  test("agrees with a model that keeps every look", () => {
    fc.assert(
      fc.property(fc.oneof(steps(400), steps(12)), (sequence) => {
        expect(show(foldAll(sequence))).toEqual(model(sequence));
      }),
      { numRuns: 1_000 },
    );
  });

  test("the same result once more on the same day changes nothing: a result may be recorded twice", () => {
    fc.assert(
      fc.property(steps(12), fc.constantFrom(1, 8, 17, 18, 40), (sequence, status) => {
        const day = asDay(12);
        const once = fold(foldAll(sequence), seen(status), day);
        expect(fold(once, seen(status), day)).toEqual(once);
      }),
    );
  });

  test("the newest entry is what was seen last", () => {
    fc.assert(
      fc.property(steps(400), fc.constantFrom(1, 18, 40), fc.nat(400), (sequence, status, day) => {
        expect(foldAll([...sequence, [day, status]])[0]).toMatchObject({ status });
      }),
    );
  });
});

const isGood = (key: string): boolean =>
  ["1", "2", "7", "8", "9", "10", "11", "12", "13", "63"].includes(key);

/** What the end of a redirect says, and a status without a name; 999 is a refusal. */
const endSays = (http: number | null = null): string =>
  http === null || http === 503 ? " broken" : http === 404 ? " gone" : " odd";
const oddSays = (http: number | null = null): string =>
  http === 999 ? " refused" : http === 503 ? " broken" : " odd";

const shownKey = (run: { readonly key: string } | undefined): string | undefined =>
  run?.key.replace(/ .*/, "");

interface ModelRun {
  readonly key: string;
  readonly fails: boolean;
  readonly days: number[];
}

/** The slow and plain way: all looks that count, one per line, cut into runs at the end. */
function model(sequence: readonly Step[]): string[] {
  let looks: { day: number; key: string; fails: boolean }[] = [];
  let dropped: ModelRun | undefined;
  const runs = () => {
    const found: ModelRun[] = [];
    for (const { day, key, fails } of looks) {
      const run = found.at(-1);
      if (run?.key === key) run.days.push(day);
      else found.push({ key, fails, days: [day] });
    }
    return found;
  };
  for (const step of sequence) {
    const [day, status, mark, http] = step;
    if (status === 0 || status === 128) continue;
    const content = [1, 2, 7, 8, 9, 10, 11, 12, 13, 63].includes(status);
    const walled = mark === "refused" && status !== 17 && status !== 36;
    const isDeadEnd = mark === "dead-end" && content;
    const says =
      isDeadEnd && status >= 8 && status <= 13 ? endSays(http) : status === 26 ? oddSays(http) : "";
    const key = `${status}${isDeadEnd ? "!" : ""}${walled ? "?" : ""}${says}`;
    const today = Math.max(day, looks.at(-1)?.day ?? 0);
    const newest = runs().at(-1);
    const kept = newest !== undefined && isGood(newest.key) && !isGood(key);
    if (newest !== undefined && newest.key !== key && !kept && newest.days.every((own) => own === today))
      looks = looks.slice(0, -newest.days.length);
    looks.push({
      day: today,
      key,
      fails: foldAll([step]).map(evidenceOf).some(isFailing),
    });
    const all = runs();
    const isSummedUp = shownKey(all.at(-1)) === shownKey(all.at(-2));
    const five = all.slice(isSummedUp ? -1 : -HISTORY_ENTRIES_MAX);
    dropped = all.at(-five.length - 1) ?? dropped;
    looks = five.flatMap(({ key: own, fails, days }) => days.map((on) => ({ day: on, key: own, fails })));
  }
  // The day on which one failure follows another counts for the one that ends.
  return runs()
    .map((run, at, all) => {
      const { fails, days } = run;
      const before = at === 0 ? dropped : all[at - 1];
      const counted = fails && before?.fails === true && before.days.at(-1) === days[0];
      return `${shownKey(run)} ${days[0]}-${days.at(-1)} ×${new Set(days).size - (counted ? 1 : 0)}`;
    })
    .reverse();
}
