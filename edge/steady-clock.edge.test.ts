import { expect, test } from "vitest";
import { createSteadyClock } from "./steady-clock.ts";
import { eventOf, originOf, WIKI } from "./testing/feed.ts";
import { createWorld, NOW, wikiOf } from "./testing/world.ts";

const HOUR_MS = 3_600_000;

test("goes on from where it was when the clock is set back, and with a clock that is set forward", () => {
  let now = NOW;
  const elapsed = createSteadyClock(() => now);
  const after = (ms: number) => {
    now += ms;
    return elapsed() - NOW;
  };
  expect([after(10), after(-HOUR_MS), after(5), after(HOUR_MS)]).toEqual([10, 10, 15, HOUR_MS + 15]);
  expect([after(-1), after(1)]).toEqual([HOUR_MS + 15, HOUR_MS + 16]);
});

test("an edge whose clock is set back keeps answers, and leaves a wiki alone, no longer than it would have", async () => {
  let now = NOW;
  let isThrottling = true;
  const { origin, asked } = originOf([eventOf(1)]);
  const fine = wikiOf({ 1: [], 2: [] });
  const world = createWorld({
    origin,
    wiki: (request) =>
      isThrottling ? new Response("", { status: 429, headers: { "retry-after": "5" } }) : fine(request),
    clock: () => now,
  });
  await world.store(WIKI, []);
  const page = async (pageid: number) =>
    (await world.ask(`/api/v1/page?dbname=${WIKI}&pageid=${pageid}`)).status;
  const feed = async () => (await world.ask(`/feed/${WIKI}?format=json`)).status;
  expect([await feed(), await page(1)]).toEqual([200, 503]);
  isThrottling = false;
  now -= HOUR_MS;
  expect([await feed(), await page(2), asked.length]).toEqual([200, 503, 1]);
  now += 6_000;
  expect([await feed(), await page(2), asked.length]).toEqual([200, 200, 2]);
});
