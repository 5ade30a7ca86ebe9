import { expect, test } from "vitest";
import { endpointOf, isLoopbackHost } from "./endpoint.ts";

test.each([
  ["http://Wiki.Example/w/api.php", "wiki.example:80"],
  ["https://wiki.example/w/api.php", "wiki.example:443"],
  ["https://wiki.example:8443", "wiki.example:8443"],
  ["http://u:p@[::1]:80/x", "[::1]:80"],
  // Browsers read numbers as addresses.
  ["http://2130706433:8080/", "127.0.0.1:8080"],
  ["ftp://wiki.example/", null],
  ["wiki.example", null],
])("%s: %s", (address, endpoint) => {
  expect(endpointOf(address)).toBe(endpoint);
});

test.each([
  ["localhost", true],
  ["127.0.0.1", true],
  ["127.9.9.9", true],
  ["::1", true],
  ["[::1]", true],
  ["127.example.org", false],
  ["localhost.example.org", false],
  ["128.0.0.1", false],
  ["::2", false],
  ["", false],
])("whether the host %j is this machine: %j", (hostname, isIt) => {
  expect(isLoopbackHost(hostname)).toBe(isIt);
});
