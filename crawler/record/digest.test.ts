import { describe, expect, test } from "vitest";
import { asDay } from "../../shared/calendar/day.ts";
import { statusOfHttp, UNTRIED } from "../../shared/status/table.ts";
import type { Interpretation } from "../classify/interpretation.ts";
import { digest, type KnownUrl } from "./digest.ts";

const NEW: KnownUrl = { history: [], notes: [], mime: null, kib: null };
const DAY = 3_600;

function seen(http: number, extra: Partial<Interpretation> = {}): Interpretation {
  return {
    status: statusOfHttp(http),
    http,
    deadEnd: false,
    refused: http === 403 || http === 429,
    notes: [],
    finalUrl: null,
    mime: null,
    kib: null,
    traits: [],
    retryAfter: null,
    error: http < 400 ? null : `HTTP ${http}`,
    rule: "table",
    ...extra,
  };
}

/** Checks on given days with given numbers, in order; the digest of the last. */
function live(checks: readonly (readonly [day: number, http: number, extra?: Partial<Interpretation>])[]) {
  let known: KnownUrl = NEW;
  let last: ReturnType<typeof digest> = null;
  for (const [day, http, extra] of checks) {
    last = digest(known, seen(http, extra), asDay(DAY + day));
    known = last ?? known;
  }
  return last;
}

const FAILING_28_TO_42 = [
  [28, 404],
  [29, 404],
  [31, 503],
  [35, 404],
  [38, 404],
  [42, 404],
] as const;

describe("when a URL is looked at again", () => {
  test.each([
    ["content", [[0, 200]], null],
    [
      "a first failure",
      [
        [0, 200],
        [28, 404],
      ],
      29,
    ],
    [
      "the second look",
      [
        [0, 200],
        [28, 404],
        [29, 404],
      ],
      31,
    ],
    [
      "a look that came late",
      [
        [0, 200],
        [28, 404],
        [33, 404],
      ],
      35,
    ],
    [
      "another failure is the same run",
      [
        [0, 200],
        [28, 404],
        [29, 503],
      ],
      31,
    ],
    [
      "a refusal in between, which may be a limit of rates",
      [
        [0, 200],
        [28, 404],
        [29, 429],
      ],
      30,
    ],
    [
      "a second refusal does not end the looks",
      [
        [0, 200],
        [28, 404],
        [31, 429],
        [32, 429],
      ],
      35,
    ],
    [
      "a wall that says another number each time",
      [
        [0, 200],
        [28, 404],
        [31, 403],
        [32, 429],
      ],
      35,
    ],
    [
      "a refusal after another failure",
      [
        [0, 200],
        [28, 404],
        [29, 403],
        [30, 404],
        [31, 429],
      ],
      32,
    ],
    ["a refusal after the first weeks", [[0, 200], ...FAILING_28_TO_42, [69, 429]], 70],
    [
      "a refusal after six weeks, which is left to the sweeps",
      [[0, 200], ...FAILING_28_TO_42, [70, 429]],
      null,
    ],
    [
      "a refusal alone is no failure",
      [
        [0, 200],
        [28, 403],
      ],
      null,
    ],
    [
      "the look on the fourteenth day, when three or more counted before",
      [[0, 200], ...FAILING_28_TO_42],
      49,
    ],
    [
      "the same, but hardly a look counted",
      [
        [0, 200],
        [28, 404],
        [42, 404],
      ],
      null,
    ],
    [
      "content that was never seen",
      [
        [28, 404],
        [35, 404],
      ],
      42,
    ],
    ["the same after two weeks", FAILING_28_TO_42, null],
    ["a sweep amid the later looks", [[0, 200], ...FAILING_28_TO_42, [54, 404]], 61],
    ["a failure of more than four weeks", [[0, 200], ...FAILING_28_TO_42, [56, 404]], 72],
    ["a failure of four months", [[0, 200], ...FAILING_28_TO_42, [84, 404], [148, 404]], null],
    [
      "another answer at each look, whose beginning only the sum knows",
      [[0, 200], ...FAILING_28_TO_42, [56, 503], [84, 410], [112, 503], [148, 404]],
      null,
    ],
    [
      "odd answers that fill the memory",
      [
        [0, 200],
        [28, 406],
        [29, 405],
        [31, 406],
        [33, 405],
        [35, 406],
      ],
      null,
    ],
    [
      "content again",
      [
        [0, 200],
        [28, 404],
        [29, 200],
      ],
      null,
    ],
  ] as const)("%s", (_, checks, due) => {
    expect(live(checks)?.recheck ?? null).toBe(due === null ? null : DAY + due);
  });
});

describe("what is news (design 5)", () => {
  test.each([
    ["the first check", [[0, 200]], "working"],
    [
      "the same again",
      [
        [0, 200],
        [28, 200],
      ],
      null,
    ],
    [
      "another number of the same kind",
      [
        [0, 200],
        [28, 204],
      ],
      "working",
    ],
    [
      "a failure",
      [
        [0, 200],
        [28, 404],
      ],
      "doubtful",
    ],
    [
      "another number of the same status",
      [
        [0, 502],
        [100, 504],
      ],
      "doubtful",
    ],
    [
      "a look at a young failure",
      [
        [0, 200],
        [28, 404],
        [29, 404],
      ],
      null,
    ],
    [
      "a second look on the same day",
      [
        [0, 200],
        [28, 404],
        [28, 404],
      ],
      null,
    ],
    [
      "the last look, though it decides nothing",
      [
        [0, 404],
        [1, 404],
        [14, 404],
      ],
      null,
    ],
    [
      "a failure that goes on after its looks",
      [
        [0, 404],
        [14, 404],
        [20, 404],
      ],
      null,
    ],
    [
      "unreachable as before",
      [
        [0, 200],
        [28, 404],
        [29, 404],
        [31, 404],
        [35, 404],
        [42, 404],
        [70, 404],
      ],
      null,
    ],
    [
      "the look that decides",
      [
        [0, 200],
        [28, 404],
        [29, 404],
        [31, 404],
        [35, 404],
        [42, 404],
      ],
      "unreachable",
    ],
    [
      "a note that comes",
      [
        [0, 200],
        [28, 200, { notes: [{ key: "certificate-expired" }] }],
      ],
      "working",
    ],
    [
      "a wall that comes on the same number",
      [
        [0, 200],
        [28, 200, { refused: true }],
      ],
      "refused",
    ],
    [
      "a type that comes",
      [
        [0, 200],
        [28, 200, { mime: "pdf", kib: 3 }],
      ],
      "working",
    ],
  ] as const)("%s", (_, checks, verdict) => {
    const made = live(checks);
    // Of a verdict that changed by the mere passing of days before this check: as nobody published it yet.
    expect((made?.verdictChanged?.change ?? made?.change)?.after.verdict ?? null).toBe(verdict);
  });

  test("the check on the day of the change is silent when the change was published on that morning", () => {
    const made = live([
      [0, 200],
      [28, 404],
      [29, 404],
      [31, 404],
      [35, 404],
      [42, 404],
    ]);
    expect(made?.verdictChanged?.change?.news).toContain("verdict");
    expect(made?.change).toBeNull();
  });
});

test("nothing observed, nothing stored", () => {
  expect(digest(NEW, seen(200, { status: UNTRIED }), asDay(DAY))).toBeNull();
});

test("a failure does not take the type away by which the content was known", () => {
  expect(
    live([
      [0, 200, { mime: "pdf", kib: 3 }],
      [28, 404],
    ]),
  ).toMatchObject({ mime: "pdf", kib: 3 });
});
