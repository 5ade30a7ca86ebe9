import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { createHttpClient, type HttpClient } from "../net/egress/http-client.ts";
import { LOOPBACK } from "../net/testing/loopback-guard.ts";
import { type CloudflareStoreOptions, cloudflareStore } from "./cloudflare-store.ts";
import type { StoreResult } from "./store.ts";
import {
  ACCOUNT,
  API_TOKEN,
  type CloudflareServer,
  NAMESPACE,
  startCloudflareServer,
  type Trouble,
} from "./testing/cloudflare-server.ts";
import { storeContract } from "./testing/store-contract.ts";

const LEASE = async () => 120_000;
const keys = (count: number) => Array.from({ length: count }, (_, at) => `s1:dewiki@WMF:${at + 1}`);
const pairs = (count: number, value = "v") => keys(count).map((key) => ({ key, value }));

storeContract("Cloudflare's form", async () => {
  const server = startCloudflareServer();
  const http = createHttpClient({ userAgent: "test", guard: LOOPBACK });
  return {
    store: open(server, http).store,
    async close() {
      await http.close();
      await server.stop();
    },
  };
});

function open(server: CloudflareServer, http: HttpClient, options: Partial<CloudflareStoreOptions> = {}) {
  const waits: number[] = [];
  const store = cloudflareStore({
    http,
    apiUrl: server.url,
    apiToken: API_TOKEN,
    accountId: ACCOUNT,
    namespaceId: NAMESPACE,
    signal: new AbortController().signal,
    wait: async (ms) => {
      waits.push(Math.round(ms / 1_000));
    },
    ...options,
  });
  return { store, waits };
}

let server: CloudflareServer;
let http: HttpClient;
beforeEach(() => {
  server = startCloudflareServer();
  http = createHttpClient({ userAgent: "test", guard: LOOPBACK });
});
afterEach(async () => {
  await http.close();
  await server.stop();
});

describe("trouble at Cloudflare", () => {
  test.each<[string, Trouble, number]>([
    ["503", { kind: "status", http: 503 }, 1],
    ["500", { kind: "status", http: 500 }, 1],
    ["429 without a wish", { kind: "status", http: 429 }, 300],
    ["429 with Retry-After", { kind: "status", http: 429, retryAfter: "7" }, 7],
    ["success: false that says unavailable", { kind: "unsuccessful", code: 10001, message: "later" }, 1],
    ["a proxy's page, after which it may still be carried out,", { kind: "page" }, 30],
    ["an answer that is cut off, likewise,", { kind: "cut" }, 30],
    ["a gateway's 504, likewise,", { kind: "status", http: 504 }, 30],
  ])("%s deliveries: asked again after the wait, everything is stored", async (_name, trouble, wait) => {
    const { store, waits } = open(server, http);
    server.troubles.push(trouble);
    expect((await store.put(pairs(3), undefined, { held: LEASE })).kind).toBe("stored");
    expect(server.requests).toEqual(["PUT bulk 3", "PUT bulk 3"]);
    expect(waits).toEqual([wait]);
    expect([...server.values.keys()]).toEqual(keys(3));
  });

  test("only the keys that failed are written again, and removed again", async () => {
    const { store } = open(server, http);
    const failing = keys(5).slice(1, 3);
    server.troubles.push({ kind: "partial", keys: failing }, { kind: "partial", keys: failing.slice(1) });
    expect(await store.put(pairs(5))).toEqual({ kind: "stored", calls: 3 });
    expect(server.requests).toEqual(["PUT bulk 5", "PUT bulk 2", "PUT bulk 1"]);
    expect([...server.values.keys()].sort()).toEqual(keys(5));
    server.troubles.push({ kind: "partial", keys: failing });
    expect(await store.remove(keys(5))).toEqual({ kind: "stored", calls: 2 });
    expect(server.requests.slice(3)).toEqual(["POST delete 5", "POST delete 2"]);
    expect(server.values.size).toBe(0);
  });

  test("writes that come while one is on its way travel together, whichever wikis they are of", async () => {
    const { store } = open(server, http);
    const writes = Array.from({ length: 20 }, (_, at) =>
      store.put([{ key: `s1:wiki${at}@WMF:1`, value: "v" }], undefined, { held: LEASE }),
    );
    for (const result of await Promise.all(writes)) expect(result.kind).toBe("stored");
    expect(server.requests).toEqual(["PUT bulk 1", "PUT bulk 19"]);
    expect(server.values.size).toBe(20);
  });

  test("of writes that travel together, only that fails whose key could not be written", async () => {
    const { store } = open(server, http);
    const bad: Trouble = { kind: "partial", keys: ["s1:b@WMF:1"] };
    server.troubles.push(null, ...Array.from({ length: 6 }, () => bad));
    const write = (wiki: string) => store.put([{ key: `s1:${wiki}@WMF:1`, value: "v" }]);
    const results = await Promise.all(["first", "a", "b", "c"].map(write));
    expect(results.map(({ kind }) => kind)).toEqual(["stored", "stored", "failed", "stored"]);
    expect(server.requests[1]).toBe("PUT bulk 3");
  });

  test("two large writes do not travel together beyond the limits", async () => {
    const { store } = open(server, http);
    await Promise.all([store.put(pairs(1)), store.put(pairs(6_000)), store.put(pairs(6_000, "w"))]);
    expect(server.requests).toEqual(["PUT bulk 1", "PUT bulk 6000", "PUT bulk 6000"]);
    expect(Buffer.from(server.values.get("s1:dewiki@WMF:7") ?? []).toString()).toBe("w");
  });

  test("a key that never can be written is reported after six attempts", async () => {
    const { store, waits } = open(server, http);
    const trouble: Trouble = { kind: "partial", keys: keys(1) };
    server.troubles.push(...Array.from({ length: 20 }, () => trouble));
    expect(await store.put(pairs(3))).toEqual({
      kind: "failed",
      message: "Cloudflare could not write 1 of 3 keys in 6 attempts, such as s1:dewiki@WMF:1",
    });
    expect(waits).toEqual([1, 2, 4, 8, 16]);
  });

  test("a lease is not given back before what was given up has settled", async () => {
    const { store, waits } = open(server, http);
    server.troubles.push(...Array.from({ length: 6 }, (): Trouble => ({ kind: "status", http: 504 })));
    expect(await store.put(pairs(1))).toMatchObject({ kind: "failed" });
    expect(waits).toEqual([30, 30, 30, 30, 30, 30]);
  });

  test("a server that stays down is given up after six attempts, and said so", async () => {
    const { store } = open(server, http);
    await server.stop();
    const result = await store.put(pairs(1));
    expect(result).toMatchObject({ kind: "failed", message: expect.stringContaining("did not answer") });
  });

  test.each<[string, Partial<CloudflareStoreOptions>, string]>([
    ["a wrong token", { apiToken: "wrong-token-wrong-token" }, "CLOUDFLARE_API_TOKEN"],
    ["another namespace", { namespaceId: "d".repeat(32) }, "CLOUDFLARE_KV_NAMESPACE_ID"],
    ["another account", { accountId: "d".repeat(32) }, "CLOUDFLARE_ACCOUNT_ID"],
  ])("%s is reported with the fix at once, and the token never", async (_name, options, fix) => {
    const { store } = open(server, http, options);
    for (const asked of [store.put(pairs(1)), store.remove(keys(1)), store.get("s1:dewiki@WMF:1")]) {
      const result = await asked;
      expect(result).toMatchObject({ kind: "failed", message: expect.stringContaining(fix) });
      expect(JSON.stringify(result)).not.toContain("token-wrong");
    }
    expect(server.requests.length).toBe(3);
  });

  test("another error is reported in Cloudflare's words", async () => {
    server.troubles.push({ kind: "unsuccessful", code: 10026, message: "not entitled\u001b[2J" });
    const result = await open(server, http).store.put(pairs(1));
    expect(result).toEqual({
      kind: "failed",
      message: "Cloudflare answered 200: not entitled\ufffd[2J (10026)",
    });
  });

  test("30,001 pairs travel in four calls", async () => {
    const { store } = open(server, http);
    expect(await store.put(pairs(30_001))).toEqual({ kind: "stored", calls: 4 });
    expect(server.requests).toEqual(["PUT bulk 10000", "PUT bulk 10000", "PUT bulk 10000", "PUT bulk 1"]);
  });

  test("stays within the account's pace: beyond a burst, a request waits", async () => {
    const { store, waits } = open(server, http);
    for (let n = 0; n < 60; n++) await store.put(pairs(1));
    expect(waits.length).toBeGreaterThan(0);
  });
});

describe("a dispatcher that was overtaken (D2)", () => {
  const refused: StoreResult = {
    kind: "failed",
    message: "the lease would not have outlasted the request",
  };

  test("sends nothing when its lease is lost, or would end before the request's time is up", async () => {
    const { store } = open(server, http);
    for (const ms of [0, -5_000, 74_000])
      expect(await store.put(pairs(1), undefined, { held: async () => ms })).toEqual(refused);
    expect(server.requests).toEqual([]);
  });

  test("looks at its lease after all that it waits for, the pace as well", async () => {
    // No time passes in which slots would become free, however slow the machine is.
    vi.useFakeTimers({ toFake: ["performance"] });
    onTestFinished(() => void vi.useRealTimers());
    const events: string[] = [];
    const { store } = open(server, http, { wait: async () => void events.push("waited") });
    server.before = () => void events.push("sent");
    for (let n = 0; n < 45; n++)
      await store.put(pairs(1), undefined, {
        held: async () => {
          events.push("held");
          return 120_000;
        },
      });
    expect(events).toContain("waited");
    expect(events.join(" ")).not.toMatch(/held waited|waited sent/);
  });

  test("asks for its lease again before every attempt: lost while it waited, nothing more is sent", async () => {
    const { store } = open(server, http);
    const left = [120_000, 0];
    server.troubles.push({ kind: "partial", keys: keys(1) });
    expect(await store.put(pairs(2), undefined, { held: async () => left.shift() ?? 0 })).toEqual(refused);
    expect(server.requests).toEqual(["PUT bulk 2"]);
  });

  test("of those that travel together only those are left behind whose lease is lost", async () => {
    const { store } = open(server, http);
    const answering = Promise.withResolvers<void>();
    server.before = () => answering.promise;
    const put = (wiki: string, ms: number) =>
      store.put([{ key: `s1:${wiki}@WMF:1`, value: wiki }], undefined, { held: async () => ms });
    const puts = [put("awiki", 120_000), put("bwiki", 120_000), put("cwiki", 0), put("dwiki", 120_000)];
    answering.resolve();
    const [a, b, c, d] = await Promise.all(puts);
    expect([a?.kind, b?.kind, d?.kind]).toEqual(["stored", "stored", "stored"]);
    expect(c).toEqual(refused);
    expect(server.requests).toEqual(["PUT bulk 1", "PUT bulk 2"]);
  });
});
