import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sign } from "../../shared/protocol/sign.ts";
import { anyCaseKey, WIKIS_KNOWN_KEY, wikiKey } from "../../shared/protocol/types.ts";
import { edgeStore } from "../dispatch/edge-store.ts";
import { createHttpClient } from "../net/egress/http-client.ts";
import { LOOPBACK } from "../net/testing/loopback-guard.ts";
import { readConfig } from "../runtime/config.ts";
import type { Log } from "../runtime/log.ts";
import type { FrontLimits } from "./front/limits.ts";
import { edgeVars, type LocalEdge, startEdge } from "./start.ts";
import { startFeedOrigin } from "./testing/feed-origin.ts";
import { exchange, openWire, statusOf } from "./testing/wire.ts";

const PUBLIC = "https://weboid.example";
const WIKI = "wirewiki@local";
const EDGE_TOKEN = "edge-token-of-the-wire-tests-0123456789";
const ORIGIN_TOKEN = "origin-token-of-the-wire-tests-0123456";
/** Little enough to be met soon. */
const LIMITS: Partial<FrontLimits> = { checkMs: 50, unreadMs: 500, bodyBytes: 2_000 };
/** Of an edge that nobody in time asks: on a slow machine these times pass for an honest caller, too. */
const HASTY: Partial<FrontLimits> = { ...LIMITS, headMs: 400, requestMs: 600 };

const opened = new AsyncDisposableStack();
afterAll(() => opened.disposeAsync(), 60_000);
const said: string[] = [];
const log: Log = { info() {}, warn: (line) => void said.push(line), error: (line) => void said.push(line) };

async function start(
  variables: Record<string, string>,
  limits: Partial<FrontLimits> = LIMITS,
): Promise<LocalEdge> {
  const dataDir = mkdtempSync(join(tmpdir(), "weboid-wire-"));
  opened.defer(() => rmSync(dataDir, { recursive: true, force: true }));
  const config = readConfig({ EDGE_TOKEN, ...variables });
  const vars = edgeVars(config, variables.ORIGIN_URL ?? null);
  const edge = await startEdge({
    dataDir,
    hostname: "127.0.0.1",
    port: 0,
    vars,
    egress: config,
    log,
    limits,
  });
  opened.defer(() => edge.stop());
  return edge;
}

async function storeWiki(edge: LocalEdge): Promise<void> {
  const http = createHttpClient({ userAgent: "test", guard: LOOPBACK });
  const { signal } = new AbortController();
  const store = edgeStore({ http, edgeUrl: edge.url, edgeToken: EDGE_TOKEN, signal });
  const profile = {
    wiki: WIKI,
    api: "http://127.0.0.1:9/api.php",
    server: "http://127.0.0.1:9",
    articleUrl: "http://127.0.0.1:9/$1",
    internalHosts: null,
    lang: "en",
    siteName: "Wire",
  };
  await store.put([
    { key: wikiKey(WIKI), value: JSON.stringify(profile) },
    { key: anyCaseKey(WIKI), value: WIKI },
    { key: WIKIS_KNOWN_KEY, value: "1" },
  ]);
  await http.close();
}

let edge: LocalEdge;
let hasty: LocalEdge;
let origin: ReturnType<typeof startFeedOrigin>;
beforeAll(async () => {
  origin = startFeedOrigin(ORIGIN_TOKEN);
  opened.defer(() => origin.stop());
  edge = await start({
    PUBLIC_URL: PUBLIC,
    CLIENT_IP_HEADER: "x-real-ip",
    ORIGIN_TOKEN,
    ORIGIN_URL: origin.url,
  });
  await storeWiki(edge);
  hasty = await start({ PUBLIC_URL: PUBLIC }, HASTY);
}, 60_000);

const HOST = "Host: weboid.example";
const get = (path: string, ...fields: string[]) => exchange(edge.url, `GET ${path} HTTP/1.1`, ...fields);
const bodyOf = (answer: string) => answer.slice(answer.indexOf("\r\n\r\n") + 4);

describe("what a request says about itself (front/head.ts)", () => {
  test.each([
    ["MF-Original-URL", `MF-Original-URL: https://evil.example/gadget.js?dbname=${WIKI}`],
    ["Host", "Host: 127.0.0.1:7"],
    ["X-Forwarded-Host", "X-Forwarded-Host: evil.example"],
    ["MF-CF-Blob that is no JSON", "MF-CF-Blob: {"],
    ["CF-EW-Via", "CF-EW-Via: 15"],
  ])("%s changes nothing in an answer that a cache in front gives to others", async (_name, field) => {
    const address = `/gadget.js?dbname=${WIKI}`;
    /** A cache that knows an answer by its address alone, as those in front do. */
    const cache = new Map<string, string>();
    const cached = async (...fields: string[]) => {
      const kept = cache.get(address) ?? bodyOf(await get(address, ...fields));
      cache.set(address, kept);
      return kept;
    };
    const before = said.length;
    await cached(...(field.startsWith("Host:") ? [field] : [HOST, field]));
    const shown = await cached(HOST);
    expect(shown).toContain(PUBLIC);
    expect(shown).not.toContain("evil.example");
    expect(shown).toBe(bodyOf(await get(address, HOST)));
    expect(said.slice(before)).toEqual([]);
  });

  test.each([
    ["evil.example", 421],
    ["weboid.example.evil.example", 421],
    ["evil.example:80", 421],
    ["localhost@evil.example", 421],
    ["weboid.example", 200],
    ["WEBOID.example.:443", 200],
    ["127.0.0.1:8787", 200],
    ["[::1]:8787", 200],
    ["localhost", 200],
    ["wiki.localhost:1", 200],
  ])("a request to the host %s is answered with %i", async (host, status) => {
    expect(statusOf(await get("/healthz", `Host: ${host}`))).toBe(status);
  });

  test("a target with a host in it is one of that host", async () => {
    expect(statusOf(await get("http://evil.example/healthz", HOST))).toBe(421);
    expect(statusOf(await get("http://weboid.example/healthz", HOST))).toBe(200);
  });

  test("a path that begins like a host is a path", async () => {
    expect(statusOf(await get("//evil.example/healthz", HOST))).toBe(404);
  });

  test.each([
    "/cdn-cgi/explorer",
    "/cdn-cgi/explorer/api/storage/kv/namespaces",
    "/cdn-cgi/handler/scheduled",
    "/cdn-cgi/mf/reload",
    "/cdn-cgi/platform-proxy",
  ])("nothing of a simulator answers at %s", async (path) => {
    expect(statusOf(await get(path, HOST))).toBe(404);
    expect(statusOf(await exchange(edge.url, `POST ${path} HTTP/1.1`, HOST, "Content-Length: 0"))).toBe(404);
  });
});

describe("who asks", () => {
  test("60 questions in ten seconds from one address, of which the proxy says so; then 429", async () => {
    const statuses: number[] = [];
    // The window is the clock's: two of them meet in the midst at the most.
    for (let asked = 0; asked < 130 && !statuses.includes(429); asked++)
      statuses.push(
        statusOf(
          await get("/api/v1/wikis", HOST, "X-Real-IP: 203.0.113.9", `CF-Connecting-IP: 198.51.100.${asked}`),
        ),
      );
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(60);
    expect(statuses.at(-1)).toBe(429);
    expect(statusOf(await get("/api/v1/wikis", HOST, "X-Real-IP: 203.0.113.10"))).toBe(200);
  });
});

describe("what takes too long or too much", () => {
  /** Writes a piece now and then until the other side closes. */
  async function drip(head: string, piece: string): Promise<string> {
    const { socket, closed } = await openWire(hasty.url);
    socket.write(head);
    const timer = setInterval(() => socket.write(piece), 40);
    const answer = await closed;
    clearInterval(timer);
    return answer;
  }

  test("a head that comes in drips is cut off", async () => {
    expect(statusOf(await drip(`GET /healthz HTTP/1.1\r\n${HOST}\r\n`, "x-a: b\r\n"))).toBe(408);
  });

  test("a connection that says nothing is cut off", async () => {
    expect(statusOf(await drip("", ""))).toBe(408);
  });

  test("a body that comes in drips is cut off, also one whose sender is known", async () => {
    const body = new TextEncoder().encode(" ".repeat(1_900));
    const signed = await sign(EDGE_TOKEN, { method: "POST", path: "/internal/kv", body }, Date.now());
    const fields = Object.entries({ ...signed, "content-length": "1900" }).map((field) => field.join(": "));
    const head = ["POST /internal/kv HTTP/1.1", HOST, ...fields].join("\r\n");
    expect(statusOf(await drip(`${head}\r\n\r\n`, " "))).toBe(408);
  });

  test.each([
    ["named", `Content-Length: 2001\r\n\r\n`],
    ["in chunks", `Transfer-Encoding: chunked\r\n\r\n7d1\r\n${"x".repeat(2_001)}\r\n`],
  ])("a body over the bound is refused: %s", async (_name, rest) => {
    const { socket, closed } = await openWire(edge.url);
    socket.write(`POST /report HTTP/1.1\r\n${HOST}\r\n${rest}`);
    expect(statusOf(await closed)).toBe(413);
  });

  test("a write to the store may be longer, and is refused by its signature alone", async () => {
    const { socket, closed } = await openWire(edge.url);
    socket.write(
      `POST /internal/kv HTTP/1.1\r\n${HOST}\r\nX-Real-IP: 203.0.113.20\r\nConnection: close\r\nContent-Length: 3000\r\n\r\n${"x".repeat(3_000)}`,
    );
    expect(statusOf(await closed)).toBe(401);
  });

  test("a flood of fields is refused", async () => {
    const fields = Array.from({ length: 120 }, (_, at) => `x-${at}: y`);
    expect(statusOf(await get("/healthz", HOST, ...fields))).toBe(431);
    expect(statusOf(await get("/healthz", HOST, `x: ${"y".repeat(40_000)}`))).toBe(431);
  });

  test("two lengths of one body are refused", async () => {
    const { socket, closed } = await openWire(edge.url);
    socket.write(
      `POST /report HTTP/1.1\r\n${HOST}\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /healthz HTTP/1.1\r\n${HOST}\r\n\r\n`,
    );
    expect(statusOf(await closed)).toBe(400);
  });

  test.each(["content-length", "transfer-encoding", "host, x-real-ip"])(
    "a body is no second request, whatever Connection names: %s",
    async (named) => {
      const hidden = `GET /hidden HTTP/1.1\r\nHost: evil.example\r\ncf-connecting-ip: 203.0.113.9\r\n\r\n`;
      for (let at = 0; at < 5; at++) {
        const { socket, closed } = await openWire(edge.url);
        socket.write(
          `DELETE /healthz HTTP/1.1\r\n${HOST}\r\nConnection: close, ${named}\r\nContent-Length: ${hidden.length}\r\n\r\n${hidden}`,
        );
        // One question, one answer.
        expect((await closed).match(/HTTP\/1\.1 \d{3}/g)).toHaveLength(1);
        expect(statusOf(await get("/healthz", HOST))).toBe(200);
      }
    },
  );

  test("a connection that asks thousands of times without waiting is cut off, and others are answered", async () => {
    const { socket, text, closed } = await openWire(edge.url);
    // An answer without an end, behind which the others have to wait.
    socket.write(`GET /feed/${WIKI}?format=sse&since=${origin.from} HTTP/1.1\r\n${HOST}\r\n\r\n`);
    await expect.poll(() => statusOf(text())).toBe(200);
    socket.write(`GET /healthz HTTP/1.1\r\n${HOST}\r\n\r\n`.repeat(2_000));
    expect(statusOf(await get("/healthz", HOST))).toBe(200);
    expect((await closed).match(/HTTP\/1\.1 \d{3}/g)).toHaveLength(1);
  });

  test("requests beyond those that may be under way are refused, until some were answered", async () => {
    const few = await start({ PUBLIC_URL: PUBLIC, ORIGIN_TOKEN, ORIGIN_URL: origin.url }, { requests: 2 });
    await storeWiki(few);
    const follow = async () => {
      const wire = await openWire(few.url);
      wire.socket.write(`GET /feed/${WIKI}?format=sse&since=${origin.from} HTTP/1.1\r\n${HOST}\r\n\r\n`);
      await expect.poll(() => statusOf(wire.text())).toBe(200);
      return wire;
    };
    const [one, other] = [await follow(), await follow()];
    const ask = () => exchange(few.url, "GET /healthz HTTP/1.1", HOST);
    expect(await ask()).toMatch(/^HTTP\/1\.1 503 .*retry-after: 5.*too many requests under way/is);
    one.socket.destroy();
    await expect.poll(async () => statusOf(await ask())).toBe(200);
    other.socket.destroy();
  });

  test("more connections from one address than it may have are closed", async () => {
    const few = await start({ PUBLIC_URL: PUBLIC }, { connectionsPerCaller: 3 });
    const wires = await Promise.all([1, 2, 3].map(() => openWire(few.url)));
    expect(await (await openWire(few.url)).closed).toBe("");
    wires[0]?.socket.destroy();
    await expect.poll(async () => statusOf(await exchange(few.url, "GET /healthz HTTP/1.1", HOST))).toBe(200);
    for (const { socket } of wires) socket.destroy();
  });
});

test.runIf(process.platform === "linux")(
  "what its processes take of the machine and its Worker keeps is known",
  async () => {
    const taken = { memoryBytes: expect.any(Number), openFds: expect.any(Number) };
    const { caches, streamsOpen, wikisRunning, ...processes } = await edge.figures();
    expect(processes).toEqual({ front: taken, workerd: taken, store: taken });
    for (const { memoryBytes } of Object.values(processes) as { memoryBytes: number }[])
      expect(memoryBytes).toBeGreaterThan(1e6);
    expect(caches).toMatchObject({
      answers: { max: 16 * 1024 * 1024 },
      callers: { max: expect.any(Number) },
    });
    expect([streamsOpen, wikisRunning]).toEqual([expect.any(Number), expect.any(Number)]);
  },
);

describe("streams", () => {
  const STREAM = `GET /feed/${WIKI}?format=sse&since=`;
  const follow = async (reads: boolean, caller: string) => {
    const wire = await openWire(edge.url, { reads });
    wire.socket.write(`${STREAM}${origin.from} HTTP/1.1\r\n${HOST}\r\nX-Real-IP: ${caller}\r\n\r\n`);
    return wire;
  };

  test("one that is not read is dropped, and its caller may open another at once", async () => {
    const caller = "203.0.113.30";
    const unread = await Promise.all(Array.from({ length: 10 }, () => follow(false, caller)));
    // Only a close without reading shows here: a reset.
    await Promise.all(
      unread.map(async ({ socket, closed }) => {
        const poke = setInterval(() => socket.write("x"), 50);
        await closed;
        clearInterval(poke);
      }),
    );
    const next = await follow(true, caller);
    await expect.poll(() => statusOf(next.text())).toBe(200);
    next.socket.destroy();
  });

  test("one that is read goes on", async () => {
    const { socket, text } = await follow(true, "203.0.113.31");
    await expect.poll(() => text().length).toBeGreaterThan(300_000);
    socket.destroy();
  });

  test("those that were closed leave their place to others", async () => {
    const caller = "203.0.113.32";
    for (let round = 0; round < 3; round++) {
      const wires = await Promise.all(Array.from({ length: 10 }, () => follow(true, caller)));
      for (const { text } of wires) await expect.poll(() => statusOf(text())).toBe(200);
      for (const { socket } of wires) socket.destroy();
      await expect
        .poll(async () => {
          const { socket, text } = await follow(true, caller);
          await expect.poll(text).toContain("\r\n\r\n");
          socket.destroy();
          return statusOf(text());
        })
        .toBe(200);
    }
  });
});

test("long answers are compressed for those who can read that, and named as depending on it", async () => {
  const answer = await get("/gadget.js", HOST, "Accept-Encoding: gzip");
  const head = answer.slice(0, answer.indexOf("\r\n\r\n")).toLowerCase();
  expect(head).toContain("content-encoding: gzip");
  expect(head).toContain("vary: accept-encoding");
  const plain = await fetch(`${edge.url}/gadget.js`, { headers: { "accept-encoding": "identity" } });
  expect(plain.headers.get("content-encoding")).toBeNull();
  expect(plain.headers.get("vary")).toContain("Accept-Encoding");
  const packed = await fetch(`${edge.url}/gadget.js`);
  expect(await packed.text()).toBe(await plain.text());
});
