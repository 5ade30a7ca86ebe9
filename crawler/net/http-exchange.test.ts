import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { connect, createServer } from "node:net";
import { join } from "node:path";
import { createServer as createTlsServer } from "node:tls";
import { afterEach, expect, test } from "vitest";
import { splitUrl } from "../../shared/url/parts.ts";
import type { NormalisedUrl } from "../../shared/url/types.ts";
import { createDialler } from "./dialler.ts";
import { ExchangeSession } from "./exchange-session.ts";
import { EXCHANGE_LIMITS } from "./limits.ts";
import { createAuthority, createCertificate } from "./testing/certificates.ts";

const LIMITS = { ...EXCHANGE_LIMITS, connectMs: 900, headSilenceMs: 900, bodyMs: 500 };
const TOTAL_MS = 1_500;

const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

async function slowServer(waitMs: number): Promise<number> {
  const program = join(import.meta.dirname, "testing", "slow-server.ts");
  const child: ChildProcess = spawn(process.execPath, [program, String(waitMs)]);
  ends.push(() => child.stdin?.end());
  const [port] = child.stdout === null ? [] : await once(child.stdout, "data");
  return Number(port);
}

/** Servers have TOTAL_MS; by the clock on the wall there is more. */
function newSession(): ExchangeSession {
  const session = new ExchangeSession({ totalMs: 40 * TOTAL_MS });
  session.narrow(TOTAL_MS);
  return session;
}

const requestOf = (url: string, session: ExchangeSession, limits = LIMITS) =>
  ({
    url: url as NormalisedUrl,
    parts: splitUrl(url as NormalisedUrl),
    method: "HEAD",
    addresses: ["127.0.0.1"],
    fields: [],
    limits,
    session,
  }) as const;

const standStill = (ms: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

test("an event loop that stood still longer than anybody waits is not their silence", async () => {
  const url = `http://127.0.0.1:${await slowServer(200)}/`;
  const answer = createDialler().exchange(requestOf(url, newSession()));
  // Once in the middle of connecting, and once when the request is on its way.
  standStill(2_000);
  setTimeout(standStill, 100, 2_000);
  expect(await answer).toMatchObject({ kind: "exchange", exchange: { http: 204 } });
});

/** A TLS server that takes connections one at a time: the handshake of the next one begins when the last one is answered. */
async function oneByOne(waitMs: number) {
  const root = createAuthority("Weboid test root");
  const { pem: cert, key } = createCertificate({ names: ["*.web.zz"], issuer: root });
  const tls = createTlsServer({ cert, key }, (socket) => {
    socket.on("error", () => {});
    socket.on("data", () => socket.end("HTTP/1.1 204 No Content\r\n\r\n"));
  }).listen(0, "127.0.0.1");
  await once(tls, "listening");
  let last = Promise.resolve();
  const front = createServer((client) => {
    client.on("error", () => {});
    client.pause();
    last = last.then(async () => {
      await new Promise((resolve) => setTimeout(resolve, waitMs));
      const inner = connect((tls.address() as { port: number }).port, "127.0.0.1");
      inner.on("error", () => {});
      client.pipe(inner).pipe(client);
      await once(inner, "close");
    });
  }).listen(0, "127.0.0.1");
  await once(front, "listening");
  ends.push(
    () => tls.close(),
    () => front.close(),
  );
  return { ca: root.pem, https: (front.address() as { port: number }).port };
}

test("handshakes that wait for a place do not use up their time", async () => {
  const { ca, https } = await oneByOne(300);
  const sessions = Array.from({ length: 8 }, newSession);
  const dialler = createDialler({ ca, ownPorts: { http: 1, https }, setUpMax: 1 });
  const results = await Promise.all(
    // No server is asked twice: none has a session to resume.
    sessions.map((session, index) => dialler.exchange(requestOf(`https://a${index}.web.zz/`, session))),
  );
  // Together they take longer than one of them may.
  expect(Math.max(...sessions.map(({ ownDelayMs }) => ownDelayMs))).toBeGreaterThan(TOTAL_MS);
  expect(results).toEqual(sessions.map(() => expect.objectContaining({ kind: "exchange", tls: null })));
});

test("a host that is silent does not keep its place from others", async () => {
  const silent = createServer(() => {}).listen(0, "127.0.0.1");
  await once(silent, "listening");
  ends.push(() => silent.close());
  const patient = { ...EXCHANGE_LIMITS, connectMs: 20_000, headSilenceMs: 25_000 };
  const dialler = createDialler({
    ownPorts: { http: await slowServer(10), https: (silent.address() as { port: number }).port },
    setUpMax: 1,
  });
  const never = dialler.exchange(
    requestOf("https://a.zz/", new ExchangeSession({ totalMs: 30_000 }), patient),
  );
  const session = newSession();
  const other = await dialler.exchange(requestOf("http://a.zz/", session));
  expect(other).toMatchObject({ kind: "exchange" });
  expect(session.ownDelayMs).toBeGreaterThan(0);
  await dialler.close();
  expect(await never).toMatchObject({ kind: "failure", failure: "timeout" });
});

test.each([
  ["of which little went by for the host is our trouble", 60_000, { kind: "not-tried" }],
  [
    "that went by for the host is its silence",
    500,
    { kind: "failure", failure: expect.stringMatching(/timeout$/) },
  ],
])("the end of a check's minute %s", async (_, deadlineMs, expected) => {
  const url = `http://127.0.0.1:${await slowServer(60_000)}/`;
  const session = new ExchangeSession({ totalMs: 400 });
  session.dials();
  session.addOwnDelay(deadlineMs - 400, 0);
  expect(await createDialler().exchange(requestOf(url, session))).toMatchObject(expected);
});
