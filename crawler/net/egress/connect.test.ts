import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import fixture from "../../../shared/url/cases/forbidden-addresses.json" with { type: "json" };
import { startDnsServer } from "../testing/dns-server.ts";
import { privateEndpoint } from "./connect.ts";
import { createStreamClient } from "./event-stream.ts";
import { createEgressGuard, type EgressGuard } from "./guard.ts";
import { createHttpClient } from "./http-client.ts";

/** Stands for a service of the operator's own network: the same port at two addresses of this machine. */
let port = 0;
let servers: Server[] = [];
let reached: string[] = [];
beforeAll(async () => {
  const start = async (address: string, wanted: number) => {
    const server = createServer((request, response) => {
      reached.push(`${address} ${request.headers.host} ${request.url}`);
      const isInward = request.url === "/inward";
      const location = isInward ? { location: `http://127.0.0.1:${port}/secret` } : {};
      const connection = request.url === "/kept" ? "keep-alive" : "close";
      response.writeHead(isInward ? 302 : 200, { connection, ...location }).end("{}");
    }).listen(wanted, address);
    await once(server, "listening");
    servers.push(server);
    return (server.address() as AddressInfo).port;
  };
  port = await start("127.0.0.1", 0);
  await start("127.0.0.2", port);
});
afterAll(() => {
  for (const server of servers) server.close();
  servers = [];
});
beforeEach(() => {
  reached = [];
});

async function ask(url: string, guard: EgressGuard, dns: readonly string[] = []) {
  const client = createHttpClient({ userAgent: "x", guard, dns });
  try {
    return await client.send({ url });
  } finally {
    await client.close();
  }
}

const FORBIDDEN = { kind: "failure", failure: "forbidden" };
const strict = (...configured: string[]) => createEgressGuard({ allowPrivate: false }, configured);

describe("a client dials what its guard admits", () => {
  test.each(
    fixture.cases.filter(
      ({ url, kind, expect: { decision } }) =>
        kind === "url" && decision === "deny-address" && /^https?:/.test(url),
    ),
  )("$url is not asked: $why", async ({ url }) => {
    expect(await ask(url, strict())).toMatchObject(FORBIDDEN);
  });

  test("a name that leads inward is not asked, its own endpoint is if it is configured", async () => {
    const name = `http://localhost:${port}/x`;
    expect(await ask(name, strict())).toMatchObject(FORBIDDEN);
    // Neither under another name, nor at another port, does a configured host give rights.
    expect(await ask(name, strict(`http://127.0.0.1:${port}`, "http://localhost"))).toMatchObject(FORBIDDEN);
    expect(reached).toEqual([]);
    expect(await ask(name, strict(`http://localhost:${port}/w/api.php`))).toMatchObject({ http: 200 });
    expect(await ask(`http://127.0.0.1:${port}/x`, strict(`http://127.0.0.1:${port}`))).toMatchObject({
      http: 200,
    });
  });

  test("what is configured for one request gives no other a right, nor its open connection", async () => {
    const client = createHttpClient({ userAgent: "x", guard: strict() });
    const url = `http://127.0.0.1:${port}/kept`;
    const configured = [`127.0.0.1:${port}`];
    try {
      expect(await client.send({ url, configured })).toMatchObject({ http: 200 });
      expect(await client.send({ url })).toMatchObject(FORBIDDEN);
      expect(await client.send({ url, configured: [`127.0.0.2:${port}`] })).toMatchObject(FORBIDDEN);
      expect(await client.send({ url, configured })).toMatchObject({ http: 200 });
    } finally {
      await client.close();
    }
    expect(reached).toHaveLength(2);
  });

  test("WEBOID_DENY holds for a configured host, and with WEBOID_ALLOW_PRIVATE", async () => {
    const url = `http://127.0.0.1:${port}/x`;
    const guard = createEgressGuard({ allowPrivate: true, deny: ["127.0.0.0/8"] }, [url]);
    expect(await ask(url, guard)).toMatchObject(FORBIDDEN);
    expect(reached).toEqual([]);
  });

  test("a name that means another address a moment later (rebinding) gains nothing", async () => {
    const dns = await startDnsServer({
      "rebound.zz": [
        { A: ["127.0.0.2"], ttl: 0 },
        { A: ["127.0.0.1"], ttl: 0 },
      ],
    });
    // 127.0.0.2 stands for the public web.
    const isPublic = (address: string) => address === "127.0.0.2";
    const guard: EgressGuard = {
      allows: isPublic,
      admitted: async (_, addresses) => addresses.filter(isPublic),
    };
    const client = createHttpClient({ userAgent: "x", guard, dns: [dns.address] });
    try {
      const url = `http://rebound.zz:${port}/x`;
      expect(await client.send({ url })).toMatchObject({ http: 200 });
      // One lookup for one connection: the address that was judged is the one that was dialled.
      expect(dns.asked.filter((question) => question.endsWith(" A"))).toHaveLength(1);
      expect(await client.send({ url })).toMatchObject(FORBIDDEN);
      expect(reached).toEqual([`127.0.0.2 rebound.zz:${port} /x`]);
    } finally {
      await client.close();
      dns.close();
    }
  });

  test("a redirect is an answer: who follows it asks again, and is refused", async () => {
    const guard = strict(`http://127.0.0.2:${port}`);
    const answer = await ask(`http://127.0.0.2:${port}/inward`, guard);
    expect(answer).toMatchObject({ kind: "redirect", location: `http://127.0.0.1:${port}/secret` });
    expect(await ask(`http://127.0.0.1:${port}/secret`, guard)).toMatchObject(FORBIDDEN);
    expect(reached).toHaveLength(1);
  });

  test("a stream of events is opened through the guard, and follows no redirect", async () => {
    const open = async (url: string, guard: EgressGuard) => {
      const client = createStreamClient({ userAgent: "x", guard });
      const opened = await client.open({ url, lastEventId: "", signal: AbortSignal.timeout(60_000) });
      await client.close();
      return opened;
    };
    const inner = `http://127.0.0.1:${port}/x`;
    expect(await open(inner, strict())).toMatchObject({
      kind: "failed",
      detail: expect.stringContaining("not configured"),
    });
    const configured = strict(`http://127.0.0.2:${port}`);
    expect(await open(`http://127.0.0.2:${port}/inward`, configured)).toMatchObject({
      kind: "failed",
      http: 302,
    });
    expect(reached).toEqual([`127.0.0.2 127.0.0.2:${port} /inward`]);
  });
});

describe("what an operator's word gives a right to (privateEndpoint)", () => {
  test.each([
    ["http://10.0.0.5/w/api.php", "10.0.0.5:80"],
    ["https://[fd00::5]:8443/", "[fd00::5]:8443"],
    ["http://inner.zz/w/api.php", "inner.zz:80"],
    ["https://both.zz/", "both.zz:443"],
    // Its owner may lead it inward a moment later, and gains nothing.
    ["https://public.zz/w/api.php", ""],
    ["ftp://10.0.0.5/", ""],
  ])("%s: %j", async (address, endpoint) => {
    const dns = await startDnsServer({
      "inner.zz": { A: ["10.0.0.5"] },
      "both.zz": { A: ["93.184.215.14"], AAAA: ["fd00::5"] },
      "public.zz": [{ A: ["93.184.215.14"] }, { A: ["10.0.0.5"] }],
    });
    try {
      expect(await privateEndpoint(address, [dns.address])).toBe(endpoint);
    } finally {
      dns.close();
    }
  });
});
