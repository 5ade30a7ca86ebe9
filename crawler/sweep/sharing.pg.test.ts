import { expect, test } from "vitest";
import { samplePage } from "../../db/testing/sample.ts";
import { asDay } from "../../shared/calendar/day.ts";
import type { NormalisedUrl } from "../../shared/url/types.ts";
import { crawl } from "./run.ts";
import { answered } from "./testing/outcomes.ts";
import { isSwept } from "./testing/trial.ts";
import { openWorld, NO_PACE as pace, START } from "./testing/world.ts";

const world = openWorld();

const WORKERS = 3;
const URLS = 3_000;
const CHECK_MS = 20;

test("of one slice an idle worker is given half of what is left; nothing is checked twice or lost", async () => {
  const links = Array.from({ length: URLS }, (_, n) => `https://h${n}.zz/`);
  await samplePage(world.db, world.wiki, 1, links, START);
  const asked: NormalisedUrl[] = [];
  const stop = new AbortController();
  const checker = {
    async check({ url }: { readonly url: NormalisedUrl }) {
      asked.push(url);
      await new Promise((resolve) => setTimeout(resolve, CHECK_MS));
      return answered(url, 200);
    },
  };
  const work = () =>
    crawl(world.context(START, stop.signal).ctx, { once: false, checker, pace, concurrency: 10 });
  const working = Promise.all(Array.from({ length: WORKERS }, work));
  await expect.poll(() => isSwept(world.db, asDay(START)), { timeout: 120_000, interval: 200 }).toBe(true);
  stop.abort();
  const summaries = await working;
  expect([...asked].sort()).toEqual([...links].sort());
  const shares = summaries.map(({ checked }) => checked / URLS);
  expect(Math.min(...shares)).toBeGreaterThan(0.1);
});
