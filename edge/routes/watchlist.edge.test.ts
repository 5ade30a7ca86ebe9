import { describe, expect, test } from "vitest";
import type { FeedRequest } from "../../shared/protocol/feed.ts";
import { eventOf, idsOf, numbers, originOf, SECOND, WIKI, worldOf } from "../testing/feed.ts";
import { createWorld, NOW, type Responder } from "../testing/world.ts";

const pageOf = (pageid: number) => ({ pages: [{ pageid, title: `P${pageid}`, namespace: 0 }] });

/** An origin that has events of the pages 1 to 9, and knows P1 to P9 by their titles. */
function originWithTitles() {
  const events = numbers(90).map((id) => eventOf(id, pageOf((id % 9) + 1)));
  const { origin, asked } = originOf(events);
  const titlesAsked: string[][] = [];
  const answering: Responder = async (request) => {
    if (!request.url.includes("/v1/titles?")) return origin(request);
    const { titles } = (await request.json()) as { titles: string[] };
    titlesAsked.push(titles);
    return Response.json({
      pages: titles.flatMap((title) => (/^P[1-9]$/.test(title) ? [{ title, pageid: Number(title[1]) }] : [])),
    });
  };
  return { origin: answering, asked, titlesAsked };
}

async function watchedWorld(options: Parameters<typeof createWorld>[0] = {}) {
  const { origin, asked, titlesAsked } = originWithTitles();
  const world = createWorld({ origin, ...options });
  await world.store(WIKI, []);
  const json = async (query: string) => {
    const response = await world.ask(`/feed/${WIKI}${query}`);
    return { status: response.status, body: (await response.json()) as never };
  };
  return { ...world, json, asked, titlesAsked };
}

/** A wiki whose category has 3 pages and a subcategory of one, which holds `many` pages. */
function wikiWithTree(many: number): { readonly wiki: Responder; readonly asked: URL[] } {
  const asked: URL[] = [];
  const row = (pageid: number) => ({ pageid, ns: 0, title: `P${pageid}` });
  return {
    asked,
    wiki: (request) => {
      const address = new URL(request.url);
      asked.push(address);
      const given = (name: string) => address.searchParams.get(name);
      if (given("list") === null) {
        const pages = (given("titles") ?? "").split("|").map((title) => {
          const known = title === "Category:Cheese";
          return {
            ns: title.startsWith("Category:") ? 14 : 0,
            title,
            ...(known ? { pageid: 900 } : { missing: true }),
          };
        });
        return Response.json({ batchcomplete: true, query: { pages } });
      }
      const root = given("cmtitle") === "Category:Cheese";
      const known = root || given("cmtitle") === "Category:Blue";
      if (given("cmtype") === "subcat")
        return Response.json({
          batchcomplete: true,
          query: { categorymembers: root ? [{ pageid: 901, ns: 14, title: "Category:Blue" }] : [] },
        });
      const limit = Number(given("cmlimit"));
      const from = Number(given("cmcontinue") ?? 0);
      const all = !known ? [] : root ? [1, 2, 3] : numbers(many).map((n) => n + 3);
      const more = all.length > from + limit;
      return Response.json({
        ...(more
          ? { continue: { cmcontinue: String(from + limit), continue: "-||" } }
          : { batchcomplete: true }),
        query: { categorymembers: all.slice(from, from + limit).map(row) },
      });
    },
  };
}

describe("a watchlist", () => {
  test("of page ids: only their events, from cursor to cursor, mostly without a question of its own", async () => {
    const { json, asked } = await watchedWorld();
    const first = await json(`?since=1.${SECOND}&pageid=2|3&limit=4`);
    expect(idsOf(first.body)).toEqual([2, 10, 11, 19]);
    expect(first.body).toMatchObject({
      watched: { pages: 2, unknown: [] },
      cursor: `19.${SECOND}`,
      more: true,
    });
    expect(idsOf((await json(`?since=19.${SECOND}&pageid=3|2`)).body)[0]).toBe(20);
    expect(asked.length).toBe(1);
    const newest = await json("?pageid=2");
    expect(asked.at(-1)).toMatchObject({ since: null, pageids: [2] } satisfies Partial<FeedRequest>);
    expect(newest.status).toBe(200);
  });

  test("an event with more pages than it names leaves the answer to the database", async () => {
    const world = await worldOf([eventOf(1), eventOf(2, { pageCount: 70 }), eventOf(3)]);
    await world.feed(`?since=1.${SECOND}&pageid=7`);
    expect(world.asked.map(({ pageids }) => pageids)).toEqual([null, [7]]);
    await world.feed(`?since=2.${SECOND}&pageid=7`);
    expect(world.asked.length).toBe(2);
  });

  test("of titles: looked up once; those that nobody watches are named", async () => {
    const { json, titlesAsked, asked } = await watchedWorld();
    const query = `?since=1.${SECOND}&limit=3&title=${encodeURIComponent("P2|P3\r\nNo_such page|P2")}`;
    for (let time = 0; time < 3; time++) {
      const { body } = await json(query);
      expect(body).toMatchObject({ watched: { pages: 2, unknown: ["No such page"] } });
      expect(idsOf(body)).toEqual([2, 10, 11]);
    }
    expect(titlesAsked).toEqual([["P2", "P3", "No such page"]]);
    expect(asked.length).toBe(1);
  });

  test("of a category: with its subcategories, as far down as wanted, asked of the wiki once an hour", async () => {
    const { wiki, asked: ofWiki } = wikiWithTree(2);
    let now = NOW;
    const { ask, json } = await watchedWorld({ wiki, clock: () => now });
    const { body } = await json(`?since=1.${SECOND}&category=Cheese`);
    // Both categories' pages of their own, and theirs.
    expect(body).toMatchObject({ watched: { pages: 6, unknown: [] } });
    const questions = ofWiki.length;
    await json(`?since=1.${SECOND}&category=Cheese`);
    expect(ofWiki.length).toBe(questions);
    now += 3_601_000;
    await json(`?since=1.${SECOND}&category=Cheese`);
    expect(ofWiki.length).toBe(2 * questions);
    expect((await json(`?since=1.${SECOND}&category=Cheese&depth=0`)).body).toMatchObject({
      watched: { pages: 3 },
    });
    expect((await json(`?since=1.${SECOND}&category=Cheese&depth=0&pageid=77&title=P9`)).body).toMatchObject({
      watched: { pages: 5 },
    });
    const atom = await (await ask(`/feed/${WIKI}?category=Cheese&format=atom&uselang=en`)).text();
    expect(atom).toContain("<title>Weboid: links of Test wiki: Cheese</title>");
  });

  test.each([
    ["?pageid=0", 400, "bad-pageid", "page ids"],
    ["?pageid=x", 400, "bad-pageid", "page ids"],
    [`?pageid=${numbers(501).join("|")}`, 400, "bad-pageid", "at most 500"],
    [`?title=${numbers(501).join("|")}`, 400, "bad-title", "at most 500"],
    ["?title=|", 400, "bad-title", "titles"],
    ["?depth=1", 400, "bad-depth", "category"],
    ["?category=a%5Bb", 400, "bad-category", "category"],
    ["?category=None", 404, "unknown-category", 'dewiki@WMF has no category "None"'],
    ["?category=Cheese", 400, "category-too-large", "depth=0"],
  ])("%s: %i %s", async (query, status, code, words) => {
    const { wiki, asked } = wikiWithTree(6_000);
    const { json } = await watchedWorld({ wiki });
    const answer = await json(query);
    expect(answer).toMatchObject({
      status,
      body: { error: { code, message: expect.stringContaining(words) } },
    });
    expect(asked.length).toBeLessThan(20);
  });

  test("people hear in their language that a category is too large", async () => {
    const { wiki } = wikiWithTree(6_000);
    const { ask } = await watchedWorld({ wiki });
    const page = await ask(`/feed/${WIKI}?category=Cheese&format=html&lang=de`);
    expect([page.status, await page.text()]).toEqual([
      400,
      expect.stringContaining("Diese Kategorie hat zu viele Seiten für einen Feed"),
    ]);
  });

  test("a category that is not there yet is asked for again after a minute, one that is too large after an hour", async () => {
    const { wiki, asked: ofWiki } = wikiWithTree(6_000);
    let now = NOW;
    const { json } = await watchedWorld({ wiki, clock: () => now });
    const asksAgain = async (category: string, seconds: number) => {
      const before = ofWiki.length;
      now += seconds * 1_000;
      await json(`?category=${category}`);
      return ofWiki.length > before;
    };
    expect([await asksAgain("None", 0), await asksAgain("None", 59), await asksAgain("None", 1)]).toEqual([
      true,
      false,
      true,
    ]);
    expect([
      await asksAgain("Cheese", 0),
      await asksAgain("Cheese", 3_599),
      await asksAgain("Cheese", 1),
    ]).toEqual([true, false, true]);
  });

  test("a wiki or an origin that is away: 503, and nothing is lost", async () => {
    const { ask } = await watchedWorld();
    const response = await ask(`/feed/${WIKI}?since=1.${SECOND}&category=Cheese&format=atom`);
    expect([response.status, response.headers.get("retry-after")]).toEqual([503, "10"]);
    expect(await response.text()).toContain("wiki-unavailable");
    const world = createWorld();
    await world.store(WIKI, []);
    expect((await world.ask(`/feed/${WIKI}?title=P1`)).status).toBe(503);
  });

  test("Atom has an id of its own, the pages in its titles, and its filter in all addresses", async () => {
    const { ask } = await watchedWorld();
    const address = `/feed/${WIKI}?format=atom&since=1.${SECOND}&limit=2&pageid=3&uselang=en`;
    const xml = await (await ask(address)).text();
    expect(xml).toContain("<id>tag:weboid.example,2026:feed/dewiki@WMF?pageid=3</id>");
    expect(xml).toContain("<title>Weboid: links of Test wiki: P3</title>");
    expect(xml).toContain("<title>Dead: https://a.zz/2 – P3</title>");
    expect(xml).toMatch(/rel="next"[^>]*pageid=3/);
    expect(xml).toContain('href="https://weboid.example/feed/dewiki@WMF?pageid=3&amp;format=html"/>');
    const two = await (await ask(`/feed/${WIKI}?format=atom&since=0&pageid=3|4`)).text();
    expect([...two.matchAll(/href="([^"]*)"/g)].filter(([, href = ""]) => /[|{}^`\\]/.test(href))).toEqual(
      [],
    );
    expect(two).toContain(
      'rel="self" type="application/atom+xml" href="https://weboid.example/feed/dewiki@WMF?',
    );
    const again = await ask(address);
    expect(again.headers.get("etag")).not.toBeNull();
    expect(
      (await ask(address, { headers: { "if-none-match": again.headers.get("etag") ?? "" } })).status,
    ).toBe(304);
  });

  test("a category that cannot be one is asked for again where it was written", async () => {
    const { ask } = await watchedWorld();
    const response = await ask(`/feed/${WIKI}?category=%5B%5B&format=html&lang=de`);
    const page = await response.text();
    expect([response.status, page.includes("Das kann nicht der Titel einer Kategorie sein")]).toEqual([
      400,
      true,
    ]);
    expect(page).toContain('name="category" value="[["');
    expect(page).toContain(
      `<form action="/feed/${WIKI}" method="get" aria-label="Sprache"><input type="hidden" name="category"`,
    );
  });

  test("people paste titles, and get addresses for feed readers that survive moves", async () => {
    const { ask } = await watchedWorld();
    const address = `/feed/${WIKI}?title=${encodeURIComponent("P3\r\nP<b>")}&format=html&lang=en`;
    const page = await (await ask(address)).text();
    expect(page).toContain(`href="/feed/dewiki@WMF?pageid=3&amp;format=atom&amp;uselang=en"`);
    expect(page).toContain("Not monitored here: <bdi>P&lt;b&gt;</bdi>");
    expect(page).toContain('<textarea id="f-titles" name="title"');
  });
});
