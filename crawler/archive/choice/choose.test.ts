import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { asDay, dayOfInstant } from "../../../shared/calendar/day.ts";
import { fold } from "../../../shared/history/fold.ts";
import type { History } from "../../../shared/history/types.ts";
import { httpOfStatus, type Status } from "../../../shared/status/table.ts";
import { choose, isChanging } from "./choose.ts";
import { lifeOf } from "./spans.ts";
import { endOf, readTimestamp, startOf, type Version } from "./version.ts";

const day = (date: string) => dayOfInstant(Date.parse(date));
const TODAY = day("2026-11-23");

type Seen = readonly [date: string, status: number, deadEnd?: true];
const historyOf = (seen: readonly Seen[]): History =>
  seen.reduce<History>(
    (history, [date, status, deadEnd]) =>
      fold(
        history,
        { status: status as Status, http: httpOfStatus(status as Status), deadEnd: deadEnd === true },
        day(date),
      ),
    [],
  );

/** `YYYYMMDD`, and what is not a good page of its own content. */
type Given = readonly [
  date: string,
  ...Partial<Pick<Version, "http" | "mime" | "digest" | "revisit" | "redirect">>[],
];
const version = ([date, but = {}]: Given): Version => {
  const time = readTimestamp(date.length === 8 ? `${date}120000` : date);
  if (time === null) throw new Error(`no timestamp: ${date}`);
  const content = { http: 200, mime: "text/html", digest: `D${date}`, revisit: false, redirect: false };
  return { ...time, ...content, address: `https://archive.zz/${date}`, ...but };
};

const WORKED: readonly Seen[] = [
  ["2025-01-10", 1],
  ["2026-03-10", 1],
  ["2026-04-07", 18],
  ["2026-11-03", 18],
];
const NEVER_WORKED: readonly Seen[] = [
  ["2026-04-07", 18],
  ["2026-11-03", 18],
];
const REVISIT = { http: null, mime: "warc/revisit", revisit: true } as const;

describe("the version that is chosen", () => {
  test.each<[string, readonly Seen[], readonly Given[], string | null, string]>([
    [
      "the last from when it was seen working",
      WORKED,
      [["20240101"], ["20250201"], ["20260301"], ["20260320"], ["20260501"]],
      "20260301",
      "seen-working",
    ],
    ["also on the first and the last day", WORKED, [["20250110"], ["20260310"]], "20260310", "seen-working"],
    [
      "no error page, no redirect",
      WORKED,
      [
        ["20250201"],
        ["20260101", { http: 404 }],
        ["20260201", { http: 301 }],
        ["20260301", { redirect: true }],
      ],
      "20250201",
      "seen-working",
    ],
    [
      "before it was first seen",
      WORKED,
      [["20190101"], ["20240101"], ["20260501"]],
      "20240101",
      "before-seen-working",
    ],
    [
      "from between its last good and its first failing check, where there is no other",
      WORKED,
      [["20260320"], ["20260501"]],
      "20260320",
      "between-checks",
    ],
    ["never after its death", WORKED, [["20260407"], ["20260501"]], null, ""],
    [
      "not from between checks where it began to show something else",
      [
        ["2026-01-01", 1],
        ["2026-04-07", 1, true],
      ],
      [["20260220"]],
      null,
      "",
    ],
    [
      "dead since the first check: the last before that",
      NEVER_WORKED,
      [["20180101"], ["20260401"], ["20260408"]],
      "20260401",
      "before-first-failure",
    ],
    ["never checked", [], [["20180101"], ["20260401"]], "20260401", "never-failed"],
    [
      "refused to robots at all times",
      [["2026-04-07", 17]],
      [["20261001"], ["20261201"]],
      "20261001",
      "never-failed",
    ],
    [
      "of a page that went and came back: the last of its youngest life",
      [
        ["2025-01-10", 1],
        ["2025-06-10", 18],
        ["2025-09-10", 1],
        ["2026-01-10", 1],
        ["2026-05-10", 18],
      ],
      [["20250110"], ["20250701"], ["20251001"], ["20260601"]],
      "20251001",
      "seen-working",
    ],
    [
      "not from a time in which it failed",
      [
        ["2025-01-10", 1],
        ["2025-06-10", 18],
        ["2025-09-10", 1],
      ],
      [["20250701"]],
      null,
      "",
    ],
    [
      "not what stands there since its death, such as a page for parked domains",
      WORKED,
      [["20250201"], ["20260301", { digest: "PARKED" }], ["20260601", { digest: "PARKED" }]],
      "20250201",
      "seen-working",
    ],
    [
      "what always stood there is the page, also if the archive goes on seeing it",
      WORKED,
      [
        ["20250201", { digest: "PAGE" }],
        ["20260301", { digest: "PAGE" }],
        ["20260601", { digest: "PAGE" }],
      ],
      "20260301",
      "seen-working",
    ],
    [
      "a revisit, which has the status of the capture with its content",
      WORKED,
      [
        ["20250201", { digest: "SAME" }],
        ["20260301", { ...REVISIT, digest: "SAME" }],
      ],
      "20260301",
      "seen-working",
    ],
    [
      "no revisit of an error page, nor one of something unknown",
      WORKED,
      [
        ["20250201"],
        ["20250301", { http: 404, digest: "ERROR" }],
        ["20250401", { ...REVISIT, digest: "ERROR" }],
        ["20250501", { ...REVISIT, digest: "UNKNOWN" }],
      ],
      "20250201",
      "seen-working",
    ],
    [
      "nothing empty",
      WORKED,
      [["20250201"], ["20250301", { digest: "3I42H3S6NNFQ2MSVX7XZKYAYSCX5QBYJ" }]],
      "20250201",
      "seen-working",
    ],
    [
      "of a month only, where all of it lies in its life",
      WORKED,
      [["202502"], ["202603"], ["2026"]],
      "202502",
      "seen-working",
    ],
    [
      "of an archive that says times only",
      WORKED,
      [["20250201", { http: null, mime: null }]],
      "20250201",
      "seen-working",
    ],
    ["none that fits", WORKED, [["20250201", { http: 503 }]], null, ""],
  ])("%s", (_, seen, given, expected, rule) => {
    const asked = { url: "https://a.zz/x", history: historyOf(seen), today: TODAY };
    const choice = choose(asked, given.map(version));
    if (expected === null) expect(choice).toMatchObject({ kind: "none-fits" });
    else
      expect(choice).toMatchObject({
        kind: "chosen",
        rule,
        version: { address: `https://archive.zz/${expected}` },
      });
  });

  test("a page in place of a document does not stand for it", () => {
    const asked = { url: "https://a.zz/report.pdf?v=1", history: historyOf(WORKED), today: TODAY };
    const pdf = version(["20250201", { mime: "application/pdf" }]);
    expect(choose(asked, [pdf, version(["20260301"])])).toMatchObject({ version: { at: pdf.at } });
    expect(choose({ ...asked, isDocument: true }, [version(["20260301"])])).toEqual({
      kind: "none-fits",
      reason: "archived, but no version shows the page: page in place of a document (1)",
    });
  });

  test.each([
    ["no capture of it is anything else", {}],
    ["an error of another type", { http: 404, mime: "text/plain" }],
    ["a type that is not known", { mime: "unk" }],
  ])("a page whose address ends like a document's is one: %s", (_, other) => {
    const url = "https://wiki.zz/wiki/File:Map.jpg";
    const asked = { url, history: historyOf(WORKED), today: TODAY };
    expect(choose(asked, [version(["20250201", other]), version(["20260301"])])).toMatchObject({
      version: { at: "20260301120000" },
    });
  });

  test("for all histories and versions: a good page, from no time in which it failed", () => {
    const observation = fc.tuple(
      fc.integer({ min: 2900, max: 3600 }),
      fc.constantFrom(1, 17, 18, 21, 39, 66),
    );
    const given = fc.record({
      day: fc.integer({ min: 2800, max: 3612 }),
      http: fc.constantFrom(200, 200, 301, 404, 503, null),
      digest: fc.constantFrom("A", "B", "C"),
      revisit: fc.boolean(),
    });
    fc.assert(
      fc.property(
        fc.array(observation, { maxLength: 12 }),
        fc.array(given, { minLength: 1, maxLength: 12 }),
        (seen, list) => {
          const checks = seen.toSorted(([one], [other]) => one - other);
          const history = checks.reduce<History>(
            (before, [at, status]) =>
              fold(
                before,
                { status: status as Status, http: httpOfStatus(status as Status), deadEnd: false },
                asDay(at),
              ),
            [],
          );
          const versions = list.map(({ day: at, revisit, http, digest }) => {
            const moment = startOf(asDay(at));
            const but = revisit ? { ...REVISIT, digest } : { http, digest };
            return { ...version([moment]), ...but };
          });
          const asked = { url: "https://a.zz/", history, today: asDay(3612) };
          const choice = choose(asked, versions);
          if (choice.kind === "none-fits") return;
          const { at, http, redirect } = choice.version;
          expect([http, redirect]).toEqual([200, false]);
          expect(at <= endOf(asked.today)).toBe(true);
          const { death } = lifeOf(history, asked.today);
          if (death !== null) expect(at < death).toBe(true);
          for (const { status, first, last } of history)
            if (status !== 1 && status !== 17 && first < last)
              expect(at < startOf(first) || at > endOf(last)).toBe(true);
        },
      ),
    );
  });
});

test("a page of which each version differs is changing", () => {
  const days = Array.from({ length: 12 }, (_, month) => `2025${String(month + 1).padStart(2, "0")}01`);
  expect(isChanging(days.map((date) => version([date])))).toBe(true);
  expect(isChanging(days.slice(1).map((date) => version([date])))).toBe(false);
  expect(isChanging(days.map((date, at) => version([date, { digest: `D${at >> 1}` }])))).toBe(false);
});

test.each([
  ["20190314151617", "20190314151617", "20190314151617"],
  ["20190314", "20190314000000", "20190314235959"],
  ["201902", "20190201000000", "20190228235959"],
  ["2019", "20190101000000", "20191231235959"],
  ["20190314151617123", "20190314151617", "20190314151617"],
  ["20191314", null, null],
  ["20190230", null, null],
  ["20190000000000", null, null],
  ["19700101000000", null, null],
  ["2019031", "20190301000000", "20190331235959"],
  ["201", null, null],
  ["soon", null, null],
])("the timestamp %s", (text, at, latest) =>
  expect(readTimestamp(text)).toEqual(at === null ? null : { at, latest }),
);
