import { expect, test } from "vitest";
import type { UrlId } from "../../db/types.ts";
import { asDay } from "../../shared/calendar/day.ts";
import type { NormalisedUrl } from "../../shared/url/types.ts";
import { isInPass } from "./archive-share.ts";

const passes = (url: string, id: number) =>
  Array.from({ length: 6 }, (_, pass) =>
    isInPass({ id: id as UrlId, url: url as NormalisedUrl }, asDay(3_612 + pass * 28), [
      { type: "own", host: "archive.yy", path: "" },
    ]),
  ).filter(Boolean).length;

test.each([
  ["https://a.zz/x", 6],
  ["https://archive.org/details/a-book", 6],
  ["https://web.archive.org/web/20200101000000/https://a.zz/x", 2],
  ["https://archive.ph/AbCd1", 2],
  ["https://archive.yy/1", 2],
])("%s is checked in %i of six passes", (url, expected) =>
  expect([1, 2, 3].map((id) => passes(url, id))).toEqual([expected, expected, expected]),
);
