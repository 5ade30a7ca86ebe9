import { expect, test } from "vitest";
import type { UrlId } from "../../db/types.ts";
import { asDay } from "../../shared/calendar/day.ts";
import type { NormalisedUrl } from "../../shared/url/types.ts";
import { isInPass } from "./archive-share.ts";

const START = 3_612;
const ARCHIVES = [{ type: "own", host: "archive.yy", path: "" }];

/** The days from the first of so many passes to those in which a URL is checked. */
const checkedOn = (url: string, id: number, { passes = 6, days = 28 } = {}) =>
  Array.from({ length: passes }, (_, pass) => pass * days).filter((day) =>
    isInPass(
      { id: id as UrlId, url: url as NormalisedUrl },
      { kind: "pass", began: asDay(START + day), swept: day === 0 ? -1 : START + day - days },
      ARCHIVES,
    ),
  );

test.each([
  ["https://a.zz/x", 6],
  ["https://archive.org/details/a-book", 6],
  ["https://web.archive.org/web/20200101000000/https://a.zz/x", 2],
  ["https://archive.ph/AbCd1", 2],
  ["https://archive.yy/1", 2],
])("%s is checked in %i of six passes", (url, expected) =>
  expect([1, 2, 3].map((id) => checkedOn(url, id).length)).toEqual([expected, expected, expected]),
);

test.each([7, 20, 27, 28, 30, 40, 41, 42, 43, 56, 60, 84, 85, 100])(
  "passes of %i days leave none of an archive unchecked for longer than a quarter and a pass",
  (days) => {
    for (const id of [1, 2, 3]) {
      const found = checkedOn("https://archive.ph/AbCd1", id, { passes: 60, days });
      const gaps = [...found, 59 * days].map((day, at) => day - (found[at - 1] ?? 0));
      expect(Math.max(...gaps)).toBeLessThanOrEqual(84 + days);
    }
  },
);

test("of links that were never contacted a third is checked at once, also where their slice was swept lately", () => {
  const lease = { kind: "fresh", began: asDay(START + 1), swept: START } as const;
  const found = [1, 2, 3].filter((id) =>
    isInPass({ id: id as UrlId, url: "https://archive.ph/AbCd1" as NormalisedUrl }, lease, ARCHIVES),
  );
  expect(found).toHaveLength(1);
});
