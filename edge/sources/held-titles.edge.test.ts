import { describe, expect, test } from "vitest";
import { DEAD, FINE, facts, snapshotOf } from "../testing/snapshots.ts";
import { createWorld, ORIGIN_URL, type Responder } from "../testing/world.ts";

const WIKI = "heldwiki@WMF";
/** What origin has; 13 has no snapshot here. */
const HELD: Readonly<Record<string, number>> = { One: 11, one: 11, Two: 12, "No snapshot": 13 };
const ADDRESS = `/api/v1/page?dbname=${WIKI}&show=all&title=`;

const origin: Responder = async (request) => {
  if (!request.url.includes("/v1/titles?")) return Response.json({ urls: [] });
  const { titles } = (await request.json()) as { titles: string[] };
  const pages = titles.flatMap((title) =>
    HELD[title] === undefined ? [] : [{ title, pageid: HELD[title] }],
  );
  return Response.json({ pages });
};

/** `wiki` is away unless the test says otherwise. */
async function away(options: Parameters<typeof createWorld>[0] = {}) {
  const world = createWorld({ origin, ...options });
  await world.store(WIKI, [
    snapshotOf(WIKI, 11, [facts("https://dead.zz/", DEAD)]),
    snapshotOf(WIKI, 12, [facts("https://fine.zz/", FINE)]),
  ]);
  const shown = async (titles: string) => {
    const response = await world.ask(`${ADDRESS}${encodeURIComponent(titles)}`);
    const { pages, error } = (await response.json()) as {
      pages?: { pageid: number; title: string; live: boolean; asked: string[]; error?: { code: string } }[];
      error?: { code: string; message: string };
    };
    return { status: response.status, retry: response.headers.get("retry-after"), pages, error };
  };
  const titleQuestions = () =>
    world.requests.filter(({ url }) => url.startsWith(`${ORIGIN_URL}/v1/titles?`)).length;
  return { ...world, shown, titleQuestions };
}

describe("titles while their wiki is away (Q1; issue: each source may fail alone)", () => {
  test.each<[string, Responder | undefined]>([
    ["refuses connections", undefined],
    ["answers with errors", () => new Response("oops", { status: 502 })],
    ["is in maintenance", () => Response.json({ error: { code: "readonly", info: "" } })],
    ["answers with something else", () => new Response("<!doctype html>")],
  ])("one that %s: pages that are held are answered from their snapshots", async (_, wiki) => {
    const { shown, titleQuestions } = await away(wiki === undefined ? {} : { wiki });
    const { status, pages } = await shown(
      "one|Two|One#Top|Nowhere|A<b>|No snapshot|Special:Version|media:X.png#t|A/../b|50%25|Specials|..x",
    );
    expect(status).toBe(200);
    expect(
      pages?.map(({ pageid, title, live, asked, error }) => [
        asked.join(),
        error?.code ?? title,
        pageid,
        live,
      ]),
    ).toEqual([
      ["one,One#Top", "Stored title 11", 11, false],
      ["Two", "Stored title 12", 12, false],
      ["Nowhere", "wiki-unavailable", 0, false],
      ["A<b>", "bad-title", 0, false],
      ["No snapshot", "wiki-unavailable", 13, false],
      ["Special:Version", "special-page", 0, false],
      ["media:X.png#t", "special-page", 0, false],
      ["A/../b", "bad-title", 0, false],
      ["50%25", "bad-title", 0, false],
      ["Specials", "wiki-unavailable", 0, false],
      ["..x", "wiki-unavailable", 0, false],
    ]);
    expect(titleQuestions()).toBe(1);
  });

  test("in every format, in the form, to the gadget, and for pings", async () => {
    const { ask, requests } = await away();
    const body = async (address: string) => {
      const response = await ask(address);
      expect([response.status, address]).toEqual([200, address]);
      return response.text();
    };
    expect(await body(`${ADDRESS}One&format=xml`)).toContain("<url>https://dead.zz/</url>");
    expect(await body(`${ADDRESS}One&callback=f`)).toMatch(/^\/\*\*\/f\(.*"https:\/\/dead\.zz\/"/s);
    const form = await body(`/externalLinkInfo?dbname=${WIKI}&title=One&lang=en`);
    expect(form).toContain("https://dead.zz/");
    expect(form).toContain('value="One"');
    expect(form).toContain(`/page/${WIKI}/11`);
    expect(await body(`/externalLinkProblem?dbname=${WIKI}&title=One`)).toContain('url: "https://dead.zz/"');
    expect((await ask(`${ADDRESS}One&ping=1`)).status).toBe(202);
    const touched = requests.filter(({ url }) => url.includes("/v1/touch?"));
    expect(await Promise.all(touched.map((request) => request.json()))).toContainEqual({
      wiki: WIKI,
      pageids: [11],
    });
  });

  test("pages that are not held: 503, and when to come again", async () => {
    const { shown, ask } = await away();
    expect(await shown("Nowhere")).toMatchObject({
      status: 503,
      retry: "60",
      error: { code: "wiki-unavailable", message: expect.stringContaining("nothing is stored") },
    });
    const form = await ask(`/externalLinkInfo?dbname=${WIKI}&title=Nowhere&lang=en`);
    expect([form.status, await form.text()]).toEqual([503, expect.stringContaining('value="Nowhere"')]);
  });

  test.each<[string, Responder | undefined]>([
    ["is none", undefined],
    ["fails", () => new Response("", { status: 500 })],
    ["is older", () => Response.json({ error: { code: "not-found", message: "" } }, { status: 404 })],
    ["answers nonsense", () => Response.json({ pages: { One: 11 } })],
  ])("origin %s, too: 503, and what to do", async (_, broken) => {
    const world = createWorld(broken === undefined ? {} : { origin: broken });
    await world.store(WIKI, []);
    const response = await world.ask(`${ADDRESS}One`);
    expect(response.status).toBe(503);
    expect(await response.text()).toContain(
      "so titles cannot be looked up; try again in a minute, or ask by",
    );
  });

  test("what origin answers is judged: rows that are none are passed over", async () => {
    const rows = [{ title: "One", pageid: -1 }, { title: 7, pageid: 11 }, null, { title: "Two", pageid: 12 }];
    const { shown } = await away({ origin: () => Response.json({ pages: rows }) });
    expect((await shown("One|Two")).pages?.map(({ pageid }) => pageid)).toEqual([0, 12]);
  });

  test("a wiki that says that there is no such page is believed, and origin not asked", async () => {
    const missing: Responder = () => Response.json({ query: { pages: [{ title: "One", missing: true }] } });
    const { shown, titleQuestions } = await away({ wiki: missing });
    expect(await shown("One")).toMatchObject({ status: 404, error: { code: "unknown-page" } });
    expect(titleQuestions()).toBe(0);
  });

  test("what the wiki said of a title within a minute stands, also where only its links cannot be had", async () => {
    let up = true;
    const query = {
      redirects: [{ from: "Old", to: "One" }],
      pages: [{ pageid: 11, title: "One", extlinks: [{ url: "https://dead.zz/" }] }],
    };
    const { shown, titleQuestions, changed } = await away({
      cache: true,
      wiki: () => (up ? Response.json({ query }) : new Response("", { status: 502 })),
    });
    const name = `Old`;
    expect(await shown(name)).toMatchObject({ pages: [{ pageid: 11, live: true, redirectedFrom: "Old" }] });
    up = false;
    changed.note([`s1:${WIKI}:11`]);
    expect(await shown(name)).toMatchObject({ pages: [{ pageid: 11, live: false, redirectedFrom: "Old" }] });
    expect(titleQuestions()).toBe(0);
    expect((await shown("Old|Two")).pages?.map(({ pageid, live }) => [pageid, live])).toEqual([
      [11, false],
      [12, false],
    ]);
    expect(titleQuestions()).toBe(1);
  });
});
