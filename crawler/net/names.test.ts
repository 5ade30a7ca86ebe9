import { setTimeout } from "node:timers/promises";
import { afterEach, describe, expect, test } from "vitest";
import type { NameLimits } from "./limits.ts";
import { createNameResolver, type NameResolver } from "./names.ts";
import { type DnsServer, type Say, startDnsServer, type Zone } from "./testing/dns-server.ts";

/** For a busy machine; where silence is met, a test has less. */
const LIMITS = { queryMs: 10_000, otherFamilyMs: 5_000 };
const SHORT = { queryMs: 400 };
const HERE = { A: ["192.0.2.1"] };

const open: { close(): void }[] = [];
afterEach(() => {
  for (const each of open.splice(0)) each.close();
});

async function serverOf(zone: Zone): Promise<DnsServer> {
  const server = await startDnsServer(zone);
  open.push(server);
  return server;
}

function resolverOf(servers: readonly DnsServer[], limits: Partial<NameLimits> = {}): NameResolver {
  const addresses = servers.map(({ address }) => address);
  const resolver = createNameResolver({ servers: addresses, limits: { ...LIMITS, ...limits } });
  open.push(resolver);
  return resolver;
}

async function served(zone: Zone, limits: Partial<NameLimits> = {}) {
  const server = await serverOf(zone);
  return { server, resolver: resolverOf([server], limits) };
}

const found = (...addresses: string[]) => ({ kind: "found", addresses });
const failed = (failure: string) => ({ kind: "failed", failure });
const ours = ({ asked }: DnsServer) => asked.filter((line) => !line.includes(".invalid"));

describe("what is made of a server's answers", () => {
  test.each<[string, Zone[string], object]>([
    ["A only", HERE, found("192.0.2.1")],
    ["AAAA only", { AAAA: ["2001:db8::1"] }, found("2001:db8::1")],
    [
      "both by turns",
      { A: ["192.0.2.1", "192.0.2.2"], AAAA: ["2001:db8::1"] },
      found("192.0.2.1", "2001:db8::1", "192.0.2.2"),
    ],
    ["the same address often", { A: Array(30).fill("192.0.2.1") }, found("192.0.2.1")],
    ["no such name", "nxdomain", failed("dns-unknown")],
    ["a name without addresses", {}, failed("dns-unknown")],
    ["an alias without addresses", { CNAME: "b.zz" }, failed("dns-unknown")],
    ["an alias of itself", "cname-loop", failed("dns-unknown")],
    ["refused", "refused", failed("dns-refused")],
    ["server failure", "servfail", failed("dns-failed")],
    ["a packet that cannot be read", "malformed", failed("dns-failed")],
    ["silence", "silent", failed("dns-timeout")],
    ["answers of somebody else", "forged", failed("dns-timeout")],
    ["too long for a packet", { ...HERE, truncated: true }, found("192.0.2.1")],
    ["silence over TCP", "silent-tcp", failed("dns-timeout")],
    ["failure once", ["servfail", HERE], found("192.0.2.1")],
    ["a broken packet once", ["malformed", HERE], found("192.0.2.1")],
    ["silence once", ["silent", HERE], found("192.0.2.1")],
    ["an answer that takes its time", { ...HERE, ms: 200 }, found("192.0.2.1")],
  ])("%s", async (_, say, expected) => {
    const { resolver } = await served({ "a.zz": say }, SHORT);
    expect(await resolver.resolve("a.zz")).toEqual(expected);
  });

  test.each(["localhost", "a.b.localhost"])("%s is this machine, whatever name servers say", async (host) => {
    const { server, resolver } = await served({ [host]: "nxdomain" });
    expect(resolver.cached(host)).toEqual(found("127.0.0.1", "::1"));
    expect(await resolver.resolve(host)).toEqual(found("127.0.0.1", "::1"));
    expect(server.asked).toEqual([]);
  });

  test("a name that no question can be made of is unknown", async () => {
    const { resolver } = await served({});
    expect(await resolver.resolve(`${"x".repeat(70)}.zz`)).toEqual(failed("dns-unknown"));
  });

  test("name servers of a domain; null where there is no answer", async () => {
    const { resolver } = await served({ "a.zz": { NS: ["ns1.zz", "ns2.zz"] }, "b.zz": "silent" }, SHORT);
    expect(await resolver.nameServers?.("a.zz")).toEqual(["ns1.zz", "ns2.zz"]);
    expect(await resolver.nameServers?.("b.zz")).toBeNull();
    expect(await resolver.nameServers?.("c.zz")).toEqual([]);
  });
});

describe("a lookup that went wrong spoils no other", () => {
  test.each<Say>(["malformed", "silent", "silent-tcp", "servfail"])("%s", async (say) => {
    const { resolver } = await served({ "bad.zz": say, "*": { ...HERE, ms: 20 } }, SHORT);
    const names = Array.from({ length: 20 }, (_, index) => (index % 2 === 0 ? "bad.zz" : `h${index}.zz`));
    const resolutions = await Promise.all(names.map((name) => resolver.resolve(name)));
    const good = resolutions.filter((_, index) => index % 2 === 1);
    expect(good).toEqual(good.map(() => found("192.0.2.1")));
    expect(await resolver.resolve("later.zz")).toEqual(found("192.0.2.1"));
  });
});

describe("a channel that goes on to the next lookup", () => {
  const quick = Array.from({ length: 10 }, (_, index) => `quick${index}.zz`);

  test("waits for a name that takes its time as long as a new one", async () => {
    const { server, resolver } = await served({ "slow.zz": { ...HERE, ms: 1_500 }, "*": HERE });
    for (const name of quick) await resolver.resolve(name);
    expect(await resolver.resolve("slow.zz")).toEqual(found("192.0.2.1"));
    // That c-ares cuts it off is no failure of the server's, for which another name would be asked beside it.
    expect(ours(server)).toEqual(server.asked);
  });

  test("asks each time from another port: who forges answers has to guess it again", async () => {
    const { server, resolver } = await served({ "*": HERE });
    for (const name of quick) await resolver.resolve(name);
    expect(server.ports.size).toBeGreaterThan(quick.length / 2);
  });
});

describe("several servers", () => {
  test("a failure is asked about at the next one, which is asked first from then on", async () => {
    const [first, second] = await Promise.all([serverOf({ "*": "servfail" }), serverOf({ "*": HERE })]);
    const resolver = resolverOf([first, second]);
    for (const name of ["a.zz", "b.zz"]) expect(await resolver.resolve(name)).toEqual(found("192.0.2.1"));
    expect(first.asked).toEqual(["a.zz A", "a.zz AAAA"]);
    expect(second.asked.slice(-2).sort()).toEqual(["b.zz A", "b.zz AAAA"]);
  });

  test("of three, the third is asked too, and none twice", async () => {
    const servers = await Promise.all([
      serverOf({ "*": "servfail" }),
      serverOf({ "a.zz": "refused" }),
      serverOf({ "*": HERE }),
    ]);
    expect(await resolverOf(servers).resolve("a.zz")).toEqual(found("192.0.2.1"));
    expect(servers.map((server) => ours(server).length)).toEqual([2, 2, 2]);
    expect(await resolverOf(servers.slice(0, 2)).resolve("a.zz")).toEqual(failed("dns-refused"));
  });

  test("no such name is an answer, and not asked about again", async () => {
    const [first, second] = await Promise.all([serverOf({}), serverOf({ "*": HERE })]);
    expect(await resolverOf([first, second]).resolve("a.zz")).toEqual(failed("dns-unknown"));
    expect(second.asked).toEqual([]);
  });
});

test("with IPv4 addresses at hand a silent IPv6 holds nobody up", async () => {
  const zone: Zone = { "a.zz": { ...HERE, AAAA: "silent" } };
  const { resolver } = await served(zone, { queryMs: 60_000, otherFamilyMs: 5 });
  expect(await resolver.resolve("a.zz")).toEqual(found("192.0.2.1"));
});

describe("cache", () => {
  test.each<[string, Say]>([
    ["addresses", HERE],
    ["no such name", "nxdomain"],
    ["failure", "servfail"],
  ])("%s: within its time nothing is asked again, and questions at once are one", async (_, say) => {
    const { server, resolver } = await served({ "*": say });
    const [one, other] = await Promise.all([resolver.resolve("a.zz"), resolver.resolve("a.zz")]);
    expect(one).toEqual(other);
    const once = server.asked.length;
    expect(await resolver.resolve("a.zz")).toEqual(one);
    expect(resolver.cached("a.zz")).toEqual(one);
    expect(server.asked).toHaveLength(once);
  });

  test("a TTL is held within bounds, then asked again", async () => {
    const limits = { ttlMsMin: 0, ttlMsMax: 60_000 };
    const { server, resolver } = await served({ "a.zz": { ...HERE, ttl: 0 }, "b.zz": HERE }, limits);
    for (const name of ["a.zz", "b.zz", "a.zz", "b.zz"]) await resolver.resolve(name);
    expect(server.asked.filter((line) => line.endsWith(" A"))).toEqual(["a.zz A", "b.zz A", "a.zz A"]);
  });

  test("failures can be forgotten", async () => {
    const { resolver } = await served({ "a.zz": ["nxdomain", HERE], "b.zz": HERE });
    for (const name of ["a.zz", "b.zz"]) await resolver.resolve(name);
    resolver.forgetFailures?.();
    expect([resolver.cached("a.zz"), resolver.cached("b.zz")]).toEqual([null, found("192.0.2.1")]);
    expect(await resolver.resolve("a.zz")).toEqual(found("192.0.2.1"));
  });
});

describe("bounds", () => {
  test("silent names do not keep others waiting", async () => {
    const limits = { queryMs: 60_000, lookupsAtOnceMax: 2, permitMs: 20 };
    const { resolver } = await served({ "*": "silent", "a.zz": HERE }, limits);
    for (let index = 0; index < 20; index++) void resolver.resolve(`silent${index}.zz`);
    expect(await resolver.resolve("a.zz")).toEqual(found("192.0.2.1"));
  });

  test("close ends what is under way", async () => {
    const { resolver } = await served({ "*": "silent" }, { queryMs: 60_000 });
    const resolving = resolver.resolve("a.zz");
    await setTimeout(10);
    resolver.close();
    expect(await resolving).toEqual(failed("dns-timeout"));
  });
});

describe("a resolver that answers about no name", () => {
  test("names that fell into the gap are asked once more when it is back", async () => {
    const gap: Say[] = ["silent", "silent", "silent", HERE];
    const zone = { "a.zz": gap, "b.zz": gap, "*": "silent" } as const;
    const { server, resolver } = await served(zone, { queryMs: 50 });
    const both = await Promise.all(["a.zz", "b.zz"].map((name) => resolver.resolve(name)));
    expect(both).toEqual([found("192.0.2.1"), found("192.0.2.1")]);
    expect(ours(server).filter((line) => line === "a.zz A")).toHaveLength(4);
  });

  test("one that has too many questions refuses all of them for a while", async () => {
    const full: Say[] = ["refused", "refused", "refused", HERE];
    const { resolver } = await served({ "a.zz": full, "*": "refused" }, { refusedRestMs: 1 });
    expect(await resolver.resolve("a.zz")).toEqual(found("192.0.2.1"));
  });

  test("a single silent name is believed: the name service answers about one that nobody has", async () => {
    const { server, resolver } = await served({ "a.zz": "silent" }, { queryMs: 50 });
    expect(await resolver.resolve("a.zz")).toEqual(failed("dns-timeout"));
    expect(ours(server)).toHaveLength(4);
  });

  test("nobody waits for longer than a stall may last", async () => {
    const { resolver } = await served({ "*": "silent" }, { queryMs: 20, stallMsMax: 100 });
    expect(await resolver.resolve("a.zz")).toEqual(failed("dns-timeout"));
  });
});
