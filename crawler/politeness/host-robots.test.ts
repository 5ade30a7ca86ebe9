import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { addDays, asDay } from "../../shared/calendar/day.ts";
import { splitUrl } from "../../shared/url/parts.ts";
import type { NormalisedUrl } from "../../shared/url/types.ts";
import { PAGE } from "../check/testing/fake-transport.ts";
import type { ExchangeResult } from "../net/transport.ts";
import { HostRobots } from "./host-robots.ts";
import { fetchRobots } from "./robots-fetch.ts";

const TODAY = asDay(3_600);
const RULES = "User-agent: Weboid\nDisallow: /no";
const at = (path: string, port = "") => splitUrl(`http://a.zz${port}${path}` as NormalisedUrl);

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["performance"] });
});
afterEach(() => {
  vi.useRealTimers();
});

test("is read once in thirty days", () => {
  const robots = new HostRobots();
  expect(robots.permits(at("/no/x"), TODAY)).toBeNull();
  robots.store(at("/no/x"), RULES, TODAY);
  expect(robots.permits(at("/no/x"), addDays(TODAY, 29))).toBe(false);
  expect(robots.permits(at("/yes"), addDays(TODAY, 29))).toBe(true);
  expect(robots.permits(at("/yes"), addDays(TODAY, 30))).toBeNull();
});

test("a host that does not say is asked again after an hour, and what it said before holds until then", () => {
  const robots = new HostRobots();
  robots.load({ day: asDay(TODAY - 40), text: RULES });
  expect(robots.permits(at("/no/x"), TODAY)).toBeNull();
  robots.store(at("/no/x"), null, TODAY);
  expect(robots.permits(at("/no/x"), TODAY)).toBe(false);
  // As with each batch of its URLs.
  robots.load({ day: asDay(TODAY - 40), text: RULES });
  expect(robots.permits(at("/no/x"), TODAY)).toBe(false);
  vi.advanceTimersByTime(3_600_000);
  expect(robots.permits(at("/no/x"), TODAY)).toBeNull();
  // There is nothing new for others.
  expect(robots.takeNews()).toBeNull();
});

test("a port of its own has rules of its own, and what is handed on is that of the one read last", () => {
  const [one, other] = [new HostRobots(), new HostRobots()];
  one.store(at("/"), "", TODAY);
  one.store(at("/", ":8080"), `${RULES}\nCrawl-delay: 7`, TODAY);
  one.store(at("/", ":8081"), "", TODAY);
  expect(one.delayMs).toBe(7_000);
  one.store(at("/", ":8080"), `${RULES}\nCrawl-delay: 7`, TODAY);
  expect(one.permits(at("/no"), TODAY)).toBe(true);
  const news = one.takeNews();
  expect(news).toEqual({ day: TODAY, text: `# :8080\n${RULES}\nCrawl-delay: 7` });
  expect(one.takeNews()).toBeNull();
  if (news !== null) other.load(news);
  expect(other.permits(at("/no", ":8080"), TODAY)).toBe(false);
  expect(other.permits(at("/no"), TODAY)).toBeNull();
});

test("the newer record counts", () => {
  const robots = new HostRobots();
  robots.load({ day: TODAY, text: RULES });
  robots.load({ day: asDay(TODAY - 1), text: "" });
  expect(robots.permits(at("/no"), TODAY)).toBe(false);
});

describe("reading", () => {
  type Says = {
    readonly http: number;
    readonly page?: string | undefined;
    readonly bodyBytes?: number;
    readonly bodyComplete?: boolean;
    readonly location?: string;
    readonly wall?: string;
  } | null;
  const read = async (says: Readonly<Record<string, Says>>) => {
    const asked: string[] = [];
    const text = await fetchRobots(at("/page"), {
      allowPrivate: false,
      async get({ scheme, host, path }) {
        const url = `${scheme}://${host}${path}`;
        asked.push(url);
        const said = says[url] ?? null;
        if (said === null) return null;
        const exchange = {
          ...PAGE,
          ...said,
          location: said.location ?? null,
          method: "GET",
          url,
          address: "",
        };
        return { kind: "exchange", exchange, tls: null } as unknown as ExchangeResult;
      },
    });
    return { text, asked };
  };
  const ROBOTS = "http://a.zz/robots.txt";

  test.each<[string, Says, string | null]>([
    ["a file", { http: 200, page: RULES }, RULES],
    ["an empty file", { http: 200, page: undefined, bodyBytes: 0 }, ""],
    ["one that is cut off", { http: 200, page: "User-agent: *", bodyComplete: false }, null],
    [
      "one cut off before its first byte",
      { http: 200, page: undefined, bodyBytes: 0, bodyComplete: false },
      null,
    ],
    ["one of more than counts", { http: 200, page: RULES, bodyBytes: 512_000, bodyComplete: false }, RULES],
    ["one that cannot be unpacked", { http: 200, page: undefined, bodyBytes: 99 }, null],
    ["none", { http: 404 }, ""],
    ["not for us", { http: 403 }, ""],
    ["trouble", { http: 503 }, null],
    ["too many requests", { http: 429 }, null],
    ["a wall", { http: 403, wall: "cf-mitigated: challenge" }, null],
    ["a wall that says 200", { http: 200, page: "<title>Just a moment</title>", wall: "x" }, null],
    ["a redirect to a captcha", { http: 302, location: "http://a.zz:25/captcha", wall: "x" }, null],
    ["no answer", null, null],
    ["a redirect to nowhere", { http: 301 }, ""],
    ["one to a port that is never asked", { http: 301, location: "http://a.zz:25/robots.txt" }, ""],
    ["one to no web", { http: 301, location: "ftp://a.zz/robots.txt" }, ""],
    ["one round and round", { http: 302, location: "/robots.txt" }, ""],
  ])("%s", async (_, says, text) => {
    expect((await read({ [ROBOTS]: says })).text).toBe(text);
  });

  test("redirects are followed to other hosts, and hold for the one that was asked", async () => {
    const www = "https://www.a.zz/robots.txt";
    expect(await read({ [ROBOTS]: { http: 301, location: www }, [www]: { http: 200, page: RULES } })).toEqual(
      {
        text: RULES,
        asked: [ROBOTS, www],
      },
    );
  });
});
