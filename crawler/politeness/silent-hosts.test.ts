import { describe, expect, test } from "vitest";
import type { NetworkFailure, Outcome } from "../../shared/status/outcome.ts";
import { splitUrl } from "../../shared/url/parts.ts";
import type { HostName, NormalisedUrl } from "../../shared/url/types.ts";
import { type CheckUrlsOptions, checkUrls } from "../check/run.ts";
import { failureOf, fakeTransport, PAGE, type Says } from "../check/testing/fake-transport.ts";
import { interpret } from "../classify/interpret.ts";
import type { ExchangeRequest, Transport } from "../net/transport.ts";
import { createRobotsBook } from "./robots-book.ts";
import { SilentHosts } from "./silent-hosts.ts";

const SILENT = "http://silent.zz/page" as NormalisedUrl;
const parts = splitUrl(SILENT);
const failure = (name: NetworkFailure) => failureOf(name, 58_000);
const answer: Extract<Outcome, { kind: "answer" }> = {
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

const at = (address: string) => {
  const url = address as NormalisedUrl;
  return { url, parts: splitUrl(url) };
};
const page = (path: string | number) => at(`http://silent.zz/${path}`);
const other = page("other");
const never = () => false;

/** Who met these one after the other, each by a URL of its own. */
function hostsAfter(outcomes: readonly Outcome[]): SilentHosts {
  const hosts = new SilentHosts(never);
  for (const [index, outcome] of outcomes.entries()) hosts.learn(page(index), outcome);
  return hosts;
}

test.each<[string, readonly Outcome[], number | null]>([
  ["four silences", repeat(4, timeout), null],
  ["five", repeat(5, timeout), 5],
  ["of either kind", [...repeat(3, timeout), ...repeat(2, failure("connect-timeout"))], 5],
  ["with an answer among them", [...repeat(4, timeout), answer, timeout], null],
  ["who answered once is there", [answer, ...repeat(9, timeout)], null],
  [
    "a refused connection says that somebody is there",
    [...repeat(4, timeout), failure("connect-refused"), ...repeat(9, timeout)],
    null,
  ],
  [
    "what was not tried says nothing",
    [...repeat(4, timeout), { kind: "not-tried", reason: "own-outage" }, timeout],
    5,
  ],
  [
    "nor does what was told",
    [...repeat(4, timeout), ...repeat(9, { ...timeout, asOthers: 5 } as Outcome)],
    null,
  ],
  ["failures that cost no time", repeat(9, failure("reset")), null],
])("%s", (_, outcomes, count) => {
  const hosts = hostsAfter(outcomes);
  expect(hosts.told(other)).toEqual(count === null ? null : expect.objectContaining({ asOthers: count }));
  for (const elsewhere of ["https://silent.zz/", "http://silent.zz:8080/", "http://www.silent.zz/"]) {
    const url = elsewhere as NormalisedUrl;
    expect(hosts.told({ url, parts: splitUrl(url) })).toBeNull();
  }
});

test("a host that is there and leaves ten in a row without an answer: nothing is said of the others, until it answers", () => {
  const hosts = hostsAfter([answer, ...repeat(10, timeout)]);
  const slow = { kind: "not-tried", reason: "host-slow" };
  expect(hosts.told(other)).toEqual(slow);
  expect(hosts.told(page(10))).toBeNull();
  hosts.learn(page("eleventh"), timeout);
  expect(hosts.told(page(10))).toEqual(slow);
  hosts.learn(other, answer);
  for (let n = 0; n < 9; n++) hosts.learn(page(n), timeout);
  expect(hosts.told(page("another"))).toBeNull();
});

test("one URL counts once, and is told only what five others met", () => {
  const hosts = new SilentHosts(never);
  for (let time = 0; time < 9; time++) hosts.learn(page("slow"), timeout);
  expect(hosts.told(other)).toBeNull();
  for (let n = 0; n < 4; n++) hosts.learn(page(n), timeout);
  expect(hosts.told(page("slow"))).toBeNull();
  expect(hosts.told(other)).toMatchObject({ asOthers: 5 });
  hosts.learn(page(4), timeout);
  expect(hosts.told(page("slow"))).toMatchObject({ asOthers: 5 });
});

test("a host that answered to something else is asked", () => {
  let answered = false;
  const hosts = new SilentHosts((host) => host === parts.host && answered);
  for (let n = 0; n < 9; n++) hosts.learn(page(n), timeout);
  expect(hosts.told(other)).not.toBeNull();
  answered = true;
  expect(hosts.told(other)).toBeNull();
});

test("of a list of any length the hosts that were met last are remembered", () => {
  const hosts = new SilentHosts(never);
  const oftener = (path: string) => at(`http://oftener.zz/${path}`);
  for (let n = 0; n < 5; n++) {
    hosts.learn(page(n), timeout);
    hosts.learn(oftener(`${n}`), timeout);
  }
  const answers = (n: number) =>
    hosts.learn({ url: SILENT, parts: { ...parts, host: `h${n}.zz` as HostName } }, answer);
  for (let n = 2; n < 100_000; n++) answers(n);
  expect(hosts.told(other)).not.toBeNull();
  hosts.learn(oftener("again"), timeout);
  answers(100_000);
  expect(hosts.told(other)).toBeNull();
  expect(hosts.told(oftener("other"))).not.toBeNull();
  for (let n = 0; n < 5; n++) hosts.learn(page(n), timeout);
  expect(hosts.told(other)).not.toBeNull();
});

test("one is asked all the same after ten, thirty, ninety …, and an answer ends it", () => {
  const hosts = hostsAfter(repeat(5, timeout));
  const askedAfter: number[] = [];
  for (let told = 0; told < 100; )
    if (hosts.told(other) === null) {
      askedAfter.push(told);
      hosts.learn(page(`again-${told}`), timeout);
    } else told += 1;
  expect(askedAfter).toEqual([10, 30, 90]);
  hosts.learn(other, answer);
  expect(hosts.told(page("another"))).toBeNull();
});

test("what is told says that it was not asked", () => {
  const told = hostsAfter(repeat(5, timeout)).told(other);
  expect(told === null ? null : interpret(told, SILENT, 0)).toMatchObject({
    status: 64,
    rule: "host-away",
    error: "not asked, as 5 other URLs of the host in a row got: no answer within the time limit",
    traits: [],
  });
});

const addresses = ["192.0.2.1"];
const resolver = {
  resolve: async () => ({ kind: "found", addresses }) as const,
  cached: () => ({ kind: "found", addresses }) as const,
  close() {},
};

/** What becomes of the list where hosts are asked one URL at a time; and what was asked. */
async function checked(
  urls: readonly string[],
  say: (request: ExchangeRequest) => Says,
  more: Partial<CheckUrlsOptions> = {},
) {
  const web = fakeTransport(say);
  const transport: Transport = {
    ...web,
    async exchange(request) {
      await new Promise((resolve) => setTimeout(resolve, 2));
      return web.exchange(request);
    },
  };
  const given = { contact: null, allowPrivate: true, transport, resolver, concurrency: urls.length };
  const lines = await Array.fromAsync(
    checkUrls(urls, { ...given, etiquette: { pacePrivate: true }, ...more }),
  );
  const rules = Map.groupBy(lines, ({ rule, status }) => `${rule} ${status}`);
  return {
    lines,
    rules: Object.fromEntries([...rules].map(([rule, found]) => [rule, found.length])),
    asked: new Set(web.asked.map((line) => line.split(" ", 2)[1])),
  };
}

const SILENCE = { failure: "timeout" } as const;
const numbered = (host: string, count: number) =>
  Array.from({ length: count }, (_, n) => `http://${host}/${n}`);

test("a list with many URLs of a silent host: those that wait for their turn need not be asked", async () => {
  const urls = numbered("silent.zz", 30);
  const { asked, rules } = await checked(urls, () => SILENCE);
  expect(asked.size).toBe(6);
  expect(rules).toEqual({ "timeout 64": 6, "host-away 64": 24 });
  // A test web is asked all at once, and each URL for itself.
  expect((await checked(urls, () => SILENCE, { etiquette: {} })).asked.size).toBe(30);
});

const TOO_OFTEN: Says = { http: 429, retryAfter: "3600" };

test("a list with many URLs of a host that asks for time: one is asked", async () => {
  const urls = [...numbered("busy.zz", 9), "http://a.zz/"];
  const say = ({ url }: ExchangeRequest) => (url.includes("busy") ? TOO_OFTEN : {});
  const { asked, rules, lines } = await checked(urls, say);
  expect(asked.size).toBe(2);
  expect(rules).toEqual({ "refused 36": 1, "not-tried 0": 8, "table 1": 1 });
  expect(lines.find(({ status }) => status === 0)?.error).toMatch(/^not checked: the host asked for /);
  expect((await checked(urls, say, { etiquette: {}, concurrency: 1 })).rules).toEqual({
    "refused 36": 9,
    "table 1": 1,
  });
});

test("… nor one more by whoever leads there, whose own time would not do for a rest and an answer", async () => {
  const urls = [...numbered("short.zz", 5), ...Array.from({ length: 5 }, (_, n) => `http://h${n}.zz/${n}`)];
  const say = ({ url, parts: { host } }: ExchangeRequest): Says =>
    host === "busy.zz"
      ? { http: 429, retryAfter: "30" }
      : { http: 301, location: url.replace(/[^/]*(?=\/\d)/, "busy.zz") };
  const { asked, rules } = await checked(urls, say);
  expect([...asked].filter((url) => url?.includes("busy.zz"))).toHaveLength(1);
  expect(rules).toEqual({ "redirect-to-refusal 8": 1, "not-tried 0": 9 });
  const web = await checked(urls, say, { etiquette: {}, concurrency: 1 });
  expect(web.rules).toEqual({ "redirect-to-refusal 8": 10 });
});

test("a list waits for a host that asks for a second, also where others lead there", async () => {
  const met = new Map<string, number>();
  const say = ({ url, parts: { host } }: ExchangeRequest): Says => {
    if (host === "lead.zz") return { http: 301, location: url.replace(host, "led.zz") };
    const before = met.get(host);
    met.set(host, before ?? performance.now());
    if (before === undefined) return { http: 503, retryAfter: "1" };
    // Later ones have waited with it.
    return performance.now() - before >= 999 ? {} : { http: 429 };
  };
  const { rules } = await checked([...numbered("busy.zz", 4), ...numbered("lead.zz", 4)], say);
  expect(rules).toEqual({
    "error 40": 1,
    "table 1": 3,
    "redirect-to-error 8": 1,
    "redirect 8": 3,
  });
});

test("a slow URL that a list has five times says nothing of the others", async () => {
  const urls = [...repeat(5, "http://a.zz/slow"), ...numbered("a.zz", 20)];
  const { rules } = await checked(urls, ({ url }) => (url.endsWith("/slow") ? SILENCE : {}));
  expect(rules).toEqual({ "timeout 64": 5, "table 1": 20 });
});

test("a list with many silent URLs of a host that has a robots.txt: it is there, so nothing is said of those that are not asked", async () => {
  const urls = [...numbered("a.zz", 20), "http://a.zz/good"];
  const say = ({ url }: ExchangeRequest) => (/\d$/.test(url) ? SILENCE : {});
  const { rules } = await checked(urls, say, { robots: createRobotsBook() });
  expect(rules).toEqual({ "timeout 64": 10, "not-tried 0": 10, "table 1": 1 });
});

describe("nothing is told of others while we seem cut off", () => {
  const controls = ["https://control.zz/" as NormalisedUrl];

  test("what was silent in an outage of ours is not learnt", async () => {
    const urls = [...Array.from({ length: 8 }, (_, n) => `http://h${n}.net/`), ...numbered("big.net", 30)];
    const { rules } = await checked(urls, () => ({ failure: "connect-timeout" }), { controls });
    expect(rules).toEqual({ "connect-timeout 64": 4, "not-tried 0": 34 });
  });

  test("what was learnt before waits for a control, or for somebody who answers", async () => {
    const urls = numbered("big.net", 16);
    const cut = await checked(urls, () => SILENCE, { controls });
    expect(cut.rules).toEqual({ "timeout 64": 6, "not-tried 0": 10 });
    expect(cut.lines.find(({ rule }) => rule === "not-tried")?.error).toBe(
      "not checked: our own connection seems to be down",
    );
    const up = await checked(urls, ({ parts: { host } }) => (host === "control.zz" ? {} : SILENCE), {
      controls,
    });
    expect(up.rules).toEqual({ "timeout 64": 6, "host-away 64": 10 });
    const heard = await checked(
      [...urls, ...numbered("good.net", 50)],
      ({ parts: { host } }) => (host === "good.net" ? {} : SILENCE),
      { controls },
    );
    expect(heard.rules).toEqual({ "timeout 64": 6, "host-away 64": 10, "table 1": 50 });
    expect([...heard.asked]).not.toContain(controls[0]);
  });
});
