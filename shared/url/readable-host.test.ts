import { expect, test } from "vitest";
import { readableHost } from "./readable-host.ts";

test.each([
  ["xn--mller-kva.de", "müller.de"],
  ["www.xn--e1afmkfd.xn--p1ai", "www.пример.рф"],
  ["example.org", "example.org"],
  ["xn--a.zz", "xn--a.zz"],
])("%s reads %s", (host, expected) => {
  expect(readableHost(host)).toBe(expected);
});
