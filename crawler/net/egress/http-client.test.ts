import { createSocket } from "node:dgram";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { LOOPBACK } from "../testing/loopback-guard.ts";
import { createHttpClient } from "./http-client.ts";

const routes: Record<string, (request: IncomingMessage, response: ServerResponse) => void> = {
  "/json": (_, response) => response.end('{"a":[1,"ä"]}'),
  "/gzip": (_, response) =>
    response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync('{"zipped":true}')),
  "/bomb": (_, response) =>
    response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync(Buffer.alloc(2_000_000))),
  "/broken-gzip": (_, response) =>
    response.writeHead(200, { "content-encoding": "gzip" }).end("no gzip at all"),
  "/empty-gzip": (_, response) => response.writeHead(200, { "content-encoding": "gzip" }).end(),
  "/brotli": (_, response) => response.writeHead(200, { "content-encoding": "br" }).end("x"),
  "/html": (_, response) => response.end(`<html>${"x".repeat(1000)}`),
  "/moved": (_, response) => response.writeHead(302, { location: "https://elsewhere.zz/" }).end(),
  "/large": (_, response) => response.end(`"${"x".repeat(5_000)}"`),
  "/reset": (request) => request.socket.destroy(),
  "/silent": () => {},
  "/trickle": (_, response) => {
    response.write("[");
    const timer = setInterval(() => response.write(" "), 20);
    response.on("close", () => clearInterval(timer));
  },
  "/echo": (request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () =>
      response.writeHead(201, { "retry-after": "7" }).end(
        JSON.stringify({
          method: request.method,
          agent: request.headers["user-agent"],
          encoding: request.headers["accept-encoding"],
          extra: request.headers["x-extra"],
          body: Buffer.concat(chunks).toString(),
        }),
      ),
    );
  },
};

const server = createServer((request, response) => routes[request.url ?? ""]?.(request, response));
let base = "";
const client = createHttpClient({ userAgent: "Weboid-test", guard: LOOPBACK });
beforeAll(async () => {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await client.close();
  server.closeAllConnections();
  server.close();
});

describe("the client of wikis, origin and edge", () => {
  test.each([
    ["/json", { kind: "json", http: 200, value: { a: [1, "ä"] } }],
    ["/gzip", { kind: "json", value: { zipped: true } }],
    ["/bomb", { kind: "failure", failure: "too-large" }],
    ["/empty-gzip", { http: 200, kind: "text", start: "" }],
    ["/broken-gzip", { kind: "failure", failure: "encoding" }],
    ["/brotli", { kind: "failure", failure: "encoding" }],
    ["/html", { kind: "text", start: `<html>${"x".repeat(194)}` }],
    ["/moved", { kind: "redirect", http: 302, location: "https://elsewhere.zz/" }],
    ["/large", { kind: "failure", failure: "too-large" }],
    ["/reset", { kind: "failure", failure: "reset" }],
    ["/silent", { kind: "failure", failure: "timeout" }],
    ["/trickle", { kind: "failure", failure: "timeout" }],
  ])("%s", async (path, expected) => {
    // Only what never ends is waited for in full.
    const msMax = path === "/silent" || path === "/trickle" ? 400 : 10_000;
    expect(await client.send({ url: base + path, msMax, bytesMax: 2_000 })).toMatchObject(expected);
  });

  test("sends what it is given and says who it is", async () => {
    const answer = await client.send({
      url: `${base}/echo`,
      method: "POST",
      headers: { "x-extra": "1" },
      body: "hello",
    });
    expect(answer).toMatchObject({
      kind: "json",
      http: 201,
      headers: { "retry-after": "7" },
      value: { method: "POST", agent: "Weboid-test", encoding: "gzip", extra: "1", body: "hello" },
    });
  });

  test("a stop differs from a time-out", async () => {
    const stop = new AbortController();
    setTimeout(() => stop.abort(), 30);
    expect(await client.send({ url: `${base}/silent`, signal: stop.signal })).toMatchObject({
      kind: "failure",
      failure: "aborted",
    });
  });

  test("nobody listens", async () => {
    const other = createServer().listen(0, "127.0.0.1");
    await once(other, "listening");
    const { port } = other.address() as AddressInfo;
    other.close();
    await once(other, "close");
    expect(await client.send({ url: `http://127.0.0.1:${port}/` })).toMatchObject({
      kind: "failure",
      failure: "refused",
    });
  });

  test("names are asked of the given resolver", async () => {
    const resolver = createSocket("udp4").bind(0, "127.0.0.1");
    await once(resolver, "listening");
    resolver.on("message", (query, from) => resolver.send(answerLoopback(query), from.port, from.address));
    const own = createHttpClient({
      userAgent: "x",
      guard: LOOPBACK,
      dns: [`127.0.0.1:${resolver.address().port}`],
    });
    try {
      const url = base.replace("127.0.0.1", "wiki.zz");
      expect(await own.send({ url: `${url}/json` })).toMatchObject({ kind: "json", http: 200 });
    } finally {
      await own.close();
      resolver.close();
    }
  });
});

/** Answers every A query with 127.0.0.1, every other with no data (RFC 1035). */
function answerLoopback(query: Buffer): Buffer {
  const end = query.indexOf(0, 12) + 5;
  const isA = query.readUInt16BE(end - 4) === 1;
  const head = Buffer.from(query.subarray(0, 12));
  head.writeUInt16BE(0x8180, 2);
  head.writeUInt16BE(isA ? 1 : 0, 6);
  head.writeUInt32BE(0, 8);
  const record = Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, 127, 0, 0, 1]);
  return Buffer.concat([head, query.subarray(12, end), ...(isA ? [record] : [])]);
}
