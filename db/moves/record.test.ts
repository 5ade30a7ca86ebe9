import { expect, test } from "vitest";
import { asDay } from "../../shared/calendar/day.ts";
import type { NormalisedUrl } from "../../shared/url/types.ts";
import type { HostId } from "../types.ts";
import { type MoveNews, nextMove } from "./record.ts";

const host = 1 as HostId;
const to = (target: string): MoveNews => ({ kind: "redirected", host, target: target as NormalisedUrl });
const NEW = to("https://new.zz/a");
const OTHER = to("https://other.zz/a");
const FAILS: MoveNews = { kind: "failing", host };
const STAYED: MoveNews = { kind: "stayed", host };

test.each<[string, readonly (readonly [day: number, news: MoveNews])[], object | null]>([
  ["seen once: not shown", [[1, NEW]], { days: 1, checked: -1, due: null }],
  [
    "twice on a day is once",
    [
      [1, NEW],
      [1, NEW],
    ],
    { days: 1, checked: -1 },
  ],
  [
    "on two days: shown",
    [
      [1, NEW],
      [29, NEW],
    ],
    { days: 2, checked: 29, first: 1, last: 29, due: null },
  ],
  [
    "another address begins again",
    [
      [1, NEW],
      [29, NEW],
      [57, OTHER],
    ],
    { days: 1, checked: -1, first: 57 },
  ],
  [
    "the source dies: checked by itself before it is shown again",
    [
      [1, NEW],
      [29, NEW],
      [57, FAILS],
    ],
    { checked: -1, due: 0, days: 2 },
  ],
  [
    "seen once, then dead: no evidence",
    [
      [1, NEW],
      [29, FAILS],
    ],
    null,
  ],
  [
    "it redirects again",
    [
      [1, NEW],
      [29, NEW],
      [57, FAILS],
      [58, NEW],
    ],
    { days: 3, checked: 58, due: null },
  ],
  [
    "the page stayed where it was",
    [
      [1, NEW],
      [29, NEW],
      [57, STAYED],
    ],
    null,
  ],
  ["a failure says nothing where no move is known", [[1, FAILS]], null],
])("%s", (_, seen, expected) => {
  const found = seen.reduce<ReturnType<typeof nextMove>>(
    (known, [day, news]) => nextMove(known, news, asDay(day)),
    null,
  );
  if (expected === null) expect(found).toBeNull();
  else expect(found).toMatchObject(expected);
});

test("what a rule named stays while the source fails, and gives way to a redirect of its own", () => {
  const rule = { from: "http://old.zz/", to: "https://new.zz/", support: 3, counter: 0 };
  const day = asDay(5);
  const named = {
    target: "https://new.zz/a" as NormalisedUrl,
    rule,
    first: day,
    last: day,
    days: 0,
    checked: day,
    due: 9,
    tries: 0,
  };
  expect(nextMove(named, FAILS, asDay(6))).toEqual(named);
  expect(nextMove(named, NEW, asDay(6))).toMatchObject({ rule: null, days: 1, due: null });
});
