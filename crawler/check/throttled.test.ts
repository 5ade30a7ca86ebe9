import { afterEach, describe, expect, test } from "vitest";
import type { NormalisedUrl } from "../../shared/url/types.ts";
import type { NameResolver } from "../net/names.ts";
import { createHostLeases } from "../politeness/host-leases.ts";
import type { HostSchedulerOptions } from "../politeness/host-scheduler.ts";
import { HostStates } from "../politeness/host-state.ts";
import { LIST_PACE } from "../politeness/rate-limiter.ts";
import { systemClock } from "../runtime/clock.ts";
import { systemTiming } from "../runtime/timing.ts";
import type { CheckerOptions } from "./checker.ts";
import { fakeTransport, type Says } from "./testing/fake-transport.ts";
import { type ScheduledChecker, scheduledChecker } from "./testing/scheduled.ts";

const url = (text: string) => text as NormalisedUrl;
const FOUND = { kind: "found", addresses: ["192.0.2.1"] } as const;
const resolver: NameResolver = { resolve: async () => FOUND, cached: () => FOUND, close() {} };

let open: ScheduledChecker[] = [];
afterEach(async () => {
  for (const checker of open) await checker.close();
  open = [];
});

function checkerOf(
  options: Partial<CheckerOptions>,
  scheduling: Partial<HostSchedulerOptions> = {},
): ScheduledChecker {
  const checker = scheduledChecker({ contact: null, allowPrivate: true, resolver, ...options }, scheduling);
  open.push(checker);
  return checker;
}

describe("who asks for time beside a link has it (C4)", () => {
  const ASKED = { kind: "not-tried", reason: "asked-for-time" };
  const TERM: Says = { http: 429, retryAfter: "3600" };
  const atRandom = (says: Says) => fakeTransport(({ parts }) => (parts.path.includes("weboid-") ? says : {}));
  const atRobots = (says: Says) => fakeTransport(({ parts }) => (parts.path === "/robots.txt" ? says : {}));

  test.each<[string, Says, object]>([
    ["429 with a term", TERM, ASKED],
    ["503 with one", { http: 503, retryAfter: "3600" }, ASKED],
    ["429 alone, which keeps no link from being asked", { http: 429 }, { kind: "answer" }],
  ])("at an address that cannot exist: %s", async (_, says, second) => {
    const web = atRandom(says);
    const checker = checkerOf({ transport: web, probe: true });
    const [first, other] = ["http://a.net/1.html", "http://a.net/2.html"] as const;
    expect(await checker.check(url(first))).toMatchObject({ kind: "answer", chain: [{ http: 200 }] });
    expect(web.asked).toEqual([`HEAD ${first}`, expect.stringMatching(/^HEAD .*weboid-/)]);
    expect(await checker.check(url(other))).toMatchObject(second);
    // Nor is it asked for again.
    expect(web.asked.filter((line) => line.includes("weboid-"))).toHaveLength(1);
  });

  test("what HEAD of it does not settle is asked by GET after a rest", async () => {
    const began: number[] = [];
    const web = fakeTransport(({ parts }) => {
      if (parts.path.includes("weboid-")) began.push(performance.now());
      return {};
    });
    const states = new HostStates({ pace: LIST_PACE, signs: "silence", clock: systemClock });
    const checker = checkerOf({ transport: web, probe: true }, { states });
    await checker.check(url("http://a.net/1.html"));
    expect(web.asked.filter((line) => line.includes("weboid-"))).toHaveLength(2);
    const [head = 0, get = 0] = began;
    expect(get - head).toBeGreaterThan(400);
  });

  test.each<[string, Says, object, number]>([
    ["429 with a term", TERM, ASKED, 1],
    ["503 with one", { http: 503, retryAfter: "3600" }, ASKED, 1],
    ["429 with a short term, which is waited for", { http: 429, retryAfter: "1" }, { kind: "answer" }, 2],
    ["429 alone", { http: 429 }, { kind: "answer" }, 2],
  ])("at robots.txt, in a list: %s", async (_, says, expected, requests) => {
    const web = atRobots(says);
    const checker = checkerOf({ transport: web, readRobots: true });
    expect(await checker.check(url("http://a.net/1.html"))).toMatchObject(expected);
    expect(web.asked).toHaveLength(requests);
  });

  test("at robots.txt, for the fleet", async () => {
    const rests: (number | null)[] = [];
    const leases = createHostLeases({
      holder: "test",
      timing: systemTiming,
      exchange: async ({ wanted, givenBack }) => {
        for (const { key, restMs } of givenBack) if (key.startsWith("h:")) rests.push(restMs);
        return wanted.map((key) => ({ key, kind: "granted", paceMs: null }) as const);
      },
    });
    const web = atRobots(TERM);
    const checker = checkerOf({ transport: web, readRobots: true }, { leases });
    expect(await checker.check(url("http://a.net/1.html"))).toMatchObject(ASKED);
    await leases.close();
    // An hour from the answer on; the lease is given back some milliseconds later.
    expect(rests).toEqual([expect.closeTo(3_600_000, -4)]);
    expect(web.asked).toEqual(["GET http://a.net/robots.txt"]);
  });
});
