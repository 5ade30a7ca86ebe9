import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { createServer, type Server, type TLSSocket } from "node:tls";
import { afterEach, describe, expect, test } from "vitest";
import { splitUrl } from "../../shared/url/parts.ts";
import type { NormalisedUrl } from "../../shared/url/types.ts";
import { createDialler } from "./dialler.ts";
import { checkLimits } from "./limits.ts";
import { createAuthority, createCertificate } from "./testing/certificates.ts";
import { Tickets } from "./tickets.ts";

const LIMITS = checkLimits({ totalMs: 6_000, connectMs: 3_000, headSilenceMs: 500, bodyMs: 500 });
const OK = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";

const root = createAuthority("Weboid test root");
const good = createCertificate({ names: ["a.zz"], issuer: root });
const bad = createCertificate({ names: ["other.zz"], issuer: root });

let server: Server | undefined;
afterEach(() => server?.close());

type Serve = (socket: TLSSocket, resumed: boolean) => unknown;
const answers = (socket: TLSSocket) => socket.end(OK);

/** Asks a server of `a.zz` three times, one after the other; `resumed`: of each of its connections. */
async function askThrice(serve: Serve, { pem: cert, key } = good) {
  const resumed: boolean[] = [];
  server = createServer({ cert, key }, (socket) => {
    const before = socket.isSessionReused();
    resumed.push(before);
    socket.on("error", () => {});
    socket.once("data", () => serve(socket, before));
  });
  server.on("tlsClientError", () => {});
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `https://a.zz:${(server.address() as AddressInfo).port}/` as NormalisedUrl;
  const dialler = createDialler({ ca: root.pem });
  const told: unknown[] = [];
  for (let turn = 0; turn < 3; turn++) {
    const result = await dialler.exchange({
      url,
      parts: splitUrl(url),
      method: "HEAD",
      addresses: ["127.0.0.1"],
      fields: [],
      limits: LIMITS,
      deadline: performance.now() + LIMITS.totalMs,
    });
    told.push(result.kind === "exchange" ? [result.exchange.http, result.tls] : result);
  }
  await dialler.close();
  return { told, resumed };
}

const fine = [200, null];
const failed = (failure: string) => ({ kind: "failure", failure, tls: null });

describe("TLS sessions", () => {
  test("of a server that answered well are resumed", async () =>
    expect(await askThrice(answers)).toEqual({ told: [fine, fine, fine], resumed: [false, true, true] }));

  test("with a certificate in trouble are not: it is told each time", async () => {
    const mismatch = [200, "wrong-host"];
    expect(await askThrice(answers, bad)).toEqual({
      told: [mismatch, mismatch, mismatch],
      resumed: [false, false, false],
    });
  });

  test.each<[string, (socket: TLSSocket) => unknown]>([
    ["resets", (socket) => socket.destroy()],
    ["closes without a word", (socket) => socket.end()],
    ["damages the answer", (socket) => socket.end("\0\0\0\0\0\0\0\0\0\r\n\r\n")],
  ])("a server that %s where a session is resumed is asked once more without", async (_, breaks) => {
    const serve: Serve = (socket, resumed) => (resumed ? breaks(socket) : answers(socket));
    expect(await askThrice(serve)).toEqual({
      told: [fine, fine, fine],
      resumed: [false, true, false, true, false],
    });
  });

  test("what fails without a session too is a failure, and silence is believed at once", async () => {
    let turn = 0;
    const closes: Serve = (socket) => socket.end(turn++ === 0 ? OK : "");
    expect(await askThrice(closes)).toEqual({
      told: [fine, failed("closed"), failed("closed")],
      resumed: [false, true, false, false],
    });
    server?.close();
    turn = 0;
    const silent: Serve = (socket) => turn++ === 0 && socket.end(OK);
    expect(await askThrice(silent)).toEqual({
      told: [fine, failed("timeout"), failed("timeout")],
      resumed: [false, true, false],
    });
  });
});

describe("what is remembered", () => {
  const session = Buffer.alloc(4_096);

  test("ends an hour after the certificate was seen, however often it was resumed", () => {
    let now = 1;
    const tickets = new Tickets(() => now);
    tickets.keep("https://a.zz", session);
    now += 3_600_000;
    const ticket = tickets.of("https://a.zz");
    expect(ticket).toEqual({ session, since: 1 });
    tickets.keep("https://a.zz", session, ticket?.since);
    now++;
    expect(tickets.of("https://a.zz")).toBeNull();
  });

  test("is bounded in bytes and servers", () => {
    const tickets = new Tickets();
    tickets.keep("https://a.zz", session);
    tickets.keep("https://a.zz", Buffer.alloc(4_097));
    expect(tickets.of("https://a.zz")).toBeNull();
    for (let index = 0; index <= 1_000; index++) tickets.keep(`https://${index}.zz`, session);
    const kept = [0, 1, 1_000].map((index) => tickets.of(`https://${index}.zz`)?.session.length);
    expect(kept).toEqual([undefined, 4_096, 4_096]);
  });
});
