import { describe, expect, test } from "vitest";
import type { HostName, NormalisedUrl } from "../../shared/url/types.ts";
import { interpret } from "../classify/interpret.ts";
import type { Resolution } from "../net/names.ts";
import { createRouter } from "../net/routes.ts";
import { steppedClock } from "../runtime/clock.ts";
import type { CheckHints, CheckMeans } from "./check.ts";
import { checkLimits } from "./limits.ts";
import { checkAlone, hostMemory, meansOf } from "./testing/alone.ts";
import { fakeTransport, type Says } from "./testing/fake-transport.ts";

/** What each URL says to HEAD and to GET; one entry alone: to both. */
type Web = Readonly<
  Record<
    string,
    Says | { readonly HEAD: Says; readonly GET: Says; readonly readers?: Says; readonly referred?: Says }
  >
>;

const LIMITS = checkLimits();
const START_MS = Date.UTC(2026, 0, 1);
const HOUR_MS = 3_600_000;

async function run(
  web: Web,
  url: string,
  hints: CheckHints = {},
  more: Partial<CheckMeans> = {},
  stateOf = hostMemory(),
) {
  const looked: string[] = [];
  const transport = fakeTransport(({ url: asked, method, fields }) => {
    const says = web[asked] ?? { http: 404 };
    if (!("HEAD" in says)) return says;
    const [, referrer] = fields.find(([name]) => name === "Referer") ?? [];
    if (referrer === new URL("/", asked).href && says.referred !== undefined) return says.referred;
    const isReaders = fields.some(([, value]) => value.startsWith("en-US"));
    return isReaders && says.readers !== undefined ? says.readers : says[method];
  });
  const resolver = {
    async resolve(host: string): Promise<Resolution> {
      looked.push(host);
      return host.startsWith("nx.")
        ? { kind: "failed", failure: "dns-unknown" }
        : { kind: "found", addresses: ["192.0.2.1"] };
    },
    cached: () => null,
    close() {},
  };
  const router = createRouter(resolver, () => true, LIMITS);
  const outcome = await checkAlone(url, meansOf({ transport, router, ...more }), { hints, stateOf });
  return { outcome, asked: transport.asked, looked };
}

const URL_ = "http://a.net/";
const hops = (outcome: Awaited<ReturnType<typeof run>>["outcome"]) =>
  "chain" in outcome ? outcome.chain.map(({ method, http, url }) => `${method} ${http} ${url}`) : [];

/** Whether HEAD comes first is another matter: it depends on what the host's earlier links showed. */
const byGet = (asked: readonly string[]): number => asked.filter((one) => one.startsWith("GET ")).length;

describe("HEAD, then GET where HEAD is no use (C1)", () => {
  test.each<[string, Says, Says, string, boolean]>([
    ["a useful HEAD", {}, { http: 500 }, "HEAD 200", false],
    ["no type", { mime: null }, {}, "GET 200", true],
    ["no length", { contentLength: null }, {}, "GET 200", true],
    ["no type in either", { mime: null }, { mime: null }, "GET 200", true],
    ["405", { http: 405 }, {}, "GET 200", true],
    ["403 to robots' HEAD only", { http: 403 }, {}, "GET 200", true],
    ["404 to HEAD only", { http: 404 }, {}, "GET 200", true],
    ["404 twice", { http: 404 }, { http: 404 }, "GET 404", false],
    ["501 and 404", { http: 501 }, { http: 404 }, "GET 404", true],
    ["204", { http: 204, mime: null, contentLength: null }, { http: 204 }, "GET 204", true],
    ["304", { http: 304, mime: null }, {}, "GET 200", true],
    ["no further request where fewer are wished", { http: 429 }, {}, "HEAD 429", false],
    ["nor where a term is named", { http: 503, retryAfter: "1800" }, {}, "HEAD 503", true],
    ["503 without a term", { http: 503 }, {}, "GET 200", true],
    ["503 with a term that nobody can read", { http: 503, retryAfter: "soon" }, {}, "GET 200", true],
    ["202, which guards send", { http: 202 }, { http: 202, wall: "x" }, "GET 202", true],
    ["a wall stands for GET too", { http: 403, wall: "cf-mitigated: challenge" }, {}, "HEAD 403", false],
    ["a time-out", { failure: "timeout" }, {}, "GET 200", true],
    ["a reset", { failure: "reset" }, {}, "GET 200", true],
    ["a head that nobody can read", { failure: "malformed-head" }, {}, "GET 200", true],
    ["305 twice", { http: 305, location: "/x", mime: null }, { http: 305 }, "GET 305", false],
  ])("%s", async (_, HEAD, GET, expected, neededGet) => {
    const { outcome } = await run({ [URL_]: { HEAD, GET } }, URL_);
    expect(hops(outcome)).toEqual([`${expected} ${URL_}`]);
    expect(outcome).toMatchObject({ kind: "answer", end: "final", neededGet });
  });

  test.each<["connect-refused" | "connect-timeout" | "unreachable"]>([
    ["connect-refused"],
    ["connect-timeout"],
    ["unreachable"],
  ])("%s: nobody is there for GET either", async (failure) => {
    const { outcome, asked } = await run({ [URL_]: { failure } }, URL_);
    expect(outcome).toMatchObject({ kind: "failure", failure, chain: [], literal: false });
    expect(asked).toEqual([`HEAD ${URL_}`]);
  });

  test("what GET meets counts, whatever HEAD said", async () => {
    const { outcome } = await run({ [URL_]: { HEAD: { mime: null }, GET: { failure: "reset" } } }, URL_);
    expect(outcome).toMatchObject({ kind: "failure", failure: "reset" });
  });

  test("a server that took most of the time for HEAD is not asked twice", async () => {
    const web = { [URL_]: { mime: null, ms: LIMITS.totalMs } };
    const { outcome, asked } = await run(web, URL_);
    expect(outcome).toMatchObject({ kind: "answer", neededGet: false });
    expect(asked).toEqual([`HEAD ${URL_}`]);
  });

  test("where GET is known to be needed HEAD is not tried, on that host only", async () => {
    const web: Web = { [URL_]: { http: 301, location: "http://b.net/" }, "http://b.net/": {} };
    const { outcome, asked } = await run(web, URL_, { getNeeded: true });
    expect(asked).toEqual([`GET ${URL_}`, "HEAD http://b.net/"]);
    expect(outcome).toMatchObject({ neededGet: false });
  });
});

test("HEAD that was no use is not sent to the host's other links, whose checks neither confirm nor refute that", async () => {
  const stateOf = hostMemory();
  const says = { HEAD: { http: 405 }, GET: {} } as const;
  const needed: unknown[] = [];
  const asked: string[] = [];
  for (const url of ["http://a.net/1", "http://a.net/2", "http://a.net/3"]) {
    const ran = await run({ [url]: says }, url, {}, {}, stateOf);
    asked.push(...ran.asked.map((request) => request.replace(URL_, "")));
    needed.push(ran.outcome.kind === "answer" && ran.outcome.neededGet);
  }
  expect(asked).toEqual(["HEAD 1", "GET 1", "GET 2", "GET 3"]);
  expect(needed).toEqual([true, false, false]);
});

describe("once more with a browser's fields (C2)", () => {
  const fields = [["Accept-Language", "*"]] as const;
  const page = (number: number) => `http://a.net/${number}`;
  const wall: Says = { http: 403, wall: "cf-mitigated: challenge" };
  const ask = (url: string, GET: Says, readers: Says, stateOf = hostMemory()) =>
    run({ [url]: { HEAD: { http: 500 }, GET, readers } }, url, {}, { fields }, stateOf);

  test.each<[string, Says, Says, string, number]>([
    ["500 with a page", { http: 500 }, {}, "GET 200", 3],
    ["500 without type", { http: 500, mime: null }, {}, "GET 200", 3],
    ["500 with nothing", { http: 500, mime: "text/plain", contentLength: 0 }, {}, "GET 200", 3],
    ["500 with a program's answer", { http: 500, mime: "application/json" }, {}, "GET 500", 2],
    ["406", { http: 406, mime: "application/json" }, {}, "GET 200", 3],
    ["406 behind a wall", { http: 406, wall: "x" }, {}, "GET 406", 2],
    ["502", { http: 502 }, {}, "GET 502", 2],
    ["no better with it", { http: 500 }, { http: 404 }, "GET 500", 3],
    ["cut with it", { http: 406 }, { failure: "reset" }, "GET 406", 3],
    ["a wall met with it counts (design 10)", { http: 500 }, wall, "GET 403", 3],
  ])("%s", async (_, GET, readers, expected, requests) => {
    const { outcome, asked } = await ask(URL_, GET, readers);
    expect(hops(outcome)).toEqual([`${expected} ${URL_}`]);
    expect(asked).toHaveLength(requests);
  });

  test("its wall is remembered of the host", async () => {
    const stateOf = hostMemory();
    await ask(URL_, { http: 500 }, wall, stateOf);
    expect(stateOf("a.net" as HostName).hints.walled).toBe(true);
  });

  test("not of each link of a server that is down, but where 406 is said", async () => {
    const stateOf = hostMemory();
    const requests = async (url: string, GET: Says, readers: Says) =>
      byGet((await ask(url, GET, readers, stateOf)).asked);
    const down: Says = { http: 500 };
    for (const number of [1, 2]) expect(await requests(page(number), down, down)).toBe(2);
    for (const number of [3, 4]) expect(await requests(page(number), down, down)).toBe(1);
    expect(await requests("http://b.net/", down, down)).toBe(2);
    expect(await requests(page(5), { http: 406 }, {})).toBe(2);
    expect(await requests(page(6), down, down)).toBe(1);
    expect(await requests("http://b.net/2", down, {})).toBe(2);
    for (const number of [3, 4]) expect(await requests(`http://b.net/${number}`, down, down)).toBe(2);
  });
});

describe("once more with a referrer (M10)", () => {
  const FILE = "http://a.net:81/scans/3.png";
  const ask = async (
    says: Says,
    referred: Says,
    url = FILE,
    stateOf = hostMemory(),
    hints: CheckHints = {},
  ) => {
    const { outcome, asked } = await run(
      { [url]: { HEAD: says, GET: says, referred } },
      url,
      hints,
      {},
      stateOf,
    );
    return { hops: hops(outcome), asked, notes: interpret(outcome, url as NormalisedUrl, 0).notes };
  };

  test.each<[string, Says, Says, number, boolean]>([
    ["403", { http: 403 }, {}, 200, true],
    ["404", { http: 404 }, {}, 200, true],
    ["410", { http: 410 }, { mime: "image/png" }, 200, true],
    ["gone all the same", { http: 404 }, { http: 404 }, 404, true],
    ["elsewhere with it, as to a login", { http: 403 }, { http: 302, location: "/login" }, 403, true],
    ["a wall met with it", { http: 404 }, { http: 200, wall: "x" }, 404, true],
    ["cut with it", { http: 404 }, { failure: "reset" }, 404, true],
    ["a wall", { http: 403, wall: "x" }, {}, 403, false],
    ["401", { http: 401 }, {}, 401, false],
    ["500 from a program", { http: 500, mime: "application/json" }, {}, 500, false],
    ["a page", {}, {}, 200, false],
  ])("%s", async (_, says, referred, http, isAsked) => {
    const { hops: seen, asked, notes } = await ask(says, referred);
    expect(seen).toEqual([expect.stringContaining(` ${http} ${FILE}`)]);
    expect(asked.length === 3).toBe(isAsked);
    expect(notes.some(({ key }) => key === "referrer-needed")).toBe(isAsked && http === 200);
  });

  test("not of each link of a site where pages are gone", async () => {
    const stateOf = hostMemory();
    const requests = async (url: string, referred: Says) =>
      byGet((await ask({ http: 404 }, referred, url, stateOf)).asked);
    for (const number of [1, 2]) expect(await requests(`http://a.net/${number}`, { http: 404 })).toBe(2);
    expect(await requests("http://a.net/3", {})).toBe(1);
    for (const number of [1, 2, 3]) expect(await requests(`http://b.net/${number}`, {})).toBe(2);
  });

  test.each<[string, number, CheckHints, number]>([
    ["soon, any other link", 0, {}, 404],
    ["after eleven minutes, any other link", 11, {}, 200],
    ["soon, a link that worked so before", 0, { referrerNeeded: true }, 200],
  ])("after two links that are gone: %s", async (_, minutes, hints, http) => {
    const clock = steppedClock(START_MS);
    const stateOf = hostMemory(clock);
    const gone: Says = { http: 404 };
    for (const number of [1, 2]) await ask(gone, gone, `http://a.net/${number}`, stateOf);
    clock.set(START_MS + minutes * 60_000);
    const good = "http://a.net/good";
    expect((await ask(gone, {}, good, stateOf, hints)).hops).toEqual([`GET ${http} ${good}`]);
  });
});

describe("HEAD that is redirected elsewhere than GET", () => {
  const LOGIN = "http://a.net/login";
  const DEEP = "http://a.net/x/doc";
  const moved = (location: string): Says => ({ http: 302, location });
  test.each<[string, Web, string[], object]>([
    [
      "to an error",
      { [URL_]: { HEAD: moved("/login"), GET: {} }, [LOGIN]: { http: 404 } },
      [`GET 200 ${URL_}`],
      { end: "final", neededGet: true },
    ],
    [
      "to a refusal",
      { [URL_]: { HEAD: moved("/login"), GET: {} }, [LOGIN]: { http: 403 } },
      [`GET 200 ${URL_}`],
      { end: "final", neededGet: true },
    ],
    [
      "to itself",
      { [URL_]: { HEAD: moved("/"), GET: {} } },
      [`GET 200 ${URL_}`],
      { end: "final", neededGet: true },
    ],
    [
      "to the first page",
      { [DEEP]: { HEAD: moved("/"), GET: {} }, [URL_]: {} },
      [`GET 200 ${DEEP}`],
      { end: "final", neededGet: true },
    ],
    [
      "to a login that answers",
      { [DEEP]: { HEAD: moved("/login/"), GET: {} }, "http://a.net/login/": {} },
      [`GET 200 ${DEEP}`],
      { end: "final", neededGet: true },
    ],
    [
      "to a name that is not known",
      { [URL_]: { HEAD: moved("http://nx.a.net/"), GET: {} } },
      [`GET 200 ${URL_}`],
      { kind: "answer", neededGet: true },
    ],
    [
      "only at the second hop",
      {
        [URL_]: moved("/b"),
        "http://a.net/b": { HEAD: moved("/login"), GET: {} },
        [LOGIN]: { http: 404 },
      },
      [`GET 302 ${URL_}`, "GET 200 http://a.net/b"],
      { end: "final", neededGet: true },
    ],
  ])("%s", async (_, web, expected, outcome) => {
    const ran = await run(web, DEEP in web ? DEEP : URL_);
    expect(hops(ran.outcome)).toEqual(expected);
    expect(ran.outcome).toMatchObject(outcome);
  });

  test("where GET is led the same way, it is asked no further", async () => {
    const web: Web = { [URL_]: moved("/b"), "http://a.net/b": { http: 404 } };
    const { outcome, asked } = await run(web, URL_);
    expect(hops(outcome)).toEqual([`HEAD 302 ${URL_}`, "GET 404 http://a.net/b"]);
    const here = "GET http://a.net/b";
    expect(asked).toEqual([`HEAD ${URL_}`, "HEAD http://a.net/b", here, here, `GET ${URL_}`]);
    expect(outcome).toMatchObject({ neededGet: false });
  });

  test("a doubt is confirmed by one request", async () => {
    const { outcome, asked } = await run({ [DEEP]: moved("/"), [URL_]: {} }, DEEP);
    expect(hops(outcome)).toEqual([`HEAD 302 ${DEEP}`, `HEAD 200 ${URL_}`]);
    expect(asked).toEqual([`HEAD ${DEEP}`, `HEAD ${URL_}`, `GET ${DEEP}`]);
    expect(outcome).toMatchObject({ neededGet: false });
  });

  test("where nothing is doubted, nothing is confirmed", async () => {
    const { asked } = await run({ [DEEP]: moved("/new/doc"), "http://a.net/new/doc": {} }, DEEP);
    expect(asked).toEqual([`HEAD ${DEEP}`, "HEAD http://a.net/new/doc"]);
  });

  test("a login whose address is made for each request is no news", async () => {
    let state = 0;
    const web: Web = {
      get [DEEP]() {
        return moved(`/login?state=${++state}`);
      },
      [`${LOGIN}?state=1`]: {},
      [`${LOGIN}?state=2`]: {},
    };
    const { outcome } = await run(web, DEEP);
    expect(hops(outcome)).toEqual([`HEAD 302 ${DEEP}`, `HEAD 200 ${LOGIN}?state=1`]);
    expect(outcome).toMatchObject({ neededGet: false });
  });

  test("who asks for fewer requests, and a wall, get no second walk", async () => {
    for (const end of [
      { http: 429 },
      { http: 503, retryAfter: "9" },
      { http: 403, wall: "cf-mitigated: challenge" },
    ]) {
      const { asked } = await run({ [URL_]: moved("/b"), "http://a.net/b": end }, URL_);
      expect(asked).toEqual([`HEAD ${URL_}`, "HEAD http://a.net/b"]);
    }
  });

  test("what GET breaks off leaves what HEAD was answered", async () => {
    const web: Web = {
      [URL_]: { HEAD: moved("/b"), GET: { failure: "reset" } },
      "http://a.net/b": { http: 404 },
    };
    const { outcome } = await run(web, URL_);
    expect(hops(outcome)).toEqual([`HEAD 302 ${URL_}`, "GET 404 http://a.net/b"]);
  });
});

describe("redirects (C6)", () => {
  test("are followed hop by hop, each host looked up once", async () => {
    const web: Web = {
      [URL_]: { http: 301, location: "/x" },
      "http://a.net/x": { http: 302, location: "//b.net/y?z#f" },
      "http://b.net/y?z": { http: 308, location: "https://a.net/end" },
      "https://a.net/end": {},
    };
    const { outcome, looked } = await run(web, URL_);
    expect(hops(outcome)).toEqual([
      "HEAD 301 http://a.net/",
      "HEAD 302 http://a.net/x",
      "HEAD 308 http://b.net/y?z",
      "HEAD 200 https://a.net/end",
    ]);
    expect(looked).toEqual(["a.net", "b.net"]);
  });

  test.each<[string, string | null, string]>([
    ["none", null, "no-location"],
    ["empty", "", "bad-location"],
    ["to itself", URL_, "loop"],
    ["to itself but for a fragment", "#top", "loop"],
    ["broken", "http://", "bad-location"],
    ["too long", `/${"x".repeat(9_000)}`, "bad-location"],
    ["a private address", "http://192.168.0.1/", "forbidden-target"],
    ["this machine", "http://localhost/", "forbidden-target"],
    ["a file", "file:///etc/passwd", "forbidden-target"],
    ["a program", "javascript:alert(1)", "forbidden-target"],
    ["a forbidden port", "http://b.net:25/", "forbidden-target"],
    ["another kind of server", "ftp://b.net/", "forbidden-target"],
  ])("Location %s", async (_, location, end) => {
    const { outcome } = await run({ [URL_]: { http: 302, location } }, URL_);
    expect(outcome).toMatchObject({ kind: "answer", end });
    expect(hops(outcome)).toHaveLength(1);
  });

  test("a target that nobody answers for fails, with the hops before it", async () => {
    const { outcome } = await run({ [URL_]: { http: 302, location: "http://nx.b.net/" } }, URL_);
    expect(outcome).toMatchObject({ kind: "failure", failure: "dns-unknown" });
    expect(hops(outcome)).toEqual(["HEAD 302 http://a.net/"]);
  });

  test("300, 305 and 306 are answers", async () => {
    for (const http of [300, 305, 306]) {
      const { outcome } = await run({ [URL_]: { http, location: "http://b.net/" } }, URL_);
      expect(outcome).toMatchObject({ kind: "answer", end: "final" });
    }
  });
});

describe("certificates in trouble (table S)", () => {
  const HTTPS = "https://a.net/x";
  const HTTP = "http://a.net/x";
  const bad = { tls: "expired" } as const;
  test.each<[string, Web, object, string[]]>([
    [
      "http works",
      { [HTTPS]: bad, [HTTP]: {} },
      { kind: "answer", tls: "expired", tlsFallback: "http" },
      [`HEAD 200 ${HTTP}`],
    ],
    [
      "http fails, https answers",
      { [HTTPS]: bad, [HTTP]: { failure: "connect-refused" } },
      { kind: "answer", tls: "expired", tlsFallback: "unverified" },
      [`HEAD 200 ${HTTPS}`],
    ],
    [
      "http says 404, https answers",
      { [HTTPS]: bad, [HTTP]: { http: 404 } },
      { kind: "answer", tls: "expired", tlsFallback: "unverified" },
      [`HEAD 200 ${HTTPS}`],
    ],
    [
      "http only leads back",
      { [HTTPS]: bad, [HTTP]: { http: 301, location: HTTPS } },
      { kind: "answer", tls: "expired", tlsFallback: "unverified", end: "final" },
      [`HEAD 200 ${HTTPS}`],
    ],
    [
      "http leads to another host with trouble",
      { [HTTPS]: bad, [HTTP]: { http: 301, location: "https://b.net/" }, "https://b.net/": bad },
      { kind: "answer", tls: "expired", tlsFallback: "unverified" },
      [`HEAD 200 ${HTTPS}`],
    ],
    [
      "http leads to a good host",
      { [HTTPS]: bad, [HTTP]: { http: 301, location: "https://b.net/" }, "https://b.net/": {} },
      { kind: "answer", tls: "expired", tlsFallback: "http" },
      [`HEAD 301 ${HTTP}`, "HEAD 200 https://b.net/"],
    ],
    [
      "the handshake broke, http works",
      { [HTTPS]: { failure: "tls", tls: "handshake" }, [HTTP]: {} },
      { kind: "answer", tls: "handshake", tlsFallback: "http" },
      [`HEAD 200 ${HTTP}`],
    ],
    [
      "the handshake broke, no http",
      { [HTTPS]: { failure: "tls", tls: "handshake" }, [HTTP]: { failure: "connect-refused" } },
      { kind: "failure", failure: "tls", tls: "handshake" },
      [],
    ],
    [
      "http led to it already",
      { [HTTP]: { http: 301, location: HTTPS }, [HTTPS]: bad },
      { kind: "answer", tls: "expired", tlsFallback: "unverified" },
      [`HEAD 301 ${HTTP}`, `HEAD 200 ${HTTPS}`],
    ],
  ])("%s", async (name, web, expected, chain) => {
    const { outcome } = await run(web, name === "http led to it already" ? HTTP : HTTPS);
    expect(outcome).toMatchObject(expected);
    expect(hops(outcome)).toEqual(chain);
  });

  test.each<[string, Web, object, string[]]>([
    [
      "works still",
      { [HTTPS]: bad, [HTTP]: {} },
      { kind: "answer", tls: "self-signed", tlsFallback: "http", remembered: true },
      [`HEAD ${HTTP}`],
    ],
    [
      "works no more: as without the memory",
      { [HTTPS]: bad, [HTTP]: { failure: "connect-refused" } },
      { kind: "answer", tls: "expired", tlsFallback: "unverified" },
      [`HEAD ${HTTP}`, `HEAD ${HTTPS}`, `HEAD ${HTTP}`],
    ],
    [
      "leads to https that is in order by now",
      { [HTTPS]: {}, [HTTP]: { http: 301, location: HTTPS } },
      { kind: "answer", tls: null, tlsFallback: null },
      [`HEAD ${HTTP}`, `HEAD ${HTTPS}`],
    ],
  ])(
    "where it is remembered that plain http is needed (M9), that is asked first: it %s",
    async (_, web, expected, wanted) => {
      const { outcome, asked } = await run(web, HTTPS, { httpNeeded: "self-signed" });
      expect(outcome).toMatchObject(expected);
      expect(asked.filter((one) => one.startsWith("HEAD"))).toEqual(wanted);
      expect("remembered" in outcome).toBe("remembered" in expected);
    },
  );

  describe("costs the next URL of its host no more connections than it needs", () => {
    const other = "https://a.net/other";
    const [plain, unverified] = [{ tlsFallback: "http" }, { tlsFallback: "unverified" }] as const;
    test.each<[string, Says, object, string[]]>([
      ["http works", {}, plain, ["HEAD http://a.net/other"]],
      ["nobody is there for http", { failure: "connect-refused" }, unverified, [`HEAD ${other}`]],
      [
        "http says 404, which other pages need not",
        { http: 404 },
        unverified,
        [`HEAD ${other}`, "HEAD http://a.net/other", "GET http://a.net/other", "GET http://a.net/other"],
      ],
    ])("%s", async (_, http, expected, wanted) => {
      const stateOf = hostMemory();
      const web: Web = { [HTTPS]: bad, [HTTP]: http, [other]: bad, "http://a.net/other": http };
      const first = await run(web, HTTPS, {}, {}, stateOf);
      expect(first.outcome).toMatchObject({ kind: "answer", tls: "expired", ...expected });
      const { outcome, asked } = await run(web, other, {}, {}, stateOf);
      expect(outcome).toMatchObject({ kind: "answer", tls: "expired", ...expected });
      expect(asked).toEqual(wanted);
    });

    test("that http only leads back", async () => {
      const stateOf = hostMemory();
      const back = (url: string): Says => ({ http: 301, location: url });
      const web: Web = { [HTTPS]: bad, [HTTP]: back(HTTPS), [other]: bad, "http://a.net/other": back(other) };
      await run(web, HTTPS, {}, {}, stateOf);
      const { outcome, asked } = await run(web, other, {}, {}, stateOf);
      expect(outcome).toMatchObject({ kind: "answer", ...unverified });
      expect(asked).toEqual([`HEAD ${other}`]);
    });
  });

  test("where https leaves nothing, one bad moment of plain http is not held against the host's other links", async () => {
    const stateOf = hostMemory();
    const broken: Says = { failure: "tls", tls: "handshake" };
    const refused: Web = { [HTTPS]: broken, [HTTP]: { failure: "connect-refused" } };
    const first = await run(refused, HTTPS, {}, {}, stateOf);
    expect(first.outcome).toMatchObject({ kind: "failure", failure: "tls" });
    const { outcome } = await run({ [HTTPS]: broken, [HTTP]: {} }, HTTPS, {}, {}, stateOf);
    expect(outcome).toMatchObject({ kind: "answer", tls: "handshake", tlsFallback: "http" });
  });

  test("a certificate that was renewed is found good by a process that knew of its trouble", async () => {
    const clock = steppedClock(START_MS);
    const stateOf = hostMemory(clock);
    const other = "https://a.net/other";
    const plain: Web = { [HTTP]: {}, "http://a.net/other": {} };
    await run({ ...plain, [HTTPS]: bad }, HTTPS, {}, {}, stateOf);
    clock.set(START_MS + HOUR_MS);
    const { outcome, asked } = await run({ ...plain, [other]: {} }, other, {}, {}, stateOf);
    expect(outcome).toMatchObject({ kind: "answer", tls: null, tlsFallback: null });
    expect(asked).toEqual([`HEAD ${other}`]);
  });

  test.each<[string, Says, object]>([
    ["that speaks no TLS", { failure: "tls", tls: "handshake" }, { kind: "failure", failure: "tls" }],
    ["with a certificate in trouble", { tls: "self-signed" }, { kind: "answer", tlsFallback: "unverified" }],
  ])("on a port of its own a server %s is not asked for http", async (_, says, expected) => {
    const web: Web = { "https://a.net:8443/": says, "http://a.net:8443/": {} };
    const { outcome, asked } = await run(web, "https://a.net:8443/");
    expect(outcome).toMatchObject(expected);
    expect(asked).toEqual(["HEAD https://a.net:8443/"]);
  });
});

describe("not tried", () => {
  test.each([
    ["http://a.net:25/", "port-forbidden"],
    ["ftp://a.net:25/x", "port-forbidden"],
    ["ftps://a.net:22/x", "port-forbidden"],
    ["sftp://a.net:21/x", "port-forbidden"],
  ])("%s: %s", async (url, reason) => {
    const { outcome, looked } = await run({}, url);
    expect(outcome).toEqual({ kind: "not-tried", reason });
    expect(looked).toEqual([]);
  });
});

test("an address in place of a name is recognised, and not looked up", async () => {
  const { outcome, looked } = await run(
    { "http://[2001:db8::1]/": { failure: "unreachable" } },
    "http://[2001:db8::1]/",
  );
  expect(outcome).toMatchObject({ kind: "failure", failure: "unreachable", literal: true });
  expect(looked).toEqual([]);
});

test.each([0, HOUR_MS])("where a wall is known, GET comes first, %d ms later, too", async (later) => {
  const clock = steppedClock(START_MS);
  const stateOf = hostMemory(clock);
  stateOf("a.net" as HostName).hints.walled = true;
  clock.set(START_MS + later);
  const { asked } = await run({ [URL_]: { HEAD: {}, GET: { wall: "x" } } }, URL_, {}, {}, stateOf);
  expect(asked).toEqual([`GET ${URL_}`]);
});
