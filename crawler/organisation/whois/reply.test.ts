import { describe, expect, test } from "vitest";
import { parseDomain } from "./domain.ts";
import { readWhois } from "./reply.ts";

describe("a server that was asked too often", () => {
  test.each([
    ["%ERROR:201: access denied for 192.0.2.1\n", 300],
    ["WHOIS LIMIT EXCEEDED - SEE WWW.REGISTRY.ZZ/WHOIS FOR DETAILS\n", 300],
    ["Your connection limit exceeded. Please slow down and try again later.\n", 300],
    ["Error: Too many requests, try again in 30 seconds\n", 30],
    ["You have exceeded allotted number of queries. Wait 5 minutes.\n", 300],
    ["-3: IP address used exceeded allowed number of queries\n", 300],
    [
      '    Error for "a.zz".\n\n    The WHOIS query quota for 203.0.113.5 has been exceeded\n    and will be replenished in 57 seconds.\n',
      57,
    ],
    ["% Excessive querying, grace period of 30 seconds.\n", 30],
    ["-1: Still in grace period, wait 47 seconds\n", 47],
    ["-3: IP address blocked\n", 300],
    ["% Copyright (c)2026 by NIC.ZZ (1)\n%\n% Quota exceeded\n", 300],
    // Whoever wrote that, no more than the domains of half an hour wait for it.
    ["Limit exceeded, try again in 9999 hours\n", 1_800],
  ])("%j: for %i s", (text, seconds) =>
    expect(readWhois(parseDomain, text)).toEqual({ kind: "limited", seconds }),
  );

  test("a text about another domain is none", () => {
    const text = "Domain Name: b.zz\nRegistrant Organization: Too Many Requests Ltd\n";
    expect(readWhois((one) => parseDomain(one, "a.zz"), text)).toMatchObject({ kind: "failed" });
  });

  test("conditions of use that speak of limits are none", () => {
    const terms = `% Queries are limited; whoever exceeds the query limit is blocked.\n${"% Terms of use.\n".repeat(100)}`;
    expect(readWhois(parseDomain, `${terms}No such thing.\n`)).toMatchObject({ kind: "failed" });
  });
});

/** They took minutes; the test runner ends what hangs. */
test.each([
  ["blank lines", "\n".repeat(250_000)],
  ["a word of dots", "a.".repeat(125_000)],
  ["lines of signs", `${"-".repeat(70)}\n`.repeat(3_500)],
])("a text of nothing but %s is no answer", (_name, text) =>
  expect(readWhois((one) => parseDomain(one, "a.zz"), `${text}x`)).toMatchObject({ kind: "failed" }),
);

test.each(["Domain Status: free", "\n% -- status: available\n", "a.zz is free"])(
  "%j: there is none",
  (text) => expect(readWhois((one) => parseDomain(one, "a.zz"), text)).toEqual({ kind: "not-found" }),
);

/** Anybody may register a firm's name and address that read like a refusal. */
describe("a registrant whose name or address speaks of limits", () => {
  const NAMES = [
    "Throttled 900 hour GmbH",
    "Blacklisted Records Ltd",
    "Too Many Requests Ltd",
    "Query Limit Exceeded GmbH",
  ];
  test.each(NAMES)("%s", (name) => {
    const text = `Domain Name: a.zz\nRegistrant Organization: ${name}\nRegistrant Street: after 9999 hours street 1\n`;
    expect(readWhois(parseDomain, text)).toMatchObject({
      kind: "answer",
      value: { registrant: { organisation: name } },
    });
  });
});
