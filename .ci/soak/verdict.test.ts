import { expect, test } from "vitest";
import { judge } from "./verdict.ts";

const MB = 2 ** 20;
const series = (of: (at: number) => Record<string, number>) => Array.from({ length: 48 }, (_, at) => of(at));

test("what goes up and down, or is filled in the first quarter, is flat", () => {
  const samples = series((at) => ({
    "memory crawl-1": (at < 12 ? 100 + 10 * at : 220 + (at % 5)) * MB,
    "files edge": 40 + (at % 7),
    "rows url": Math.min(700, 100 * at),
    connections: 20 + (at % 3),
    "cache sites crawl-1": 10_000,
    "cachemax sites crawl-1": 10_000,
  }));
  expect(judge(samples, {})).toEqual([]);
});

test("a leak of 2 MB each half hour, of a file, of a row each minute, and a cache beyond its bound are found", () => {
  const samples = series((at) => ({
    "memory crawl-1": (100 + 2 * at) * MB,
    "files edge": 40 + at,
    "rows recheck": 30 * at,
    "rows change": 30 * at,
    connections: 20 + at / 2,
    "cache sites crawl-1": at === 3 ? 11 : 10,
    "cachemax sites crawl-1": 10,
  }));
  expect(judge(samples, { change: "kept for a week" })).toEqual([
    expect.stringMatching(/^memory crawl-1 grew from /),
    expect.stringMatching(/^files edge grew from /),
    expect.stringMatching(/^rows recheck grew from /),
    expect.stringMatching(/^connections grew from /),
    "cache sites crawl-1 had 11 entries, more than its bound",
  ]);
});
