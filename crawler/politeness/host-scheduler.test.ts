import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createHostLeases } from "./host-leases.ts";
import { LIST_PACE, SWEEP_PACE } from "./rate-limiter.ts";
import { leaseTable } from "./testing/lease-table.ts";
import { SimulatedTime } from "./testing/simulated-time.ts";
import { type Page, SimulatedWeb, type Visit } from "./testing/simulated-web.ts";

const hosts = ["a.net", "b.net", "c.net", "d.net"];
const host = fc.constantFrom(...hosts);
const page: fc.Arbitrary<Page> = fc.record(
  {
    host,
    ms: fc.oneof(fc.integer({ min: 1, max: 3_000 }), fc.constant(58_000)),
    http: fc.constantFrom(200, 200, 200, 404, 503, 429, 0),
    retryAfterMs: fc.constantFrom(1_000, 10_000, 3_600_000),
    to: host,
    nameMs: fc.integer({ min: 1, max: 5_000 }),
  },
  { requiredKeys: ["host", "ms"] },
);
const pages = fc.array(page, { minLength: 1, maxLength: 40 });
const policy = fc.constantFrom(LIST_PACE, SWEEP_PACE);
const atMost = (max: number) => fc.integer({ min: 1, max });
const of = (web: SimulatedWeb, name: string): Visit[] =>
  web.visits.filter((visit) => visit.host === name).sort((one, other) => one.from - other.from);

describe("whatever is to be checked (C4)", () => {
  test("a host sees no more connections than it may, and no more checks work than there are permits", () =>
    fc.assert(
      fc.asyncProperty(pages, atMost(5), atMost(3), policy, async (list, concurrency, perHost, pace) => {
        const web = new SimulatedWeb({ concurrency, perHost, pace });
        await web.time.run(web.check(list));
        for (const name of hosts) expect(web.atOnce(name)).toBeLessThanOrEqual(perHost);
        expect(web.workingMost).toBeLessThanOrEqual(concurrency);
        expect(web.scheduler.permits.working).toBe(0);
      }),
    ));

  test("each is done or handed back, once: none starves", () =>
    fc.assert(
      fc.asyncProperty(pages, atMost(5), policy, async (list, concurrency, pace) => {
        const web = new SimulatedWeb({ concurrency, pace });
        await web.time.run(web.check(list));
        expect(web.ended.size).toBe(list.length);
        for (const [{ host: name }, how] of web.ended)
          if (how === "deferred")
            expect(list.some((other) => other.host === name || other.to === name)).toBe(true);
      }),
    ));

  test("the rest between two visits of a host follows from the one before", () =>
    fc.assert(
      fc.asyncProperty(pages, atMost(5), async (list, concurrency) => {
        const web = new SimulatedWeb({ concurrency, pace: SWEEP_PACE });
        await web.time.run(web.check(list));
        for (const name of hosts)
          for (const [at, { from }] of of(web, name).entries()) {
            const before = of(web, name)[at - 1];
            if (before === undefined) continue;
            const { delayMsMin, delayMsMax, delayPerLatency } = SWEEP_PACE;
            const restMs = Math.min(delayMsMax, Math.max(delayMsMin, before.page.ms * delayPerLatency));
            expect(from - before.to).toBeGreaterThanOrEqual(restMs);
          }
      }),
    ));

  test("who named a term in Retry-After is not asked before", () =>
    fc.assert(
      fc.asyncProperty(pages, atMost(5), policy, async (list, concurrency, pace) => {
        const web = new SimulatedWeb({ concurrency, pace });
        await web.time.run(web.check(list));
        for (const { host: name, page: said, to } of web.visits) {
          const termMs = said.http === 429 || said.http === 503 ? (said.retryAfterMs ?? 0) : 0;
          for (const { from } of of(web, name))
            if (from >= to) expect(from).toBeGreaterThanOrEqual(to + termMs);
        }
      }),
    ));

  test("of one host they begin in the order of coming", () =>
    fc.assert(
      fc.asyncProperty(pages, atMost(5), policy, async (list, concurrency, pace) => {
        const plain = list.map(({ host: name, ms }) => ({ host: name, ms }));
        const web = new SimulatedWeb({ concurrency, pace });
        await web.time.run(web.check(plain));
        for (const name of hosts)
          expect(of(web, name).map(({ page: visited }) => visited)).toEqual(
            plain.filter((one) => one.host === name).slice(0, of(web, name).length),
          );
      }),
    ));
});

describe("stopped", () => {
  const GRACE_MS = 5_000;

  test("all that was not done is handed back, within the time that there is", () =>
    fc.assert(
      fc.asyncProperty(
        pages,
        atMost(5),
        fc.integer({ min: 0, max: 90_000 }),
        policy,
        async (list, concurrency, atMs, pace) => {
          const web = new SimulatedWeb({ concurrency, pace });
          const all = web.check(list);
          let stopped = 0;
          const stop = async () => {
            await web.time.sleep(atMs);
            await web.scheduler.stop(GRACE_MS);
            stopped = web.time.now();
          };
          await web.time.run(Promise.all([all, stop()]));
          expect(stopped).toBeLessThanOrEqual(atMs + GRACE_MS);
          expect(web.ended.size).toBe(list.length);
          for (const visit of web.visits)
            if (visit.from > atMs) expect(visit.page.to ?? visit.page.nameMs).toBeDefined();
        },
      ),
    ));

  test("what is added later is handed back at once", async () => {
    const web = new SimulatedWeb({ concurrency: 1 });
    await web.time.run(web.scheduler.stop(GRACE_MS));
    await web.check([{ host: "a.net", ms: 1 }]);
    expect([...web.ended.values()]).toEqual(["stopped"]);
  });

  test("a group is withdrawn without the others", async () => {
    const web = new SimulatedWeb({ concurrency: 1 });
    const [mine, others] = [{}, {}];
    const list = (length: number) => Array.from({ length }, () => ({ host: "a.net", ms: 10 }));
    const all = Promise.all([web.check(list(3), mine), web.check(list(4), others)]);
    web.scheduler.withdraw(mine);
    await web.time.run(all);
    const how = [...web.ended.values()];
    // The first was under way.
    expect(how.filter((end) => end === "stopped")).toHaveLength(2);
    expect(how.filter((end) => end === "done")).toHaveLength(5);
  });

  test.each([
    ["all of one host is kept", ["a.net"], 9, 0],
    ["of four hosts two are given away", hosts, 9, 8],
    ["no more hosts when there is enough", hosts, 3, 4],
  ])("what is given to another worker: %s", async (_, names, most, shared) => {
    const web = new SimulatedWeb({ concurrency: 1 });
    const mine = {};
    const all = web.check(
      names.flatMap((name) => Array.from({ length: 4 }, () => ({ host: name, ms: 10 }))),
      mine,
    );
    web.scheduler.withdrawHalf(mine, most);
    await web.time.run(all);
    const how = [...web.ended.values()];
    expect(how.filter((end) => end === "given-away")).toHaveLength(shared);
    expect(how.filter((end) => end === "done")).toHaveLength(names.length * 4 - shared);
  });
});

describe("a silent host", () => {
  const good = (count: number): Page[] =>
    Array.from({ length: count }, (_, n) => ({ host: `h${n % 97}.net`, ms: 100 }));
  const silent = (count: number): Page[] =>
    Array.from({ length: count }, () => ({ host: "silent.net", ms: 58_000, http: 0 }));
  const mixed = (some: readonly Page[], others: readonly Page[]): Page[] => {
    const every = Math.floor(some.length / others.length);
    return some.flatMap((one, n) =>
      n % every === 0 && others[n / every] ? [others[n / every] as Page, one] : [one],
    );
  };
  const goodUntil = async (list: readonly Page[], concurrency: number, longMs?: number) => {
    const web = new SimulatedWeb({ concurrency, ...(longMs !== undefined && { longMs }) });
    await web.time.run(web.check(list));
    expect(web.atOnce("silent.net")).toBeLessThanOrEqual(1);
    return Math.max(
      ...[...web.doneAt].filter(([{ host: name }]) => name !== "silent.net").map(([, at]) => at),
    );
  };

  test("costs a list of others less than a twentieth of its time, however many URLs of it there are", async () => {
    const others = good(4_000);
    const alone = await goodUntil(others, 50);
    const among = await goodUntil(mixed(others, silent(40)), 50);
    expect(among / alone).toBeLessThan(1.05);
  });

  test("costs one permit at most, and none where checks that last long go on without", () =>
    fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 2, max: 8 }),
        fc.integer({ min: 1, max: 20 }),
        async (concurrency, count) => {
          const others = good(200);
          const list = mixed(others, silent(count));
          expect(await goodUntil(list, concurrency)).toBeLessThanOrEqual(
            (await goodUntil(others, concurrency - 1)) + 200,
          );
          expect(await goodUntil(list, concurrency, 500)).toBeLessThanOrEqual(
            (await goodUntil(others, concurrency)) + 1_200,
          );
        },
      ),
      { numRuns: 20 },
    ));
});

describe("a fleet", () => {
  test("has one connection to a host at a time, with the rest between two, over all its workers", () =>
    fc.assert(
      fc.asyncProperty(pages, atMost(3), atMost(3), async (list, concurrency, workers) => {
        const time = new SimulatedTime();
        const exchange = leaseTable(time);
        const leases = Array.from({ length: workers }, (_, n) =>
          createHostLeases({ exchange, holder: `worker-${n}`, timing: time }),
        );
        const webs = leases.map(
          (of) => new SimulatedWeb({ concurrency, pace: SWEEP_PACE, leases: of, waitMsMax: 30_000 }, time),
        );
        const shares = webs.map((web, n) => web.check(list.filter((_, at) => at % workers === n)));
        await time.run(Promise.all(shares));
        await time.run(Promise.all(leases.map((of) => of.close())));
        const visits = webs.flatMap((web) => web.visits).sort((one, other) => one.from - other.from);
        for (const name of hosts)
          for (const [at, { from }] of visits.filter((visit) => visit.host === name).entries())
            if (at > 0)
              expect(from).toBeGreaterThanOrEqual(
                (visits.filter((visit) => visit.host === name)[at - 1]?.to ?? 0) + 1_000,
              );
        expect(webs.reduce((sum, web) => sum + web.ended.size, 0)).toBe(list.length);
      }),
    ));

  test("a slow host rests for as long as a check waits at most, and no URL of it is put off", async () => {
    const time = new SimulatedTime();
    const leases = createHostLeases({ exchange: leaseTable(time), holder: "worker", timing: time });
    const web = new SimulatedWeb({ concurrency: 2, pace: SWEEP_PACE, leases, waitMsMax: 30_000 }, time);
    await time.run(web.check(Array.from({ length: 4 }, () => ({ host: "slow.net", ms: 10_000 }))));
    await time.run(leases.close());
    expect([...web.ended.values()]).toEqual(["done", "done", "done", "done"]);
  });

  test("a database that is away fails the jobs that need it", async () => {
    const time = new SimulatedTime();
    const exchange = async () => {
      throw new Error("away");
    };
    const leases = createHostLeases({ exchange, holder: "worker", timing: time });
    const web = new SimulatedWeb({ concurrency: 1, leases }, time);
    await expect(time.run(web.check([{ host: "a.net", ms: 1 }]))).rejects.toThrow("away");
  });
});
