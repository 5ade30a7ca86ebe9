import { describe, expect, test } from "vitest";
import de from "../../shared/repair/conventions/de.json" with { type: "json" };
import { DEAD, FINE, facts, SHAKY, snapshotOf } from "../testing/snapshots.ts";
import { createWorld, type Responder } from "../testing/world.ts";

const COPY = "https://web.archive.org/web/20190312101112/http://dead.zz/a";
const ARCHIVES = [{ type: "archive.org", url: COPY, at: "20190312101112" }];
const TEXT = "Before [http://dead.zz/a T], [http://fine.zz/ F].";
const REPAIRED = "{{Webarchiv |url=http://dead.zz/a |wayback=20190312101112 |text=T}}";

interface Page {
  readonly content?: unknown;
  readonly model?: string;
  readonly slot?: object;
  readonly revid?: unknown;
  /** As before MediaWiki 1.32. */
  readonly isOld?: boolean;
}

/** A wiki whose page 11 reads so, and what it says of its conventions. */
function wikiWith(
  { content = TEXT, model = "wikitext", slot, revid = 77, isOld = false }: Page,
  own?: unknown,
): Responder {
  const revisions = (main: object) => [
    { revid, timestamp: "2026-11-20T08:00:00Z", ...(isOld ? main : { slots: { main } }) },
  ];
  return (request) => {
    const asked = new URL(request.url).searchParams;
    const isText = asked.get("prop") === "revisions";
    const links = { extlinks: ["http://dead.zz/a", "http://fine.zz/"].map((url) => ({ url })) };
    const main = slot ?? { contentmodel: model, content };
    const page = { pageid: 11, ns: 0, title: "Käse", ...(isText ? { revisions: revisions(main) } : links) };
    const known = own === undefined ? { missing: true } : { revisions: revisions({ content: String(own) }) };
    const pages = asked.get("titles")?.startsWith("MediaWiki:") ? [{ title: "x", ...known }] : [page];
    return Response.json({ curtimestamp: "2026-11-21T12:00:00Z", query: { pages } });
  };
}

async function world(wiki: Responder, dbname = "dewiki@test", cache = false) {
  const created = createWorld({ wiki, cache });
  const urls = [facts("http://dead.zz/a", DEAD, { archives: ARCHIVES }), facts("http://fine.zz/", FINE)];
  await created.store(dbname, [snapshotOf(dbname, 11, urls)]);
  const address = `/api/v1/repair?dbname=${dbname}&pageid=11`;
  const asked = async (more = "") => {
    const response = await created.ask(address + more);
    return { response, body: (await response.json()) as Record<string, unknown> };
  };
  return { ...created, address, asked };
}

describe("GET /api/v1/repair", () => {
  test("of a page that only origin knows, where origin is away: an error, no repair", async () => {
    const created = createWorld({ wiki: wikiWith({}), origin: () => new Response(null, { status: 502 }) });
    await created.store("dewiki@test", []);
    const response = await created.ask("/api/v1/repair?dbname=dewiki@test&pageid=11");
    expect([response.status, response.headers.get("retry-after")]).toEqual([503, "10"]);
    expect(await response.json()).toMatchObject({ error: { code: "origin-unavailable" } });
  });

  test("says of the newest revision what weboid repair says", async () => {
    const { response, body } = await (await world(wikiWith({}))).asked();
    expect(body).toMatchObject({
      version: 1,
      wiki: "dewiki@test",
      pageid: 11,
      title: "Käse",
      revision: 77,
      timestamp: "2026-11-20T08:00:00Z",
      readAt: "2026-11-21T12:00:00Z",
      conventions: { source: "built-in" },
      edits: [
        {
          url: "http://dead.zz/a",
          kind: "archive",
          before: "[http://dead.zz/a T]",
          after: REPAIRED,
          reason: "Its archived copy of 2019-03-12 at archive.org was added.",
          code: "archived",
          details: ["2019-03-12", "archive.org"],
          line: 1,
          section: "",
          context: TEXT,
        },
      ],
      wikitext: `Before ${REPAIRED}, [http://fine.zz/ F].`,
      summary: "Defekte Weblinks: 1 Archivversion ergänzt",
      absent: [],
    });
    // A cache would give a page's repair to those who have saved it.
    expect(response.headers.get("cache-control")).toBe("no-cache");
    expect(response.headers.get("access-control-allow-origin")).toBe("*");
  });

  test("for people: each change, the way into the wiki, and the whole text", async () => {
    const { ask } = await world(wikiWith({}));
    const response = await ask("/repair/dewiki@test/11?lang=en");
    expect([response.status, response.headers.get("cache-control")]).toEqual([200, "no-cache"]);
    const html = await response.text();
    expect(html).toContain(
      '<a href="https://wiki.zz/wiki/K%C3%A4se#weboid-repair">Show changes in the wiki</a>',
    );
    expect(html).toContain("https://wiki.zz/w/index.php?curid=11&amp;action=edit");
    expect(html).toContain("<del>[http://dead.zz/a T]</del></code>");
    expect(html).toContain(`<ins>${REPAIRED}</ins></code>`);
    expect(html).toContain(`>\nBefore ${REPAIRED}, [http://fine.zz/ F].</textarea>`);
    expect((await ask("/repair/dewiki@test/x")).status).toBe(400);
    expect(await (await ask("/repair/dewiki@test/11?lang=de")).text()).toContain(
      "Seine Archivversion vom <bdi>2019-03-12</bdi> bei <bdi>archive.org</bdi> wurde ergänzt.",
    );
    const said = "Seine Archivversion vom \u20682019-03-12\u2069 bei \u2068archive.org\u2069 wurde ergänzt.";
    const german = await ask("/api/v1/repair?dbname=dewiki@test&pageid=11&lang=de");
    expect(await german.json()).toMatchObject({ edits: [{ code: "archived", said }] });
    expect(await (await ask("/api/v1/repair?dbname=dewiki@test&pageid=11&format=xml")).text()).toContain(
      "<code>archived</code><details><item>2019-03-12</item><item>archive.org</item></details>",
    );
    expect(await (await ask("/externalLinkInfo?dbname=dewiki@test&pageid=11&lang=en")).text()).toContain(
      '<a href="/repair/dewiki@test/11?lang=en" rel="nofollow">Repair…</a>',
    );
  });

  test("of a wiki without slots, too", async () => {
    const { body } = await (await world(wikiWith({ isOld: true }, JSON.stringify(de)), "old@test")).asked();
    expect(body).toMatchObject({ revision: 77, conventions: { source: "wiki" } });
    expect(String(body.wikitext)).toContain(REPAIRED);
    const hidden = await world(wikiWith({ isOld: true, slot: { texthidden: true } }), "hidden@test");
    expect((await hidden.asked()).body).toMatchObject({ error: { code: "hidden-revision" } });
  });

  test("by title as well", async () => {
    const { ask } = await world(wikiWith({}));
    const response = await ask("/api/v1/repair?dbname=dewiki@test&title=K%C3%A4se");
    expect(await response.json()).toMatchObject({ pageid: 11, revision: 77 });
  });

  test.each<[string, Page, number, string]>([
    ["Lua", { model: "Scribunto" }, 400, "not-wikitext"],
    ["JSON", { model: "json", content: "{}" }, 400, "not-wikitext"],
    ["a text that nobody may see", { slot: { texthidden: true } }, 404, "hidden-revision"],
    ["more than 2 MiB", { content: "ü".repeat(1024 * 1024 + 1) }, 400, "too-long"],
    ["more links and templates than an isolate can hold", { content: "[[".repeat(100_001) }, 400, "too-long"],
    ["more than an answer may have", { content: "x".repeat(6 * 1024 * 1024) }, 503, "wiki-unavailable"],
    [
      "links in more places than anybody reads",
      { content: "http://dead.zz/a ".repeat(5_001) },
      400,
      "too-many-links",
    ],
    ["no number of a revision", { revid: "1; drop" }, 503, "wiki-unavailable"],
    ["no text", { content: { a: 1 } }, 503, "wiki-unavailable"],
  ])("a page with %s", async (_name, page, status, code) => {
    const { response, body } = await (await world(wikiWith(page))).asked();
    expect([response.status, body.error]).toEqual([status, { code, message: expect.any(String) }]);
  });

  test.each<[string, Page, string, string]>([
    ["Lua", { model: "Scribunto" }, "", "Diese Seite ist nicht in Wikitext geschrieben"],
    ["a text that nobody may see", { slot: { texthidden: true } }, "", "Das Wiki verbirgt den Text"],
    ["more than 2 MiB", { content: "ü".repeat(1024 * 1024 + 1) }, "", "Diese Seite ist zu lang"],
    ["too many links", { content: "http://dead.zz/a ".repeat(5_001) }, "", "zu viele tote Weblinks"],
    ["another revision", {}, "&revision=76", "Die Seite wurde inzwischen bearbeitet"],
  ])("people hear in their language why a page with %s is refused", async (_name, page, more, words) => {
    const { ask } = await world(wikiWith(page));
    const response = await ask(`/repair/dewiki@test/11?lang=de${more}`);
    expect([response.status >= 400, response.status < 500]).toEqual([true, true]);
    const html = await response.text();
    expect(html).toMatch(new RegExp(`<h1>[^<]*${words}`));
    expect(html).not.toContain("weboid repair -");
  });

  test.each([
    ["&pageid=11|12", 400, "too-many-pages"],
    ["&pageid=11&revision=x", 400, "bad-revision"],
    ["&pageid=11&format=html", 400, "this address answers in json, xml or js"],
    ["", 400, "missing-page"],
  ])("a question with %s is refused", async (more, status, code) => {
    const { ask } = await world(wikiWith({}));
    const response = await ask(`/api/v1/repair?dbname=dewiki@test${more}`);
    expect(response.status).toBe(status);
    expect(await response.text()).toContain(code);
  });

  test("of a page that is not watched, or whose links all work: nothing to change, and the wikitext as it is", async () => {
    const { ask, store } = createWorld({ wiki: wikiWith({}) });
    await store("dewiki@quiet", []);
    const address = "/api/v1/repair?dbname=dewiki@quiet&pageid=11";
    const page = async () => (await ask("/repair/dewiki@quiet/11?lang=en")).text();
    const nothing = {
      revision: 77,
      edits: [],
      wikitext: TEXT,
      summary: "Defekte Weblinks: nichts zu reparieren",
      absent: [],
    };
    expect(await (await ask(address)).json()).toMatchObject({ ...nothing, watched: false });
    expect(await page()).toContain("This page is not monitored");
    // A doubtful link is a problem, but none to repair.
    const urls = [facts("http://dead.zz/a", SHAKY), facts("http://fine.zz/", FINE)];
    await store("dewiki@quiet", [snapshotOf("dewiki@quiet", 11, urls)]);
    expect(await (await ask(address)).json()).toMatchObject({ ...nothing, watched: true });
    expect(await page()).toContain("No dead link is known on this page.");
    expect(await page()).not.toContain("#weboid-repair");
  });

  test("while the wiki cannot be asked: an error in the caller's format", async () => {
    const { ask } = await world(() => new Response("<h1>Bad gateway</h1>", { status: 502 }));
    const response = await ask("/api/v1/repair?dbname=dewiki@test&pageid=11&format=xml");
    expect([response.status, response.headers.get("content-type")]).toEqual([
      503,
      "application/xml; charset=utf-8",
    ]);
    expect(await response.text()).toContain("<code>wiki-unavailable</code>");
    const page = await ask("/repair/dewiki@test/11?lang=en");
    expect([page.status, page.headers.get("content-type")]).toEqual([503, "text/html; charset=utf-8"]);
  });

  test("is of the newest revision at any time; who names another one is refused", async () => {
    const page = { revid: 1_001 };
    const { asked } = await world((request) => wikiWith({ ...page })(request), "dewiki@revs", true);
    expect((await asked()).body.revision).toBe(1_001);
    page.revid = 1_002;
    expect((await asked()).body.revision).toBe(1_002);
    const refused = await asked("&revision=1001");
    expect(refused.response.status).toBe(409);
    expect(refused.body.error).toMatchObject({ code: "other-revision" });
    const { response, body } = await asked("&revision=1002");
    expect([response.status, body.revision]).toEqual([200, 1_002]);
  });
});

describe("a wiki's own conventions", () => {
  const OWN = { ...de, dead: { ...de.dead, link: "$link!" }, archive: [] };
  test.each<[string, string, unknown, object]>([
    ["a wiki that none are known of", "xxwiki@test", undefined, { source: "none" }],
    [
      "such a wiki with a page",
      "xxwiki@test",
      JSON.stringify({ ...OWN, wiki: undefined }),
      { source: "wiki" },
    ],
    ["in place of the built-in ones", "dewiki@test", JSON.stringify(OWN), { source: "wiki" }],
    ["no JSON", "dewiki@test", "{", { source: "none", error: "MediaWiki:Weboid-repair.json: it is no JSON" }],
    [
      "a mistake",
      "dewiki@test",
      JSON.stringify({ ...OWN, archve: [] }),
      { source: "none", error: expect.stringContaining("archve") },
    ],
    [
      "dates that would take long to recognise",
      "dewiki@test",
      JSON.stringify({ ...OWN, dates: { ...OWN.dates, default: "MMMM MMMM MMMM" } }),
      { source: "none", error: expect.stringContaining("one month") },
    ],
    ["too long", "dewiki@test", `"${"x".repeat(300_000)}"`, { source: "none" }],
  ])("%s", async (_name, dbname, own, conventions) => {
    const { body } = await (await world(wikiWith({}, own), dbname)).asked();
    expect(body.conventions).toEqual(
      "error" in conventions ? conventions : expect.objectContaining(conventions),
    );
    const [edit] = body.edits as { kind: string }[];
    // The page of OWN knows no form for copies.
    expect(edit?.kind).toBe("none");
  });
});
