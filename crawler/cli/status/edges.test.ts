import { expect, test } from "vitest";
import { edgesOf } from "./report.ts";
import { empty, HOUR, NOW } from "./testing/counts.ts";

/** The hour under way began half an hour ago. */
const startMs = (hoursAgo: number) => NOW - HOUR / 2 - hoursAgo * HOUR;
const published = (
  hoursAgo: number,
  concerned: number,
  written: number,
  removed: number,
  target = "main",
) => ({
  ...{ target, startMs: startMs(hoursAgo), batches: 10, exported: 1 },
  ...{ concerned, written, removed },
});
const swept = (hoursAgo: number, checked: number) => ({
  ...{ startMs: startMs(hoursAgo), sinceMs: startMs(hoursAgo), inferred: 5 },
  checked,
});
const client = {
  ...{
    wiki: "a@b",
    paused: false,
    needsExport: false,
    inFirstPass: false,
    holder: null,
    waiting: 0,
    lagSeconds: 0,
  },
  exporting: null,
};

test("changes per write and writes per 1,000 checks, of the last hour or so and of the day, by edge", () => {
  const edges = edgesOf({
    ...empty,
    clients: [
      { ...client, target: "main" },
      { ...client, target: "new" },
      { ...client, target: "feed" },
    ],
    dispatchHours: [
      published(0, 30, 8, 2),
      published(1, 30, 5, 0),
      published(23, 100, 40, 5),
      published(25, 999, 999, 999),
      published(1, 4, 4, 0, "eu"),
    ],
    sweepHours: [swept(0, 1_000), swept(1, 2_000), swept(10, 9_000), swept(25, 1_000_000)],
  });
  const none = {
    batches: 0,
    concerned: 0,
    written: 0,
    removed: 0,
    exported: 0,
    coalescing: null,
    writesPer1000Checks: 0,
  };
  expect(edges).toEqual([
    {
      target: "eu",
      hour: {
        batches: 10,
        concerned: 4,
        written: 4,
        removed: 0,
        exported: 1,
        coalescing: 1,
        writesPer1000Checks: 4 / 3,
      },
      day: {
        batches: 10,
        concerned: 4,
        written: 4,
        removed: 0,
        exported: 1,
        coalescing: 1,
        writesPer1000Checks: 4 / 12,
      },
    },
    {
      target: "main",
      hour: {
        batches: 20,
        concerned: 60,
        written: 13,
        removed: 2,
        exported: 2,
        coalescing: 4,
        writesPer1000Checks: 5,
      },
      day: {
        batches: 30,
        concerned: 160,
        written: 53,
        removed: 7,
        exported: 3,
        coalescing: 160 / 60,
        writesPer1000Checks: 5,
      },
    },
    { target: "new", hour: none, day: none },
  ]);
});

test("without checks there is no ratio of them", () => {
  const [edge] = edgesOf({ ...empty, dispatchHours: [published(0, 1, 1, 0)] });
  expect(edge?.hour.writesPer1000Checks).toBeNull();
});
