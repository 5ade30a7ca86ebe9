import { describe, expect, test } from "vitest";
import { urlBatches } from "../sources/facts.ts";
import recordedError from "../testing/recorded/info-pageids-bad.json" with { type: "json" };
import { DEAD, FINE, facts, SHAKY, snapshotOf } from "../testing/snapshots.ts";
import { createWorld, ORIGIN_URL, type Responder, wikiOf } from "../testing/world.ts";

const WIKI = "pagewiki@WMF";
const PAGE = snapshotOf(WIKI, 11, [
  facts("https://dead.zz/", DEAD, { archives: [{ type: "archive.org", url: "https://archive.zz/1" }] }),
  facts("https://fine.zz/", FINE),
  facts("https://shaky.zz/", SHAKY),
  facts("https://spam.zz/", [], { spam: "global" }),
  facts("https://gone-from-page.zz/", DEAD),
]);
const LINKS = [
  "HTTPS://Dead.zz:443/#part",
  "https://dead.zz/",
  "https://fine.zz/",
  "//shaky.zz",
  "https://spam.zz/",
  "https://new.zz/x",
  "https://www.sister.zz/own",
  "https://wiki.zz/wiki/Own",
  "http://docs/about.htm",
  "mailto:a@b.zz",
  "https://example.org/reserved",
];

interface Followed {
  url: string;
  verdict: string;
}
const shown = (urls: Followed[]) => urls.map(({ url, verdict }) => `${url} ${verdict}`);

async function world(options: Parameters<typeof createWorld>[0] = {}) {
  const created = createWorld({ wiki: wikiOf({ 11: LINKS, 12: ["https://new.zz/x"], 13: [] }), ...options });
  await created.store(WIKI, [PAGE]);
  return created;
}

async function page(address: string, options: Parameters<typeof createWorld>[0] = {}) {
  const { ask, requests } = await world(options);
  const response = await ask(address);
  expect([response.status, address]).toEqual([200, address]);
  const document = (await response.json()) as {
    generated: number;
    pages: { pageid: number; urls: Followed[]; title: string; live: boolean; watched: boolean }[];
  };
  return { ...document, requests, response };
}

const ALL = `/api/v1/page?dbname=${WIKI}&pageid=11&show=all`;
const [path = ""] = ALL.split("&show");

describe("GET /api/v1/page: the links of this minute joined with the snapshot (design 8)", () => {
  test("all links, in the order of domains, several spellings of one URL as one", async () => {
    const { pages, response, generated } = await page(ALL);
    expect(shown(pages[0]?.urls ?? [])).toEqual([
      "https://dead.zz/ unreachable",
      "https://fine.zz/ working",
      "https://new.zz/x unknown",
      "https://shaky.zz/ doubtful",
      "https://www.sister.zz/own internal",
      "https://spam.zz/ spam",
      "https://wiki.zz/wiki/Own internal",
      "http://docs/about.htm invalid",
    ]);
    expect(generated).toBe(3611);
    expect(pages[0]).toMatchObject({
      wiki: WIKI,
      pageid: 11,
      title: "Page 11",
      watched: true,
      live: true,
      asOf: 3609,
      total: 8,
    });
    expect(response.headers.get("content-type")).toBe("application/json; charset=utf-8");
    expect(response.headers.get("cache-control")).toBe("public, max-age=30, stale-while-revalidate=600");
  });

  test("the evidence of a dead link, key for key", async () => {
    const { pages } = await page(`${path}&status=unreachable`);
    expect(pages[0]?.urls).toEqual([
      {
        url: "https://dead.zz/",
        verdict: "unreachable",
        status: 18,
        http: 404,
        since: 3540,
        sinceDate: "2026-09-11",
        last: 3610,
        lastDate: "2026-11-20",
        checks: 9,
        history: [
          {
            status: 18,
            http: 404,
            first: 3540,
            firstDate: "2026-09-11",
            last: 3610,
            lastDate: "2026-11-20",
            checks: 9,
          },
          {
            status: 1,
            http: 200,
            first: 2700,
            firstDate: "2024-05-24",
            last: 3533,
            lastDate: "2026-09-04",
            checks: 30,
          },
        ],
        notes: [],
        archives: [{ type: "archive.org", url: "https://archive.zz/1" }],
        replacement: null,
        reports: 0,
        spam: null,
        rule: expect.any(String),
        mime: null,
        kib: null,
      },
    ]);
  });

  test.each([
    ["", ["dead", "shaky", "spam", "docs"]],
    ["&show=findings", ["dead", "shaky", "spam", "docs"]],
    ["&status=working", ["fine", "www"]],
    ["&status=doubtful", ["shaky"]],
    ["&show=all&status=unreachable", ["dead"]],
  ])("%s", async (parameters, expected) => {
    const { pages } = await page(path + parameters);
    expect(pages[0]?.urls.map(({ url }) => /\/\/(\w+)/.exec(url)?.[1])).toEqual(expected);
  });

  test("a page that is not watched is answered too; its links are unknown", async () => {
    const { pages } = await page(`/api/v1/page?dbname=${WIKI}&pageid=12|13&show=all`);
    expect(pages).toMatchObject([
      { pageid: 12, watched: false, live: true, asOf: null, urls: [{ verdict: "unknown", status: 0 }] },
      { pageid: 13, watched: false, urls: [] },
    ]);
  });

  test("what no snapshot has is asked of origin, in one signed request", async () => {
    const asked: unknown[] = [];
    const origin: Responder = async (request) => {
      if (request.url.includes("/v1/touch?")) return new Response(null, { status: 202 });
      expect(request.headers.get("x-weboid-signature")).toMatch(/^[0-9a-f]{64}$/);
      asked.push(await request.json());
      return Response.json({ urls: [facts("https://new.zz/x", DEAD), { url: 7 }, "junk"] });
    };
    const { pages } = await page(`/api/v1/page?dbname=${WIKI}&pageid=11|12&show=all`, { origin });
    expect(asked).toEqual([{ wiki: WIKI, urls: ["https://new.zz/x"] }]);
    for (const { urls } of pages)
      expect(urls.find(({ url }) => url === "https://new.zz/x")?.verdict).toBe("unreachable");
  });
});

describe("a page with more links than origin takes at once", () => {
  const many = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, at) => `https://many.zz/${from + at}`);

  test("is asked about in several requests, and each answer counts by itself", async () => {
    const sizes: number[] = [];
    const origin: Responder = async (request) => {
      if (request.url.includes("/v1/touch?")) return new Response(null, { status: 202 });
      const { urls } = (await request.json()) as { urls: string[] };
      sizes.push(urls.length);
      if (urls.includes("https://many.zz/2500")) return new Response(null, { status: 500 });
      return Response.json({ urls: urls.map((url) => facts(url, DEAD)) });
    };
    const { pages } = await page(`/api/v1/page?dbname=${WIKI}&pageid=14&show=all`, {
      origin,
      wiki: wikiOf({ 14: many(0, 5_000) }),
    });
    expect(sizes.sort()).toEqual([1_000, 2_000, 2_000]);
    const verdicts = Map.groupBy(pages[0]?.urls ?? [], ({ verdict }) => verdict);
    expect([verdicts.get("unreachable")?.length, verdicts.get("unknown")?.length]).toEqual([3_000, 2_000]);
  });

  test.each([
    ["none", [], []],
    ["as many as go at once", many(0, 2_000), [2_000]],
    ["one more", many(0, 2_001), [2_000, 1]],
    ["long ones", Array.from({ length: 1_000 }, () => "x".repeat(8_192)), [503, 497]],
    ["more than any page has", many(0, 20_000), [2_000, 2_000, 2_000, 2_000, 2_000, 2_000]],
  ])("lists: %s", (_name, urls, sizes) =>
    expect(urlBatches(urls).map(({ length }) => length)).toEqual(sizes),
  );
});

describe("pages with very many URLs", () => {
  const many = (pageid: number, count: number) =>
    snapshotOf(
      WIKI,
      pageid,
      Array.from({ length: count }, (_, at) => facts(`https://many.zz/${pageid}/${at}`, FINE)),
    );

  test("there is room for 10,000 of several pages, or for those of the first; others are named, with what to do", async () => {
    const { ask, store, requests } = createWorld({ origin: () => new Response(null, { status: 202 }) });
    await store(WIKI, [many(61, 6_000), many(62, 6_000), many(63, 100), many(64, 12_000)]);
    const pagesOf = async (pageids: string) => {
      const response = await ask(`/api/v1/page?dbname=${WIKI}&pageid=${pageids}`);
      const { pages } = (await response.json()) as { pages: { total?: number; error?: { code: string } }[] };
      return pages.map(({ total, error }) => error?.code ?? total);
    };
    expect(await pagesOf("61|62|63|65")).toEqual([
      6_000,
      "too-many-urls",
      "too-many-urls",
      "wiki-unavailable",
    ]);
    expect(await pagesOf("62|63")).toEqual([6_000, 100]);
    expect(await pagesOf("64|61")).toEqual([12_000, "too-many-urls"]);
    const touched = requests.filter(({ url }) => url.includes("/v1/touch?"));
    expect(await touched[0]?.json()).toEqual({ wiki: WIKI, pageids: [61, 62, 63] });
  });
});

test("a parameter that stands several times is as its values joined, or the first where there can be one alone", async () => {
  const { pages } = await page(`/api/v1/page?dbname=${WIKI}&pageid=12&pageid=13&pageid=&pageid=12&show=all`);
  expect(pages.map(({ pageid }) => pageid)).toEqual([12, 13]);
  const { ask } = await world();
  const twice = await ask(`/api/v1/page?dbname=${WIKI}&pageid=12&format=xml&format=json&format=xml`);
  expect(await twice.json()).toMatchObject({
    error: { code: "bad-format", message: expect.stringContaining('not "xml|json"') },
  });
  const first = await ask("/api/v1/normalise?url=http://a.zz/&url=http://b.zz/");
  expect(await first.json()).toMatchObject({ input: "http://a.zz/" });
});

test("data are answered by an edge that does not know its own address", async () => {
  const { ask } = await world({ env: { PUBLIC_URL: "" } });
  const statuses = ["json", "xml", "html"].map(
    async (format) => (await ask(`${ALL}&format=${format}`)).status,
  );
  expect(await Promise.all(statuses)).toEqual([200, 200, 500]);
  expect((await ask(`/page/${WIKI}/11?format=json`)).status).toBe(200);
});

describe("each source may fail alone", () => {
  const failures: [string, Responder | undefined][] = [
    ["no connection", undefined],
    ["HTTP 503", () => new Response("down", { status: 503 })],
    ["a page of HTML", () => new Response("<html>", { headers: { "content-type": "text/html" } })],
    ["a redirect", () => new Response(null, { status: 302, headers: { location: "https://other.zz/" } })],
    ["an error of the API", () => Response.json(recordedError[0]?.body)],
    ["JSON without an answer", () => Response.json([])],
    ["too much", () => new Response("x".repeat(9_000_000))],
  ];
  test.each(failures)("wiki: %s: the snapshot's own list, marked", async (_name, wiki) => {
    const { ask, store } = createWorld(wiki ? { wiki } : {});
    await store(WIKI, [PAGE]);
    const response = await ask(ALL);
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({
      pages: [
        {
          title: "Stored title 11",
          live: false,
          asOf: 3609,
          urls: expect.arrayContaining([expect.objectContaining({ url: "https://gone-from-page.zz/" })]),
        },
      ],
    });
  });

  test("a list that breaks off before a page says nothing of its links", async () => {
    const wiki: Responder = (request) => {
      const { searchParams } = new URL(request.url);
      if (searchParams.has("elcontinue")) return new Response("", { status: 500 });
      const pages = (searchParams.get("pageids") ?? "").split("|").map((pageid) => ({
        pageid: Number(pageid),
        title: `P${pageid}`,
        ...(pageid === "21" && { extlinks: [{ url: "https://fine.zz/" }] }),
      }));
      return Response.json({ continue: { elcontinue: "21|x", continue: "||" }, query: { pages } });
    };
    const { ask } = await world({ wiki });
    const response = await ask(`/api/v1/page?dbname=${WIKI}&pageid=21|22|11`);
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect(await response.json()).toMatchObject({
      pages: [
        { pageid: 21, live: false, total: 1 },
        { pageid: 22, error: { code: "wiki-unavailable", message: expect.stringContaining("page 22") } },
        { pageid: 11, live: false, total: 5 },
      ],
    });
    const alone = `dbname=${WIKI}&pageid=22`;
    expect((await ask(`/api/v1/page?${alone}`)).status).toBe(503);
    expect((await ask(`/externalLinkInfo?${alone}&lang=en`)).status).toBe(503);
    expect((await ask(`/api/v1/page?${alone}&ping=1`)).status).toBe(202);
  });

  test("wiki down and nothing stored: an error, no empty answer", async () => {
    const { ask, store } = createWorld();
    await store(WIKI, []);
    const response = await ask(`/api/v1/page?dbname=${WIKI}&pageid=99`);
    expect([response.status, response.headers.get("retry-after")]).toEqual([503, "60"]);
    expect(await response.json()).toMatchObject({ error: { code: "wiki-unavailable" } });
    const title = await ask(`/api/v1/page?dbname=${WIKI}&title=A`);
    expect(await title.json()).toMatchObject({ error: { code: "wiki-unavailable" } });
  });

  test.each<[string, Responder]>([
    ["no connection", () => Promise.reject(new TypeError("refused"))],
    ["HTTP 500", () => new Response("", { status: 500 })],
    ["nonsense", () => new Response("{")],
    ["another shape", () => Response.json({ urls: {} })],
  ])("origin: %s: unknown", async (_name, origin) => {
    const { pages } = await page(ALL, { origin });
    expect(pages[0]?.urls.find(({ url }) => url === "https://new.zz/x")?.verdict).toBe("unknown");
    expect(pages[0]?.urls.find(({ url }) => url === "https://dead.zz/")?.verdict).toBe("unreachable");
  });
});

describe("errors in the caller's format", () => {
  test.each([
    [`dbname=nowiki&pageid=1`, 404, "unknown-wiki"],
    [`dbname=${WIKI}&pageid=404`, 404, "unknown-page"],
    [`dbname=${WIKI}&pageid=404|405`, 404, "unknown-page"],
    [`dbname=${WIKI}&pageid=a`, 400, "bad-pageid"],
    [`dbname=${WIKI}`, 400, "missing-page"],
    [`dbname=${WIKI}&title=${"x".repeat(10_000)}`, 400, "bad-title"],
    [`dbname=${WIKI}&pageid=1&format=pdf`, 400, "bad-format"],
    [`dbname=${WIKI}&pageid=1&lang=%3Cscript%3E`, 400, "bad-lang"],
  ])("%.70s: %i %s", async (query, status, code) => {
    const { ask } = await world();
    const response = await ask(`/api/v1/page?${query}`);
    expect(response.status).toBe(status);
    expect(await response.json()).toEqual({ error: { code, message: expect.stringMatching(/.{20}/) } });
  });

  test("XML, HTML and scripts have errors of their own", async () => {
    const { ask } = await world();
    const bad = async (format: string) => {
      const response = await ask(`/api/v1/page?dbname=${WIKI}&pageid=%3Cb%3E&format=${format}`);
      expect([format, response.status]).toEqual([format, 400]);
      return response.text();
    };
    expect(await bad("xml")).toContain("<answer><error><code>bad-pageid</code><message>pageid must");
    expect(await bad("js")).toContain('var error = { code: "bad-pageid"');
    const html = await bad("html");
    expect(html).toContain("<form");
    expect(html).not.toContain("<b>");
  });

  test("a callback for XML is refused, in XML", async () => {
    const { ask } = await world();
    const response = await ask(`${path}&format=xml&callback=f`);
    expect(response.status).toBe(400);
    expect(await response.text()).toContain("<code>bad-callback</code>");
  });

  test("one unknown page beside a known one has its error in its place", async () => {
    const { pages } = await page(`/api/v1/page?dbname=${WIKI}&pageid=13|404`);
    expect(pages).toMatchObject([{ pageid: 13 }, { pageid: 404, error: { code: "unknown-page" } }]);
    expect(pages[0]).not.toHaveProperty("error");
  });
});

describe("other formats and addresses of the same answer", () => {
  test("XML has the same names", async () => {
    const { ask } = await world();
    const response = await ask(`${path}&format=xml`);
    expect(response.headers.get("content-type")).toBe("application/xml; charset=utf-8");
    const xml = await response.text();
    expect(xml).toContain(`<item><wiki>${WIKI}</wiki><pageid>11</pageid><title>Page 11</title>`);
    expect(xml).toContain("<url>https://dead.zz/</url><verdict>unreachable</verdict><status>18</status>");
  });

  test.each([
    ["/externalLinkInfo", `/externalLinkInfo?dbname=${WIKI}&pageid=11&lang=de&show=all`],
    ["the lasting address", `/page/${WIKI}/11?lang=de&show=all`],
    ["the lasting address, encoded", `/page/${encodeURIComponent(WIKI)}/11?lang=de&show=all`],
  ])("%s: an HTML page with the form above and one <li> per URL", async (_name, address) => {
    const { ask } = await world();
    const response = await ask(address);
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toMatch(/^text\/html; ?charset=utf-8$/i);
    expect(response.headers.get("content-security-policy")).toContain("default-src 'none'");
    expect(response.headers.get("vary")).toBe("Accept-Language");
    const html = await response.text();
    expect(html).toMatch(/<html[^>]* lang="?de/);
    expect(html.indexOf("<form")).toBeLessThan(html.indexOf("<ul"));
    expect(html).toContain("https://dead.zz/");
  });

  test("the lasting address is one on paper, too: of the edge, whatever host was asked", async () => {
    const { ask } = await world();
    for (const asked of ["https://weboid.test", "http://other.test:8080"]) {
      const html = await (await ask(`${asked}/page/${WIKI}/11?lang=en`)).text();
      expect(html).toContain(`href="/page/${WIKI}/11">https://weboid.example/page/${WIKI}/11</a>`);
    }
  });

  test.each([
    ["de-AT,de;q=0.9,en;q=0.5", "de"],
    ["en", "en"],
    ["*", "en"],
    [`"><script>`, "en"],
  ])("the browser's language %s is answered in %s", async (header, lang) => {
    const { ask } = await world();
    const response = await ask(`/page/${WIKI}/11`, { headers: { "accept-language": header } });
    expect(await response.text()).toMatch(new RegExp(`<html[^>]* lang="?${lang}`));
  });

  test("ping: 202 and no body, and the feeder hears of it", async () => {
    const origin: Responder = () => new Response(null, { status: 202 });
    const { ask, requests } = await world({ origin });
    const response = await ask(`${path}&ping=1`);
    expect([response.status, await response.text()]).toEqual([202, ""]);
    expect(response.headers.get("access-control-expose-headers")).toContain("RateLimit");
    const touches = requests.filter(({ url }) => url.startsWith(`${ORIGIN_URL}/v1/touch?`));
    expect(await touches[0]?.json()).toEqual({ wiki: WIKI, pageids: [11] });
  });
});

describe("caching", () => {
  test("a ping, for which origin is not asked for URLs, answers no question after it", async () => {
    const origin: Responder = () => new Response(null, { status: 202 });
    const world = createWorld({ wiki: wikiOf({ 51: ["https://new.zz/x"] }), cache: true, origin });
    await world.store(WIKI, []);
    const urlQuestions = () => world.requests.filter(({ url }) => url.startsWith(`${ORIGIN_URL}/v1/urls?`));
    const address = `/api/v1/page?dbname=${WIKI}&pageid=51&show=all`;
    expect((await world.ask(`${address}&ping=1`)).status).toBe(202);
    expect(urlQuestions()).toHaveLength(0);
    expect((await world.ask(address)).status).toBe(200);
    expect(urlQuestions()).toHaveLength(1);
  });

  test("a long answer, which only bots ask for, is not kept at the cost of what all share", async () => {
    const origin: Responder = () => Response.json({ urls: [] });
    const links = Array.from({ length: 3_000 }, (_, at) => `https://new.zz/${"x".repeat(60)}${at}`);
    const world = createWorld({ wiki: wikiOf({ 61: links, 62: links.slice(0, 9) }), cache: true, origin });
    await world.store(WIKI, []);
    const kept = async (pageid: number) => {
      const address = `/api/v1/page?dbname=${WIKI}&pageid=${pageid}&show=all`;
      const first = await (await world.ask(address)).text();
      const asked = world.requests.length;
      expect(await (await world.ask(address)).text()).toBe(first);
      return { isLong: first.length > 256 * 1024, isKept: world.requests.length === asked };
    };
    expect(await kept(61)).toEqual({ isLong: true, isKept: false });
    expect(await kept(62)).toEqual({ isLong: false, isKept: true });
  });

  test("pages are answered in the order of the question, from the cache too", async () => {
    const { ask, store } = createWorld({ wiki: wikiOf({ 41: [], 42: [] }), cache: true });
    await store(WIKI, []);
    for (const pageids of ["42|41", "41|42", "42|41"]) {
      const response = await ask(`/api/v1/page?dbname=${WIKI}&pageid=${pageids}`);
      const { pages } = (await response.json()) as { pages: { pageid: number }[] };
      expect(pages.map(({ pageid }) => pageid).join("|")).toBe(pageids);
    }
  });

  test("a wiki is asked once in a minute for a page, whatever the question", async () => {
    const { ask, store, requests } = createWorld({ wiki: wikiOf({ 21: LINKS, 22: [] }), cache: true });
    await store(WIKI, []);
    const address = `/api/v1/page?dbname=${WIKI}&pageid=`;
    await ask(`${address}21`);
    await ask(`${address}21`);
    await ask(`${address}21&show=all&format=xml&foreign=1`);
    await ask(`${address}22|21`);
    const questions = requests
      .filter(({ method }) => method !== "HEAD")
      .map(({ url }) => new URL(url).searchParams);
    // Its own page to which that one links is looked up as rarely.
    expect(questions.map((asked) => asked.get("pageids") ?? asked.get("titles"))).toEqual([
      "21",
      "Own",
      "22",
    ]);
  });

  test("what one caller asks cannot be served to another in a wrong form", async () => {
    const { ask, store } = createWorld({ wiki: wikiOf({ 31: ["https://a.zz/"] }), cache: true });
    await store(WIKI, []);
    const address = `/api/v1/page?dbname=${WIKI}&pageid=31`;
    expect(await (await ask(`${address}&callback=f`)).text()).toMatch(/^\/\*\*\/f\(/);
    expect(await (await ask(`${address}&callback=g`)).text()).toMatch(/^\/\*\*\/g\(/);
    expect(await (await ask(address)).json()).toMatchObject({ pages: [{ urls: [] }] });
    expect(await (await ask(`${address}&show=all`)).json()).toMatchObject({
      pages: [{ total: 1, urls: [{}] }],
    });
  });
});
