import { expect, test } from "vitest";
import { interpret } from "../../shared/status/interpret.ts";
import type { NetworkFailure, Outcome } from "../../shared/status/outcome.ts";
import { splitUrl } from "../../shared/url/parts.ts";
import type { NormalisedUrl } from "../../shared/url/types.ts";
import { checkUrls } from "./run.ts";
import { SilentHosts } from "./silent-hosts.ts";
import { PAGE } from "./testing/fake-transport.ts";

const SILENT = "http://silent.zz/page" as NormalisedUrl;
const parts = splitUrl(SILENT);
const failure = (name: NetworkFailure): Outcome => ({
  kind: "failure",
  failure: name,
  chain: [],
  literal: false,
  tls: null,
  ms: 58_000,
});
const answer: Outcome = {
  kind: "answer",
  chain: [{ ...PAGE, url: SILENT, method: "HEAD", address: "192.0.2.1" }],
  end: "final",
  neededGet: false,
  tls: null,
  tlsFallback: null,
  ms: 1,
};
const repeat = <T>(count: number, item: T): T[] => Array.from({ length: count }, () => item);
const timeout = failure("timeout");

test.each<[string, readonly Outcome[], number | null]>([
  ["four silences", repeat(4, timeout), null],
  ["five", repeat(5, timeout), 5],
  ["of either kind", [...repeat(3, timeout), ...repeat(2, failure("connect-timeout"))], 5],
  ["with an answer among them", [...repeat(4, timeout), answer, timeout], null],
  ["an answer, then five", [answer, ...repeat(5, timeout)], 5],
  ["a streak that was broken makes the next one longer", [timeout, answer, ...repeat(7, timeout)], null],
  ["up to eight", [timeout, answer, ...repeat(8, timeout)], 8],
  [
    "a refused connection says that somebody is there",
    [...repeat(4, timeout), failure("connect-refused"), timeout],
    null,
  ],
  [
    "what was not tried says nothing",
    [...repeat(4, timeout), { kind: "not-tried", reason: "own-outage" }, timeout],
    5,
  ],
  ["failures that cost no time", repeat(9, failure("reset")), null],
])("%s", (_, outcomes, count) => {
  const hosts = new SilentHosts();
  for (const outcome of outcomes) hosts.learn(parts, outcome);
  expect(hosts.told(parts)?.asOthers ?? null).toBe(count);
  for (const other of ["https://silent.zz/", "http://silent.zz:8080/", "http://www.silent.zz/"])
    expect(hosts.told(splitUrl(other as NormalisedUrl))).toBeNull();
});

test("one is asked all the same after ten, thirty, ninety …, and an answer ends it", () => {
  const hosts = new SilentHosts();
  for (const outcome of repeat(5, timeout)) hosts.learn(parts, outcome);
  const askedAfter: number[] = [];
  for (let told = 0; told < 100; )
    if (hosts.told(parts) === null) {
      askedAfter.push(told);
      hosts.learn(parts, timeout);
    } else told += 1;
  expect(askedAfter).toEqual([10, 30, 90]);
  hosts.learn(parts, answer);
  expect(hosts.told(parts)).toBeNull();
});

test("what is told says that it was not asked", () => {
  const hosts = new SilentHosts();
  for (const outcome of repeat(5, timeout)) hosts.learn(parts, outcome);
  const told = hosts.told(parts);
  expect(told === null ? null : interpret(told, SILENT, 0)).toMatchObject({
    status: 64,
    rule: "host-away",
    error: "not asked, as 5 other URLs of the host in a row got: no answer within the time limit",
    traits: [],
  });
});

test("a list with many URLs of a silent host: those that wait for their turn need not be asked", async () => {
  const asked: string[] = [];
  const transport = {
    async exchange({ url }: { url: string }) {
      asked.push(url);
      await new Promise((resolve) => setTimeout(resolve, 2));
      return { kind: "failure", failure: "timeout", tls: null } as const;
    },
    async close() {},
  };
  const addresses = ["192.0.2.1"];
  const resolver = {
    resolve: async () => ({ kind: "found", addresses }) as const,
    cached: () => ({ kind: "found", addresses }) as const,
    close() {},
  };
  const urls = Array.from({ length: 30 }, (_, n) => `http://silent.zz/${n}`);
  const options = { contact: null, allowPrivate: true, transport, resolver, concurrency: 30 };
  const lines = await Array.fromAsync(checkUrls(urls, { ...options, etiquette: { pacePrivate: true } }));
  expect(new Set(asked).size).toBe(6);
  expect(lines.filter(({ rule, status }) => rule === "host-away" && status === 64)).toHaveLength(24);
  // A test web is asked all at once, and each URL for itself.
  asked.length = 0;
  await Array.fromAsync(checkUrls(urls, options));
  expect(new Set(asked).size).toBe(30);
});
