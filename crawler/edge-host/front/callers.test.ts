import { expect, test } from "vitest";
import { Callers } from "./callers.ts";
import { FRONT_LIMITS } from "./limits.ts";

const hex = (at: number) => at.toString(16);

test.each<[name: string, address: (at: number) => string, taken: number]>([
  ["one IPv4 address", () => "203.0.113.7", 200],
  ["the same, as IPv6 sockets name it", () => "::ffff:203.0.113.7", 200],
  ["a /24", (at) => `203.0.113.${at % 256}`, 1_000],
  ["one /64", (at) => `2001:db8:1:2::${hex(at)}`, 200],
  ["the 256 networks of a /56", (at) => `2001:db8:1:${hex(at % 256)}::1`, 400],
  ["a /48", (at) => `2001:db8:1:${hex(at)}::1`, 1_000],
  ["many subscribers", (at) => `2001:db8:${hex(at)}::1`, 5_000],
])("connections from %s are bounded, below those of all", (_name, address, taken) => {
  const callers = new Callers(FRONT_LIMITS);
  const leaves = Array.from({ length: 5_000 }, (_, at) => callers.enter(address(at)));
  const open = leaves.filter((leave) => leave !== null);
  expect(open.length).toBe(taken);
  if (taken === 5_000) return;
  expect(taken).toBeLessThan(FRONT_LIMITS.connections);
  // One that is refused is counted nowhere, one that ended no more.
  expect(callers.enter("198.51.100.1")).not.toBeNull();
  for (const leave of open) leave();
  expect(callers.enter(address(0))).not.toBeNull();
});
