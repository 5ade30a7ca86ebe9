import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Server } from "node:net";
import { createServer as createTlsServer, type TLSSocket, type TlsOptions } from "node:tls";
import { afterEach, describe, expect, test, vi } from "vitest";
import { splitUrl } from "../../shared/url/parts.ts";
import type { NormalisedUrl } from "../../shared/url/types.ts";
import { createDialler } from "./dialler.ts";
import { ExchangeSession } from "./exchange-session.ts";
import { EXCHANGE_LIMITS } from "./limits.ts";
import { createAuthority, createCertificate } from "./testing/certificates.ts";
import { TlsSessions } from "./tls.ts";
import type { ExchangeResult } from "./transport.ts";

/** Where an answer is to come: for a busy machine. */
const PATIENT = { ...EXCHANGE_LIMITS, totalMs: 30_000 };
/** Where silence is to be met. */
const SHORT = {
  ...EXCHANGE_LIMITS,
  totalMs: 6_000,
  connectMs: 3_000,
  headSilenceMs: 500,
  bodyMs: 500,
};
const OK = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";

const root = createAuthority("Weboid test root");
const good = createCertificate({ names: ["a.zz"], issuer: root });
const bad = createCertificate({ names: ["other.zz"], issuer: root });

const open: { close(): unknown }[] = [];
afterEach(() => {
  for (const each of open.splice(0)) each.close();
});

type Serve = (socket: TLSSocket, resumed: boolean) => unknown;
const answers = (socket: TLSSocket) => socket.end(OK);

async function portOf(server: Server): Promise<number> {
  open.push(server);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return (server.address() as AddressInfo).port;
}

/** `resumed`: of each of its connections. */
async function serveTls(serve: Serve, options: TlsOptions = {}) {
  const resumed: boolean[] = [];
  const server = createTlsServer({ cert: good.pem, key: good.key, ...options }, (socket) => {
    const before = socket.isSessionReused();
    resumed.push(before);
    socket.on("error", () => {});
    socket.once("data", () => serve(socket, before));
  });
  server.on("tlsClientError", () => {});
  return { port: await portOf(server), resumed };
}

/** Before a server: lets through whose first message it likes, and says nothing to others. */
const boxBefore = (port: number, likes: (hello: Buffer) => boolean) =>
  portOf(
    createServer((client) => {
      client.on("error", () => {});
      client.once("data", (hello: Buffer) => {
        if (!likes(hello)) return;
        const inner = connect(port, "127.0.0.1", () => {
          inner.write(hello);
          client.pipe(inner).pipe(client);
        });
        inner.on("error", () => client.destroy());
      });
    }),
  );

type Seen = readonly [http: number, tls: string | null] | ExchangeResult;

const requestOf = (address: string, method: "HEAD" | "GET" = "HEAD", limits = PATIENT) => ({
  url: address as NormalisedUrl,
  parts: splitUrl(address as NormalisedUrl),
  method,
  addresses: ["127.0.0.1"],
  fields: [],
  limits,
  session: new ExchangeSession(limits),
});

const seenIn = (result: ExchangeResult): Seen =>
  result.kind === "exchange" ? [result.exchange.http, result.tls] : result;

/** One after the other. */
async function askAll(addresses: readonly string[], limits = PATIENT, method?: "HEAD" | "GET") {
  const dialler = createDialler({ ca: root.pem });
  const seen: Seen[] = [];
  for (const address of addresses)
    seen.push(seenIn(await dialler.exchange(requestOf(address, method, limits))));
  await dialler.close();
  return seen;
}

const thrice = (port: number) => Array<string>(3).fill(`https://a.zz:${port}/`);

async function askThrice(serve: Serve, { pem: cert, key } = good, limits = PATIENT, method?: "HEAD" | "GET") {
  const { port, resumed } = await serveTls(serve, { cert, key });
  return { seen: await askAll(thrice(port), limits, method), resumed };
}

const fine = [200, null];
const failed = (failure: string) => ({ kind: "failure", failure, tls: null });

describe("TLS sessions", () => {
  test("of a server that answered well are resumed", async () =>
    expect(await askThrice(answers)).toEqual({ seen: [fine, fine, fine], resumed: [false, true, true] }));

  test("are offered to nobody else: another port, another name", async () => {
    const { pem: cert, key } = createCertificate({ names: ["a.zz", "b.zz"], issuer: root });
    const { port, resumed } = await serveTls(answers, { cert, key });
    const other = await boxBefore(port, () => true);
    const addresses = [`https://a.zz:${port}/`, `https://a.zz:${other}/`, `https://b.zz:${port}/`];
    expect(await askAll([...addresses, ...addresses])).toEqual(Array(6).fill(fine));
    expect(resumed).toEqual([false, false, false, true, true, true]);
  });

  test("end an hour after the certificate was seen, however often they are resumed", async () => {
    const { port, resumed } = await serveTls(answers);
    const dialler = createDialler({ ca: root.pem });
    vi.useFakeTimers({ toFake: ["Date"] });
    try {
      for (const ms of [0, 3_599_999, 1, 1]) {
        vi.advanceTimersByTime(ms);
        await dialler.exchange(requestOf(`https://a.zz:${port}/`));
      }
    } finally {
      vi.useRealTimers();
    }
    expect(resumed).toEqual([false, true, false, true]);
  });

  test("with a certificate in trouble are not: it is reported each time", async () => {
    const mismatch = [200, "wrong-host"];
    expect(await askThrice(answers, bad)).toEqual({
      seen: [mismatch, mismatch, mismatch],
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
      seen: [fine, fine, fine],
      resumed: [false, true, false, false],
    });
  });

  test("what fails without a session too is a failure", async () => {
    let served = 0;
    const closes: Serve = (socket) => socket.end(served++ === 0 ? OK : "");
    expect(await askThrice(closes)).toEqual({
      seen: [fine, failed("closed"), failed("closed")],
      resumed: [false, true, false, false],
    });
    served = 0;
    const silent: Serve = (socket) => served++ === 0 && socket.end(OK);
    expect(await askThrice(silent, good, SHORT)).toEqual({
      seen: [fine, failed("timeout"), failed("timeout")],
      resumed: [false, true, false, false],
    });
  });

  test.each<["HEAD" | "GET"]>([["HEAD"], ["GET"]])(
    "a server that is silent where one is resumed is asked once more without by %s, and offered none again",
    async (method) => {
      const hangs: Serve = (socket, resumed) => resumed || answers(socket);
      expect(await askThrice(hangs, good, SHORT, method)).toEqual({
        seen: [fine, fine, fine],
        resumed: [false, true, false, false],
      });
    },
  );

  test.each<["TLSv1.2" | "TLSv1.3"]>([["TLSv1.2"], ["TLSv1.3"]])(
    "so is one behind a box that drops handshakes that offer one (%s)",
    async (maxVersion) => {
      const { port, resumed } = await serveTls(answers, { maxVersion });
      const hellos: number[] = [];
      const box = await boxBefore(port, ({ length }) => hellos.push(length) === 1 || length === hellos[0]);
      expect(await askAll(thrice(box), SHORT)).toEqual([fine, fine, fine]);
      expect(resumed).toEqual([false, false, false]);
      expect(hellos).toHaveLength(4);
    },
  );
});

test("GET has all the time of the check for its answer, after a handshake too", async () => {
  const slow: Serve = (socket) => setTimeout(() => answers(socket), 2 * SHORT.headSilenceMs);
  const { port } = await serveTls(slow);
  expect(await askAll([`https://a.zz:${port}/`], SHORT, "GET")).toEqual([fine]);
});

describe("groups of keys", () => {
  test.each([
    ["X25519", true],
    ["P-256", true],
    ["P-384", true],
    ["P-521", false],
    ["X25519MLKEM768", false],
  ])("a server that has %s alone answers; its sessions are resumed: %s", async (ecdhCurve, usual) => {
    const { port, resumed } = await serveTls(answers, { ecdhCurve });
    expect(await askAll(thrice(port))).toEqual([fine, fine, fine]);
    expect(resumed).toEqual([false, usual, usual]);
  });

  test.each([
    ["handshake_failure", 40, 2],
    ["protocol_version", 70, 1],
  ])("who sends the alert %s (%i) is asked %i times", async (_, alert, times) => {
    let asked = 0;
    const port = await portOf(
      createServer((socket) => {
        asked++;
        socket.on("error", () => {});
        socket.once("data", () => socket.end(Buffer.from([21, 3, 3, 0, 2, 2, alert])));
      }),
    );
    const seen = { kind: "failure", failure: "tls", tls: "handshake" };
    expect(await askAll([`https://a.zz:${port}/`])).toEqual([seen]);
    expect(asked).toBe(times);
  });
});

test("what is remembered is bounded in bytes", () => {
  const sessions = new TlsSessions();
  sessions.keep("https://a.zz", Buffer.alloc(4_097), null);
  expect(sessions.of("https://a.zz")).toBeNull();
  sessions.keep("https://a.zz", Buffer.alloc(4_096), null);
  expect(sessions.of("https://a.zz")).not.toBeNull();
});
