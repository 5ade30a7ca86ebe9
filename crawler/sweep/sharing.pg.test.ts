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
/** What was given away is under way for longer than another worker waits before it looks again. */
const SLOW_CHECK_MS = 100;

/** A web that remembers what it was asked, and workers on it, each until its signal. */
function workers(checkMs: number) {
  const asked: NormalisedUrl[] = [];
  const checker = {
    async check({ url }: { readonly url: NormalisedUrl }) {
      asked.push(url);
      await new Promise((resolve) => setTimeout(resolve, checkMs));
      return answered(url, 200);
    },
  };
  const work = (signal: AbortSignal) =>
    crawl(world.context(START, signal).ctx, { once: false, checker, pace, concurrency: 10 });
  return { asked, work };
}

async function enter(): Promise<string[]> {
  const links = Array.from({ length: URLS }, (_, n) => `https://h${n}.zz/`);
  await samplePage(world.db, world.wiki, 1, links, START);
  return links.sort();
}

const untilSwept = () =>
  expect.poll(() => isSwept(world.db, asDay(START)), { timeout: 120_000, interval: 200 }).toBe(true);

test("of one slice an idle worker is given half of what is left; nothing is checked twice or lost", async () => {
  const links = await enter();
  const { asked, work } = workers(CHECK_MS);
  const stop = new AbortController();
  const working = Promise.all(Array.from({ length: WORKERS }, () => work(stop.signal)));
  await untilSwept();
  stop.abort();
  const summaries = await working;
  expect(asked.sort()).toEqual(links);
  const shares = summaries.map(({ checked }) => checked / URLS);
  expect(Math.min(...shares)).toBeGreaterThan(0.1);
});

test("who gave half away and ends leaves that half to whom it was given", async () => {
  const links = await enter();
  const { asked, work } = workers(SLOW_CHECK_MS);
  const [first, second] = [new AbortController(), new AbortController()];
  const ending = work(first.signal);
  // One of these has what was given, the other one takes the slice.
  const going = Promise.all([work(second.signal), work(second.signal)]);
  const given = async () =>
    (await world.db.sql<{ count: number }[]>`select count(*)::int as count from recheck`)[0]?.count ?? 0;
  await expect.poll(given, { timeout: 60_000, interval: 20 }).toBeGreaterThan(0);
  first.abort();
  await ending;
  await untilSwept();
  second.abort();
  await going;
  expect(asked.sort()).toEqual(links);
});
