import { describe, expect, test } from "vitest";
import type { SystemStatus } from "../../db/queries/operate/read-status.ts";
import { asDay } from "../../shared/calendar/day.ts";
import { reportStatus } from "./status-report.ts";

const today = asDay(3600);
const crawler = { name: "a", role: "crawl", startedAtMs: 0, secondsSilent: 1, info: {} };
const empty: SystemStatus = {
  pages: 0,
  urls: 0,
  neverContacted: 0,
  byStatus: {},
  countedExactly: true,
  slices: 0,
  leasedSlices: 0,
  sweptPerDay: [],
  rechecksDue: 0,
  touchesWaiting: 0,
  hosts: 0,
  hostsAway: 0,
  databaseBytes: 0,
  wikis: [],
  spam: { uses: 0, scansOpen: 0, troubles: [] },
  clients: [],
  workers: [],
};
const swept = (...days: [age: number, slices: number][]) =>
  days.map(([age, slices]) => ({ day: asDay(today - age), slices }));

describe("the pass", () => {
  test.each<[string, Partial<SystemStatus>, object]>([
    ["nothing yet", {}, { progress: null, projectedDays: null, oldestDays: null }],
    [
      "ten slices a day over a week",
      {
        slices: 100,
        urls: 1_000_000,
        sweptPerDay: swept([0, 10], [1, 10], [2, 10], [3, 10], [4, 10], [5, 10], [6, 10], [7, 30]),
      },
      { progress: 1, slicesPerDay: 10, urlsPerDay: 100_000, projectedDays: 10, oldestDays: 7 },
    ],
    [
      "a system two days old",
      { slices: 8, urls: 400, sweptPerDay: [...swept([0, 2], [1, 2]), { day: null, slices: 4 }] },
      { progress: 0.5, slicesPerDay: 2, urlsPerDay: 100, projectedDays: 4, oldestDays: null },
    ],
    [
      "stopped long ago",
      { slices: 5, urls: 50, sweptPerDay: swept([60, 5]) },
      { recent: 0, progress: 0, slicesPerDay: null, projectedDays: null, oldestDays: 60 },
    ],
  ])("%s", (_, counts, expected) => {
    expect(reportStatus({ ...empty, ...counts }, today).pass).toMatchObject(expected);
  });
});

describe("alarms", () => {
  const client = {
    wiki: "a@b",
    paused: false,
    needsExport: false,
    holder: null,
    waiting: 1,
    lagSeconds: 900,
  };
  test.each<[string, Partial<SystemStatus>, string[]]>([
    ["all is well", {}, []],
    ["no crawler", { urls: 1 }, ["no crawler is alive"]],
    ["a crawler", { urls: 1, workers: [crawler] }, []],
    [
      "a slow pass",
      { slices: 100, sweptPerDay: swept([0, 3]), workers: [crawler] },
      ["a pass takes 34 days"],
    ],
    ["late news", { clients: [client] }, ["15 minutes late"]],
    ["late news for a wiki that is paused", { clients: [{ ...client, paused: true }] }, []],
    [
      "a wiki in trouble",
      {
        wikis: [
          {
            wiki: "a@b",
            pages: 0,
            needUpdate: 0,
            oldestTouch: null,
            error: "does not answer",
            retryMs: Date.UTC(2026, 10, 20),
          },
        ],
      },
      ["a@b: does not answer; tried again at 2026-11-20T00:00:00.000Z"],
    ],
  ])("%s", (_, counts, expected) => {
    const { alarms } = reportStatus({ ...empty, ...counts }, today);
    expect(alarms).toEqual(expected.map((text) => expect.stringContaining(text)));
  });
});
