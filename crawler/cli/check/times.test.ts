import { expect, test } from "vitest";
import type { TimedRequest } from "../../classify/outcome.ts";
import { createPaint } from "../output/paint.ts";
import { widthOf } from "../output/text.ts";
import { checkLine } from "./testing/lines.ts";
import { timeRows } from "./times.ts";

const plain = createPaint(false);
const request = (more: Partial<TimedRequest>): TimedRequest => ({
  at: 0,
  why: "link",
  method: "HEAD",
  url: "http://a.net/",
  http: 200,
  failure: null,
  address: "192.0.2.7",
  ms: 10,
  timing: { answer: 10 },
  ...more,
});
const probe = (at: number, ms: number) => request({ why: "site", at, ms });
const nowhere = { method: null, http: null, address: null, ms: 0 } as const;

test.each<[string, Parameters<typeof checkLine>[0], string[]]>([
  ["nothing is known", { ms: 58_000, timing: {} }, ["58.0 s"]],
  ["nobody was asked", { ms: 0, timing: { name: 0 } }, ["0 ms"]],
  [
    "the most of it",
    { ms: 820, timing: { name: 803, connect: 3, tls: 4, answer: 1, rest: 9 } },
    ["820 ms: name 803"],
  ],
  ["ourselves", { ms: 25, timing: { name: 5, answer: 14, rest: 6 } }, ["25 ms: name 5, answer 14, rest 6"]],
  [
    "in their order",
    { ms: 700, timing: { read: 100, answer: 100, others: 100, robots: 100, wait: 300 } },
    ["700 ms: waiting 300, robots.txt 100, other requests 100, answer 100, reading 100"],
  ],
  [
    "how far a failure came, however quickly",
    {
      ms: 20_003,
      timing: { name: 2, connect: 20_001 },
      requests: [request({ failure: "connect-timeout", timing: { name: 2, connect: 20_001 } })],
    },
    ["20.0 s: name 2 ms, connect 20.0 s (failed)"],
  ],
  [
    "a name that nobody knows",
    {
      ms: 3,
      timing: { name: 0, rest: 3 },
      requests: [request({ ...nowhere, failure: "dns-unknown", timing: { name: 0 } })],
    },
    ["3 ms: name 0 (failed), rest 3"],
  ],
  [
    "what came afterwards",
    { ms: 40, timing: { answer: 40 }, requests: [request({}), probe(45, 600), probe(650, 590)] },
    ["40 ms: answer 40", "then 1.2 s for 2 requests, to see how the site answers"],
  ],
  [
    "unless it was little",
    { ms: 40, timing: { answer: 40 }, requests: [request({}), probe(45, 90)] },
    ["40 ms: answer 40"],
  ],
  [
    "or before it",
    { ms: 940, timing: { others: 900, answer: 40 }, requests: [probe(5, 900), request({ at: 900 })] },
    ["940 ms: other requests 900, answer 40"],
  ],
])("%s", (_, line, rows) => expect(timeRows(checkLine(line), plain, 100)).toEqual(rows));

test("no row runs over", () => {
  const timing = {
    name: 999,
    wait: 999,
    connect: 999,
    tls: 999,
    robots: 999,
    others: 999,
    answer: 999,
    read: 999,
  };
  const line = checkLine({ ms: 7_992, timing, requests: [probe(8_000, 500)] });
  expect(timeRows(line, plain, 40)).toEqual([
    "8.0 s: name 999 ms, waiting 999 ms,",
    "connect 999 ms, TLS 999 ms,",
    "robots.txt 999 ms,",
    "other requests 999 ms, answer 999 ms,",
    "reading 999 ms",
    "then 508 ms for a request, to see how",
    "the site answers",
  ]);
  for (const columns of [24, 49, 100])
    expect(Math.max(...timeRows(line, createPaint(true), columns).map(widthOf))).toBeLessThanOrEqual(columns);
});
