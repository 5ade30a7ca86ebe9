import { describe, expect, test } from "vitest";
import { createChangedPages } from "../cache/changed.ts";
import { createThrottle } from "../limits/throttle.ts";
import continued from "../testing/recorded/extlinks-continue-7.json" with { type: "json" };
import missing from "../testing/recorded/info-pageids-missing.json" with { type: "json" };
import redirects from "../testing/recorded/info-redirects.json" with { type: "json" };
import { NOW, PROFILE, type Responder } from "../testing/world.ts";
import { livePages, WIKI_LIMITS } from "./wiki.ts";
import { createWikiGates } from "./wiki-gate.ts";

const profile = { ...PROFILE, wiki: "testwiki@WMF" };

function ask(wiki: Responder, selector: Parameters<typeof livePages>[2], clock = { now: NOW }) {
  const requests: Request[] = [];
  const deps = {
    fetch: async (request: Request) => {
      requests.push(request.clone());
      return wiki(request);
    },
    now: () => clock.now,
    elapsed: () => clock.now,
    sleep: async () => {},
    every: () => () => {},
    cache: () => null,
    changed: createChangedPages(),
    throttle: createThrottle(() => NOW),
    wikis: createWikiGates(() => clock.now),
  };
  return livePages(deps, profile, selector, "Weboid-edge/test").then((live) => ({ live, requests }));
}

describe("what a real MediaWiki answers", () => {
  test("pages that exist with all their links; a missing one is not among them", async () => {
    const { live, requests } = await ask(() => Response.json(missing[0]?.body), {
      by: "pageid",
      pageids: [1, 999999, 10],
    });
    expect(live).toMatchObject({
      kind: "pages",
      pages: [
        { pageid: 1, title: "Main Page", links: ["https://example.org/"], complete: true },
        { pageid: 10, title: "Links schemes", complete: true },
      ],
    });
    const asked = new URL(requests[0]?.url ?? "");
    expect(Object.fromEntries(asked.searchParams)).toEqual({
      action: "query",
      format: "json",
      formatversion: "2",
      prop: "info|extlinks|iwlinks",
      ellimit: "max",
      iwlimit: "max",
      iwprop: "url",
      pageids: "1|999999|10",
    });
    expect(requests[0]?.headers.get("user-agent")).toBe("Weboid-edge/test");
  });

  test("`continue` is sent back as it came until there is none", async () => {
    let at = 0;
    const { live, requests } = await ask(() => Response.json(continued[at++]?.body), {
      by: "pageid",
      pageids: [12, 13, 18],
    });
    expect(requests.length).toBe(continued.length);
    const [first] = continued;
    const next = first?.body.continue as Record<string, string> | undefined;
    expect(Object.fromEntries(new URL(requests[1]?.url ?? "").searchParams)).toMatchObject({ ...next });
    if (live.kind !== "pages") throw new Error("no pages");
    expect(live.pages.map(({ pageid, links, complete }) => [pageid, links.length, complete])).toEqual(
      [12, 13, 18].map((pageid) => [pageid, linkCount(pageid), true]),
    );
  });

  test("titles: redirects and double redirects are followed, broken and circular ones lead nowhere", async () => {
    const titles = [
      "Redirect plain",
      "Redirect double",
      "Redirect with links",
      "Redirect broken",
      "Redirect self",
      "Redirect interwiki",
      "Redirect special",
    ];
    const { live, requests } = await ask(() => Response.json(redirects[0]?.body), { by: "title", titles });
    expect(new URL(requests[0]?.url ?? "").searchParams.get("redirects")).toBe("1");
    if (live.kind !== "pages") throw new Error("no pages");
    expect(Object.fromEntries(live.titles)).toEqual({
      "Redirect plain": { kind: "page", pageid: 198, redirected: true },
      "Redirect double": { kind: "page", pageid: 198, redirected: true },
      "Redirect with links": { kind: "page", pageid: 199, redirected: true },
      "Redirect interwiki": { kind: "elsewhere" },
      "Redirect special": { kind: "special" },
    });
  });
});

function linkCount(pageid: number): number {
  const pages = continued.flatMap(
    ({ body }) => body.query.pages as { pageid: number; extlinks?: unknown[] }[],
  );
  return pages
    .filter((page) => page.pageid === pageid)
    .reduce((sum, page) => sum + (page.extlinks?.length ?? 0), 0);
}

describe("a wiki that never ends", () => {
  const links = Array.from({ length: 500 }, (_, at) => ({ url: `https://a.zz/${at}` }));
  const endless: Responder = () =>
    Response.json({
      continue: { elcontinue: "1|x|1", continue: "||" },
      query: { pages: [{ pageid: 1, title: "A", extlinks: links }] },
    });

  test("is left at 10,000 links; what it named is kept and marked", async () => {
    const { live, requests } = await ask(endless, { by: "pageid", pageids: [1] });
    expect(requests.length).toBe(WIKI_LIMITS.links / 500);
    expect(live).toMatchObject({ pages: [{ complete: false }] });
  });

  test("is left after five seconds", async () => {
    const clock = { now: NOW };
    const slow: Responder = (request) => {
      clock.now += 2_000;
      return endless(request);
    };
    const { live, requests } = await ask(slow, { by: "pageid", pageids: [1] }, clock);
    expect(requests.length).toBe(3);
    expect(live).toMatchObject({ pages: [{ complete: false }] });
  });

  test("is left after 40 requests that bring nothing", async () => {
    const nothing = { continue: { x: 1 }, query: { pages: [{ pageid: 1, title: "A" }] } };
    const { requests } = await ask(() => Response.json(nothing), { by: "pageid", pageids: [1] });
    expect(requests.length).toBe(WIKI_LIMITS.requests);
  });

  test("breaking off later keeps what was named", async () => {
    let at = 0;
    const breaking: Responder = (request) =>
      at++ === 0 ? endless(request) : new Response("", { status: 500 });
    const { live } = await ask(breaking, { by: "pageid", pageids: [1] });
    expect(live).toMatchObject({ kind: "pages", pages: [{ pageid: 1, complete: false }] });
  });
});

test.each([
  [{}],
  [{ batchcomplete: true }],
  [{ query: null }],
  [{ query: {} }],
  [{ query: { pages: [] } }],
  [{ query: { pages: {} } }],
])("%j says of no page that there is none", async (body) => {
  const answer: Responder = () => Response.json(body);
  expect((await ask(answer, { by: "pageid", pageids: [1] })).live.kind).toBe("down");
  expect((await ask(answer, { by: "title", titles: ["A"] })).live.kind).toBe("down");
});

test("a long list of titles is posted", async () => {
  const titles = Array.from({ length: 50 }, (_, at) => `${at} ${"ü".repeat(200)}`);
  const { requests } = await ask(() => Response.json({ query: {} }), { by: "title", titles });
  expect(requests[0]?.method).toBe("POST");
  expect(new URL(requests[0]?.url ?? "").search).toBe("");
  expect(new URLSearchParams(await requests[0]?.text()).get("titles")).toBe(titles.join("|"));
});

describe("a title whose redirect leads to no page means the redirect itself (Q1)", () => {
  /** As MediaWiki 1.39 answers: a broken redirect's target is missing; of circular ones it gives no page. */
  const REDIRECTS = [
    { from: "Broken", to: "Nowhere" },
    { from: "Own", to: "Own" },
    { from: "One", to: "Two" },
    { from: "Two", to: "One" },
    { from: "Good", to: "Page" },
  ];
  const IDS: Record<string, number> = { Broken: 21, Own: 22, One: 23, Two: 24, Good: 25, Page: 26 };
  const pageOf = (title: string) =>
    title in IDS
      ? { pageid: IDS[title], title, extlinks: [{ url: `http://${title}.zz/` }] }
      : { title, missing: true };
  const wiki: Responder = (request) => {
    const parameters = new URL(request.url).searchParams;
    const titles = (parameters.get("titles") ?? "").split("|");
    if (!parameters.has("redirects")) return Response.json({ query: { pages: titles.map(pageOf) } });
    const ends = { Broken: ["Nowhere"], Good: ["Page"], Page: ["Page"], Absent: ["Absent"] } as Record<
      string,
      string[]
    >;
    const pages = titles.flatMap((title) => ends[title] ?? []).map(pageOf);
    return Response.json({ query: { redirects: REDIRECTS, ...(pages.length > 0 && { pages }) } });
  };

  test.each([
    ["Broken", 21],
    ["Own", 22],
    ["One", 23],
  ])("%s", async (title, pageid) => {
    const { live, requests } = await ask(wiki, { by: "title", titles: [title, "Good", "Absent"] });
    expect(live).toMatchObject({ kind: "pages", pages: [{ pageid: 26 }, { pageid, title, complete: true }] });
    expect(live.titles.get(title)).toEqual({ kind: "page", pageid, redirected: false });
    expect(live.titles.get("Good")).toEqual({ kind: "page", pageid: 26, redirected: true });
    expect(live.titles.has("Absent")).toBe(false);
    expect(requests).toHaveLength(2);
  });

  test("no second question without such a redirect", async () => {
    const { requests } = await ask(wiki, { by: "title", titles: ["Good", "Absent"] });
    expect(requests).toHaveLength(1);
  });
});
