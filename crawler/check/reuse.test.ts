import { createServer, type Server, type Socket } from "node:net";
import { afterEach, expect, test } from "vitest";
import { splitUrl } from "../../shared/url/parts.ts";
import type { NormalisedUrl } from "../../shared/url/types.ts";
import { createDialler } from "../net/dialler.ts";
import { ExchangeSession } from "../net/exchange-session.ts";
import { Journal } from "./journal.ts";
import { checkLimits } from "./limits.ts";

const LIMITS = checkLimits({
  totalMs: 30_000,
  headSilenceMs: 8_000,
});
const HEAD = "HTTP/1.1 500 Oh\r\nContent-Length: 5\r\n\r\n";
const GET = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello";
const NOTHING = "HTTP/1.1 404 Gone\r\nContent-Length: 0\r\n\r\n";

/** What a server does with a request; `request` counts those of its connection from 0. */
type Serve = (socket: Socket, method: string, request: number) => void;

let server: Server;
afterEach(() => server.close());

/** HEAD and then GET by one check; answers what GET found, and how often was dialled. */
async function headThenGet(serve: Serve) {
  let dialled = 0;
  server = createServer((socket) => {
    dialled++;
    let request = 0;
    socket.on("error", () => {});
    socket.on("data", (chunk) => serve(socket, chunk.toString().split(" ", 1)[0] ?? "", request++));
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const url = `http://127.0.0.1:${(server.address() as { port: number }).port}/` as NormalisedUrl;
  const dialler = createDialler();
  const session = new ExchangeSession(LIMITS);
  const ask = (method: "HEAD" | "GET") =>
    dialler.exchange({
      url,
      parts: splitUrl(url),
      method,
      addresses: ["127.0.0.1"],
      fields: [],
      limits: LIMITS,
      session,
    });
  await ask("HEAD");
  const got = await ask("GET");
  session.hangUp();
  await expect
    .poll(() => new Promise((resolve) => server.getConnections((_, open) => resolve(open))))
    .toBe(0);
  return { got: got.kind === "exchange" ? [got.exchange.http, got.exchange.bodyBytes] : got, dialled };
}

const answer = (method: string) => (method === "HEAD" ? HEAD : GET);
const good = [200, 5];

test.each<[string, number, Serve]>([
  ["a server that keeps the connection is asked on it", 1, (socket, method) => socket.write(answer(method))],
  [
    "one that says that it closes",
    2,
    (socket, method) => socket.end(answer(method).replace("\r\n", "\r\nconnection: Close\r\n")),
  ],
  ["one that closes without a word", 2, (socket, method) => socket.end(answer(method))],
  ["one of HTTP/1.0", 2, (socket, method) => socket.write(answer(method).replace("1.1", "1.0"))],
  [
    "one that closes at the second request",
    2,
    (socket, method, request) => (request > 0 ? socket.end() : socket.write(answer(method))),
  ],
  [
    "one that resets it",
    2,
    (socket, method, request) => (request > 0 ? socket.resetAndDestroy() : socket.write(answer(method))),
  ],
  [
    "one that is silent from then on",
    2,
    (socket, method, request) => request === 0 && socket.write(answer(method)),
  ],
  [
    "a body to HEAD in one piece with it",
    2,
    (socket, method) => socket.write(method === "HEAD" ? `${HEAD}hello` : GET),
  ],
  [
    "an answer that nobody asked for",
    2,
    (socket, method) => socket.write(method === "HEAD" ? HEAD + NOTHING : GET),
  ],
  [
    "a body to HEAD that comes with the next answer",
    2,
    (socket, method, request) => socket.write(request > 0 ? `<p>hello</p>${GET}` : answer(method)),
  ],
  [
    "damage in place of an answer",
    2,
    (socket, method, request) => socket.write(request > 0 ? "\0\0\0\0\0\0\0\0\0\r\n\r\n" : answer(method)),
  ],
])("%s", async (_, dialled, serve) => {
  expect(await headThenGet(serve)).toEqual({ got: good, dialled });
});

test("the address that answered is dialled first from then on", async () => {
  server = createServer((socket) => {
    socket.on("error", () => {});
    socket.once("data", () => socket.end(GET));
  }).listen(0, "0.0.0.0");
  await new Promise((resolve) => server.once("listening", resolve));
  const dialler = createDialler();
  const session = new ExchangeSession(LIMITS);
  const ask = async (...addresses: string[]) => {
    const url = `http://a.zz:${(server.address() as { port: number }).port}/` as NormalisedUrl;
    const parts = splitUrl(url);
    const got = await dialler.exchange({
      url,
      parts,
      method: "GET",
      addresses,
      fields: [],
      limits: LIMITS,
      session,
    });
    return got.kind === "exchange" ? got.exchange.address : got;
  };
  expect(await ask("127.0.0.2", "127.0.0.1")).toBe("127.0.0.2");
  // As a redirect to a host elsewhere.
  expect(await ask("127.0.0.3", "127.0.0.4")).toBe("127.0.0.3");
  expect(await ask("127.0.0.1", "127.0.0.4", "127.0.0.3", "127.0.0.2")).toBe("127.0.0.3");
});

/** Asks on one line for these, at a server that does so with each request. */
async function inOrder(asked: readonly ("HEAD /" | "GET /" | "GET /robots.txt")[], serve: Serve) {
  const heard: string[] = [];
  server = createServer((socket) => {
    let request = 0;
    socket.on("error", () => {});
    socket.on("data", (chunk) => {
      const [method = "", path = ""] = chunk.toString().split(" ", 2);
      heard.push(`${method} ${path}`);
      serve(socket, method, request++);
    });
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const dialler = createDialler();
  const journal = new Journal();
  const session = new ExchangeSession({ ...LIMITS, journal });
  const results: unknown[] = [];
  for (const one of asked) {
    const [method, path] = one.split(" ", 2);
    const url = `http://127.0.0.1:${(server.address() as { port: number }).port}${path}` as NormalisedUrl;
    const result = await dialler.exchange({
      url,
      parts: splitUrl(url),
      method: method === "HEAD" ? "HEAD" : "GET",
      addresses: ["127.0.0.1"],
      fields: [],
      limits: LIMITS,
      session,
    });
    results.push(result.kind === "exchange" ? result.exchange : result);
  }
  session.hangUp();
  return { heard, results, journal: journal.close(null) };
}

test("how long a page takes is not known from a file: HEAD is not sent twice to who takes a second for it", async () => {
  const { heard } = await inOrder(["GET /robots.txt", "HEAD /"], (socket, method) => {
    if (method === "GET") socket.write(NOTHING);
    else setTimeout(() => socket.write(HEAD), 1_200);
  });
  expect(heard).toEqual(["GET /robots.txt", "HEAD /"]);
});

test("what was asked without success on a kept connection is a request by itself, and no part of the answer's time", async () => {
  const { heard, results, journal } = await inOrder(["HEAD /", "GET /"], (socket, method, request) => {
    if (request === 0) socket.write(answer(method));
  });
  expect(heard).toEqual(["HEAD /", "GET /", "GET /"]);
  expect(results[1]).toMatchObject({ http: 200 });
  expect((results[1] as { ms: number }).ms).toBeLessThan(500);
  expect(journal).toMatchObject([
    { method: "HEAD", http: 500 },
    { method: "GET", http: null, failure: "timeout", answer: null },
    { method: "GET", http: 200, failure: null, answer: results[1] },
  ]);
});
