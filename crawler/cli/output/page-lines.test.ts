import { expect, test } from "vitest";
import { buildPageAnswer } from "../../../shared/answer/build.ts";
import { NOTHING_KNOWN, type UrlFacts } from "../../../shared/answer/types.ts";
import { asDay } from "../../../shared/calendar/day.ts";
import { fold } from "../../../shared/history/fold.ts";
import type { History } from "../../../shared/history/types.ts";
import { statusOfHttp } from "../../../shared/status/table.ts";
import type { NormalisedUrl } from "../../../shared/url/types.ts";
import { pageLines } from "./page-lines.ts";
import { createPaint } from "./paint.ts";

const TODAY = asDay(3_614);
const history = (http: 200 | 410, days: readonly number[]): History =>
  days.reduce<History>(
    (past, day) =>
      fold(past, { status: statusOfHttp(http), http, deadEnd: false, refused: false }, asDay(day)),
    [],
  );
const facts = (url: string, more: Partial<UrlFacts>): UrlFacts => ({
  ...NOTHING_KNOWN,
  url: url as NormalisedUrl,
  ...more,
});

const page = (urls: readonly UrlFacts[], show: "all" | "findings", title = "Käse\u001b[2J") =>
  buildPageAnswer({
    wiki: "dewiki@WMF",
    pageid: 7,
    title,
    live: null,
    snapshot: { title, asOf: TODAY, urls, unwatched: 0 },
    origin: null,
    profile: null,
    today: TODAY,
    selection: { show, status: null },
    allowPrivate: false,
  });
const lines = (answer: ReturnType<typeof page>) =>
  pageLines(answer, { paint: createPaint(false), columns: 60, today: TODAY });

const FINE = facts("https://a.zz/fine", { history: history(200, [3_600, 3_614]) });
const GONE = facts("https://b.zz/gone", {
  history: history(410, [3_500, 3_528, 3_556, 3_600]),
  archives: [
    { type: "archive.org", url: "https://web.archive.org/web/20200101000000/https://b.zz/gone" },
    { type: "archive.today", url: "" },
  ],
  movedTo: "https://c.zz/\u202e",
  replacement: "https://d.zz/",
});

test("the links of a page for people: problems first, with what could replace them, and nothing that steers", () => {
  expect(lines(page([FINE, GONE], "all"))).toEqual([
    "Käse[U+001B][2J · dewiki@WMF 7 · 2 external links",
    "",
    "https://b.zz/gone",
    "  Dead for 3 months · 410 gone · 4 checks · last checked 2",
    "  weeks ago",
    "  Likely cause: The owner has removed the page for good.",
    "  Archived copy:",
    "  https://web.archive.org/web/20200101000000/https://b.zz/gone",
    "  New address of the page: https://c.zz/[U+202E]",
    "  Suggested replacement – check before using: https://d.zz/",
    "",
    "https://a.zz/fine",
    "  Working for 2 weeks · 200 OK · 2 checks · last checked",
    "  today",
  ]);
});

test.each([
  ["no link at all", [], "all", "Käse · dewiki@WMF 7 · "],
  ["no problem", [FINE], "findings", "Käse · dewiki@WMF 7 · No problems found"],
] as const)("a page with %s says so", (_, urls, show, start) => {
  const [first, ...more] = lines(page(urls, show, "Käse"));
  expect(first).toContain(start);
  expect(more).toEqual([]);
});
