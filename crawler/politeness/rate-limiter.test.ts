import { describe, expect, test } from "vitest";
import { BACKOFF_MS_MAX, LIST_PACE, type Observation, RateLimiter, SWEEP_PACE } from "./rate-limiter.ts";

const said = (more: Partial<Observation>): Observation => ({
  http: 200,
  failure: null,
  tookMs: 0,
  retryAfterMs: null,
  ...more,
});

/** A visit of one exchange at this time; what is to rest after it. */
function visit(limiter: RateLimiter, more: Partial<Observation>, now = 0, crawlDelayMs = 0): number {
  limiter.observe(said(more), now);
  return limiter.endVisit(limiter.addTo(null, said(more)), crawlDelayMs, now);
}

test.each<[string, Partial<Observation>, number, number]>([
  ["a quick one", { tookMs: 10 }, 1_000, 0],
  ["a slow one", { tookMs: 2_000 }, 10_000, 0],
  ["one that took most of a minute", { tookMs: 58_000 }, 30_000, 0],
  ["429", { http: 429 }, 5_000, 5_000],
  ["503, which a sweep takes for too much to do", { http: 503 }, 5_000, 0],
  ["429 to no link", { http: 429, beside: true }, 1_000, 0],
  ["429 with a term, to no link", { http: 429, retryAfterMs: 60_000, beside: true }, 60_000, 60_000],
  ["503 with a term", { http: 503, retryAfterMs: 60_000 }, 60_000, 60_000],
  ["200 with one", { http: 200, retryAfterMs: 60_000 }, 1_000, 0],
  ["nobody", { http: null, failure: "timeout", tookMs: 0 }, 1_000, 0],
])("the rest after %s", (_, more, sweepMs, listMs) => {
  expect(visit(new RateLimiter(SWEEP_PACE), more)).toBe(sweepMs);
  expect(visit(new RateLimiter(LIST_PACE), more)).toBe(listMs);
});

test.each([
  [0, 500],
  [499.7, 500],
  [1_234.4, 1_234],
  [60_000, 2_000],
])("the rest within a visit, after %d ms of requests: %d ms", (tookMs, restMs) => {
  const limiter = new RateLimiter(SWEEP_PACE);
  expect(limiter.withinMs(null)).toBe(0);
  expect(limiter.withinMs(limiter.addTo(null, said({ tookMs })))).toBe(restMs);
});

test("Crawl-delay is the least rest", () => {
  expect(visit(new RateLimiter(LIST_PACE), {}, 0, 20_000)).toBe(20_000);
});

test("backoff doubles up to five minutes, and halves with every other answer", () => {
  const limiter = new RateLimiter(SWEEP_PACE);
  const rests = [429, 429, 503, 429, 429, 429, 429, 429, 200, 404, 500].map((http) =>
    visit(limiter, { http }),
  );
  expect(rests).toEqual([5, 10, 20, 40, 80, 160, 300, 300, 150, 75, 37.5].map((seconds) => seconds * 1_000));
  expect(limiter.backoffMs).toBeLessThan(BACKOFF_MS_MAX);
  for (let visits = 0; visits < 6; visits++) visit(limiter, {});
  expect(limiter.backoffMs).toBe(0);
});

test("a visit without a request teaches nothing", () => {
  const limiter = new RateLimiter(SWEEP_PACE);
  limiter.backoffMs = 20_000;
  expect(limiter.endVisit(null, 0, 0)).toBe(20_000);
  expect(limiter.backoffMs).toBe(20_000);
});

describe("Retry-After", () => {
  const MOST_MS = 58_000;

  test("holds from the moment in which it was said, and until it is over", () => {
    const limiter = new RateLimiter(LIST_PACE);
    limiter.observe(said({ http: 429, retryAfterMs: 30_000 }), 0);
    expect([0, 29_999, 30_000].map((now) => limiter.askedForMs(now, MOST_MS))).toEqual([30_000, 1, 0]);
    expect([0, 29_999, 30_000].map((now) => limiter.waitMs(now))).toEqual([30_000, 1, 0]);
  });

  test("is more than anybody waits, also where terms in a row add up to that, until the host answers", () => {
    const limiter = new RateLimiter(LIST_PACE);
    const askedFor = (retryAfterMs: number, now: number) => {
      limiter.observe(said({ http: 503, retryAfterMs }), now);
      return limiter.askedForMs(now, MOST_MS);
    };
    expect(askedFor(59_000, 0)).toBe(Number.POSITIVE_INFINITY);
    limiter.observe(said({ http: 404 }), 59_000);
    expect([60, 80, 100].map((second) => askedFor(20_000, second * 1_000))).toEqual([
      20_000,
      20_000,
      Number.POSITIVE_INFINITY,
    ]);
    limiter.observe(said({ http: 200, beside: true }), 120_000);
    expect(askedFor(20_000, 120_000)).toBe(Number.POSITIVE_INFINITY);
    limiter.observe(said({ http: 200 }), 140_000);
    expect(askedFor(20_000, 140_000)).toBe(20_000);
  });
});
