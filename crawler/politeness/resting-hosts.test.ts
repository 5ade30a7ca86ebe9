import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Exchange } from "../../shared/status/outcome.ts";
import type { HostName, NormalisedUrl } from "../../shared/url/types.ts";
import { PAGE } from "../check/testing/fake-transport.ts";
import { RestingHosts } from "./resting-hosts.ts";

const HOST = "a.zz" as HostName;
/** What a check has. */
const MOST_MS = 58_000;

const said = (answer: Partial<Exchange>): Exchange => ({
  ...{ ...PAGE, url: "http://a.zz/" as NormalisedUrl, method: "HEAD", address: "192.0.2.1" },
  ...answer,
});

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["performance", "Date"], now: Date.UTC(2026, 10, 6) });
});
afterEach(() => {
  vi.useRealTimers();
});

test.each<[string, Partial<Exchange>, number]>([
  ["429 with a term", { http: 429, retryAfter: "30" }, 30_000],
  ["… that a check cannot wait for", { http: 429, retryAfter: "59" }, Number.POSITIVE_INFINITY],
  ["… that is a date", { http: 429, retryAfter: "Fri, 06 Nov 2026 00:00:07 GMT" }, 7_000],
  ["… that is over", { http: 429, retryAfter: "Thu, 01 Jan 1990 00:00:00 GMT" }, 0],
  ["429 without, which is a minute", { http: 429 }, Number.POSITIVE_INFINITY],
  ["… with one that cannot be read", { http: 429, retryAfter: "soon" }, Number.POSITIVE_INFINITY],
  ["503 with a term", { http: 503, retryAfter: "1" }, 1_000],
  ["503 without, which is one page's trouble", { http: 503 }, 0],
  ["… with one that cannot be read", { http: 503, retryAfter: "soon" }, 0],
  ["200 with one", { http: 200, retryAfter: "60" }, 0],
])("how long a host wants to be left alone: %s", (_, last, ms) => {
  const hosts = new RestingHosts();
  hosts.learn(said(last), false);
  expect(hosts.restMs(HOST, MOST_MS)).toBe(ms);
  expect(hosts.restMs("b.zz" as HostName, MOST_MS)).toBe(0);
});

test("until the term is over", () => {
  const hosts = new RestingHosts();
  hosts.learn(said({ http: 429, retryAfter: "3600" }), false);
  vi.advanceTimersByTime(3_599_999);
  expect(hosts.restMs(HOST, MOST_MS)).toBe(Number.POSITIVE_INFINITY);
  vi.advanceTimersByTime(1);
  expect(hosts.restMs(HOST, MOST_MS)).toBe(0);
});

test("terms in a row add up, so that a host is not waited for again and again, until it answers", () => {
  const hosts = new RestingHosts();
  const busy = said({ http: 429, retryAfter: "20" });
  const rests = () => {
    hosts.learn(busy, false);
    const ms = hosts.restMs(HOST, MOST_MS);
    vi.advanceTimersByTime(20_000);
    return ms;
  };
  expect([rests(), rests(), rests()]).toEqual([20_000, 20_000, Number.POSITIVE_INFINITY]);
  hosts.learn(said({ http: 404 }), false);
  expect(rests()).toBe(20_000);
});

test("beside a link a term counts, and 429 without one does not, nor does it end one", () => {
  const hosts = new RestingHosts();
  hosts.learn(said({ http: 429 }), true);
  expect(hosts.restMs(HOST, MOST_MS)).toBe(0);
  hosts.learn(said({ http: 429, retryAfter: "30" }), true);
  hosts.learn(said({ http: 429 }), true);
  expect(hosts.restMs(HOST, MOST_MS)).toBe(30_000);
});
