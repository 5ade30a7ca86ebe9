import { setTimeout } from "node:timers/promises";
import { expect, test } from "vitest";
import type { Reply } from "./dns-message.ts";
import type { Ask } from "./lookup.ts";
import { loopClock } from "./loop-clock.ts";
import { createResolver } from "./resolver.ts";

const records = (address: string): Reply => ({ kind: "records", records: [{ address, ttl: 60 }] });
const found = (...addresses: string[]) => ({ kind: "found", addresses });
const failed = (failure: string) => ({ kind: "failed", failure });

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

test("asked again after silence it takes room for a shorter one", async () => {
  const ask: Ask = (host, _family, onSilence) => {
    if (host !== "silent.zz") return Promise.resolve({ kind: "none" });
    onSilence?.();
    return new Promise(() => {});
  };
  const limits = { queriesInFlightMax: 2, roomMs: 60_000, repeatRoomMs: 5 };
  const resolver = createResolver({ asks: [ask], limits });
  void resolver.resolve("silent.zz");
  expect(await resolver.resolve("h.zz")).toEqual(failed("dns-unknown"));
});

test.each<[string, Reply, object]>([
  ["addresses", records("192.0.2.1"), found("192.0.2.1")],
  ["none", { kind: "none" }, failed("dns-unknown")],
])(
  "an answer that comes while the next try waits for room is kept when there is room: %s",
  async (_, reply, expected) => {
    const [four, six, others] = [0, 1, 2].map(() => Promise.withResolvers<Reply>());
    const asked: string[] = [];
    let silence: (() => void) | undefined;
    const ask: Ask = async (host, family, onSilence) => {
      asked.push(`${host} ${family}`);
      if (host !== "late.zz") return others?.promise ?? { kind: "failed" };
      if (family === 4) silence = onSilence;
      return (family === 4 ? four : six)?.promise ?? { kind: "failed" };
    };
    const resolver = createResolver({ asks: [ask], limits: { queriesInFlightMax: 2, otherFamilyMs: 20 } });
    const resolving = resolver.resolve("late.zz");
    const other = resolver.resolve("h.zz");
    silence?.();
    four?.resolve(reply);
    await setTimeout(1);
    others?.resolve({ kind: "none" });
    await other;
    await setTimeout(1);
    six?.resolve({ kind: "none" });
    expect(await resolving).toEqual(expected);
    expect(asked).toEqual(["late.zz 4", "late.zz 6", "h.zz 4", "h.zz 6"]);
  },
);

test("names that waited too long for room are not asked about any more", async () => {
  const asked: string[] = [];
  const ask: Ask = (host, family) => {
    if (!host.endsWith(".invalid")) asked.push(`${host} ${family}`);
    return new Promise(() => {});
  };
  const resolver = createResolver({
    asks: [ask],
    limits: { queriesInFlightMax: 1, roomMs: 200, lookupMs: 5 },
  });
  void resolver.resolve("silent.zz");
  expect(await resolver.resolve("h.zz")).toEqual(failed("dns-timeout"));
  expect(asked).toEqual(["silent.zz 4"]);
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
  const resolver = createResolver({ asks: [ask], limits: { queryMs: 300 } });
  expect(await resolver.resolve("h.zz")).toEqual(found("192.0.2.1"));
  loopClock.stop();
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
