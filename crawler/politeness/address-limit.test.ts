import fc from "fast-check";
import { expect, test } from "vitest";
import { ADDRESS_LIMIT, AddressPermits, addressKey } from "./address-limit.ts";
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
      const permits = new AddressPermits(ADDRESS_LIMIT, null, time);
      const open = new Map<string, number>();
      const all = uses.map(async ({ address: at, atMs, ms }) => {
        await time.sleep(atMs);
        const permit = await permits.acquire(at, 3_000);
        if (permit === null) return "late";
        const key = addressKey(at);
        open.set(key, (open.get(key) ?? 0) + 1);
        expect(open.get(key)).toBeLessThanOrEqual(ADDRESS_LIMIT.perAddress);
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
  const permits = new AddressPermits({ ...ADDRESS_LIMIT, perAddress: 1 }, null, time);
  for (const at of ["127.0.0.1", "127.8.8.8", "::1"])
    for (let times = 0; times < 9; times++) expect(await permits.acquire(at, 0)).not.toBeNull();
  expect(permits.acquire("192.168.0.1", 10)).not.toBeInstanceOf(Promise);
  expect(await time.run(Promise.resolve(permits.acquire("192.168.0.1", 10)))).toBeNull();
});

test("IPv6 by its /64", () => {
  expect(addressKey("2001:db8:1:2:3:4:5:6")).toBe("2001:db8:1:2::/64");
  expect(addressKey("2001:db8:1:2::")).toBe("2001:db8:1:2::/64");
  expect(addressKey("192.0.2.1")).toBe("192.0.2.1");
});
