import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { HostName } from "../../shared/url/types.ts";
import { systemClock } from "../runtime/clock.ts";
import { createHostLeases } from "./host-leases.ts";
import { HostStates } from "./host-state.ts";
import { SWEEP_PACE } from "./rate-limiter.ts";
import { addressKey, SERVER_LIMIT, ServerPermits } from "./server-limit.ts";
import { leaseTable } from "./testing/lease-table.ts";
import { SimulatedTime } from "./testing/simulated-time.ts";

const address = fc.constantFrom("192.0.2.1", "192.0.2.2", "10.0.0.7", "2001:db8::1", "2001:db8::2");
const use = fc.record({
  address,
  atMs: fc.integer({ min: 0, max: 500 }),
  ms: fc.integer({ min: 1, max: 2_000 }),
});

test("an address, or a network of IPv6, sees no more at once than it may, in the order of coming, and nobody waits for ever", () =>
  fc.assert(
    fc.asyncProperty(fc.array(use, { maxLength: 60 }), async (uses) => {
      const time = new SimulatedTime();
      const permits = new ServerPermits(SERVER_LIMIT, null, time);
      const open = new Map<string, number>();
      const all = uses.map(async ({ address: at, atMs, ms }) => {
        await time.sleep(atMs);
        const permit = await permits.acquire({ operator: "a.zz", address: at }, 3_000);
        if (permit === null) return "late";
        const key = addressKey(at);
        open.set(key, (open.get(key) ?? 0) + 1);
        expect(open.get(key)).toBeLessThanOrEqual(SERVER_LIMIT.perAddress);
        await time.sleep(ms);
        open.set(key, (open.get(key) ?? 0) - 1);
        permit.release();
        permit.release();
        return "done";
      });
      expect(await time.run(Promise.all(all))).toHaveLength(uses.length);
    }),
  ));

test("this machine's own loopback has no such limit, other private addresses have", async () => {
  const time = new SimulatedTime();
  const permits = new ServerPermits({ ...SERVER_LIMIT, perAddress: 1 }, null, time);
  for (const at of ["127.0.0.1", "127.8.8.8", "::1"])
    for (let times = 0; times < 9; times++)
      expect(await permits.acquire({ operator: "a.zz", address: at }, 0)).not.toBeNull();
  expect(permits.acquire({ operator: "a.zz", address: "192.168.0.1" }, 10)).not.toBeInstanceOf(Promise);
  expect(
    await time.run(Promise.resolve(permits.acquire({ operator: "a.zz", address: "192.168.0.1" }, 10))),
  ).toBeNull();
});

test("IPv6 by its /64", () => {
  expect(addressKey("2001:db8:1:2:3:4:5:6")).toBe("2001:db8:1:2::/64");
  expect(addressKey("2001:db8:1:2::")).toBe("2001:db8:1:2::/64");
  expect(addressKey("192.0.2.1")).toBe("192.0.2.1");
});

describe("200 host names on one server, asked by two workers of a fleet", () => {
  /** When each check began, in milliseconds. */
  async function begun(
    operatorOf: (n: number) => string,
    addressOf: (n: number) => string,
  ): Promise<number[]> {
    const time = new SimulatedTime();
    const exchange = leaseTable(time);
    const workers = ["one", "other"].map((holder) => {
      const leases = createHostLeases({ exchange, holder, timing: time });
      return { leases, permits: new ServerPermits(SERVER_LIMIT, leases, time) };
    });
    const begins: number[] = [];
    const checks = Array.from({ length: 200 }, async (_, n) => {
      const asked = { operator: operatorOf(n), address: addressOf(n) };
      const permit = await workers[n % 2]?.permits.acquire(asked, 600_000);
      begins.push(time.now());
      await time.sleep(20);
      permit?.release();
    });
    await time.run(Promise.all(checks));
    await time.run(Promise.all(workers.map(({ leases }) => leases.close())));
    return begins.sort((a, b) => a - b);
  }

  /** The most that began within one second. */
  const mostInASecond = (begins: readonly number[]) =>
    Math.max(...begins.map((from) => begins.filter((at) => at >= from && at < from + 1_000).length));

  test("of as many operators: no more than 8 a second together, and nobody is left out", async () => {
    const begins = await begun(
      (n) => `d${n}.zz`,
      () => "192.0.2.1",
    );
    expect(begins).toHaveLength(200);
    expect(mostInASecond(begins)).toBeLessThanOrEqual(SERVER_LIMIT.perAddress);
  });

  test("of one operator: no more than 4 a second together, on however many servers", async () => {
    for (const servers of [1, 50]) {
      const begins = await begun(
        () => "7",
        (n) => `192.0.2.${n % servers}`,
      );
      expect(begins).toHaveLength(200);
      expect(mostInASecond(begins)).toBeLessThanOrEqual(SERVER_LIMIT.perOperator);
    }
  });

  test("of others on other servers: they do not wait for it", async () => {
    const begins = await begun(
      (n) => `d${n}.zz`,
      (n) => `192.0.2.${n}`,
    );
    expect(begins.at(-1)).toBeLessThan(1_000);
  });
});

test("the operator of a host is the organisation of its domain, where that is known, else its domain", () => {
  const states = new HostStates({ pace: SWEEP_PACE, signs: "silence", clock: systemClock });
  const state = states.of("www.physik.uni-moor.de" as HostName);
  expect(state.operator).toBe("uni-moor.de");
  const unknown = { paceMs: 0, retryAtMs: null, robots: null, outage: null, up: null, watched: {} };
  state.load({ ...unknown, organisation: 7 });
  expect(state.operator).toBe("7");
  expect(states.of("someone.github.io" as HostName).operator).toBe("someone.github.io");
});
