import { expect, test } from "vitest";
import { isReservedTarget, parseLockTarget } from "./lock-target.ts";

test.each([
  ["*.Iana.org", { scope: "path", target: "*.iana.org", host: "*.iana.org" }],
  ["*.www.iana.org/news/", { scope: "path", target: "*.www.iana.org/news/", host: "*.www.iana.org" }],
  ["*.b.zz", { scope: "path", target: "*.b.zz", host: "*.b.zz" }],
  // Others register below them.
  ["*.co.uk", null],
  ["*.org", null],
  ["*.github.io", null],
  ["*.*", null],
  ["*.192.0.2.1", null],
  ["*.https://www.iana.org/", null],
])("%s", (text, target) => expect(parseLockTarget(text)).toEqual(target));

test.each([
  ["example.org", true],
  ["*.example.org", true],
  ["https://www.example.com/page", true],
  ["iana.org", false],
  ["not a host", false],
])("%s is reserved: %s", (text, isReserved) => expect(isReservedTarget(text)).toBe(isReserved));
