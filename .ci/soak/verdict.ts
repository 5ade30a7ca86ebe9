import type { Sample } from "./sample.ts";

/** By how much something may be more in the last quarter than in the second: a share, and an amount for what is small. */
const ALLOWED = {
  memory: { ratio: 1.15, more: 16 * 2 ** 20 },
  files: { ratio: 1.1, more: 8 },
  connections: { ratio: 1.1, more: 4 },
  rows: { ratio: 1.1, more: 50 },
  bytes: { ratio: 1.25, more: 2 ** 20 },
} as const;

/** Tables that grow for longer than a day by nature, and until when. */
const GROWING: Readonly<Record<string, string>> = {
  change: "kept for 28 days",
  event: "kept for 30 days",
  event_page: "as event",
  touch_queue: "each page once a day, kept for a week",
  report: "what readers say, kept for half a year",
  replacement: "as report",
  people_tally: "kept for two days",
  people_log: "never deleted",
};

const median = (numbers: readonly number[]): number =>
  numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? 0;

/** The first quarter is that of starting: what is in it does not count. */
export function quarters(samples: readonly Sample[], name: string): readonly [number, number] {
  const of = (quarter: number) =>
    samples
      .slice(Math.floor((samples.length * (quarter - 1)) / 4), Math.floor((samples.length * quarter) / 4))
      .flatMap((each) => each[name] ?? []);
  return [median(of(2)), median(of(4))];
}

/** What is not flat, or beyond its bound; empty: all is well. */
export function judge(samples: readonly Sample[], growing = GROWING): string[] {
  const names = [...new Set(samples.flatMap((each) => Object.keys(each)))];
  const grown = names.flatMap((name) => {
    const [kind = "", thing = ""] = name.split(" ");
    const allowed = ALLOWED[kind as keyof typeof ALLOWED];
    if (allowed === undefined || thing in growing) return [];
    const [before, after] = quarters(samples, name);
    return after > before * allowed.ratio + allowed.more ? `${name} grew from ${before} to ${after}` : [];
  });
  const overfull = names.flatMap((name) => {
    if (!name.startsWith("cache ")) return [];
    const worst = samples.find((each) => (each[name] ?? 0) > (each[name.replace("cache", "cachemax")] ?? 0));
    return worst === undefined ? [] : `${name} had ${worst[name]} entries, more than its bound`;
  });
  return [...grown, ...overfull];
}
