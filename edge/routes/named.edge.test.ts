import { describe, expect, test } from "vitest";
import { createWorld, PROFILE, type Responder } from "../testing/world.ts";

const WIKI = "namedwiki@WMF";
const TITLE = "Lantern Museum";

/** A wiki with one page, and with a search that does not look at case. */
const wiki: Responder = (request) => {
  const asked = new URL(request.url).searchParams;
  if (asked.get("action") === "opensearch") return Response.json([asked.get("search"), [TITLE, "<b>"]]);
  const found = asked.get("pageids") === "7" || asked.get("titles") === TITLE;
  const title = found ? TITLE : asked.get("titles");
  const page = found
    ? { pageid: 7, ns: 0, title, extlinks: [{ url: "http://docs/about.htm" }] }
    : { title, missing: true };
  return Response.json({ batchcomplete: true, query: { pages: [page] } });
};

async function world() {
  const created = createWorld({
    wiki,
    origin: async (request) => {
      const { pathname } = new URL(request.url);
      if (pathname !== "/v1/wikis-at") return Response.json({ urls: [] });
      const { authority } = (await request.json()) as { authority: string };
      const { api, articleUrl } = PROFILE;
      return Response.json({ wikis: authority === "wiki.zz" ? [{ wiki: WIKI, api, articleUrl }] : [] });
    },
  });
  await created.store(WIKI, []);
  const html = async (query: string) => {
    const response = await created.ask(`/externalLinkInfo?lang=en&${query}`);
    return { status: response.status, text: await response.text() };
  };
  const ask = (address: string) => created.ask(address);
  return { html, ask, requests: created.requests };
}

const HEADING = `<h1><a href="https://wiki.zz/wiki/Lantern_Museum"><bdi>${TITLE}</bdi></a></h1>`;
const pasted = (address: string) => `title=${encodeURIComponent(address)}`;

describe("what people write in place of names", () => {
  test.each([
    pasted("https://wiki.zz/wiki/Lantern_Museum"),
    pasted("https://wiki.zz/wiki/Lantern%20Museum#History"),
    pasted(" http://m.wiki.zz/wiki/Lantern_Museum?action=history "),
    pasted("https://wiki.zz/w/index.php?title=Lantern_Museum&action=edit"),
    pasted("https://wiki.zz/w/index.php?curid=7"),
    `dbname=otherwiki&${pasted("https://wiki.zz/wiki/Lantern_Museum")}`,
    "dbname=wiki.zz&title=Lantern+Museum",
    `dbname=${WIKI}&title=lantern+museum`,
  ])("%s means the page", async (query) => {
    const { html } = await world();
    const { status, text } = await html(query);
    expect([status, text]).toEqual([200, expect.stringContaining(HEADING)]);
  });

  test("the address of an article is its title wherever there are titles", async () => {
    const { ask } = await world();
    const query = pasted("https://wiki.zz/wiki/Lantern_Museum");
    for (const path of ["/api/v1/page", "/externalLinkProblem", "/externalLinkProblem.json"])
      expect([path, (await ask(`${path}?${query}`)).status]).toEqual([path, 200]);
    // The wiki does not say what it reads; but there is such a page.
    const repair = await ask(`/api/v1/repair?${query}`);
    expect(await repair.json()).toMatchObject({ error: { message: expect.stringContaining("page 7") } });
  });

  test("a gadget's question by page id asks nothing of origin", async () => {
    const { ask, requests } = await world();
    expect((await ask("/externalLinkProblem.json?dbname=wiki.zz&pageid=7")).status).toBe(400);
    expect(requests).toEqual([]);
  });

  test.each([
    [`dbname=${WIKI}&${pasted("https://elsewhere.zz/wiki/Lantern_Museum")}`, 404],
    [`dbname=${WIKI}&${pasted("https://wiki.zz/other/Lantern_Museum")}`, 404],
    ["dbname=elsewhere.zz&title=Lantern+Museum", 400],
  ])("%s means no page: %i", async (query, status) => {
    const { html } = await world();
    expect((await html(query)).status).toBe(status);
  });

  test("a title that the wiki does not have is answered by those that it has, as text", async () => {
    const { html } = await world();
    const { status, text } = await html(`dbname=${WIKI}&title=Lantern`);
    expect(status).toBe(404);
    expect(text).toContain("<h1>The wiki has no page with this title or page ID</h1>");
    expect(text).toContain(
      `Did you mean <a href="/externalLinkInfo?dbname=namedwiki@WMF&amp;title=Lantern+Museum&amp;show=findings&amp;lang=en"><bdi>${TITLE}</bdi></a>`,
    );
    expect(text).toContain("<bdi>&lt;b&gt;</bdi>");
  });

  test("programs are answered by the letter, and a title costs the wiki one question", async () => {
    const created = createWorld({ wiki });
    await created.store(WIKI, []);
    const response = await created.ask(`/api/v1/page?dbname=${WIKI}&title=lantern+museum`);
    expect([response.status, created.requests.length]).toEqual([404, 1]);
  });

  test.each([
    ["namedwkii", "namedwiki@WMF"],
    ["nmedwiki@WMF", "namedwiki@WMF"],
  ])(
    "for %s, which is no wiki, %s is suggested; what was written stays in the form",
    async (written, meant) => {
      const { html } = await world();
      const { status, text } = await html(`dbname=${written}&title=X`);
      expect(status).toBe(404);
      expect(text).toContain("<h1>Unknown wiki</h1>");
      expect(text).toContain(`<bdi>${meant}</bdi></a>`);
      expect(text).toContain(`name="dbname" value="${written}"`);
    },
  );

  test("a list that was asked for wrongly comes with its own form, filled in", async () => {
    const created = createWorld({ origin: () => Response.json({}) });
    await created.store(WIKI, []);
    for (const [address, heading] of [
      [`/list/${WIKI}/paths?path=/x`, "Please give a domain, such as example.org"],
      [`/list/${WIKI}/broken?domain=a..b&path=/x`, "A domain looks like"],
    ]) {
      const text = await (await created.ask(`${address}&lang=en`)).text();
      expect(text).toContain(`<h1>${heading}`);
      expect(text).toContain(`<form action="/list/${WIKI}/`);
      expect(text).toContain('name="path" value="/x"');
      expect(text).not.toContain('id="f-title"');
    }
    const nothing = await (await created.ask("/nothing?lang=en")).text();
    expect(nothing).toContain("<h1>There is nothing at this address</h1>");
    expect(nothing).not.toContain("<search>");
  });
});

test("an error can be read in other languages, and its address leads nowhere else", async () => {
  const { ask } = createWorld();
  const text = await (await ask("https://weboid.example//evil.example/x?a=%22%3E%3Cb%3E&lang=en")).text();
  expect(text).toContain('<form action="/evil.example/x" method="get"');
  expect(text).toContain('name="a" value="&quot;&gt;&lt;b&gt;"');
});
