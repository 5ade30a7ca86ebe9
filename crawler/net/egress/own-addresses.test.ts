import { expect, test } from "vitest";
import { ownAddressTest } from "./own-addresses.ts";

test("an address that this machine gets while it runs is its own within a minute", () => {
  let now = 0;
  let addresses = ["93.184.215.1"];
  const isOwn = ownAddressTest(
    () => addresses,
    () => now,
  );
  expect(isOwn("93.184.215.1")).toBe(true);
  addresses = ["93.184.215.2"];
  now = 59_999;
  expect([isOwn("93.184.215.1"), isOwn("93.184.215.2")]).toEqual([true, false]);
  now = 60_000;
  expect([isOwn("93.184.215.1"), isOwn("93.184.215.2")]).toEqual([false, true]);
});
