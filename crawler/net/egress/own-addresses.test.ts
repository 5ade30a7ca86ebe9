import { expect, test } from "vitest";
import { createOwnAddresses } from "./own-addresses.ts";

const FAILS = (): string[] => {
  throw new Error("getifaddrs returned an error");
};

test("an address that this machine gets while it runs is its own within a minute; what cannot be read is as it was", () => {
  let now = 0;
  let read = () => ["93.184.215.1"];
  const own = createOwnAddresses(
    () => read(),
    () => now,
  );
  expect([...own()]).toEqual(["93.184.215.1"]);
  read = () => ["93.184.215.2"];
  now = 59_999;
  expect([...own()]).toEqual(["93.184.215.1"]);
  now = 60_000;
  expect([...own()]).toEqual(["93.184.215.2"]);
  read = FAILS;
  now = 120_000;
  expect([...own()]).toEqual(["93.184.215.2"]);
});

test("where interfaces cannot be read nothing begins, with what to do", () => {
  expect(() => createOwnAddresses(FAILS)).toThrow(/AF_NETLINK/);
});
