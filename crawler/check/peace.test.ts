import { afterEach, describe, expect, test } from "vitest";
import type { NormalisedUrl } from "../../shared/url/types.ts";
import type { NameResolver } from "../net/names.ts";
import { createFleet } from "../politeness/fleet.ts";
import { createRobotsBook } from "../politeness/robots-book.ts";
import { type Checker, type CheckerOptions, createChecker } from "./checker.ts";
import { fakeTransport, type Says } from "./testing/fake-transport.ts";

const url = (text: string) => text as NormalisedUrl;
const FOUND = { kind: "found", addresses: ["192.0.2.1"] } as const;
const resolver: NameResolver = { resolve: async () => FOUND, cached: () => FOUND, close() {} };

let open: Checker[] = [];
afterEach(async () => {
  for (const checker of open) await checker.close();
  open = [];
});

function checkerOf(options: Partial<CheckerOptions>): Checker {
  const checker = createChecker({ contact: null, allowPrivate: true, resolver, ...options });
  open.push(checker);
  return checker;
}

describe("who asks for peace beside a link has it (C4)", () => {
  const ASKED = { kind: "not-tried", reason: "asked-for-time" };
  const TERM: Says = { http: 429, retryAfter: "3600" };
  const pacePrivate = { etiquette: { pacePrivate: true } };
  const atRandom = (says: Says) => fakeTransport(({ parts }) => (parts.path.includes("weboid-") ? says : {}));
  const atRobots = (says: Says) => fakeTransport(({ parts }) => (parts.path === "/robots.txt" ? says : {}));

  test.each<[string, Says, object]>([
    ["429 with a term", TERM, ASKED],
    ["503 with one", { http: 503, retryAfter: "3600" }, ASKED],
    ["429 alone, which keeps no link from being asked", { http: 429 }, { kind: "answer" }],
  ])("at an address that cannot exist: %s", async (_, says, second) => {
    const web = atRandom(says);
    const checker = checkerOf({ transport: web, probe: true, atOneGo: true, ...pacePrivate });
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
    const checker = checkerOf({ transport: web, probe: true, ...pacePrivate });
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
    const robots = createRobotsBook();
    const checker = checkerOf({ transport: web, robots, atOneGo: true, ...pacePrivate });
    expect(await checker.check(url("http://a.net/1.html"))).toMatchObject(expected);
    expect(web.asked).toHaveLength(requests);
  });

  test("at robots.txt, for the fleet", async () => {
    const rests: (number | null)[] = [];
    const robots = createRobotsBook();
    const fleet = createFleet({
      holder: "test",
      robots,
      exchange: async ({ wanted, givenBack }) => {
        for (const { key, restMs } of givenBack) if (key.startsWith("h:")) rests.push(restMs);
        return wanted.map((key) => ({ key, kind: "granted", lore: {} }) as const);
      },
    });
    const web = atRobots(TERM);
    const checker = checkerOf({ transport: web, fleet });
    expect(await checker.check(url("http://a.net/1.html"))).toMatchObject(ASKED);
    await fleet.close();
    expect(rests).toEqual([3_600_000]);
    expect(web.asked).toEqual(["GET http://a.net/robots.txt"]);
  });
});
