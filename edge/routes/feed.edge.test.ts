import { describe, expect, test } from "vitest";
import { FEED_LIMITS } from "../../shared/protocol/feed.ts";
import {
  BIDI,
  eventOf,
  type Followed,
  idsOf,
  numbers,
  originOf,
  SECOND,
  WIKI,
  worldOf,
} from "../testing/feed.ts";
import { createWorld, NOW } from "../testing/world.ts";

describe("JSON", () => {
  test("an event has all that a bot needs; the answer where to go on", async () => {
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
    let answered = await feed("?since=0");
    seen.push(...idsOf(answered));
    for (let turn = 0; answered.more && turn < 20; turn++) {
      answered = await feed(`?since=${answered.cursor}`);
      seen.push(...idsOf(answered));
    }
    expect(seen).toEqual(numbers(FEED_LIMITS.events + 130));
    expect(await feed(`?since=${answered.cursor}`)).toMatchObject({
      events: [],
      cursor: answered.cursor,
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
      eventOf(3, { kind: "site-relaunched", url: null, pageCount: 70 }),
    ]);
    const { events } = await feed();
    expect(events.map((event) => "morePages" in event && event.morePages)).toEqual([
      `/feed/${WIKI}/1.${SECOND}?after=5`,
      `/list/${WIKI}/spam`,
      null,
    ]);
    for (const format of ["html", "atom"]) {
      const text = await (await ask(`/feed/${WIKI}?kind=site-relaunched&format=${format}`)).text();
      expect(text).toContain("69 more pages");
      expect(text).not.toContain("?after=");
    }
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

  test("an event's answers say to caches what their form depends on", async () => {
    const world = await worldOf([eventOf(1)]);
    for (const accept of ["application/json", "application/atom+xml"]) {
      const response = await world.ask(`/feed/${WIKI}/1.${SECOND}`, { headers: { accept } });
      expect([response.status, response.headers.get("vary")]).toEqual([200, "Accept, Accept-Language"]);
    }
  });
});

test("a browser gets a page, and a caller that says nothing JSON", async () => {
  const world = await worldOf([eventOf(1)]);
  const typeOf = async (accept: string) =>
    (await world.ask(`/feed/${WIKI}`, { headers: { accept } })).headers.get("content-type");
  expect(await typeOf("text/html,application/xhtml+xml,*/*;q=0.8")).toMatch(/^text\/html/);
  expect(await typeOf("*/*")).toMatch(/^application\/json/);
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

  test.each([
    ["too old", 2, "is no longer kept"],
    ["ahead of the newest", 601, "is ahead of the newest event"],
  ])("a cursor that is %s gets the newest one, and what else to do", async (_, id, reason) => {
    const { ask } = await worldOf(
      numbers(600).map((one) => eventOf(one)),
      { kept: 50 },
    );
    const response = await ask(`/feed/${WIKI}?since=${id}.${SECOND}`);
    const { error } = (await response.json()) as { error: { code: string; message: string } };
    expect([response.status, error.code]).toEqual([410, "cursor-gone"]);
    expect(error.message).toContain(reason);
    expect(error.message).toContain(`since=600.${SECOND}`);
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
    const answered = await Promise.all(asks);
    expect(new Set(answered.map(({ cursor }) => cursor)).size).toBeGreaterThan(1);
    expect(asked.length).toBe(1);
  });

  test("so do those who stand further back, all at one place", async () => {
    const { feed, asked } = await worldOf(
      numbers(700).map((id) => eventOf(id)),
      { sleeps: true },
    );
    const answered = await Promise.all(numbers(200).map(() => feed(`?since=7.${SECOND}`)));
    expect(new Set(answered.map(({ cursor }) => cursor))).toEqual(new Set([`107.${SECOND}`]));
    expect(asked.length).toBe(2);
  });

  test("news are seen after some seconds", async () => {
    const events = [eventOf(1)];
    const { origin } = originOf(events);
    let now = NOW;
    const world = createWorld({ origin, clock: () => now });
    await world.store(WIKI, []);
    const cursor = async () => ((await (await world.ask(`/feed/${WIKI}`)).json()) as Followed).cursor;
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
      "<title>Nicht erreichbar: https://a.zz/1 – Käse</title>",
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
    expect(xml).toContain("<title>Reported by readers: https://a.zz/1 – Käse</title>");
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
