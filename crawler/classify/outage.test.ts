import { describe, expect, test } from "vitest";
import type { NetworkFailure } from "../../shared/status/network-failure.ts";
import type { NormalisedUrl } from "../../shared/url/types.ts";
import { interpret } from "./interpret.ts";
import { concerns, OUTAGE_RULES, outageSign } from "./outage.ts";
import type { Exchange, Outcome } from "./outcome.ts";

const URL_ = "http://a.net:8080/x" as NormalisedUrl;

const exchange = (url: string, http: number, extra: Partial<Exchange> = {}): Exchange => ({
  url: url as NormalisedUrl,
  method: "GET",
  http,
  mime: "text/html",
  contentLength: 500,
  bodyBytes: 500,
  bodyComplete: true,
  firstBytes: new Uint8Array(),
  location: null,
  server: null,
  retryAfter: null,
  wall: null,
  address: "192.0.2.1",
  ms: 1,
  ...extra,
});

const answer = (first: Exchange, ...more: Exchange[]): Outcome => ({
  kind: "answer",
  chain: [first, ...more],
  end: "final",
  neededGet: false,
  tls: null,
  tlsFallback: null,
  ms: 1,
});
const failure = (name: NetworkFailure, ...chain: Exchange[]): Outcome => ({
  kind: "failure",
  failure: name,
  chain,
  literal: false,
  tls: null,
  ms: 1,
});
const sign = (outcome: Outcome) => outageSign(outcome, interpret(outcome, URL_, 0), URL_);

describe("what a check says of its host (C5)", () => {
  test.each<[string, Outcome, object]>([
    ["dns-unknown", failure("dns-unknown"), { rule: "no-such-name", scope: "", status: 66 }],
    ["dns-refused", failure("dns-refused"), { rule: "no-such-name", scope: "", status: 65 }],
    ["dns-failed", failure("dns-failed"), { rule: "name-server-silent", scope: "" }],
    ["dns-timeout", failure("dns-timeout"), { rule: "name-server-silent", scope: "" }],
    ["connect-refused", failure("connect-refused"), { rule: "nobody-listens", scope: "http:8080" }],
    ["unreachable", failure("unreachable"), { rule: "nobody-listens" }],
    ["connect-timeout", failure("connect-timeout"), { rule: "no-connection" }],
    ["timeout", failure("timeout"), { rule: "no-answer", status: 64, http: null }],
    ["502", answer(exchange(URL_, 502)), { rule: "gateway", scope: "http:8080", status: 39, http: 502 }],
    ["530", answer(exchange(URL_, 530)), { rule: "gateway", status: 26, http: 530 }],
  ])("%s: away", (_, outcome, expected) => {
    expect(sign(outcome)).toMatchObject(expected);
  });

  test("one silence of the name service counts once, however many links heard of it", () => {
    const again = (name: NetworkFailure) => sign({ ...failure(name), repeated: true } as Outcome);
    expect(again("dns-timeout")).toBeNull();
    expect(again("dns-failed")).toBeNull();
    expect(again("dns-unknown")).toMatchObject({ rule: "no-such-name" });
  });

  test.each<[string, Outcome]>([
    ["200", answer(exchange(URL_, 200))],
    ["404", answer(exchange(URL_, 404))],
    ["403", answer(exchange(URL_, 403))],
    [
      "a redirect to another host that is away",
      failure("timeout", exchange(URL_, 302, { location: "http://b.net/" })),
    ],
    [
      "a redirect to a 502 elsewhere",
      answer(exchange(URL_, 302, { location: "http://b.net/" }), exchange("http://b.net/", 502)),
    ],
    ["a 502 that is too big to be one (C7)", answer(exchange(URL_, 502, { contentLength: 200_000 }))],
  ])("%s: up", (_, outcome) => {
    expect(sign(outcome)).toBe("up");
  });

  test.each<[string, Outcome]>([
    ["500", answer(exchange(URL_, 500))],
    ["429", answer(exchange(URL_, 429))],
    ["a wall that says 503", answer(exchange(URL_, 503, { wall: "cf-mitigated: challenge" }))],
    ["503 with Retry-After", answer(exchange(URL_, 503, { retryAfter: "60" }))],
    [
      "a redirect to a 502 of its own",
      answer(exchange(URL_, 301, { location: "/y" }), exchange("http://a.net:8080/y", 502)),
    ],
    ["nothing was tried", { kind: "not-tried", reason: "own-outage" }],
  ])("%s: neither", (_, outcome) => {
    expect(sign(outcome)).toBeNull();
  });
});

test.each([
  ["", "https://a.net/", true],
  ["http:8080", URL_, true],
  ["http:0", URL_, false],
  ["https:8080", URL_, false],
  ["http:0", "http://a.net/y", true],
])("an outage of %j concerns %s: %s", (scope, url, expected) => {
  expect(concerns(scope, url as NormalisedUrl)).toBe(expected);
});

test("no number and no failure belongs to two rules, servers of files aside, and only what comes before the path counts", () => {
  for (const files of [false, true]) {
    const rules = OUTAGE_RULES.filter((rule) => "files" in rule === files);
    const all = rules.flatMap(({ failures, http }): (string | number)[] => [...failures, ...http]);
    expect(new Set(all).size).toBe(all.length);
  }
  for (const { counts, http } of OUTAGE_RULES) if (counts !== "never") expect(http).toEqual([]);
});
