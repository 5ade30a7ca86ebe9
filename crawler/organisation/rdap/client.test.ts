import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createHttpClient } from "../../net/egress/http-client.ts";
import { LOOPBACK } from "../../net/testing/loopback-guard.ts";
import { steppedClock } from "../../runtime/clock.ts";
import { RegistryPace } from "../registries/pace.ts";
import { RdapServers } from "./bootstrap.ts";
import { createRdap } from "./client.ts";

type Answer = (response: ServerResponse, request: IncomingMessage) => void;
/** Speaks RDAP (RFC 7480) as each case says. */
let answers: Readonly<Record<string, Answer>> = {};
let asked: string[] = [];
let underWay = 0;
let mostAtOnce = 0;
const server = createServer((request, response) => {
  asked.push(request.url ?? "");
  underWay += 1;
  mostAtOnce = Math.max(mostAtOnce, underWay);
  response.on("close", () => (underWay -= 1));
  const answer = answers[request.url ?? ""];
  if (answer === undefined) response.writeHead(404).end();
  else answer(response, request);
});
let base = "";
beforeAll(async () => {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  base = `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}/`;
});
const http = createHttpClient({ userAgent: "Weboid-test", guard: LOOPBACK });
afterAll(async () => {
  await http.close();
  server.close();
});
beforeEach(() => {
  answers = {};
  asked = [];
  mostAtOnce = 0;
});

const json =
  (value: unknown): Answer =>
  (response) =>
    response.writeHead(200, { "content-type": "application/rdap+json" }).end(JSON.stringify(value));
const { signal } = new AbortController();
function registry() {
  const clock = steppedClock(1_000_000);
  const pace = new RegistryPace({ clock, signal });
  return { clock, ask: createRdap({ http, clock, pace, signal }) };
}

describe("a question to a registry", () => {
  test("is answered, also behind redirects, in one connection at a time", async () => {
    answers = {
      "/domain/a.zz": (response) => response.writeHead(302, { location: "/other/domain/a.zz" }).end(),
      "/other/domain/a.zz": json({ objectClassName: "domain" }),
    };
    const { ask, clock } = registry();
    const both = Promise.all([ask(`${base}domain/a.zz`), ask(`${base}domain/a.zz`)]);
    const move = setInterval(() => clock.set(clock.now() + 1_000), 1);
    expect(await both).toEqual([
      { kind: "answer", value: '{"objectClassName":"domain"}' },
      { kind: "answer", value: '{"objectClassName":"domain"}' },
    ]);
    clearInterval(move);
    expect([asked.length, mostAtOnce]).toEqual([4, 1]);
  });

  test.each<[string, Answer, object]>([
    ["no such domain", (response) => response.writeHead(404).end("{}"), { kind: "not-found" }],
    ["an error", (response) => response.writeHead(500).end(), { kind: "failed", why: "answered 500" }],
    [
      "a loop",
      (response) => response.writeHead(301, { location: "/domain/a.zz" }).end(),
      { kind: "failed", why: "redirected too often" },
    ],
    [
      "another scheme",
      (response) => response.writeHead(301, { location: "ftp://a.zz/" }).end(),
      { kind: "failed", why: "redirected elsewhere" },
    ],
    [
      "too long",
      (response) => response.end("x".repeat(3_000_000)),
      { kind: "failed", why: expect.stringContaining("too-large") },
    ],
  ])("%s", async (_, answer, expected) => {
    answers = { "/domain/a.zz": answer };
    expect(await registry().ask(`${base}domain/a.zz`)).toEqual(expected);
  });

  test("a registry that asks for a pause has it, whatever else is to be asked there", async () => {
    answers = {
      "/domain/a.zz": (response) => response.writeHead(429, { "retry-after": "60" }).end(),
      "/domain/b.zz": json({}),
    };
    const { ask, clock } = registry();
    expect(await ask(`${base}domain/a.zz`)).toEqual({ kind: "limited", seconds: 60 });
    expect(await ask(`${base}domain/b.zz`)).toEqual({ kind: "limited", seconds: 60 });
    expect(asked).toEqual(["/domain/a.zz"]);
    clock.set(clock.now() + 60_000);
    expect(await ask(`${base}domain/b.zz`)).toMatchObject({ kind: "answer" });
  });
});

describe("who is asked (RFC 9224)", () => {
  const DNS = {
    services: [
      [
        ["zz", "yy"],
        ["http://clear.zz/", "https://rdap.zz/v1"],
      ],
      [["co.zz"], ["https://co.zz/"]],
      [["xx"], ["gopher://rdap.xx/"]],
    ],
  };
  const IPV4 = {
    services: [
      [["192.0.0.0/8"], ["https://big.zz/"]],
      [["192.0.2.0/24", "no block"], ["https://small.zz/"]],
    ],
  };
  const IPV6 = { services: [[["2001:db8::/32"], ["https://six.zz/"]]] };
  const files: Readonly<Record<string, unknown>> = { dns: DNS, ipv4: IPV4, ipv6: IPV6 };

  test("the longest suffix or prefix, encrypted before clear", async () => {
    const read: string[] = [];
    const bootstrap = new RdapServers({
      base: "https://iana.zz/",
      clock: steppedClock(0),
      fetchText: async (url) => {
        read.push(url);
        return { kind: "answer", value: JSON.stringify(files[url.replace(/^.*\/|\.json$/g, "")]) };
      },
    });
    const domains = ["a.zz", "a.co.zz", "co.zz", "a.xx", "a.ww", "yy"];
    expect(await Promise.all(domains.map((domain) => bootstrap.ofDomain(domain)))).toEqual([
      ...["https://rdap.zz/v1/", "https://co.zz/", "https://co.zz/", null, null, "https://rdap.zz/v1/"],
    ]);
    const addresses = ["192.0.2.9", "192.1.1.1", "198.51.100.1", "2001:db8::1", "2001:db9::1"];
    expect(await Promise.all(addresses.map((address) => bootstrap.ofAddress(address)))).toEqual([
      ...["https://small.zz/", "https://big.zz/", null, "https://six.zz/", null],
    ]);
    expect(read.sort()).toEqual(["dns", "ipv4", "ipv6"].map((file) => `https://iana.zz/${file}.json`));
  });

  test("read once a day; one that cannot be read leaves what was read last", async () => {
    const clock = steppedClock(0);
    let value: unknown = DNS;
    let reads = 0;
    const bootstrap = new RdapServers({
      base: "https://iana.zz/",
      clock,
      fetchText: async () => {
        reads += 1;
        return value === null
          ? { kind: "failed", why: "x" }
          : { kind: "answer", value: JSON.stringify(value) };
      },
    });
    const at = async (hours: number) => {
      clock.set(hours * 3_600_000);
      return [await bootstrap.ofDomain("a.zz"), reads];
    };
    expect(await at(0)).toEqual(["https://rdap.zz/v1/", 1]);
    expect(await at(23)).toEqual(["https://rdap.zz/v1/", 1]);
    value = { services: "none" };
    expect(await at(25)).toEqual(["https://rdap.zz/v1/", 2]);
    value = null;
    expect(await at(26)).toEqual(["https://rdap.zz/v1/", 3]);
    value = { services: [[["zz"], ["https://new.zz"]]] };
    expect(await at(27)).toEqual(["https://new.zz/", 4]);
  });
});
