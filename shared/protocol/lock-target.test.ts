import { expect, test } from "vitest";
import { isReservedTarget, lockOnEntry, parseLockTarget } from "./lock-target.ts";

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

test.each([
  ["hidden", "url", null, null],
  ["of no address", "host", "b.zz", "no address"],
] as const)("an entry that is %s is under no lock", (_, scope, target, detail) => {
  const everything = { scope: "everything", target: "", reason: "", until: 3_600 } as const;
  const text = target === null ? null : { salt: "5a".repeat(16), target, detail };
  expect(lockOnEntry([everything], { scope, text })).toBe(null);
});
