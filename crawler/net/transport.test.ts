import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { splitUrl } from "../../shared/url/parts.ts";
import type { NormalisedUrl } from "../../shared/url/types.ts";
import { createDialler } from "./dialler.ts";
import { ExchangeSession } from "./exchange-session.ts";
import { EXCHANGE_LIMITS } from "./limits.ts";
import { type HostileServer, startHostileServer } from "./testing/hostile-server.ts";
import type { ExchangeResult, Transport } from "./transport.ts";

/** Where an answer is to come: for a busy machine. */
const LIMITS = { ...EXCHANGE_LIMITS, totalMs: 30_000, connectMs: 20_000 };
/** Where silence is to be met. */
const SHORT = { totalMs: 2_000, connectMs: 1_500, headSilenceMs: 1_000 };
const FIELDS = [
  ["Accept", "*/*"],
  ["Connection", "keep-alive"],
  ["User-Agent", "Weboid/1 (test@weboid.example)"],
] as const;

interface Ask {
  readonly addresses?: readonly string[];
  readonly limits?: Partial<typeof LIMITS>;
}

describe("exchange", () => {
  let server: HostileServer;
  let transport: Transport;
  beforeAll(async () => {
    server = await startHostileServer({ dripMs: 4 });
    transport = createDialler({ ca: server.ca, ownPorts: server.ports });
  });
  afterAll(async () => {
    await transport.close();
    await server.close();
  });

  function ask(method: "HEAD" | "GET", text: string, { addresses = ["127.0.0.1"], limits = {} }: Ask = {}) {
    const url = text as NormalisedUrl;
    const all = { ...LIMITS, ...limits };
    const parts = splitUrl(url);
    const session = new ExchangeSession(all);
    const request = { url, parts, method, addresses, fields: FIELDS, limits: all, session };
    return transport.exchange(request).finally(() => session.hangUp());
  }

  test("that an answer begins is reported at once, not when its body is read", async () => {
    const sockets: Socket[] = [];
    const slow = createServer((socket) => {
      sockets.push(socket);
      socket.on("error", () => {});
      socket.once("data", () => socket.write("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhe"));
    }).listen(0, "127.0.0.1");
    await once(slow, "listening");
    const url = `http://127.0.0.1:${(slow.address() as AddressInfo).port}/` as NormalisedUrl;
    const parts = splitUrl(url);
    const answered = Promise.withResolvers<string>();
    const { totalMs } = LIMITS;
    const session = new ExchangeSession({ totalMs, heard: { named() {}, answered: answered.resolve } });
    const limits = { ...LIMITS, bodyMs: totalMs };
    const asked = { url, parts, method: "GET", addresses: ["127.0.0.1"], fields: FIELDS, limits } as const;
    const result = transport.exchange({ ...asked, session });
    expect(await answered.promise).toBe("127.0.0.1");
    for (const socket of sockets) socket.end("llo");
    expect(await result).toMatchObject({ exchange: { http: 200, bodyBytes: 5 } });
    slow.close();
  });

  describe("answers", () => {
    test.each<["HEAD" | "GET", string, object]>([
      ["HEAD", "ok", { http: 200, mime: "text/html", contentLength: 9, bodyBytes: 0, bodyComplete: true }],
      ["GET", "ok", { http: 200, mime: "text/html", contentLength: 9, bodyBytes: 9, bodyComplete: true }],
      ["GET", "st-404", { http: 404 }],
      ["GET", "st-503", { http: 503 }],
      ["GET", "rl-429-seconds", { http: 429, retryAfter: "3600", mime: null }],
      ["HEAD", "rd-self", { http: 302, location: "/" }],
      ["GET", "head-set-cookie-bomb", { http: 200, mime: "text/html" }],
      ["GET", "head-drip", { http: 200 }],
      ["GET", "cl-too-long", { http: 200, contentLength: 100, bodyBytes: 5, bodyComplete: false }],
      ["GET", "te-cut", { http: 200, bodyBytes: 5, bodyComplete: false }],
      ["GET", "te-trailers", { http: 200, bodyBytes: 5 }],
      ["GET", "body-7-codings", { http: 200, bodyBytes: 9 }],
      ["GET", "body-type-bomb", { http: 200, mime: null }],
      ["GET", "body-endless", { http: 200, bodyBytes: 8 * 1024, bodyComplete: false }],
      ["GET", "body-gzip-bomb", { http: 200, bodyBytes: 8 * 1024, bodyComplete: false }],
      ["GET", "st-500-full-page", { http: 500, bodyBytes: LIMITS.bodyBytesMax, bodyComplete: false }],
      ["GET", "st-404-pdf", { http: 404, mime: "application/pdf", bodyComplete: false }],
      ["GET", "body-drip", { http: 200, bodyComplete: false }],
    ])("%s %s", async (method, id, expected) => {
      const result = await ask(
        method,
        `http://${id}.zz/`,
        id === "body-drip" ? { limits: { bodyMs: 300 } } : {},
      );
      expect(result).toMatchObject({
        kind: "exchange",
        tls: null,
        exchange: { method, address: "127.0.0.1" },
      });
      expect(result).toMatchObject({ exchange: expected });
    });

    test("the first bytes are those of the content, unpacked", async () => {
      const html = await ask("GET", "http://ok.zz/");
      const bomb = await ask("GET", "http://body-gzip-bomb.zz/");
      expect(html.kind === "exchange" && Buffer.from(html.exchange.firstBytes).toString()).toBe("<p>ok</p>");
      expect(bomb.kind === "exchange" && bomb.exchange.firstBytes.every((byte) => byte === 0)).toBe(true);
    });

    test("hundreds at once are kept apart", async () => {
      const ids = Array.from({ length: 300 }, (_, index) => `st-${400 + (index % 30)}`);
      const results = await Promise.all(ids.map((id) => ask("GET", `http://${id}.zz/`)));
      const numbers = results.map((result) =>
        result.kind === "exchange" ? `st-${result.exchange.http}` : result,
      );
      expect(numbers).toEqual(ids);
    });
  });

  describe("failures", () => {
    test.each<["HEAD" | "GET", string, string]>([
      ["HEAD", "tcp-accept-silent", "timeout"],
      ["GET", "tcp-accept-silent", "timeout"],
      ["GET", "tcp-reset", "reset"],
      ["GET", "head-drip-forever", "timeout"],
      ["GET", "head-endless-line", "head-too-large"],
      ["GET", "head-1MiB", "head-too-large"],
      ["GET", "head-htt", "malformed-head"],
      ["GET", "head-nul", "malformed-head"],
      ["GET", "head-ssh-banner", "malformed-head"],
      ["GET", "cl-duplicate", "malformed-head"],
      ["GET", "head-cut", "closed"],
      ["GET", "head-closed-at-once", "closed"],
    ])("%s %s: %s", async (method, id, failure) => {
      const limits = failure === "timeout" ? SHORT : {};
      expect(await ask(method, `http://${id}.zz/`, { limits })).toEqual({
        kind: "failure",
        failure,
        tls: null,
      });
    });

    test("nobody listens", async () => {
      const result = await ask("GET", "http://127.0.0.1:1/");
      expect(result).toEqual({ kind: "failure", failure: "connect-refused", tls: null });
    });

    test("the next address is tried, and named", async () => {
      const addresses = ["::1", "127.0.0.1"];
      const result = await ask("HEAD", "http://ok.zz/", { addresses });
      expect(result).toMatchObject({ kind: "exchange", exchange: { http: 200, address: "127.0.0.1" } });
    });

    test("too many fields", async () => {
      const result = await ask("HEAD", "http://head-set-cookie-bomb.zz/", {
        limits: { headFieldsMax: 100 },
      });
      expect(result).toMatchObject({ kind: "failure", failure: "head-too-large" });
    });
  });

  describe("TLS", () => {
    const troubles: [string, string][] = [
      ["tls-wrong-host", "wrong-host"],
      ["tls-expired", "expired"],
      ["tls-self-signed", "self-signed"],
      ["tls-untrusted-root", "untrusted"],
      ["tls-incomplete-chain", "incomplete-chain"],
    ];
    test.each(troubles)("%s: noted, and the answer read on the same connection", async (id, tls) => {
      const before = server.requests.length;
      expect(await ask("HEAD", `https://${id}.zz/`)).toMatchObject({
        kind: "exchange",
        exchange: { http: 200 },
        tls,
      });
      expect(server.requests.length).toBe(before + 1);
    });

    test.each(["tls-plain", "tls-alert", "tls-sslv3", "tls-reset"])("%s: no handshake", async (id) => {
      expect(await ask("HEAD", `https://${id}.zz/`)).toEqual({
        kind: "failure",
        failure: "tls",
        tls: "handshake",
      });
    });

    test("a good certificate, and a whole answer", async () => {
      expect(await ask("GET", "https://ok.zz/")).toMatchObject({
        kind: "exchange",
        exchange: { bodyBytes: 9 },
        tls: null,
      });
    });
  });

  describe("politeness", () => {
    test("the request has the fields given, the path as it stands and nothing besides", async () => {
      await ask("HEAD", "http://ok.zz/a%2Fb//c?d=%20&e");
      const [line, ...fields] = server.requests.at(-1)?.trimEnd().split("\r\n") ?? [];
      expect(line).toBe("HEAD /a%2Fb//c?d=%20&e HTTP/1.1");
      const fieldsExpected = [...FIELDS.filter(([key]) => key !== "Connection"), ["Host", "ok.zz"] as const];
      const expected = [...fieldsExpected, ["Connection", "keep-alive"] as const].map(
        ([key, value]) => `${key.toLowerCase()}: ${value}`,
      );
      const sent = fields.map((field) => field.replace(/^[^:]+/, (key) => key.toLowerCase()));
      expect(sent.sort()).toEqual(expected.sort());
      expect(sent.find((field) => field.startsWith("user-agent"))).toMatch(
        /^user-agent: Weboid\/[\d.]+ \(.*test@weboid\.example\)$/,
      );
    });

    test("a connection for each request, and none is left open", async () => {
      const before = server.connections();
      await Promise.all(
        ["ok", "body-endless", "st-404", "tcp-reset"].map((id) => ask("GET", `http://${id}.zz/`)),
      );
      await ask("GET", "https://ok.zz/");
      expect(server.connections()).toBe(before + 5);
      await expect.poll(() => server.open()).toBe(0);
    });

    test("cookies are not kept", async () => {
      await ask("GET", "http://head-set-cookie-bomb.zz/");
      await ask("GET", "http://head-set-cookie-bomb.zz/");
      expect(server.requests.at(-1)).not.toMatch(/^cookie:/im);
    });

    test("proxies of the environment are passed by", async () => {
      const names = ["HTTP_PROXY", "http_proxy", "HTTPS_PROXY", "https_proxy", "ALL_PROXY"];
      const before = names.map((each) => [each, process.env[each]] as const);
      for (const each of names) process.env[each] = "http://127.0.0.1:1";
      try {
        expect(await ask("HEAD", "http://ok.zz/")).toMatchObject({ kind: "exchange" });
        expect(await ask("HEAD", "https://ok.zz/")).toMatchObject({ kind: "exchange" });
      } finally {
        for (const [each, value] of before) {
          if (value === undefined) delete process.env[each];
          else process.env[each] = value;
        }
      }
    });

    test("nothing can be smuggled into a request", async () => {
      const url = "http://ok.zz/" as NormalisedUrl;
      const parts = { ...splitUrl(url), path: "/ HTTP/1.1\r\nX-Forged: yes" };
      const request = {
        url,
        parts,
        method: "HEAD",
        addresses: ["127.0.0.1"],
        fields: [],
        limits: LIMITS,
        session: new ExchangeSession(LIMITS),
      } as const;
      await expect(transport.exchange(request)).rejects.toThrow(RangeError);
    });
  });

  test("close ends what is under way", async () => {
    const other = createDialler({ ownPorts: server.ports });
    const url = "http://tcp-accept-silent.zz/" as NormalisedUrl;
    const request = {
      url,
      parts: splitUrl(url),
      addresses: ["127.0.0.1"],
      fields: FIELDS,
      limits: EXCHANGE_LIMITS,
    };
    const results = ["HEAD", "GET"].map(
      (method): Promise<ExchangeResult> =>
        other.exchange({
          ...request,
          method: method === "HEAD" ? "HEAD" : "GET",
          session: new ExchangeSession({ totalMs: 50_000 }),
        }),
    );
    await expect.poll(() => server.open()).toBe(2);
    await other.close();
    for (const result of await Promise.all(results)) expect(result).toMatchObject({ kind: "failure" });
  });
});
