import { expect, test } from "vitest";
import type { UrlEverything } from "../../../db/urls/everything.ts";
import { asDay } from "../../../shared/calendar/day.ts";
import type { NormalisedUrl } from "../../../shared/url/types.ts";
import { createPaint } from "../output/paint.ts";
import { urlData } from "./data.ts";
import { urlLines } from "./lines.ts";

const URL = "https://sub.a.zz/x" as NormalisedUrl;
const TODAY = asDay(3612);
const day = asDay(3610);
const FOUND = {
  key: "0f3a",
  facts: {
    url: URL,
    history: [{ status: 39, http: 502, first: day, last: day, checks: 0, deadEnd: false }],
    notes: [],
    mime: null,
    kib: null,
    archives: [],
    replacement: null,
    reports: 0,
    spam: null,
  },
  flags: [],
  host: {
    name: "sub.a.zz",
    traits: [{ trait: "server-error", first: asDay(3605), last: day }],
    inherited: [{ trait: "get-needed", first: asDay(3500), last: asDay(3500), domain: "a.zz" }],
    outage: { rule: "gateway", scope: "https:0", status: 39, http: 502, day, count: 3 },
    watched: {},
    up: null,
    paceMs: 0,
    retryAtMs: null,
    robots: null,
    site: "",
  },
  move: {
    to: "https://b.zz/x",
    rule: { from: "https://sub.a.zz/", to: "https://b.zz/", support: 4, counter: 0 },
    days: 0,
    checked: day,
  },
  operatorNotes: [
    {
      host: { kind: "within", domain: "a.zz" },
      path: "/x",
      kind: "works-by-hand",
      value: "",
      first: day,
      last: day,
      until: null,
    },
  ],
  hostNotes: [
    { domain: "a.zz", path: "", key: "rate-limited", value: "", first: asDay(3600), last: asDay(3601) },
    { domain: "sub.a.zz", path: "", key: "moved", value: "https://b.zz/\u202e", first: day, last: day },
  ],
  touched: TODAY,
  queried: day,
  slice: { no: 4, swept: null, holder: null },
  recheck: asDay(3613),
  pages: [
    { wiki: "t@local", pageid: 1, title: "One" },
    { wiki: "t@local", pageid: 2, title: "Two" },
  ],
  pagesMore: true,
} as unknown as UrlEverything;
const JUDGED = { verdict: "doubtful", rule: "failing-lately", since: day, last: day, checks: 0 } as const;
const lines = (columns: number | null, found = FOUND) =>
  urlLines(URL, found, JUDGED, { paint: createPaint(false), columns, today: TODAY });

test("what is shown, and each rule behind it with its days", () =>
  expect(lines(null)).toEqual([
    "url         https://sub.a.zz/x",
    "shown       Doubtful for 2 days · 502 bad gateway · 0 checks · last checked 2 days ago",
    "            Likely cause: The server behind the site’s gateway does not answer: it is down, overloaded or misconfigured.",
    "verdict     doubtful (rule failing-lately)",
    "status      39 bad gateway, HTTP 502 (rule host-away: not checked, as its host was away)",
    "since       2 days ago (2026-11-20), seen 0 times",
    "history     39 bad gateway, HTTP 502: 0 checks on 2026-11-20",
    "last query  2 days ago (2026-11-20)",
    "last touch  today (2026-11-22)",
    "next        tomorrow (2026-11-23)",
    "host        sub.a.zz",
    "trait       server-error, seen from 2026-11-15 to 2026-11-20: shown to readers of unchecked links after 100 days, every check tests it; deleted on 2027-03-01 unless seen again",
    "            of a.zz: get-needed, seen on 2026-08-02: checks begin with GET, tested again from 2027-02-18 on; deleted on 2027-02-19 unless seen again",
    "host note   of a.zz: rate-limited, seen from 2026-11-10 to 2026-11-11; deleted on 2027-05-14 unless seen again",
    "            moved: https://b.zz/[U+202E], seen on 2026-11-20; deleted on 2027-05-23 unless seen again",
    "            of *.a.zz/x: works-by-hand, by an operator on 2026-11-20; until 2027-05-22",
    "outage      rule gateway, its https links: 39 bad gateway, HTTP 502, 3 URLs in a row on 2026-11-20; over",
    "moved to    https://b.zz/x (by the rule https://sub.a.zz/ → https://b.zz/, right for 4 moves and wrong for 0; seen working on 2026-11-20)",
    "page        t@local 1 One",
    "            t@local 2 Two",
    "            and more",
  ]));

test("an outage of today ends with it", () => {
  const outage = { ...FOUND.host.outage, day: TODAY, scope: "" };
  const found = { ...FOUND, host: { ...FOUND.host, outage } } as UrlEverything;
  expect(lines(null, found)).toContain(
    "outage      rule gateway, the whole host: 39 bad gateway, HTTP 502, 3 URLs in a row on 2026-11-22; checked again from 2026-11-23 on",
  );
});

test("lines break where the terminal ends", () => {
  expect(Math.max(...lines(60).map((line) => line.length))).toBeLessThan(60);
  expect(
    lines(60)
      .map((line) => line.slice(12))
      .join(" "),
  ).toBe(
    lines(null)
      .map((line) => line.slice(12))
      .join(" "),
  );
});

test("JSON has the first day on which each holds no more", () =>
  expect(urlData(URL, FOUND, JUDGED).host).toMatchObject({
    traits: [{ trait: "server-error", triedAnew: null, deleted: 3711 }],
    inherited: [{ trait: "get-needed", triedAnew: 3700, deleted: 3701, domain: "a.zz" }],
    notes: [
      { key: "rate-limited", value: null, domain: "a.zz", path: "", first: 3600, last: 3601, deleted: 3785 },
      { key: "moved", domain: "sub.a.zz", deleted: 3794 },
    ],
    outage: { rule: "gateway", day: 3610, triedAnew: 3611 },
  }));
