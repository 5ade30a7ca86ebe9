import { describe, expect, test } from "vitest";
import { FINE, facts, snapshotOf } from "../testing/snapshots.ts";
import { createWorld, NOW, type Responder, wikiOf } from "../testing/world.ts";
import { WIKI_BUDGET } from "./wiki-gate.ts";

const SHARE = WIKI_BUDGET.requests * WIKI_BUDGET.callerShare;
const page = (wiki: string, pageid: number) => `/api/v1/page?dbname=${wiki}&pageid=${pageid}`;
const by = (address: string) => ({ headers: { "cf-connecting-ip": address } });

test("a page whose answer is too large fails alone: others are asked of the wiki at once", async () => {
  const WIKI = "largewiki@WMF";
  const fine = wikiOf({ 2: ["https://a.zz/"], 3: [] });
  const wiki: Responder = (request) =>
    request.url.includes("pageids=1&") || request.url.endsWith("pageids=1")
      ? new Response(new Uint8Array(9 * 1024 * 1024))
      : fine(request);
  const world = createWorld({ wiki, cache: true });
  await world.store(WIKI, []);
  expect((await world.ask(page(WIKI, 1))).status).toBe(503);
  const asked = world.requests.length;
  expect((await world.ask(page(WIKI, 1))).status).toBe(503);
  expect(world.requests.length).toBe(asked);
  for (const other of [2, 3]) expect((await world.ask(page(WIKI, other))).status).toBe(200);
});

test("one caller makes an edge ask a wiki no more than the caller's share; then snapshots answer, as of their day", async () => {
  const WIKI = "endlesswiki@WMF";
  const links = Array.from({ length: 250 }, (_, at) => ({ url: `https://a.zz/${at}` }));
  const endless: Responder = (request) => {
    const pageid = Number(new URL(request.url).searchParams.get("pageids"));
    if (pageid > 1_000) return wikiOf({ [pageid]: [] })(request);
    const pages = [{ pageid, title: "A", extlinks: links }];
    return Response.json({ continue: { elcontinue: "1|x", continue: "||" }, query: { pages } });
  };
  const world = createWorld({ wiki: endless, now: NOW });
  await world.store(WIKI, [snapshotOf(WIKI, 9, [facts("https://b.zz/", FINE)])]);
  for (let pageid = 1; pageid <= 8; pageid++) await world.ask(page(WIKI, pageid), by(`192.0.2.${pageid}`));
  expect(world.requests.length).toBe(SHARE);

  const stored = await world.ask(page(WIKI, 9), by("192.0.2.99"));
  expect(await stored.json()).toMatchObject({ pages: [{ pageid: 9, live: false, asOf: 3_609 }] });
  const none = await world.ask(page(WIKI, 10), by("192.0.2.99"));
  expect([none.status, none.headers.get("retry-after")]).toEqual([503, "10"]);
  expect(await none.json()).toMatchObject({ error: { code: "wiki-busy" } });
  expect(world.requests.length).toBe(SHARE);

  const other = await world.ask(page(WIKI, 1_001), by("198.51.100.1"));
  expect(await other.json()).toMatchObject({ pages: [{ pageid: 1_001, live: true }] });
});

test("an answer without the wiki, as a caller's share was used up, is nobody else's", async () => {
  const WIKI = "sharedwiki@WMF";
  const world = createWorld({ wiki: wikiOf({ 8: [], 9: ["https://b.zz/"] }), cache: true });
  await world.store(WIKI, [snapshotOf(WIKI, 9, [facts("https://b.zz/", FINE)])]);
  for (let at = 0; at < SHARE; at++)
    world.wikis.enter({
      host: "wiki.zz",
      purpose: "answer",
      callers: ["192.0.2.0/24", "192.0.0.0/16"],
      subjects: [],
    });
  const short = await world.ask(page(WIKI, 9), by("192.0.2.1"));
  expect(await short.json()).toMatchObject({ pages: [{ live: false }] });
  expect(short.headers.get("cache-control")).toBe("no-store");
  const whole = await world.ask(page(WIKI, 9), by("198.51.100.1"));
  expect(await whole.json()).toMatchObject({ pages: [{ live: true }] });
  expect(whole.headers.get("cache-control")).toContain("public");
});

test("a wiki that is gone costs three questions their wait, and nobody else any", async () => {
  const WIKI = "deadwiki@WMF";
  const world = createWorld({ wiki: () => Promise.reject(new TypeError("connection refused")) });
  await world.store(WIKI, []);
  for (let pageid = 1; pageid <= 10; pageid++) expect((await world.ask(page(WIKI, pageid))).status).toBe(503);
  expect(world.requests.length).toBe(WIKI_BUDGET.failures);
});

test("a wiki that is well, and got too little time at the end of long questions, is not down", async () => {
  const WIKI = "longwiki@WMF";
  let now = NOW;
  let begun = 0;
  const allBegun = Promise.withResolvers<void>();
  const fine = wikiOf({ 4: ["https://a.zz/"] });
  const wiki: Responder = async (request) => {
    const { searchParams } = new URL(request.url);
    if (searchParams.get("pageids") === "4") return fine(request);
    if (searchParams.has("elcontinue"))
      return new Promise((_, reject) => {
        request.signal.addEventListener("abort", () => reject(request.signal.reason));
      });
    begun += 1;
    if (begun === 3) {
      // Of five seconds a tenth of one is left for what follows.
      now += 4_900;
      allBegun.resolve();
    }
    await allBegun.promise;
    const pages = [
      { pageid: Number(searchParams.get("pageids")), title: "A", extlinks: [{ url: "https://a.zz/" }] },
    ];
    return Response.json({ continue: { elcontinue: "1|x", continue: "||" }, query: { pages } });
  };
  const world = createWorld({ wiki, clock: () => now });
  await world.store(WIKI, []);
  const long = await Promise.all([1, 2, 3].map((pageid) => world.ask(page(WIKI, pageid))));
  expect(long.map(({ status }) => status)).toEqual([200, 200, 200]);
  const next = await world.ask(page(WIKI, 4));
  expect(await next.json()).toMatchObject({ pages: [{ pageid: 4, live: true }] });
});

describe("while a wiki that is not to be asked has nothing stored, callers hear when to ask again", () => {
  test.each([
    ["a page", "/api/v1/page?dbname=WIKI&pageid=1"],
    ["a title", "/api/v1/page?dbname=WIKI&title=A"],
    ["a repair", "/api/v1/repair?dbname=WIKI&pageid=1"],
    ["a repair of a page whose snapshot is there", "/api/v1/repair?dbname=WIKI&pageid=9"],
    ["a watchlist of a category", "/feed/WIKI?since=0&category=A"],
  ])("%s", async (_, address) => {
    const WIKI = "pausedwiki@WMF";
    const wiki: Responder = () => new Response("", { status: 429, headers: { "retry-after": "30" } });
    const world = createWorld({ wiki });
    await world.store(WIKI, [snapshotOf(WIKI, 9, [facts("https://b.zz/", FINE)])]);
    await world.ask(page(WIKI, 2));
    const refused = await world.ask(address.replace("WIKI", WIKI), {
      headers: { accept: "application/json" },
    });
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "10"]);
    expect(await refused.json()).toMatchObject({ error: { code: "wiki-busy" } });
    expect(world.requests.length).toBe(1);
    const health = (await (await world.ask("/healthz")).json()) as { wikis: unknown };
    expect(health.wikis).toEqual({ running: 0, busy: 1, down: 0 });
  });
});

describe("a wiki that asks for time with status 200 gets it, and says so to nobody as its answer", () => {
  test.each([
    ["maxlag", { "retry-after": "7" }, 7],
    ["ratelimited", {}, WIKI_BUDGET.pauseSeconds],
  ])("%s %j", async (code, headers, seconds) => {
    const WIKI = `${code}wiki@WMF`;
    let lags = true;
    let ms = NOW;
    const fine = wikiOf({ 1: [], 2: [], 9: ["https://b.zz/"] });
    const wiki: Responder = (request) =>
      lags
        ? Response.json({ error: { code, info: "Waiting for a database server" } }, { headers })
        : fine(request);
    const world = createWorld({ wiki, clock: () => ms });
    await world.store(WIKI, [snapshotOf(WIKI, 9, [facts("https://b.zz/", FINE)])]);
    expect((await world.ask(page(WIKI, 1))).status).toBe(503);
    lags = false;
    ms += seconds * 1_000 - 1;
    const waiting = await world.ask(page(WIKI, 2));
    expect([waiting.status, await waiting.json()]).toMatchObject([503, { error: { code: "wiki-busy" } }]);
    expect(await (await world.ask(page(WIKI, 9))).json()).toMatchObject({ pages: [{ live: false }] });
    expect(world.requests.length).toBe(1);
    ms += 1;
    expect(await (await world.ask(page(WIKI, 2))).json()).toMatchObject({ pages: [{ live: true }] });
  });
});
