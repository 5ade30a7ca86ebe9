import { expect, test } from "vitest";
import * as z from "zod/mini";
import { NOTHING_KNOWN, type UrlFacts } from "../answer/types.ts";
import { asDay } from "../calendar/day.ts";
import type { Status } from "../status/table.ts";
import { UrlsResponse } from "./pages.ts";

const FACTS: UrlFacts = {
  url: "https://a.zz/",
  history: [
    {
      status: 40 as Status,
      http: 503,
      first: asDay(5),
      last: asDay(9),
      deadEnd: false,
      refused: true,
      checks: 2,
    },
    { status: 8 as Status, http: 404, first: asDay(3), last: asDay(4), deadEnd: true, checks: 2 },
    {
      status: 1 as Status,
      http: 200,
      first: asDay(1),
      last: asDay(2),
      deadEnd: false,
      checks: 2,
      earlier: {
        lastGood: null,
        lastAlive: asDay(0),
        lastFailure: asDay(1),
        goodChecks: 3,
        failures: 1,
        failedWeeks: 0,
        longestOutageDays: 4,
        slowestRecoveryDays: 5,
        walls: 0,
        open: { first: asDay(1), checks: 2, goneChecks: 1 },
      },
    },
  ],
  notes: [{ key: "robot-wall" }, { key: "moved", value: "https://b.zz/" }],
  mime: "pdf",
  kib: 12,
  archives: [{ type: "archive.org", url: "" }],
  replacement: null,
  reports: 0,
  spam: null,
};

test("facts are read as they were sent", () => {
  const sent = JSON.parse(JSON.stringify({ urls: [FACTS] }));
  expect(z.parse(UrlsResponse, sent)).toEqual({ urls: [FACTS] });
});

test("kinds that only a newer origin knows are left out, and keys that it adds", () => {
  const facts = { ...NOTHING_KNOWN, url: "https://a.zz/" };
  const newer = { ...facts, notes: [{ key: "parked" }, { key: "unheard-of" }], more: 1 };
  const unreadable = { ...facts, url: 7 };
  expect(z.parse(UrlsResponse, { urls: [newer, unreadable] })).toEqual({
    urls: [{ ...facts, notes: [{ key: "parked" }] }],
  });
  expect(z.safeParse(UrlsResponse, { urls: null }).success).toBe(false);
});
