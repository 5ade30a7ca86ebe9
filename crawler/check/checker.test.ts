import { readFileSync } from "node:fs";
import { afterEach, describe, expect, test } from "vitest";
import type { NormalisedUrl } from "../../shared/url/types.ts";
import type { DnsFailure } from "../net/names.ts";
import { startDnsServer } from "../net/testing/dns-server.ts";
import { silentListener } from "../net/testing/silent-listener.ts";
import type { Transport } from "../net/transport.ts";
import type { HostSchedulerOptions } from "../politeness/host-scheduler.ts";
import { HostStates } from "../politeness/host-state.ts";
import { LIST_PACE } from "../politeness/rate-limiter.ts";
import { SERVER_LIMIT } from "../politeness/server-limit.ts";
import { systemClock } from "../runtime/clock.ts";
import type { CheckerOptions } from "./checker.ts";
import { fakeTransport, type Says } from "./testing/fake-transport.ts";
import { type ScheduledChecker, scheduledChecker } from "./testing/scheduled.ts";
import { slowWeb } from "./testing/slow-web.ts";

const url = (text: string) => text as NormalisedUrl;
const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);

let open: ScheduledChecker[] = [];
afterEach(async () => {
  for (const checker of open) await checker.close();
  open = [];
});

function checkerOf(
  options: Partial<CheckerOptions>,
  scheduling: Partial<HostSchedulerOptions> = {},
  addresses: readonly string[] = ["192.0.2.1"],
): ScheduledChecker {
  const resolver = {
    resolve: async () => ({ kind: "found", addresses }) as const,
    cached: () => ({ kind: "found", addresses }) as const,
    close() {},
  };
  const checker = scheduledChecker({ contact: null, allowPrivate: true, resolver, ...options }, scheduling);
  open.push(checker);
  return checker;
}

const redirectTo = (target: (host: string) => string) =>
  slowWeb(({ parts }) =>
    parts.host.endsWith("evil.net") ? { http: 302, location: target(parts.host) } : { mime: null },
  );

describe("hosts to which others send us (C4)", () => {
  test("a thousand hosts that redirect to one: it is asked by one connection at a time", async () => {
    const web = redirectTo(() => "https://victim.net/");
    const checker = checkerOf({ transport: web.transport });
    const outcomes = await Promise.all(numbers(300).map((n) => checker.check(url(`http://a${n}.evil.net/`))));
    expect(web.most.get("victim.net")).toBe(1);
    expect(outcomes.every(({ kind }) => kind === "answer")).toBe(true);
  });

  test("nor by more than an address may see for each of its names", async () => {
    const web = redirectTo((host) => `https://${host.split(".", 1)[0]}.victim.net/`);
    const checker = checkerOf({ transport: web.transport });
    const outcomes = await Promise.all(numbers(50).map((n) => checker.check(url(`http://a${n}.evil.net/`))));
    expect(web.most.get("victim.net")).toBeLessThanOrEqual(SERVER_LIMIT.perAddress);
    expect(outcomes.every(({ kind }) => kind === "answer")).toBe(true);
  });

  test("with a rest between two; who cannot come in time is not counted", async () => {
    const web = redirectTo(() => "https://victim.net/");
    const pace = { ...LIST_PACE, delayMsMin: 2_000, delayMsMax: 2_000 };
    const states = new HostStates({ pace, signs: "silence", clock: systemClock });
    const checker = checkerOf({ transport: web.transport, limits: { waitMsMax: 3_000 } }, { states });
    const outcomes = await Promise.all(numbers(10).map((n) => checker.check(url(`http://a${n}.evil.net/`))));
    const refused = outcomes.filter((outcome) => outcome.kind === "not-tried");
    expect(refused).toHaveLength(8);
    expect(refused[0]).toEqual({ kind: "not-tried", reason: "host-busy" });
    expect(web.asked.filter((line) => line.startsWith("GET https://victim.net/"))).toHaveLength(2);
  });
});

describe("hosts that are checked (C4)", () => {
  test("one connection at a time to a host, its redirect to https included, however long the others wait", async () => {
    const web = slowWeb(({ url: asked }) =>
      asked.startsWith("http:") ? { http: 301, location: asked.replace("http:", "https:") } : { mime: null },
    );
    const checker = checkerOf({ transport: web.transport, limits: { waitMsMax: 1 } });
    const outcomes = await Promise.all(numbers(20).map((n) => checker.check(url(`http://a.net/${n}`))));
    expect(web.most.get("a.net")).toBe(1);
    expect(outcomes.every(({ kind }) => kind === "answer")).toBe(true);
  });

  test("few at a time to one address, under whatever names", async () => {
    const web = slowWeb(() => ({}));
    const server = { perAddress: 3, perOperator: 4, restMs: 0 };
    const checker = checkerOf({ transport: web.transport }, { server });
    await Promise.all(numbers(40).map((n) => checker.check(url(`http://h${n}.net/`))));
    expect(web.most.get("*")).toBe(3);
  });

  test.each([1, 40])(
    "a test web on loopback as any other: %i at a time where that is said",
    async (perHost) => {
      const web = slowWeb(() => ({}));
      const checker = checkerOf({ transport: web.transport }, { perHost }, ["127.0.0.1"]);
      await Promise.all(numbers(40).map((n) => checker.check(url(`http://a.net/${n}`))));
      expect(web.most.get("a.net")).toBe(perHost);
    },
  );
});

test("the end of a scheduler ends the rests of hosts that asked for time, and of those that are sent there", async () => {
  const web = fakeTransport(({ parts }) =>
    parts.host === "b.net" ? { http: 302, location: "http://a.net/b" } : { http: 429, retryAfter: "15" },
  );
  const checker = checkerOf({ transport: web });
  await checker.check(url("http://a.net/1"));
  const asked = web.asked.length;
  const rest = [checker.check(url("http://a.net/2")), checker.check(url("http://b.net/"))];
  while (!web.asked.includes("HEAD http://b.net/")) await new Promise(setImmediate);
  await checker.scheduler.stop(10);
  expect(await Promise.all(rest)).toEqual(Array(2).fill({ kind: "not-tried", reason: "asked-for-time" }));
  expect(web.asked).toHaveLength(asked + 1);
});

test.each<[string, Says, "unverified" | "http", object]>([
  ["plain http is tried", { failure: "connect-refused" }, "unverified", { https: 5, http: 1 }],
  ["https is tried, as plain http works,", {}, "http", { https: 1, http: 5 }],
])(
  "at a host whose certificate does not verify %s once, not for every URL",
  async (_, plain, tlsFallback, asked) => {
    const web = fakeTransport(({ parts }) => (parts.scheme === "https" ? { tls: "self-signed" } : plain));
    const checker = checkerOf({ transport: web });
    for (const n of numbers(5))
      expect(await checker.check(url(`https://a.net/${n}`))).toMatchObject({
        kind: "answer",
        tls: "self-signed",
        tlsFallback,
      });
    const schemes = Map.groupBy(web.asked, (line) => / (https?):/.exec(line)?.[1] ?? "");
    expect(Object.fromEntries([...schemes].map(([scheme, lines]) => [scheme, lines.length]))).toEqual(asked);
  },
);

describe("our own trouble is nobody's failure (design 11)", () => {
  test("an exception of ours ends one check, and is reported", async () => {
    const bugs: unknown[] = [];
    const bug = new TypeError("a bug");
    const transport: Transport = { exchange: () => Promise.reject(bug), close: async () => {} };
    const checker = checkerOf({ transport, socketsMax: 1, onBug: (...all) => bugs.push(all) });
    const both = await Promise.all([
      checker.check(url("http://a.net/")),
      checker.check(url("http://a.net/x")),
    ]);
    expect(both).toEqual([
      { kind: "not-tried", reason: "internal-error" },
      { kind: "not-tried", reason: "internal-error" },
    ]);
    expect(bugs).toEqual([
      [bug, "http://a.net/"],
      [bug, "http://a.net/x"],
    ]);
  });

  test("with our line cut nothing is counted but the first few failures", async () => {
    const cut = { failure: "connect-timeout" } as const;
    const controls = [url("https://control.net/")];
    const web = fakeTransport(() => cut);
    const checker = checkerOf({ transport: web, controls });
    const kinds: string[] = [];
    for (const n of numbers(8)) kinds.push((await checker.check(url(`http://h${n}.net/`))).kind);
    expect(kinds).toEqual([...Array(4).fill("failure"), ...Array(4).fill("not-tried")]);
    const theirs = fakeTransport(({ parts }) => (parts.host === "control.net" ? {} : cut));
    const other = checkerOf({ transport: theirs, controls });
    for (const n of numbers(8))
      expect(await other.check(url(`http://h${n}.net/`))).toMatchObject({ kind: "failure" });
    expect(theirs.asked.filter((line) => line.includes("control.net"))).toHaveLength(1);
  });

  test("a control that asked for time is tried all the same", async () => {
    const web = fakeTransport(({ url: asked }) => {
      if (asked === "https://control.net/") return {};
      return asked.includes("control.net")
        ? { http: 429, retryAfter: "3600" }
        : { failure: "connect-refused" };
    });
    const checker = checkerOf({ transport: web, controls: [url("https://control.net/")] });
    await checker.check(url("https://control.net/page"));
    expect(await checker.check(url("https://control.net/other"))).toMatchObject({ reason: "asked-for-time" });
    for (const n of numbers(8))
      expect(await checker.check(url(`http://h${n}.net/`))).toMatchObject({ kind: "failure" });
  });

  test("with our name service away nothing is counted but the first few failures", async () => {
    const asked: string[] = [];
    const resolver = {
      resolve: async (host: string) => {
        asked.push(host);
        return { kind: "failed", failure: "dns-refused" } as const;
      },
      cached: () => null,
      close() {},
    };
    const checker = checkerOf({ resolver, controls: [url("https://control.net/")] });
    const kinds: string[] = [];
    for (const n of numbers(8)) kinds.push((await checker.check(url(`http://h${n}.net/`))).kind);
    expect(kinds).toEqual([...Array(4).fill("failure"), ...Array(4).fill("not-tried")]);
    expect(asked.filter((host) => /^weboid-[0-9a-f]{8}\.control\.net$/.test(host))).toHaveLength(1);
  });

  test.each<[string, DnsFailure, "failure" | "not-tried", string[]]>([
    ["that says nothing at all is ours", "dns-timeout", "not-tried", [expect.stringMatching(/^the name/)]],
    ["that answers is believed", "dns-refused", "failure", []],
  ])("in a test web a name service %s", async (_, failure, fifth, expected) => {
    const resolver = {
      resolve: async () => ({ kind: "failed", failure }) as const,
      cached: () => null,
      close() {},
    };
    const heard: string[] = [];
    const checker = checkerOf({ resolver, allowPrivate: true, onOutage: (text) => heard.push(text) });
    const kinds: string[] = [];
    for (const n of numbers(5)) kinds.push((await checker.check(url(`http://h${n}.net/`))).kind);
    expect(kinds).toEqual([...Array(4).fill("failure"), fifth]);
    expect(heard).toEqual(expected);
    const believing = checkerOf({ resolver, allowPrivate: true, controls: [] });
    for (const n of numbers(9))
      expect(await believing.check(url(`http://h${n}.net/`))).toMatchObject({ kind: "failure" });
  });

  test("a control that is silent keeps no other from answering", async () => {
    const cut = { failure: "connect-timeout" } as const;
    const web = fakeTransport(({ parts }) => (parts.host === "control.net" ? {} : cut));
    const transport: Transport = {
      ...web,
      exchange: (request) =>
        request.parts.host === "silent.net" ? new Promise(() => {}) : web.exchange(request),
    };
    const controls = [url("https://silent.net/"), url("https://control.net/")];
    const checker = checkerOf({ transport, controls });
    for (const n of numbers(8))
      expect(await checker.check(url(`http://h${n}.net/`))).toMatchObject({ kind: "failure" });
  });

  test("a probe of the name service does not wait behind the questions about others", async () => {
    const say = (name: string) => (name.endsWith(".invalid") ? "nxdomain" : "silent");
    const server = await startDnsServer(new Proxy({}, { get: (_, name) => say(String(name)) }));
    const limits = { totalMs: 100, connectMs: 50, headSilenceMs: 50, bodyMs: 50 };
    const checker = scheduledChecker({ contact: null, allowPrivate: true, dns: [server.address], limits });
    open.push(checker);
    const outcomes = await Promise.all(numbers(400).map((n) => checker.check(url(`http://h${n}.zz/`))));
    expect(outcomes.filter(({ kind }) => kind === "failure")).toHaveLength(400);
    expect(server.asked.some((line) => line.includes(".invalid "))).toBe(true);
    expect(server.asked.some((line) => line.startsWith("h399."))).toBe(false);
    server.close();
  });

  test("a failure of the name service that is only remembered says so", async () => {
    const failed = { kind: "failed", failure: "dns-timeout" } as const;
    let heard = 0;
    const resolver = {
      resolve: async () => {
        heard += 1;
        return failed;
      },
      cached: () => (heard === 0 ? null : failed),
      close() {},
    };
    const checker = checkerOf({ resolver });
    expect(await checker.check(url("http://a.net/1"))).not.toHaveProperty("repeated");
    expect(await checker.check(url("http://a.net/2"))).toMatchObject({ kind: "failure", repeated: true });
    expect(heard).toBe(1);
  });

  test.runIf(typeof Bun !== "undefined")(
    "connects that nothing can cancel count: silent hosts never take more sockets than allowed",
    async () => {
      const silent = await silentListener();
      // Of its port alone, as another file's tests may run in this process.
      const port = `:${silent.port.toString(16).toUpperCase().padStart(4, "0")}`;
      // By their own ports: the system's list changes while it is read, and may name one twice or pass over it.
      const sockets = () =>
        readFileSync("/proc/net/tcp", "utf8")
          .split("\n")
          .map((line) => line.trim().split(/\s+/))
          .flatMap(([, local = "", remote = ""]) => (remote.endsWith(port) ? [local] : []));
      const before = new Set([...sockets(), ...sockets()]);
      const limits = { connectMs: 200, totalMs: 2_000, headSilenceMs: 500, bodyMs: 500 };
      const same = ["127.0.0.1", "127.0.0.1"];
      const checker = checkerOf({ limits, socketsMax: 10 }, {}, same);
      const outcomes: unknown[] = [];
      for (const n of numbers(30))
        void checker.check(url(`http://h${n}.zz:${silent.port}/`)).then((outcome) => outcomes.push(outcome));
      while (outcomes.length < 5) await new Promise((resolve) => setTimeout(resolve, 20));
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      const dialled = new Set(sockets().filter((local) => !before.has(local)));
      expect(dialled.size).toBeGreaterThan(0);
      expect(dialled.size).toBeLessThanOrEqual(10);
      expect(outcomes.length).toBeLessThan(30);
      silent.close();
    },
  );
});
