import { expect, test } from "vitest";
import type { Asked, Exchange, FileReply } from "../../classify/outcome.ts";
import { type TimeTable, timeTable } from "./request-times.ts";

const [A, B] = [{ http: 301 } as Exchange, { http: 200 } as Exchange];
const REPLY = { code: 213 } as FileReply;

const asked = (at: number, timing: Asked["timing"], more: Partial<Asked> = {}): Asked => ({
  at,
  why: "link",
  method: "HEAD",
  url: "http://a.zz/",
  http: null,
  failure: null,
  address: null,
  ms: 1,
  timing,
  answer: null,
  ...more,
});
const robots = (at: number, timing: Asked["timing"]) => asked(at, timing, { why: "robots", method: "GET" });
const site = (at: number, timing: Asked["timing"]) => asked(at, timing, { why: "site" });
const hop = (at: number, timing: Asked["timing"], answer: Exchange | FileReply) =>
  asked(at, timing, { answer });

test.each<[string, readonly Asked[], readonly (Exchange | FileReply)[], number, boolean, TimeTable]>([
  ["nothing", [], [], 58_000, true, { hops: [], total: { rest: 58_000 } }],
  [
    "one request",
    [hop(12, { name: 12, connect: 40, tls: 85, answer: 60, read: 3 }, B)],
    [B],
    205,
    false,
    {
      hops: [{ name: 12, connect: 40, tls: 85, answer: 60, read: 3 }],
      total: { name: 12, connect: 40, tls: 85, answer: 60, read: 3, rest: 5 },
    },
  ],
  [
    "the connection of robots.txt is that of the hop",
    [robots(12, { name: 12, connect: 40, answer: 30, read: 2 }), hop(84, { robots: 1, answer: 20 }, B)],
    [B],
    105,
    false,
    {
      hops: [{ name: 12, connect: 40, robots: 33, answer: 20 }],
      total: { name: 12, connect: 40, robots: 33, answer: 20 },
    },
  ],
  [
    "HEAD before GET, and a hop after it",
    [
      asked(0, { connect: 10, answer: 70 }),
      hop(80, { answer: 20, read: 5 }, A),
      hop(105, { name: 30, connect: 0, answer: 15 }, B),
    ],
    [A, B],
    150,
    false,
    {
      hops: [
        { connect: 10, others: 70, answer: 20, read: 5 },
        { name: 30, connect: 0, answer: 15 },
      ],
      total: { name: 30, connect: 10, others: 70, answer: 35, read: 5 },
    },
  ],
  [
    "a failure waits for nothing else",
    [asked(0, { connect: 10, answer: 20_000 }), asked(20_010, { answer: 37_000 })],
    [],
    57_010,
    true,
    { hops: [], total: { connect: 10, answer: 57_000 } },
  ],
  [
    "behind a hop as well",
    [hop(0, { answer: 10 }, A), asked(10, { name: 5_000 }, { method: null, failure: "dns-timeout" })],
    [A],
    5_010,
    true,
    { hops: [{ answer: 10 }], total: { name: 5_000, answer: 10 } },
  ],
  [
    "what a check asks when it has its answer is none of its time",
    [hop(0, { connect: 1, answer: 9 }, B), site(10, { answer: 500 }), asked(510, { answer: 80 })],
    [B],
    10,
    false,
    { hops: [{ connect: 1, answer: 9 }], total: { connect: 1, answer: 9 } },
  ],
  [
    "unless it then asks again",
    [asked(0, { connect: 1, answer: 9 }), site(10, { connect: 1, answer: 499 }), hop(510, { answer: 80 }, B)],
    [B],
    590,
    false,
    {
      hops: [{ connect: 1, others: 509, answer: 80 }],
      total: { connect: 1, others: 509, answer: 80 },
    },
  ],
  [
    "of a chain that stands after all",
    [hop(0, { answer: 10 }, A), asked(10, { answer: 30 })],
    [A],
    40,
    false,
    { hops: [{ answer: 10 }], total: { others: 30, answer: 10 } },
  ],
  [
    "an answer of which nothing is known",
    [hop(0, { answer: 10 }, B)],
    [A, B],
    10,
    false,
    { hops: [undefined, { answer: 10 }], total: { answer: 10 } },
  ],
  [
    "requests that were rounded by themselves come to more",
    [hop(0, { name: 1, connect: 4, answer: 9 }, A), hop(13, { answer: 8, read: 1 }, B)],
    [A, B],
    21,
    false,
    {
      hops: [
        { name: 1, connect: 4, answer: 9 },
        { answer: 8, read: 1 },
      ],
      total: { name: 1, connect: 4, answer: 15, read: 1 },
    },
  ],
  [
    "a file server's",
    [hop(0, { connect: 5, answer: 20 }, REPLY)],
    [REPLY],
    25,
    false,
    { hops: [{ connect: 5, answer: 20 }], total: { connect: 5, answer: 20 } },
  ],
])("%s", (_, all, answers, ms, failed, table) => expect(timeTable(all, answers, ms, failed)).toEqual(table));
