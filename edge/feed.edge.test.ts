import { createExecutionContext } from "cloudflare:test";
import { describe, expect, test } from "vitest";
import {
  FEED_LIMITS,
  type FeedEvent,
  type FeedRequest,
  passes,
  readCursor,
} from "../shared/protocol/feed.ts";
import { createFollowers, FOLLOWERS_MAX, FOLLOWERS_OF_RANGE_MAX } from "./feed/stream.ts";
import { createWorld, NOW, type Responder } from "./testing/world.ts";

const SECOND = Math.floor(NOW / 1_000);
const WIKI = "dewiki@WMF";
const BIDI = "\u202e";

function eventOf(id: number, more: Partial<FeedEvent> = {}): FeedEvent {
  return {
    id: `${id}.${SECOND}`,
    atMs: NOW,
    day: 3_611,
    kind: "unreachable",
    url: `https://a.zz/${id}`,
    before: "doubtful",
    verdict: "unreachable",
    rule: "failing-for-weeks",
    status: 18,
    http: 404,
    since: 3_540,
    last: 3_610,
    checks: 9,
    pages: [{ pageid: 5, title: "Käse", namespace: 0 }],
    pageCount: 1,
    ...more,
  };
}

/** An origin that has these events of one wiki, and counts what it is asked. */
function originOf(events: FeedEvent[], { kept = 0 } = {}) {
  const asked: FeedRequest[] = [];
  const origin: Responder = async (request) => {
    const path = new URL(request.url).pathname;
    const wanted = (await request.json()) as FeedRequest & { after: number };
    if (path === "/v1/event")
      return Response.json({
        kind: "event",
        event: events[0],
        pages: [{ pageid: 9, title: "I", namespace: 0 }],
        next: 9,
      });
    if (path !== "/v1/feed") return new Response(null, { status: 202 });
    asked.push(wanted);
    const cursor = events.at(-1)?.id ?? `0.${SECOND}`;
    if (wanted.since === null)
      return Response.json({ kind: "events", events: events.slice(-wanted.limit), cursor, more: false });
    const { id } = wanted.since;
    if (id !== 0 && id < kept) return Response.json({ kind: "gone", cursor });
    const behind = events.filter((event) => (readCursor(event.id)?.id ?? 0) > id);
    const passing = behind.filter((event) => passes(wanted, event)).slice(0, wanted.limit);
    const more = passing.length === wanted.limit;
    return Response.json({
      kind: "events",
      events: passing,
      cursor: more ? passing.at(-1)?.id : cursor,
      more,
    });
  };
  return { origin, asked };
}

interface Told {
  readonly events: readonly { readonly id: string; readonly url: string }[];
  readonly cursor: string;
  readonly more: boolean;
}

const numbers = (count: number) => Array.from({ length: count }, (_, at) => at + 1);
const idsOf = ({ events }: Told) => events.map(({ id }) => Number(id.split(".")[0]));

async function worldOf(
  events: FeedEvent[],
  options: Parameters<typeof createWorld>[0] & { kept?: number } = {},
) {
  const { origin, asked } = originOf(events, options);
  const world = createWorld({ origin, ...options });
  await world.store(WIKI, []);
  const feed = async (query = "") => (await (await world.ask(`/feed/${WIKI}${query}`)).json()) as Told;
  return { ...world, asked, feed };
}

describe("JSON", () => {
  test("an event tells all that a bot needs; the answer where to go on", async () => {
    const { ask } = await worldOf([
      eventOf(1, { archives: [{ type: "archive.org", url: "https://web.zz/1" }] }),
    ]);
    const response = await ask(`/feed/${WIKI}`);
    expect(response.headers.get("access-control-allow-origin")).toBe("*");
    expect(response.headers.get("cache-control")).toContain("max-age=3");
    expect(await response.json()).toEqual({
      version: 1,
      wiki: WIKI,
      events: [
        {
          id: `1.${SECOND}`,
          at: "2026-11-21T12:00:00.000Z",
          day: 3_611,
          kind: "unreachable",
          url: "https://a.zz/1",
          before: "doubtful",
          verdict: "unreachable",
          rule: "failing-for-weeks",
          status: 18,
          http: 404,
          since: 3_540,
          last: 3_610,
          checks: 9,
          archives: [{ type: "archive.org", url: "https://web.zz/1" }],
          pages: [{ pageid: 5, title: "Käse", namespace: 0 }],
          pageCount: 1,
          morePages: null,
        },
      ],
      cursor: `1.${SECOND}`,
      more: false,
      retentionDays: 30,
    });
  });

  test("from cursor to cursor everything once, also further back than the newest that are kept", async () => {
    const { feed } = await worldOf(numbers(FEED_LIMITS.events + 130).map((id) => eventOf(id)));
    const seen: number[] = [];
    let told = await feed("?since=0");
    seen.push(...idsOf(told));
    for (let turn = 0; told.more && turn < 20; turn++) {
      told = await feed(`?since=${told.cursor}`);
      seen.push(...idsOf(told));
    }
    expect(seen).toEqual(numbers(FEED_LIMITS.events + 130));
    expect(await feed(`?since=${told.cursor}`)).toMatchObject({
      events: [],
      cursor: told.cursor,
      more: false,
    });
  });

  test.each([
    ["", 100, 51, 150],
    ["?limit=2", 2, 149, 150],
    ["?limit=2&kind=working", 2, 140, 150],
    ["?kind=working|spam&limit=500", 15, 10, 150],
    [`?since=100.${SECOND}&kind=working&limit=2`, 2, 110, 120],
    [`?since=140.${SECOND}&namespace=4`, 0, undefined, undefined],
  ])("%s", async (query, count, first, last) => {
    const events = numbers(150).map((id) => eventOf(id, id % 10 === 0 ? { kind: "working" } : {}));
    const { feed } = await worldOf(events);
    const ids = idsOf(await feed(query));
    expect([ids.length, ids[0], ids.at(-1)]).toEqual([count, first, last]);
  });

  test("an event with more pages than it names says where they are, and they are there", async () => {
    const { ask, feed } = await worldOf([
      eventOf(1, { pageCount: 70 }),
      eventOf(2, { kind: "spam", pageCount: 70 }),
    ]);
    const { events } = await feed();
    expect(events.map((event) => "morePages" in event && event.morePages)).toEqual([
      `/feed/${WIKI}/1.${SECOND}?after=5`,
      `/list/${WIKI}/spam`,
    ]);
    expect(await (await ask(`/feed/${WIKI}/1.${SECOND}?after=5`)).json()).toMatchObject({
      wiki: WIKI,
      event: { id: `1.${SECOND}` },
      pages: [{ pageid: 9, title: "I", namespace: 0 }],
      next: `/feed/${WIKI}/1.${SECOND}?after=9`,
    });
  });

  test("a wiki is found in any case; who has it already gets 304", async () => {
    const { ask } = await worldOf([eventOf(1)]);
    const first = await ask("/feed/DEwiki");
    expect(await first.json()).toMatchObject({ wiki: WIKI });
    const again = await ask("/feed/DEwiki", {
      headers: { "if-none-match": first.headers.get("etag") ?? "" },
    });
    expect(again.status).toBe(304);
  });

  test("XML has the same names", async () => {
    const { ask } = await worldOf([eventOf(1, { url: "https://a.zz/?a&b" })]);
    const response = await ask(`/feed/${WIKI}?format=xml`);
    expect(response.headers.get("content-type")).toMatch(/^application\/xml/);
    expect(await response.text()).toContain("<url>https://a.zz/?a&amp;b</url><before>doubtful</before>");
  });
});

describe("errors", () => {
  test.each([
    ["nowiki@WMF", 404, "unknown-wiki"],
    ["a%20b", 400, "bad-dbname"],
    [`${WIKI}?since=abc`, 400, "bad-cursor"],
    [`${WIKI}?since=`, 400, "bad-cursor"],
    [`${WIKI}?since=-1.5`, 400, "bad-cursor"],
    [`${WIKI}?since=2.${SECOND}`, 410, "cursor-gone"],
    [`${WIKI}?limit=0`, 400, "bad-limit"],
    [`${WIKI}?limit=501`, 400, "bad-limit"],
    [`${WIKI}?limit=1e2`, 400, "bad-limit"],
    [`${WIKI}?kind=dead`, 400, "bad-kind"],
    [`${WIKI}?namespace=main`, 400, "bad-namespace"],
    [`${WIKI}?format=csv`, 400, "bad-format"],
    [`${WIKI}?uselang=<b>`, 400, "bad-lang"],
    [`${WIKI}/abc`, 400, "bad-cursor"],
    [`${WIKI}/1.1?after=x`, 400, "bad-pageid"],
  ])("/feed/%s: %i %s", async (path, status, code) => {
    const { ask } = await worldOf(
      numbers(600).map((id) => eventOf(id)),
      { kept: 50 },
    );
    const response = await ask(`/feed/${path}`);
    expect([response.status, await response.json()]).toMatchObject([status, { error: { code } }]);
  });

  test("a cursor that is too old is told the newest, and what else to do", async () => {
    const { ask } = await worldOf(
      numbers(600).map((id) => eventOf(id)),
      { kept: 50 },
    );
    const told = (await (await ask(`/feed/${WIKI}?since=2.${SECOND}`)).json()) as {
      error: { message: string };
    };
    expect(told.error.message).toContain(`since=600.${SECOND}`);
  });

  test.each([
    ["json", "application/json"],
    ["xml", "application/xml"],
    ["atom", "application/xml"],
    ["sse", "application/json"],
  ])("origin away: 503 with Retry-After, as %s", async (format, type) => {
    const world = createWorld({ origin: () => new Response("no", { status: 502 }) });
    await world.store(WIKI, []);
    const response = await world.ask(`/feed/${WIKI}?format=${format}`);
    expect([response.status, response.headers.get("retry-after")]).toEqual([503, "10"]);
    expect(response.headers.get("content-type")).toContain(type);
    expect(await response.text()).toContain("origin-unavailable");
  });

  test("a cursor with foreign text in it never gets anywhere", async () => {
    const { ask, asked } = await worldOf([eventOf(1)]);
    const response = await ask(`/feed/${WIKI}?format=sse`, {
      headers: { "last-event-id": "1\ndata: x" },
    }).catch(() => null);
    if (response !== null) expect(response.status).toBe(400);
    expect(asked).toEqual([]);
  });
});

describe("many followers", () => {
  test("hundreds at whatever places and filters cost origin one question", async () => {
    const { feed, asked } = await worldOf(
      numbers(300).map((id) => eventOf(id)),
      { sleeps: true },
    );
    const asks = numbers(300).map((n) =>
      feed(`?since=${(n % 299) + 1}.${SECOND}${n % 3 === 0 ? "&kind=working" : ""}`),
    );
    const told = await Promise.all(asks);
    expect(new Set(told.map(({ cursor }) => cursor)).size).toBeGreaterThan(1);
    expect(asked.length).toBe(1);
  });

  test("so do those who stand further back, all at one place", async () => {
    const { feed, asked } = await worldOf(
      numbers(700).map((id) => eventOf(id)),
      { sleeps: true },
    );
    const told = await Promise.all(numbers(200).map(() => feed(`?since=7.${SECOND}`)));
    expect(new Set(told.map(({ cursor }) => cursor))).toEqual(new Set([`107.${SECOND}`]));
    expect(asked.length).toBe(2);
  });

  test("news are seen after some seconds", async () => {
    const events = [eventOf(1)];
    const { origin } = originOf(events);
    let now = NOW;
    const world = createWorld({ origin, clock: () => now });
    await world.store(WIKI, []);
    const cursor = async () => ((await (await world.ask(`/feed/${WIKI}`)).json()) as Told).cursor;
    expect(await cursor()).toBe(`1.${SECOND}`);
    events.push(eventOf(2));
    expect(await cursor()).toBe(`1.${SECOND}`);
    now += 3_001;
    expect(await cursor()).toBe(`2.${SECOND}`);
  });
});

describe("Atom", () => {
  const HOSTILE = eventOf(3, {
    url: `https://a.zz/?<b>&"'`,
    pages: [{ pageid: 5, title: `]]><script>${BIDI}\u0001&`, namespace: 0 }],
    archives: [{ type: "x", url: "javascript:alert(1)" }],
  });

  test("is a feed with whole addresses, ids that stay, and everything escaped", async () => {
    const { ask } = await worldOf([eventOf(1), HOSTILE]);
    const response = await ask(`/feed/${WIKI}?format=atom&uselang=de&since=0`);
    expect(response.headers.get("content-type")).toBe("application/atom+xml; charset=utf-8");
    const xml = await response.text();
    for (const part of [
      '<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="de">',
      "<id>tag:weboid.example,2026:feed/dewiki@WMF</id>",
      `<id>tag:weboid.example,2026:feed/dewiki@WMF/1.${SECOND}</id>`,
      "<updated>2026-11-21T12:00:00.000Z</updated>",
      `<link rel="self" type="application/atom+xml" href="https://weboid.example/feed/dewiki@WMF?format=atom&amp;uselang=de&amp;since=0"/>`,
      '<link rel="alternate" href="https://weboid.example/page/dewiki@WMF/5"/>',
      "<title>Vermutlich nicht erreichbar: https://a.zz/1</title>",
      "&lt;a href=&quot;https://weboid.example/page/dewiki@WMF/5&quot;&gt;",
    ])
      expect(xml).toContain(part);
    expect(xml).not.toContain("<script");
    expect(xml).not.toContain(BIDI);
    expect(xml).not.toContain("href=&quot;javascript");
    expect(xml.indexOf(`/3.${SECOND}<`)).toBeLessThan(xml.indexOf(`/1.${SECOND}<`));
  });

  test("says of what people report to work that it is reported, not that it failed (H3)", async () => {
    const softened = {
      kind: "doubtful",
      before: "unreachable",
      verdict: "doubtful",
      rule: "reported-domain",
    } as const;
    const { ask } = await worldOf([eventOf(1, softened)]);
    const xml = await (await ask(`/feed/${WIKI}?format=atom&uselang=en&since=0`)).text();
    expect(xml).toContain("<title>Reported by readers: https://a.zz/1</title>");
  });

  test("names what follows, where there is more", async () => {
    const { ask } = await worldOf([eventOf(1), eventOf(2)]);
    const first = await (await ask(`/feed/${WIKI}?format=atom&limit=1&since=0`)).text();
    expect(first).toContain(
      `<link rel="next" type="application/atom+xml" href="https://weboid.example/feed/dewiki@WMF?format=atom&amp;limit=1&amp;since=1.${SECOND}"/>`,
    );
    expect(await (await ask(`/feed/${WIKI}?format=atom`)).text()).not.toContain('rel="next"');
  });

  test("of a wiki without events is one, too", async () => {
    const { ask } = await worldOf([]);
    expect(await (await ask(`/feed/${WIKI}?format=atom`)).text()).toContain(
      "<updated>2026-11-21T12:00:00.000Z</updated>",
    );
  });
});

describe("streams", () => {
  /** The stream as text up to `chunks` pieces; then the reader goes away. */
  async function follow(
    world: ReturnType<typeof createWorld>,
    address: string,
    headers: Record<string, string> = {},
    chunks = Number.POSITIVE_INFINITY,
  ) {
    const request = new Request(`https://weboid.example${address}`, { headers });
    const response = await world.fetch(request, createExecutionContext());
    const reader = response.body?.getReader();
    let text = "";
    for (let at = 0; at < chunks; at++) {
      const piece = await reader?.read();
      if (piece === undefined || piece.done) break;
      text += new TextDecoder().decode(piece.value);
    }
    await reader?.cancel();
    return { response, text };
  }

  test("begins with how to come back, tells what is new, beats, and ends in bounded time", async () => {
    const events = [eventOf(1)];
    const world = await worldOf(events, { ticks: true });
    const following = follow(world, `/feed/${WIKI}?format=sse`);
    const { response, text } = await following;
    expect(response.headers.get("content-type")).toBe("text/event-stream; charset=utf-8");
    expect(response.headers.get("access-control-allow-origin")).toBe("*");
    const lines = text.split("\n");
    expect(lines.slice(0, 3)).toEqual(["retry: 3000", "", `id: 1.${SECOND}`]);
    expect(JSON.parse(lines[3]?.replace("data: ", "") ?? "")).toMatchObject({
      wiki: WIKI,
      url: "https://a.zz/1",
    });
    expect(lines.filter((line) => line === ":").length).toBe(20);
    expect(world.slept.filter((ms) => ms === 3_000).length).toBe(100);
  });

  test("events that come while somebody follows reach him, each once", async () => {
    const events = [eventOf(1)];
    const { origin } = originOf(events);
    const world = createWorld({
      origin: (request) => {
        if (events.length < 5) events.push(eventOf(events.length + 1));
        return origin(request);
      },
      ticks: true,
    });
    await world.store(WIKI, []);
    const { text } = await follow(world, `/feed/${WIKI}?since=1.${SECOND}`, { accept: "text/event-stream" });
    expect([...text.matchAll(/^id: (\d+)/gm)].map(([, id]) => id)).toEqual(["2", "3", "4", "5"]);
  });

  test("an origin that goes away while there is more is asked no sooner than at other times", async () => {
    const events = numbers(600).map((id) => eventOf(id));
    const { origin } = originOf(events);
    let asked = 0;
    const world = createWorld({
      origin: (request) => {
        if (new URL(request.url).pathname === "/v1/feed" && ++asked > 2)
          return new Response(null, { status: 503 });
        return origin(request);
      },
      ticks: true,
    });
    await world.store(WIKI, []);
    await follow(world, `/feed/${WIKI}?format=sse&since=1.${SECOND}&limit=10`);
    // All looks but the first, which is made as there is more.
    expect(world.slept.filter((ms) => ms === 3_000).length).toBe(99);
  });

  test("an event's answers tell caches what their form depends on", async () => {
    const world = await worldOf([eventOf(1)]);
    for (const accept of ["application/json", "application/atom+xml"]) {
      const response = await world.ask(`/feed/${WIKI}/1.${SECOND}`, { headers: { accept } });
      expect([response.status, response.headers.get("vary")]).toEqual([200, "Accept, Accept-Language"]);
    }
  });

  test("Last-Event-ID goes before the address; a filter moves the place on without telling", async () => {
    const world = await worldOf(numbers(9).map((id) => eventOf(id)));
    const { text } = await follow(
      world,
      `/feed/${WIKI}?format=sse&since=1.${SECOND}`,
      { "last-event-id": `7.${SECOND}` },
      2,
    );
    expect([...text.matchAll(/^id: (\d+)/gm)].map(([, id]) => id)).toEqual(["8", "9"]);
    const held = await follow(world, `/feed/${WIKI}?format=sse&since=1.${SECOND}&kind=working`, {}, 2);
    expect(held.text).toBe(`retry: 3000\n\nid: 9.${SECOND}\n\n`);
  });

  test("nothing that is told can begin a field of its own", async () => {
    const title = `a\nid: 99\r\ndata: {}\r\revent: x\u2028\u0000${BIDI}`;
    const world = await worldOf([
      eventOf(1, { url: "https://a.zz/\n\nretry: 1", pages: [{ pageid: 1, title, namespace: 0 }] }),
    ]);
    const { text } = await follow(world, `/feed/${WIKI}?format=sse`, {}, 2);
    expect(text.split(/\r\n|\r|\n/).map((line) => line.slice(0, 6))).toEqual([
      "retry:",
      "",
      "id: 1.",
      "data: ",
      "",
      "",
    ]);
  });

  test("there are only so many, of a caller and in all; who was not heard of makes room", async () => {
    let now = NOW;
    const { origin } = originOf([eventOf(1)]);
    const world = createWorld({ origin, clock: () => now });
    await world.store(WIKI, []);
    const open = async (caller: string) => {
      const request = new Request(`https://weboid.example/feed/${WIKI}?format=sse`, {
        headers: { "cf-connecting-ip": caller },
      });
      return (await world.fetch(request, createExecutionContext())).status;
    };
    for (let n = 0; n < FOLLOWERS_OF_RANGE_MAX.address; n++) expect(await open("203.0.113.1")).toBe(200);
    expect(await open("203.0.113.1")).toBe(429);
    for (let n = FOLLOWERS_OF_RANGE_MAX.address; n < FOLLOWERS_MAX; n++) await open("127.0.0.1");
    expect(await open("127.0.0.1")).toBe(503);
    now += 60_000;
    expect(await open("203.0.113.1")).toBe(200);
  });

  const hex = (at: number) => at.toString(16);
  test.each<[string, (at: number) => string, number]>([
    ["one /64", () => "2001:db8:1:2::/64", 10],
    ["the networks of a /56", (at) => `2001:db8:1:${hex(at % 256)}::/64`, 20],
    ["a /48", (at) => `2001:db8:1:${hex(at * 64)}::/64`, 100],
    ["a /32", (at) => `2001:db8:${hex(at)}::/64`, 250],
    ["a /24 of IPv4", (at) => `192.0.2.${at % 256}`, 100],
    ["a /16 of IPv4", (at) => `192.0.${at % 256}.${at >> 8}`, 250],
  ])("%s leaves streams to the others", (_name, caller, expected) => {
    const followers = createFollowers(() => NOW);
    const admitted = Array.from({ length: 1_000 }, (_, at) => followers.admit(caller(at)));
    expect(admitted.filter((follower) => typeof follower !== "string").length).toBe(expected);
    expect(typeof followers.admit("203.0.113.1")).toBe("object");
  });

  test("HEAD opens none", async () => {
    const world = await worldOf([eventOf(1)]);
    const response = await world.ask(`/feed/${WIKI}?format=sse`, { method: "HEAD" });
    expect([response.status, response.headers.get("content-type")]).toEqual([
      200,
      "text/event-stream; charset=utf-8",
    ]);
  });
});
