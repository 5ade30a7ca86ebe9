import { expect, test } from "vitest";
import { runChaos } from "../chaos/trial.ts";

/**
 * A fleet on one machine, of which everything is killed, cut off, filled up and lied to at once, loses nothing, stores nothing
 * twice, and comes to rest by itself. The same for longer: `npm run bench -- chaos --minutes 30`. A run is repeated with the seed that
 * it prints: `WEBOID_CHAOS_SEED=…`.
 */
const SECONDS = 40;
/** Two or three minutes on a quiet machine; this is for one with many times more work than it can do. */
const MS_MAX = 900_000;
const seed = Number(process.env.WEBOID_CHAOS_SEED ?? Date.now() % 1_000_000);

test(
  "kill -9, an immediate stop of PostgreSQL, full disks, wrong clocks, wikis, names and a store that fail and lie",
  async () => {
    const report = await runChaos({ seed, seconds: SECONDS, log: (line) => console.log(line) });
    console.log(JSON.stringify(report));
    expect(report.findings).toEqual([]);
    // Something happened, and something was to be lost.
    if (process.env.CI) expect(report.notTried).toEqual([]);
    const tried = [
      ...["PostgreSQL stopped hard", "kill -9 of a role", "names lie", "store in trouble", "wiki in trouble"],
      ...(report.notTried.length > 0 ? [] : ["clock set wrong", "disk full: data", "disk full: edge"]),
    ];
    expect(Object.keys(report.faults)).toEqual(expect.arrayContaining(tried));
    expect(report.databaseStarts).toBeGreaterThan(1);
    expect(report.kills).toBeGreaterThan(3);
    expect(report.checked).toBeGreaterThan(300);
    expect(report.acknowledged).toBeGreaterThan(0);
  },
  MS_MAX,
);
