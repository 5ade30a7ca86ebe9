import { setTimeout } from "node:timers/promises";
import { afterEach, describe, expect, test, vi } from "vitest";
import type { Family, Reply } from "./dns-message.ts";
import type { Ask } from "./lookup.ts";
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
    limits: { queryMs: QUERY_MS, otherFamilyMs: 5_000 },
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

describe("who waits for a name is told that it is late", () => {
  const waiting = { queriesInFlightMax: 9, roomMs: 20 };
  const told: string[] = [];
  const waiter = (name: string) => ({ late: () => void told.push(name) });
  const silentOnly: Ask = (host) =>
    host === "silent.zz" ? new Promise(() => {}) : Promise.resolve({ kind: "none" });

  test("once each, later ones at once, where others are answered meanwhile", async () => {
    told.length = 0;
    const resolver = createResolver({ asks: [silentOnly], limits: waiting });
    for (const name of ["first", "second"]) void resolver.resolve("silent.zz", waiter(name));
    await resolver.resolve("h.zz", waiter("other"));
    expect(told).toEqual([]);
    await setTimeout(40);
    void resolver.resolve("silent.zz", waiter("third"));
    expect(told).toEqual(["first", "second", "third"]);
  });

  test.each<[string, Ask, string[]]>([
    [
      "not where nobody is answered: it may be the name service that is away",
      () => new Promise(() => {}),
      [],
    ],
    [
      "where nobody else asks, but a name that nobody has is answered about, after both families are late",
      (host) => (host === "silent.zz" ? new Promise(() => {}) : setTimeout(5, { kind: "none" })),
      ["alone"],
    ],
  ])("%s", async (_, ask, expected) => {
    told.length = 0;
    const resolver = createResolver({ asks: [ask], limits: { ...waiting, lullMsMin: 8 } });
    void resolver.resolve("silent.zz", waiter("alone"));
    await setTimeout(60);
    await expect.poll(() => told).toEqual(expected);
    resolver.close();
  });
});

describe("the name service says nothing to anybody for a while", () => {
  const lullOf = (lullMsMin: number, lullMsMax: number, lullNamesMin = 1) => {
    const server = { away: false, asked: [] as string[] };
    const ask: Ask = async (host) => {
      if (!host.endsWith(".invalid")) server.asked.push(host);
      await setTimeout(2);
      if (server.away || host === "silent.zz") return { kind: "timeout" };
      return host.endsWith(".invalid") ? { kind: "none" } : records("192.0.2.1");
    };
    const limits = { queryMs: 1, lullMsMin, lullMsMax, lullNamesMin };
    return { server, resolver: createResolver({ asks: [ask], limits }) };
  };

  test("who was asked about meanwhile is asked about once more when it is back", async () => {
    const { server, resolver } = lullOf(8, 60_000);
    await resolver.resolve("a.zz");
    server.away = true;
    await setTimeout(10);
    const resolving = resolver.resolve("b.zz");
    await setTimeout(30);
    server.away = false;
    expect(await resolving).toEqual(found("192.0.2.1"));
    expect(resolver.cached("b.zz")).toEqual(found("192.0.2.1"));
  });

  test("a name that stays silent is believed after that, and longer silence at once", async () => {
    const { server, resolver } = lullOf(8, 60_000);
    await resolver.resolve("a.zz");
    await setTimeout(10);
    expect(await resolver.resolve("silent.zz")).toEqual(failed("dns-timeout"));
    expect(server.asked.filter((host) => host === "silent.zz")).toHaveLength(2 * 4);
    const longer = lullOf(1, 2);
    await longer.resolver.resolve("a.zz");
    expect(await longer.resolver.resolve("silent.zz")).toEqual(failed("dns-timeout"));
    expect(longer.server.asked.filter((host) => host === "silent.zz")).toHaveLength(4);
  });

  test("it went away while nobody asked it anything: that is no silence", async () => {
    const clocks = ["performance", "setTimeout", "clearTimeout", "setInterval", "clearInterval"] as const;
    vi.useFakeTimers({ toFake: [...clocks] });
    try {
      let away = false;
      const ask: Ask = (_, family) =>
        new Promise((resolve) => {
          const reply: Reply = family === 6 ? { kind: "none" } : records("192.0.2.1");
          const { ms, said } = away
            ? { ms: 2_000, said: { kind: "timeout" } as const }
            : { ms: 1, said: reply };
          globalThis.setTimeout(() => resolve(said), ms);
        });
      const resolver = createResolver({ asks: [ask] });
      const first = resolver.resolve("a.zz");
      await vi.advanceTimersByTimeAsync(200);
      await first;
      await vi.advanceTimersByTimeAsync(60_000);
      away = true;
      const five = Promise.all([1, 2, 3, 4, 5].map((n) => resolver.resolve(`h${n}.zz`)));
      await vi.advanceTimersByTimeAsync(4_500);
      away = false;
      await vi.advanceTimersByTimeAsync(3_000);
      expect(await five).toEqual([1, 2, 3, 4, 5].map(() => found("192.0.2.1")));
      resolver.close();
    } finally {
      vi.useRealTimers();
    }
  });

  test("who never answered is not waited for, nor is one name while others are answered", async () => {
    for (const [lullMsMin, others] of [
      [1, []],
      [60_000, ["a.zz"]],
    ] as const) {
      const { server, resolver } = lullOf(lullMsMin, 120_000);
      for (const other of others) await resolver.resolve(other);
      expect(await resolver.resolve("silent.zz")).toEqual(failed("dns-timeout"));
      expect(server.asked.filter((host) => host === "silent.zz")).toHaveLength(4);
    }
  });

  test("of a few names that are silent at once nothing is doubted", async () => {
    const { server, resolver } = lullOf(8, 60_000, 3);
    const resolve = (...hosts: string[]) => Promise.all(hosts.map((host) => resolver.resolve(host)));
    await resolver.resolve("a.zz");
    server.away = true;
    await setTimeout(10);
    expect(await resolve("b.zz", "c.zz")).toEqual([failed("dns-timeout"), failed("dns-timeout")]);
    const three = resolve("d.zz", "e.zz", "f.zz");
    await setTimeout(30);
    server.away = false;
    expect(await three).toEqual([1, 2, 3].map(() => found("192.0.2.1")));
  });

  test("nobody waits for longer than a lull may last", async () => {
    const { server, resolver } = lullOf(8, 60);
    await resolver.resolve("a.zz");
    server.away = true;
    await setTimeout(10);
    expect(await resolver.resolve("b.zz")).toEqual(failed("dns-timeout"));
  });
});
