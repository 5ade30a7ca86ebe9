import { expect, test } from "vitest";
import { FRONT_LIMITS } from "./limits.ts";

/** `net.ipv4.tcp_wmem` has this as its greatest; there is room again when a third is free. */
const LINUX_SEND_BYTES = 4 * 1024 * 1024;

test("who reads 50 kB/s is not taken for one that reads nothing", () => {
  expect((FRONT_LIMITS.unreadMs / 1_000) * 50_000).toBeGreaterThan(LINUX_SEND_BYTES / 3);
});

test("one network cannot have all requests that may be under way", () => {
  const { connectionsPerSite, requestsPerConnection, requests } = FRONT_LIMITS;
  expect(connectionsPerSite * requestsPerConnection).toBeLessThan(requests);
});
