import { setTimeout } from "node:timers/promises";
import { afterEach, describe, expect, test } from "vitest";
import type { Family, Reply } from "./dns-message.ts";
import type { Ask } from "./lookup.ts";
import { loopClock } from "./loop-clock.ts";
import { createResolver, type HostResolver } from "./resolver.ts";
import { type DnsServer, startDnsServer, type Zone } from "./testing/dns-server.ts";

const QUERY_MS = 300;
const open: { close(): void }[] = [];
afterEach(() => {
  for (const each of open.splice(0)) each.close();
});

async function served(zone: Zone): Promise<{ server: DnsServer; resolver: HostResolver }> {
  const server = await startDnsServer(zone);
  const resolver = createResolver({
    servers: [server.address],
    limits: { queryMs: QUERY_MS, otherFamilyMs: 50 },
  });
  open.push(server, resolver);
  return { server, resolver };
}

const found = (...addresses: string[]) => ({ kind: "found", addresses });
const failed = (failure: string) => ({ kind: "failed", failure });

describe("what is made of a server's answers", () => {
  test.each<[string, Zone[string], object]>([
    ["A only", { A: ["192.0.2.1"] }, found("192.0.2.1")],
    ["AAAA only", { AAAA: ["2001:db8::1"] }, found("2001:db8::1")],
    [
      "both by turns",
      { A: ["192.0.2.1", "192.0.2.2"], AAAA: ["2001:db8::1"] },
      found("192.0.2.1", "2001:db8::1", "192.0.2.2"),
    ],
    ["the same address often", { A: Array(30).fill("192.0.2.1") }, found("192.0.2.1")],
    ["no such name", "nxdomain", failed("dns-unknown")],
    ["a name without addresses", {}, failed("dns-unknown")],
    ["refused", "refused", failed("dns-refused")],
    ["server failure", "servfail", failed("dns-failed")],
    ["an alias of itself", "cname-loop", failed("dns-failed")],
    ["silence", "silent", failed("dns-timeout")],
    ["failure once", ["servfail", { A: ["192.0.2.1"] }], found("192.0.2.1")],
    ["silence once", ["silent", { A: ["192.0.2.1"] }], found("192.0.2.1")],
  ])("%s", async (_, say, expected) => {
    const { resolver } = await served({ "a.zz": say });
    expect(await resolver.resolve("a.zz")).toEqual(expected);
  });

  test("a name that no question can be made of is unknown", async () => {
    const { resolver } = await served({});
    expect(await resolver.resolve(`${"x".repeat(70)}.zz`)).toEqual(failed("dns-unknown"));
  });
});

/** Servers that answer at once from a script, and note what they were asked. */
function scripted(...servers: ((family: Family) => Reply | "never")[]) {
  const asked: string[] = [];
  const asks = servers.map(
    (say, index): Ask =>
      (host, family) => {
        asked.push(`${index} ${host} ${family}`);
        const reply = say(family);
        return reply === "never" ? new Promise(() => {}) : Promise.resolve(reply);
      },
  );
  return { asked, asks };
}
const records = (address: string, ttl = 60): Reply => ({ kind: "records", records: [{ address, ttl }] });

describe("two servers", () => {
  test("a failure is asked about at the other one, once", async () => {
    const { asked, asks } = scripted(
      () => ({ kind: "failed" }),
      () => records("192.0.2.1"),
    );
    expect(await createResolver({ asks }).resolve("a.zz")).toEqual(found("192.0.2.1"));
    expect(asked).toEqual(["0 a.zz 4", "0 a.zz 6", "1 a.zz 4", "1 a.zz 6"]);
  });

  test("of three, the third is asked too, and none twice", async () => {
    const { asked, asks } = scripted(
      () => ({ kind: "failed" }),
      () => ({ kind: "refused" }),
      (family) => (family === 4 ? records("192.0.2.1") : { kind: "timeout" }),
    );
    expect(await createResolver({ asks }).resolve("a.zz")).toEqual(found("192.0.2.1"));
    expect(asked.filter((line) => line.endsWith("4"))).toEqual(["0 a.zz 4", "1 a.zz 4", "2 a.zz 4"]);
    expect(await createResolver({ asks: asks.slice(0, 2) }).resolve("b.zz")).toEqual(failed("dns-refused"));
  });

  test.each<[string, Reply]>([
    ["silent", { kind: "timeout" }],
    ["of no use", { kind: "failed" }],
  ])("who takes its time is heard while the other one is asked, which is %s", async (_, reply) => {
    const second = Promise.withResolvers<void>();
    const slow: Ask = async (_host, _family, onSilence) => {
      onSilence?.();
      await second.promise;
      await setTimeout(5);
      return records("192.0.2.1");
    };
    const other: Ask = async () => {
      second.resolve();
      return reply;
    };
    expect(await createResolver({ asks: [slow, other] }).resolve("a.zz")).toEqual(found("192.0.2.1"));
  });

  test("no such name is an answer, and not asked about again", async () => {
    const { asked, asks } = scripted(
      () => ({ kind: "none" }),
      () => records("192.0.2.1"),
    );
    expect(await createResolver({ asks }).resolve("a.zz")).toEqual(failed("dns-unknown"));
    expect(asked).toHaveLength(2);
  });
});

describe("two families", () => {
  test.each<[string, Reply, Reply, object]>([
    [
      "trouble with one does not hide the other",
      records("192.0.2.1"),
      { kind: "failed" },
      found("192.0.2.1"),
    ],
    [
      "none of one and trouble with the other is trouble",
      { kind: "none" },
      { kind: "timeout" },
      failed("dns-timeout"),
    ],
    ["trouble with both is IPv4's", { kind: "refused" }, { kind: "timeout" }, failed("dns-refused")],
  ])("%s", async (_, four, six, expected) => {
    const { asks } = scripted((family) => (family === 4 ? four : six));
    expect(await createResolver({ asks }).resolve("a.zz")).toEqual(expected);
  });

  test("with addresses at hand a silent other family holds nobody up", async () => {
    const { asks } = scripted((family) => (family === 4 ? records("192.0.2.1") : "never"));
    const resolver = createResolver({ asks, limits: { otherFamilyMs: 5 } });
    expect(await resolver.resolve("a.zz")).toEqual(found("192.0.2.1"));
  });
});

const late = (reply: Reply) => setTimeout(30, reply);
test.each<[string, readonly Reply[]]>([
  ["late", [records("192.0.2.1")]],
  ["lost once", [{ kind: "timeout" }, records("192.0.2.1")]],
])("IPv4 addresses that come %s are waited for, as there may be no way by IPv6", async (_, fours) => {
  const left = [...fours];
  const ask: Ask = async (_host, family) =>
    family === 4 ? late(left.shift() ?? { kind: "failed" }) : records("2001:db8::1");
  const resolver = createResolver({ asks: [ask], limits: { otherFamilyMs: 1 } });
  expect(await resolver.resolve("a.zz")).toEqual(found("192.0.2.1", "2001:db8::1"));
});

describe("cache", () => {
  test("within its time nothing is asked again, good or bad, and questions at once are one", async () => {
    for (const reply of [records("192.0.2.1"), { kind: "none" }, { kind: "failed" }] as const) {
      const { asked, asks } = scripted(() => reply);
      const resolver = createResolver({ asks });
      const all = await Promise.all([resolver.resolve("a.zz"), resolver.resolve("a.zz")]);
      expect(all[0]).toEqual(all[1]);
      const once = asked.length;
      expect(await resolver.resolve("a.zz")).toEqual(all[0]);
      expect(asked).toHaveLength(once);
    }
  });

  test("a TTL is held within bounds, then asked anew", async () => {
    const { asked, asks } = scripted((family) => (family === 4 ? records("192.0.2.1", 0) : { kind: "none" }));
    const resolver = createResolver({ asks, limits: { ttlMsMin: 1, ttlMsMax: 20 } });
    await resolver.resolve("a.zz");
    await setTimeout(30);
    await resolver.resolve("a.zz");
    expect(asked).toHaveLength(4);
  });

  test("its size is bounded: the oldest goes", async () => {
    const { asked, asks } = scripted(() => ({ kind: "none" }));
    const resolver = createResolver({ asks, limits: { cacheEntriesMax: 2 } });
    for (const host of ["a.zz", "b.zz", "c.zz", "b.zz", "c.zz", "a.zz"]) await resolver.resolve(host);
    expect(asked.filter((line) => line.endsWith("4"))).toEqual([
      "0 a.zz 4",
      "0 b.zz 4",
      "0 c.zz 4",
      "0 a.zz 4",
    ]);
  });
});

test("never more questions are under way than allowed", async () => {
  let running = 0;
  let most = 0;
  const ask: Ask = async () => {
    most = Math.max(most, ++running);
    await setTimeout(1);
    running--;
    return { kind: "none" };
  };
  const resolver = createResolver({ asks: [ask], limits: { queriesInFlightMax: 5 } });
  await Promise.all(Array.from({ length: 40 }, (_, index) => resolver.resolve(`h${index}.zz`)));
  expect(most).toBe(5);
});

test("silence takes room for a moment only", async () => {
  const ask: Ask = (host) =>
    host === "silent.zz" ? new Promise(() => {}) : Promise.resolve({ kind: "none" });
  const resolver = createResolver({ asks: [ask], limits: { queriesInFlightMax: 1, roomMs: 20 } });
  void resolver.resolve("silent.zz");
  expect(await resolver.resolve("h.zz")).toEqual(failed("dns-unknown"));
});

test("names that waited too long for room are not asked about any more", async () => {
  const { asked, asks } = scripted(() => "never");
  const resolver = createResolver({ asks, limits: { queriesInFlightMax: 1, roomMs: 20, lookupMs: 5 } });
  void resolver.resolve("silent.zz");
  expect(await resolver.resolve("h.zz")).toEqual(failed("dns-timeout"));
  expect(asked).toEqual(["0 silent.zz 4"]);
});

test("what an event loop that stood still took for silence is asked again", async () => {
  let asked = 0;
  const ask: Ask = async (_, family) => {
    if (family === 6) return { kind: "none" };
    if (++asked > 3) return { kind: "records", records: [{ address: "192.0.2.1", ttl: 60 }] };
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 400);
    return { kind: "timeout" };
  };
  loopClock.start();
  const resolver = createResolver({ asks: [ask], limits: { queryMs: QUERY_MS } });
  expect(await resolver.resolve("h.zz")).toEqual(found("192.0.2.1"));
  loopClock.stop();
});
