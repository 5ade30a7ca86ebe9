import { expect, test } from "vitest";
import { componentUrl, freshDatabaseUrl } from "../../db/testing/fresh.ts";
import { pause, systemClock } from "../runtime/clock.ts";
import { runKillTrial } from "./testing/trial-kill.ts";

const URLS = 2_000;
const REQUESTS_PER_KILL = 200;

/** The same at full size: kill.bench.ts. */
test("workers killed all the time lose nothing, store nothing twice, and keep the order of C4", async () => {
  const databaseUrl = await freshDatabaseUrl();
  let asked = 0;
  const report = await runKillTrial({
    databaseUrl,
    crawlerUrl: componentUrl(databaseUrl, "crawl"),
    today: systemClock.today(),
    urls: URLS,
    hosts: URLS / 5,
    workers: 3,
    urlsPerSlice: 250,
    // By what was done, not by the clock: also on a slow machine each worker gets somewhere.
    async nextKill(web) {
      const until = asked + REQUESTS_PER_KILL;
      while (asked < until && asked < URLS * 0.9) {
        asked = await web.count();
        await pause(50, new AbortController().signal);
      }
      return asked < URLS * 0.9;
    },
    msMax: 150_000,
  });
  const { stored, kills, order } = report;
  expect(report).toMatchObject({
    swept: true,
    publishedTwice: 0,
    unpublished: 0,
    held: 0,
    connectionsPerHostMax: 1,
  });
  expect(stored.wrong).toBe(0);
  expect(stored.once + stored.concluded).toBe(URLS);
  expect(kills).toBeGreaterThan(3);
  expect(order.neverContactedFirst).toBeGreaterThan(99);
  expect(order.neighbours).toBeLessThan(5);
}, 180_000);
