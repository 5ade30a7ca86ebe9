import { expect, test } from "vitest";
import { normaliseLine } from "./normalise-line.ts";
import { EXAMPLES } from "./testing/examples.ts";

test.each([
  [
    "HTTP://u@M%C3%BCller.zz/%E2%80%AE#x",
    {
      url: "http://xn--mller-kva.zz/%E2%80%AE",
      host: "xn--mller-kva.zz",
      valid: true,
      reason: null,
      ignored: false,
      flags: ["bidi-control", "credentials-dropped"],
      message: null,
    },
  ],
  [
    "http://[2003:0::1]:81/",
    {
      url: "http://[2003::1]:81/",
      host: "[2003::1]",
      valid: true,
      reason: null,
      ignored: false,
      flags: [],
      message: null,
    },
  ],
  [
    "mailto:x@a.zz",
    {
      url: null,
      host: null,
      valid: true,
      reason: "scheme",
      ignored: true,
      flags: [],
      message: expect.any(String),
    },
  ],
  [
    "http://www.example.org",
    {
      url: "http://www.example.org/",
      host: "www.example.org",
      valid: true,
      reason: "reserved-name",
      ignored: true,
      flags: [],
      message: expect.any(String),
    },
  ],
  [
    "http://a.zz:8o8o/",
    {
      url: null,
      host: null,
      valid: false,
      reason: "port",
      ignored: false,
      flags: [],
      message: "The port after the colon is no number from 1 to 65535. Correct it, or leave it out.",
    },
  ],
])("%s", (input, rest) => {
  expect(normaliseLine(input)).toEqual({ input, ...rest });
});

test("a message stands beside every reason, says it in printable ASCII, and never repeats the input", () => {
  const reasons = new Set<string>();
  for (const { input } of EXAMPLES) {
    const { reason, message } = normaliseLine(input);
    expect(message === null).toBe(reason === null);
    if (reason !== null) reasons.add(reason);
    if (message !== null) expect(message).toMatch(/^[A-Z][ -~]+\.$/);
  }
  // Every reason there is: the examples leave none out.
  expect([...reasons].sort()).toEqual(
    [
      "scheme",
      "reserved-name",
      "port",
      "syntax",
      "no-host",
      "invisible-character",
      "address-out-of-range",
      "private-address",
      "no-dot",
      "label",
      "top-level",
      "punycode",
      "local-name",
      "too-long",
    ].sort(),
  );
});

test.each([
  ["http://[::1/", "Brackets"],
  ["http://[fe80::1%25eth0]/", "Brackets"],
  ["//me@[::1]x/", "Brackets"],
  [" HTTPS:\\\\[1.2.3.4]", "Brackets"],
  ["[::1]/", "This is no web address"],
  ["http:/a.zz/[::1", "This is no web address"],
  ["example", "This is no web address"],
])("%s: %s …", (input, begins) => {
  const { reason, message } = normaliseLine(input);
  expect(reason).toBe("syntax");
  expect(message).toMatch(new RegExp(`^${begins}`));
});

test("of a long URL nothing is claimed but that it is too long for Weboid: a few servers accept it", () => {
  const { reason, message } = normaliseLine(`http://a.zz/${"x".repeat(9_000)}`);
  expect(reason).toBe("too-long");
  expect(message).toContain("too long for Weboid and most servers");
});
