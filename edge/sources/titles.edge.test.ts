import { env } from "cloudflare:workers";
import { describe, expect, test } from "vitest";
import recorded from "../testing/recorded/info-titles.json" with { type: "json" };
import { createWorld } from "../testing/world.ts";

const WIKI = "titlewiki@WMF";

async function world() {
  const created = createWorld({ wiki: () => Response.json(recorded[0]?.body), cache: true });
  await created.store(WIKI, []);
  return created;
}

interface Followed {
  readonly pages?: readonly {
    title: string | null;
    asked?: readonly string[];
    redirectedFrom?: string;
    error?: { code: string; message: string };
  }[];
  readonly error?: { code: string; message: string };
}
async function json(address: string): Promise<{ status: number; answered: Followed }> {
  const response = await (await world()).ask(address);
  return { status: response.status, answered: (await response.json()) as Followed };
}

describe("titles as a real MediaWiki takes them (Q1)", () => {
  test.each([
    ["main Page", 200, "Main Page", undefined],
    ["project:About", 200, "Testbed:About", undefined],
    ["Redirect plain", 200, "Article 03", "Redirect plain"],
    ["Moved old 1", 200, "Moved new 1", "Moved old 1"],
    ["File:None.png", 404, "unknown-page", undefined],
    ["talk:main_Page", 404, "unknown-page", undefined],
    ["Special:Search", 404, "special-page", undefined],
    ["Media:X.png", 404, "special-page", undefined],
    ["de:Foo", 404, "title-elsewhere", undefined],
    ["a%20b", 400, "bad-title", undefined],
    ["..", 400, "bad-title", undefined],
  ])("%s: %i, %s", async (title, status, answered, redirectedFrom) => {
    const address = `/api/v1/page?dbname=${WIKI}&title=${encodeURIComponent(title)}`;
    for (const asked of [await json(address), await json(address)]) {
      expect(asked.status).toBe(status);
      const [page] = asked.answered.pages ?? [];
      expect(page?.title ?? asked.answered.error?.code).toBe(answered);
      expect(page?.redirectedFrom).toBe(redirectedFrom);
    }
  });

  test("one that cannot be does not spoil the others", async () => {
    const { status, answered } = await json(
      `/api/v1/page?dbname=${WIKI}&title=Main%20Page|Special:Search|de:Foo|Nowhere`,
    );
    expect(status).toBe(200);
    expect(answered.pages?.map(({ title, error }) => title ?? error?.code)).toEqual([
      "Main Page",
      "special-page",
      "title-elsewhere",
      "unknown-page",
    ]);
  });

  test("each answer says which titles it is for, as they were written; one that nothing can be called has its error in its place", async () => {
    const titles = "Redirect plain|A<b>|Nowhere|main_Page|Article 03|Main Page#Top||de:Foo";
    const address = `/api/v1/page?dbname=${WIKI}&title=${encodeURIComponent(titles)}`;
    const { status, answered } = await json(address);
    expect(status).toBe(200);
    expect(answered.pages?.map(({ title, asked, error }) => [asked, title ?? error?.code])).toEqual([
      [["Redirect plain", "Article 03"], "Article 03"],
      [["A<b>"], "bad-title"],
      [["Nowhere"], "unknown-page"],
      [["main_Page", "Main Page#Top"], "Main Page"],
      [[""], "bad-title"],
      [["de:Foo"], "title-elsewhere"],
    ]);
    expect(answered.pages?.[1]?.error?.message).toContain('not "A\\u{003c}b\\u{003e}"');
    const { ask } = await world();
    expect(await (await ask(`${address}&format=xml`)).text()).toContain(
      "<asked><item>A&lt;b&gt;</item></asked>",
    );
    expect(await (await ask(`${address}&format=html&lang=en`)).text()).toContain("<bdi>A&lt;b&gt;</bdi>");
    const byId = await (await ask(`/api/v1/page?dbname=${WIKI}&pageid=1`)).text();
    expect(byId).not.toContain('"asked"');
  });

  test.each([
    ["A<b>", "A\\u{003c}b\\u{003e}"],
    ["<", "\\u{003c}"],
    ["|<", ""],
  ])("%s alone is refused", async (title, quoted) => {
    const { status, answered } = await json(`/api/v1/page?dbname=${WIKI}&title=${encodeURIComponent(title)}`);
    expect([status, answered.error?.code]).toEqual([400, "bad-title"]);
    expect(answered.error?.message).toContain(`not "${quoted}"`);
  });

  test("people read what to do, with the wiki's search", async () => {
    const { ask } = await world();
    const response = await ask(`/externalLinkInfo?dbname=${WIKI}&title=File:None.png&lang=en`);
    expect([response.status, response.headers.get("content-type")]).toEqual([
      404,
      "text/html; charset=utf-8",
    ]);
    const page = await response.text();
    expect(page).toContain("The wiki has no page with this title or page ID");
    expect(page).toContain(
      'href="https://wiki.zz/w/index.php?title=Special%3ASearch&amp;search=File%3ANone.png"',
    );
    expect(page).toContain('value="File:None.png"');
    const moved = await (await ask(`/externalLinkInfo?dbname=${WIKI}&title=Moved%20old%201&lang=en`)).text();
    expect(moved).toContain("Redirected from <bdi>Moved old 1</bdi>");
  });
});

describe("wikis and farms that are not here are distinguished", () => {
  test.each([
    ["nowiki@WMF", "unknown-wiki", undefined],
    ["nowiki", "unknown-wiki", undefined],
    ["nowiki@nowhere", "unknown-farm", undefined],
    ["titlewiki@nowhere", "unknown-farm", "titlewiki@WMF"],
    ["titlewiki@wmflabs", "unknown-wiki", "titlewiki@WMF"],
  ])("%s: %s", async (wiki, code, meant) => {
    const { status, answered } = await json(`/api/v1/page?dbname=${wiki}&pageid=1`);
    expect([status, answered.error?.code]).toEqual([404, code]);
    if (meant === undefined) expect(answered.error?.message).not.toContain("perhaps");
    else expect(answered.error?.message).toContain(`perhaps you mean ${meant}`);
  });

  test.each([
    "/externalLinkProblem?pageid=1&format=json&dbname=",
    "/externalLinkInfo?title=A&format=json&dbname=",
    "/page/WIKI/1?format=json",
    "/list/WIKI?format=json",
    "/list/WIKI/unreachable?format=json",
    "/list/WIKI/domains?format=json",
    "/feed/WIKI",
    "/feed/WIKI/17.1795251600",
  ])("at %s as everywhere", async (address) => {
    const at = (wiki: string) =>
      json(address.endsWith("=") ? `${address}${wiki}` : address.replace("WIKI", wiki));
    for (const wiki of ["titlewiki@nowhere", "titlewiki@wmflabs"]) {
      const page = await json(`/api/v1/page?dbname=${wiki}&pageid=1`);
      expect(await at(wiki)).toEqual(page);
    }
  });

  test("names are listed once in a minute, whatever is asked for, and again once there is a new wiki", async () => {
    let lists = 0;
    const kv = new Proxy(env.SNAPSHOTS, {
      get(target, name) {
        if (name === "list") lists++;
        const value: unknown = Reflect.get(target, name);
        return typeof value === "function" ? value.bind(target) : value;
      },
    });
    const edge = createWorld({ env: { SNAPSHOTS: kv } });
    await edge.store(WIKI, []);
    const meant = async (wiki: string) =>
      (await (await edge.ask(`/api/v1/page?dbname=${wiki}&pageid=1`)).text()).split("perhaps you mean ")[1];
    for (let at = 0; at < 20; at++) await meant(`made-up-${at}@nowhere-${at}`);
    for (const prefix of ["t", "ti", "tit"]) await edge.ask(`/api/v1/wikis?prefix=${prefix}`);
    expect(lists).toBe(1);
    expect(await meant("newwiki@nowhere")).toBeUndefined();
    await edge.store("newwiki@WMF", []);
    expect(await meant("newwiki@nowhere")).toMatch(/^newwiki@WMF/);
    expect(lists).toBe(2);
  });

  test("people follow a link to the wiki that was perhaps meant", async () => {
    const { ask } = await world();
    const page = await (
      await ask("/externalLinkInfo?dbname=titlewiki@nowhere&pageid=7&show=all&lang=en")
    ).text();
    expect(page).toContain("Unknown family of wikis");
    expect(page).toContain(
      'Did you mean <a href="/externalLinkInfo?dbname=titlewiki@WMF&amp;pageid=7&amp;show=all&amp;lang=en"><bdi>titlewiki@WMF</bdi></a>?',
    );
  });
});
