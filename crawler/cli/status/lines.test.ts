import { describe, expect, test } from "vitest";
import { asDay } from "../../../shared/calendar/day.ts";
import { createPaint } from "../output/paint.ts";
import { widthOf } from "../output/text.ts";
import { statusLines } from "./lines.ts";
import { reportStatus } from "./report.ts";
import { DAY, empty, HOUR, hours, MINUTE, NOW, today, wiki, worker } from "./testing/counts.ts";

const plain = createPaint(false);

test("a system that goes well, and one large wiki under way, on 80 columns", () => {
  const busy = {
    ...wiki,
    wiki: "enwiki@WMF",
    pages: 7_000_000,
    needUpdate: 3_456_789,
    passBeganMs: NOW - 20 * HOUR,
    hours: hours(90_000, ...Array<number>(24).fill(180_000)),
  };
  const report = reportStatus(
    {
      ...empty,
      pages: 7_000_100,
      urls: 40_123_456,
      countedExactly: false,
      byStatus: { 0: 123_456, 1: 35_000_000, 18: 5_000_000, 16: 400, 7: 3 },
      neverContacted: 123_456,
      hosts: 2_500_000,
      hostsAway: 4_321,
      slices: 4_013,
      leasedSlices: 12,
      sweptPerDay: [
        { day: today, slices: 100 },
        { day: asDay(today - 20), slices: 3_913 },
      ],
      sweepHours: [{ startMs: NOW - 30 * MINUTE, sinceMs: NOW - 30 * MINUTE, checked: 90_000, inferred: 0 }],
      wikis: [wiki, busy],
      clients: [
        {
          wiki: "a@b",
          target: "main",
          paused: false,
          needsExport: false,
          inFirstPass: false,
          holder: null,
          exporting: null,
          waiting: 0,
          lagSeconds: 0,
        },
      ],
      workers: [
        ...["crawl", "crawl", "feed", "dispatch", "origin"].map((role) => worker(role)),
        {
          ...worker("maintain"),
          info: { expired: { urls: { last: 1_200, rows: 5_000 }, notes: { last: 0, rows: 9 } } },
        },
      ],
    },
    today,
  );
  const lines = statusLines(report, 80, plain);
  expect(lines.join("\n")).toBe(
    `
alarms    none
watched   2 wikis · 7,000,100 pages · 40,123,456 URLs as of the last sweeps
          123,456 never contacted · 2,500,000 hosts · 4,321 of them failed today
          0 MiB
sweep     100 % of 4,013 slices swept within 28 days · 12 in work
          a pass takes 9 days · the oldest began 20 days ago
          50 checks/s in the last hour · 50 in the last day
links     OK: 35,000,000 · 404 not found: 5,000,000
          bad request or internal server error: 400
          page loads, but the server sends an error: 3
queues    0 rechecks · 0 pages asked for · 0 pages changed
published 1 wiki up to date
expired   1,200 urls
workers   2 crawl · 1 feed · 1 dispatch · 1 origin · 1 maintain

wiki        state        pages    to read  pages/s  through in    pass
enwiki@WMF  reading  7,000,000  3,456,789       50        19 h  2 days
a@b         idle           100          0        0           -  10 min`.slice(1),
  );
  expect(Math.max(...lines.map(widthOf))).toBeLessThanOrEqual(80);
});

test("a pass of less than an hour is called so, as checks are counted by the hour", () => {
  const sweepHours = [
    { startMs: NOW - 30 * MINUTE, sinceMs: NOW - 30 * MINUTE, checked: 2_000, inferred: 0 },
  ];
  const counts = { urls: 2_000, slices: 1, sweptPerDay: [{ day: today, slices: 1 }], sweepHours };
  const text = statusLines(reportStatus({ ...empty, ...counts }, today), 80, plain).join("\n");
  expect(text).toContain("a pass takes less than an hour");
});

describe("what is wrong stands first", () => {
  test("alarms wrapped under their level with their age, hostile names harmless, many counted", () => {
    const wikis = Array.from({ length: 30 }, (_, at) => ({
      ...wiki,
      wiki: `w${at}@b`,
      error: `nobody answers at \u001b[31mhttps://w${at}.example.org/w/api.php within a minute`,
      errorAtMs: NOW - 3 * HOUR,
    }));
    const lines = statusLines(reportStatus({ ...empty, wikis, urls: 1 }, today), 80, plain);
    expect(lines.slice(0, 3)).toEqual([
      "ALARM     no crawler is alive: start weboid crawl [no-crawler]",
      expect.stringMatching(/^ALARM {5}w0@b: nobody answers at .*$/),
      expect.stringMatching(/^ {10}.*\(for 3 h\) \[wiki-error\]$/),
    ]);
    expect(lines).toContain("          … and 22 more: weboid status --json");
    expect(lines).toContain("          docs/alarms.md has a section for each name in brackets");
    expect(lines.at(-1)).toBe("… and 18 more: weboid status --json");
    expect(lines.join("")).not.toContain("\u001b");
    expect(Math.max(...lines.map(widthOf))).toBeLessThanOrEqual(80);
  });

  test("wikis: trouble, then what is under way, then what rests", () => {
    const wikis = [
      { ...wiki, wiki: "idle@b" },
      { ...wiki, wiki: "paused@b", paused: true },
      { ...wiki, wiki: "reading@b", needUpdate: 3 },
      { ...wiki, wiki: "slower@b", needUpdate: 1, lastPassSeconds: 90_000 },
      { ...wiki, wiki: "trouble@b", error: "x" },
    ];
    const lines = statusLines(reportStatus({ ...empty, wikis }, today), 80, plain);
    const names = lines.slice(lines.findIndex((line) => line.startsWith("wiki ")) + 1);
    expect(names.map((line) => line.split("@")[0])).toEqual([
      "trouble",
      "slower",
      "reading",
      "idle",
      "paused",
    ]);
  });
});

test("streams are shown by their host, open or not, with the age of their last event", () => {
  const stream = {
    url: "https://stream.example/v2",
    wikis: 1,
    holder: null,
    namedAtMs: NOW - DAY,
    error: null,
  };
  const streams = [
    { ...stream, open: true, sinceMs: NOW - 3 * HOUR, lastEventMs: NOW - 5_000, wikis: 900 },
    {
      ...stream,
      url: "https://quiet.example/",
      open: false,
      sinceMs: null,
      lastEventMs: null,
      namedAtMs: NOW,
    },
  ];
  expect(statusLines(reportStatus({ ...empty, streams }, today), 80, plain)).toEqual(
    expect.arrayContaining([
      "streams   stream.example open for 3 h, last event 5 s ago, 900 wikis",
      "          quiet.example never open, no event yet, 1 wiki",
    ]),
  );
});

test.each([
  [{ stopped: false, simulated: null, until: null }, "starting  weboid up is starting; its roles come next"],
  [
    { stopped: false, simulated: asDay(3_400), until: asDay(3_600) },
    "starting  weboid up simulates days up to 2026-11-10, 2026-04-24 is through; its roles come next",
  ],
])("a start is no alarm: %j", (starting, line) => {
  const [first] = statusLines(reportStatus({ ...empty, urls: 1 }, today, { starting }), 120, plain);
  expect(first).toBe(line);
});
