import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createHttpClient, type HttpClient } from "../net/egress/http-client.ts";
import { LOOPBACK } from "../net/testing/loopback-guard.ts";
import { purging, zonePurger } from "./purge.ts";
import type { SnapshotStore } from "./store.ts";
import {
  API_TOKEN,
  type CloudflareServer,
  startCloudflareServer,
  ZONE,
} from "./testing/cloudflare-server.ts";

let server: CloudflareServer;
let http: HttpClient;
let warnings: string[];
beforeEach(() => {
  // The purger's clock and ticks move when a test (or `expect.poll`) moves them; requests take the time that they take.
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "performance"] });
  server = startCloudflareServer();
  http = createHttpClient({ userAgent: "test", guard: LOOPBACK });
  warnings = [];
});
afterEach(async () => {
  vi.useRealTimers();
  await http.close();
  await server.stop();
});

const open = (options: { afterMs?: number; apiToken?: string } = {}) =>
  zonePurger({
    http,
    apiUrl: server.url,
    apiToken: API_TOKEN,
    zoneId: ZONE,
    afterMs: 0,
    signal: new AbortController().signal,
    log: { info() {}, error() {}, warn: (message) => void warnings.push(message) },
    ...options,
  });
const store = (kind: "stored" | "failed"): SnapshotStore => {
  const result = kind === "stored" ? { kind, calls: 1 } : { kind, message: "no" };
  return {
    put: async () => result,
    remove: async () => result,
    list: async () => ({ kind: "keys", keys: [], cursor: null }),
  };
};
const pair = (key: string) => ({ key, value: "" });

test("what was written and removed is purged by tags, a hundred a request, each page once", async () => {
  const purger = open();
  const purged = purging(store("stored"), purger);
  const pages = Array.from({ length: 150 }, (_, at) => pair(`s1:dewiki@WMF:${at + 1}`));
  await purged.put([...pages, pair("w1:dewiki@WMF"), pair("n1:dewiki@WMF")]);
  await purged.remove(["s1:dewiki@WMF:7", "s1:dewiki@WMF:900"]);
  await purger.close();
  expect(server.purged.map((tags) => tags.length)).toEqual([100, 51]);
  expect(new Set(server.purged.flat()).size).toBe(151);
  expect(server.purged.flat()).toContain("dewiki@WMF:900");
});

test("what was not stored is not purged, and a full export purges nothing", async () => {
  const purger = open();
  await purging(store("failed"), purger).put([pair("s1:dewiki@WMF:1")]);
  await purging(store("stored"), purger).put([pair("s1:dewiki@WMF:2")], undefined, { rewrite: true });
  await purger.close();
  expect(server.purged).toEqual([]);
});

test("is purged by itself when its time has come, not before", async () => {
  const purger = open({ afterMs: 1_500 });
  purger.add(["dewiki@WMF:1"]);
  vi.advanceTimersByTime(1_400);
  await Bun.sleep(50);
  expect(server.purged).toEqual([]);
  vi.advanceTimersByTime(600);
  await expect.poll(() => server.purged).toEqual([["dewiki@WMF:1"]]);
  await purger.close();
});

test("a token without the permission is reported with the fix, and what waits is dropped", async () => {
  const purger = open({ apiToken: "another-token-0123" });
  purger.add(["dewiki@WMF:1", "dewiki@WMF:2"]);
  await purger.close();
  expect(warnings).toEqual([expect.stringMatching(/Cache Purge.*2 pages were not purged/)]);
});

test("too many purges: left alone for as long as Cloudflare wishes", async () => {
  const purger = open();
  server.troubles.push({ kind: "status", http: 429, retryAfter: "60" });
  purger.add(Array.from({ length: 250 }, (_, at) => `dewiki@WMF:${at + 1}`));
  await purger.close();
  expect(server.requests.length).toBe(1);
  expect(warnings.length).toBe(1);
});

test("a slow Cloudflare is asked one thing at a time, and what comes meanwhile heeds its wish too", async () => {
  const purger = open();
  const slow = Promise.withResolvers<void>();
  server.before = () => slow.promise;
  server.troubles.push({ kind: "status", http: 429, retryAfter: "60" });
  for (let page = 1; page <= 5; page++) {
    purger.add([`dewiki@WMF:${page}`]);
    vi.advanceTimersByTime(1_000);
  }
  slow.resolve();
  await expect.poll(() => warnings.length).toBe(1);
  vi.advanceTimersByTime(10_000);
  await purger.close();
  expect(server.requests).toEqual(["POST purge_cache 1"]);
});

test("a page that is written again while it is purged is purged again, once and in its own time", async () => {
  const purger = open({ afterMs: 0 });
  const slow = Promise.withResolvers<void>();
  server.before = () => slow.promise;
  purger.add(["dewiki@WMF:1"]);
  vi.advanceTimersByTime(1_000);
  await expect.poll(() => server.requests.length).toBe(1);
  purger.add(["dewiki@WMF:2"]);
  // Over several ticks its request waits for the one before.
  vi.advanceTimersByTime(3_300);
  slow.resolve();
  await purger.close();
  expect(server.purged).toEqual([["dewiki@WMF:1"], ["dewiki@WMF:2"]]);
});

test("a page that is written again before its purge waits from then on", async () => {
  const purger = open({ afterMs: 2_500 });
  purger.add(["dewiki@WMF:1"]);
  vi.advanceTimersByTime(1_800);
  purger.add(["dewiki@WMF:2", "dewiki@WMF:1"]);
  vi.advanceTimersByTime(3_200);
  await expect.poll(() => server.purged.flat().length).toBe(2);
  // Not before the other, which came first at the second time.
  expect(server.purged.flat()).toEqual(["dewiki@WMF:2", "dewiki@WMF:1"]);
  await purger.close();
});
