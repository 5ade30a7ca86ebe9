import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { HostName, NormalisedUrl } from "../../shared/url/types.ts";
import { SiteMemory } from "../classify/site/memory.ts";
import type { FileServers } from "../net/file-servers.ts";
import type { Route } from "../net/routes.ts";
import { Semaphore } from "../net/semaphore.ts";
import type { HostLease } from "../politeness/host-lease.ts";
import { type CheckMeans, check } from "./check.ts";
import { CheckSession } from "./session.ts";
import { targetOf } from "./target.ts";
import { hostMemory, meansOf } from "./testing/alone.ts";
import { fakeTransport } from "./testing/fake-transport.ts";
import { unpacedGrant } from "./unpaced.ts";

const URL_ = "http://a.net/page" as NormalisedUrl;
const FOUND: Route = { kind: "addresses", addresses: ["192.0.2.1"] };

afterEach(() => vi.useRealTimers());

/** A grant that notes in `order` what was done with it. */
function notedGrant(order: string[], more: Partial<HostLease> = {}) {
  const { lease, politeness } = unpacedGrant("a.net" as HostName, hostMemory());
  const noted = (own: HostLease): HostLease => ({
    ...own,
    ...more,
    observe: () => void order.push(`observed ${own.host}`),
    release: () => void order.push(`released ${own.host}`),
  });
  return {
    lease: noted(lease),
    politeness: {
      ...politeness,
      ownDelayMs: 0,
      async acquire(host: HostName, withinMs: number) {
        order.push(`acquires ${host}`);
        const other = await politeness.acquire(host, withinMs);
        return other === null ? null : noted(other);
      },
      async acquireServer({ address }: { readonly address: string }) {
        order.push(`acquires ${address}`);
        return { release: () => void order.push(`released ${address}`) };
      },
      async yieldPermit<T>(waitedFor: Promise<T>): Promise<T> {
        order.push("yielded");
        return waitedFor;
      },
      async rest(ms: number) {
        order.push(`rested ${ms}`);
        return true;
      },
    },
  };
}

const means = (more: Partial<CheckMeans> = {}) =>
  meansOf({ transport: fakeTransport(() => ({})), router: { route: () => FOUND }, ...more });

/** All that the clocks of a check go by. */
const FAKED = ["performance", "setInterval", "clearInterval"] as const;

describe("time", () => {
  let check: typeof import("./check.ts").check;
  let CheckSession: typeof import("./session.ts").CheckSession;
  // Modules of their own: the process's clock may be in use by what other files check.
  beforeEach(async () => {
    vi.resetModules();
    ({ check } = await import("./check.ts"));
    ({ CheckSession } = await import("./session.ts"));
  });

  test("what is waited for our own want of a permit is in no server's", async () => {
    vi.useFakeTimers({ toFake: [...FAKED] });
    const { lease, politeness } = notedGrant([]);
    const waiting = {
      ...politeness,
      async yieldPermit<T>(waitedFor: Promise<T>): Promise<T> {
        const came = await waitedFor;
        vi.advanceTimersByTime(5_000);
        waiting.ownDelayMs += 4_000;
        return came;
      },
    };
    const router = { route: async () => FOUND };
    const session = new CheckSession(means({ router }), { lease, politeness: waiting });
    await session.enter(targetOf(URL_).parts);
    expect([session.elapsedMs(), session.ownDelayMs]).toEqual([1_000, 4_000]);
    session.close();
  });

  test("nor is the wait for a permit after a rest, in that of the server", async () => {
    vi.useFakeTimers({ toFake: [...FAKED] });
    const { lease, politeness } = notedGrant([]);
    const waiting = {
      ...politeness,
      async rest(ms: number) {
        await Promise.resolve();
        vi.advanceTimersByTime(ms + 60_000);
        waiting.ownDelayMs += 60_000;
        return true;
      },
    };
    const session = new CheckSession(means(), { lease, politeness: waiting });
    const target = targetOf(URL_);
    await session.enter(target.parts);
    expect(await session.send(target, "GET", { restMs: 2_000 })).toMatchObject({ kind: "exchange" });
    expect(session.elapsedMs()).toBe(2_000);
    session.close();
  });

  test("nothing is sent after a rest that the end of the process cut short", async () => {
    const { lease, politeness } = notedGrant([]);
    const transport = fakeTransport(() => expect.unreachable());
    const stopping = { ...politeness, rest: async () => false };
    const session = new CheckSession(means({ transport }), { lease, politeness: stopping });
    const target = targetOf(URL_);
    await session.enter(target.parts);
    expect(await session.send(target, "GET", { restMs: 2_000 })).toMatchObject({ kind: "not-tried" });
    session.close();
  });

  test("nor is what is waited for a socket in that of a file's server", async () => {
    vi.useFakeTimers({ toFake: [...FAKED] });
    const files: FileServers = {
      async ask() {
        vi.advanceTimersByTime(300);
        return { kind: "failure", failure: "closed", tls: null };
      },
      close() {},
    };
    const sockets = new Semaphore(1);
    const other = await sockets.acquire();
    const target = targetOf("ftp://a.net/" as NormalisedUrl);
    const order: string[] = [];
    const outcome = check(target, means({ files, sockets }), notedGrant(order));
    for (let ticks = 0; ticks < 20; ticks++) await Promise.resolve();
    vi.advanceTimersByTime(5_000);
    other.release();
    expect(await outcome).toMatchObject({ kind: "failure", ms: 300 });
    expect(order).toContain("observed a.net");
    expect(sockets.tryAcquire()).not.toBeNull();
  });

  test("a name service that is not waited for any more has said nothing", async () => {
    const heard = { named: () => expect.unreachable(), answered() {} };
    const limits = { ...means().limits, totalMs: 20 };
    const router = { route: () => new Promise<Route>(() => {}) };
    const outcome = await check(targetOf(URL_), means({ heard, limits, router }), notedGrant([]));
    expect(outcome).toMatchObject({ kind: "failure", failure: "dns-timeout" });
  });
});

describe("one host at a time", () => {
  test("what it has of one is given back before another is entered; the initial lease by the scheduler", async () => {
    const order: string[] = [];
    const transport = fakeTransport(({ parts }) =>
      parts.host === "a.net" ? { http: 301, location: "http://b.net/" } : {},
    );
    await check(targetOf(URL_), means({ transport }), notedGrant(order));
    expect(order).toEqual([
      "acquires 192.0.2.1",
      "observed a.net",
      "released 192.0.2.1",
      "released a.net",
      "acquires b.net",
      "acquires 192.0.2.1",
      "observed b.net",
      "released 192.0.2.1",
      "released b.net",
    ]);
    order.length = 0;
    await check(targetOf(URL_), means(), notedGrant(order));
    expect(order).toEqual(["acquires 192.0.2.1", "observed a.net", "released 192.0.2.1"]);
  });

  test("who waits for another's look at the site has nothing that it may need", async () => {
    const order: string[] = [];
    const session = new CheckSession(means(), notedGrant(order));
    await session.enter(targetOf(URL_).parts);
    await session.waitFor(Promise.resolve().then(() => void order.push("looked")));
    await session.enter(targetOf(URL_).parts);
    session.close();
    expect(order).toEqual([
      "acquires 192.0.2.1",
      "released 192.0.2.1",
      "released a.net",
      "yielded",
      "looked",
      "acquires a.net",
      "acquires 192.0.2.1",
      "released 192.0.2.1",
      "released a.net",
    ]);
  });

  test.each<[string, { readonly acquire?: null; readonly acquireServer?: null }]>([
    ["lease", { acquire: null }],
    ["place at the address", { acquireServer: null }],
  ])("without a %s in time it is not asked", async (_, none) => {
    const transport = fakeTransport(({ parts }) =>
      parts.host === "a.net" ? { http: 301, location: "http://b.net/" } : {},
    );
    const { lease, politeness } = notedGrant([]);
    let addresses = 0;
    const refusing = {
      ...politeness,
      ...("acquire" in none && { acquire: async () => null }),
      acquireServer: async () => ("acquireServer" in none && addresses++ > 0 ? null : { release() {} }),
    };
    const outcome = await check(targetOf(URL_), means({ transport }), { lease, politeness: refusing });
    expect(outcome).toEqual({ kind: "not-tried", reason: "host-busy" });
    expect(transport.asked).toEqual([`HEAD ${URL_}`]);
  });
});

test.each<[Route, string | null]>([
  [FOUND, null],
  [{ kind: "failure", failure: "dns-unknown" }, "dns-unknown"],
])("what came of a question about a name is reported as it comes: %o", async (route, failure) => {
  const reported: unknown[] = [];
  const heard = { named: (...what: unknown[]) => void reported.push(what), answered() {} };
  await check(targetOf(URL_), means({ heard, router: { route: () => route } }), notedGrant([]));
  expect(reported).toEqual([]);
  await check(targetOf(URL_), means({ heard, router: { route: async () => route } }), notedGrant([]));
  expect(reported).toEqual([["a.net", failure]]);
});

test("a file's socket is given back, whatever comes of the check", async () => {
  const sockets = new Semaphore(1);
  const bug: FileServers = { ask: () => Promise.reject(new TypeError("a bug")), close() {} };
  const broken = check(
    targetOf("ftp://a.net/" as NormalisedUrl),
    means({ files: bug, sockets }),
    notedGrant([]),
  );
  await expect(broken).rejects.toThrow("a bug");
  expect(sockets.tryAcquire()).not.toBeNull();
});

describe("a host that asked for time (C4)", () => {
  test.each<[string, number, string[], object]>([
    ["a short one is waited for", 2_000, ["rested 2000"], { kind: "answer" }],
    ["a long one is not", Number.POSITIVE_INFINITY, [], { kind: "not-tried", reason: "asked-for-time" }],
    ["nor one that leaves no time for the answer", 30_000, [], { kind: "not-tried" }],
  ])("%s", async (_, askedForMs, rests, expected) => {
    const order: string[] = [];
    let left = askedForMs;
    const lease = { askedForMs: () => left };
    const grant = notedGrant(order, lease);
    const rest = async (ms: number) => {
      left = 0;
      return grant.politeness.rest(ms);
    };
    const outcome = await check(targetOf(URL_), means(), {
      ...grant,
      politeness: { ...grant.politeness, rest },
    });
    expect(outcome).toMatchObject(expected);
    expect(order.filter((what) => what.startsWith("rested"))).toEqual(rests);
  });
});

test.each<[string, number, number, string[], string[]]>([
  ["is rested for before an address that nobody linked", 5, 0, ["rested 500"], ["HEAD", "HEAD"]],
  ["that is slow is not, as nothing but the link is asked", 2_100, 0, [], ["HEAD"]],
  ["that has a Crawl-delay is not", 5, 1_000, [], ["HEAD"]],
])("a host %s", async (_, ms, crawlDelayMs, rests, asked) => {
  const order: string[] = [];
  const transport = fakeTransport(({ url }) => (url === URL_ ? { ms } : { http: 404, ms }));
  const sites = { memory: new SiteMemory(), nameServers: async () => [] };
  const grant = notedGrant(order, { restMs: () => 500 });
  Object.defineProperty(grant.lease.state, "crawlDelayMs", { value: crawlDelayMs });
  await check(targetOf(URL_), means({ transport, sites }), grant);
  expect(transport.asked.map((one) => one.split(" ", 1)[0])).toEqual(asked);
  expect(order.filter((what) => what.startsWith("rested"))).toEqual(rests);
});
