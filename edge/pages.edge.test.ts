import { describe, expect, test } from "vitest";
import { createWorld, ORIGIN_URL, PROFILE, type Responder, wikiOf } from "./testing/world.ts";

const WIKI = "listwiki@WMF";
const TOKEN = "a-token-of-a-friendly-tool";
const AUTHORIZED = { headers: { authorization: `Bearer ${TOKEN}` } };

/** Categories with their pages and subcategories; there is a cycle, and B is reached on two ways. */
const TREE: Readonly<
  Record<string, { readonly pages: readonly number[]; readonly below: readonly string[] }>
> = {
  A: { pages: [1, 2, 3], below: ["B", "C"] },
  B: { pages: [4], below: ["A"] },
  C: { pages: [], below: ["B", "D"] },
  D: { pages: [5], below: [] },
};

/** A wiki that lists two at a time, and answers about pages. */
const wiki: Responder = async (request) => {
  const parameters = new URL(request.url).searchParams;
  const list = parameters.get("list");
  const piece = (name: string, all: readonly object[], key: string) => {
    const from = Number(parameters.get(key) ?? 0);
    const to = from + Math.min(2, Number(parameters.get(name === "allpages" ? "aplimit" : "cmlimit")));
    return Response.json({
      batchcomplete: true,
      ...(to < all.length && { continue: { [key]: String(to), continue: "-||" } }),
      query: { [name]: all.slice(from, to) },
    });
  };
  if (list === "allpages") {
    if (parameters.get("apnamespace") !== "4") return Response.json({ error: { code: "badvalue" } });
    return piece(
      "allpages",
      [1, 2, 3, 4, 5].map((pageid) => ({ pageid, ns: 4, title: `T${pageid}` })),
      "apcontinue",
    );
  }
  if (list === "categorymembers") {
    const at = TREE[(parameters.get("cmtitle") ?? "").replace("Kategorie:", "")] ?? { pages: [], below: [] };
    const pages = at.pages.map((pageid) => ({ pageid, ns: 0, title: `T${pageid}` }));
    const below = at.below.map((name, number) => ({
      pageid: 90 + number,
      ns: 14,
      title: `Kategorie:${name}`,
    }));
    return piece("categorymembers", parameters.get("cmtype") === "subcat" ? below : pages, "cmcontinue");
  }
  if (parameters.has("titles"))
    return Response.json({
      batchcomplete: true,
      query: {
        pages: (parameters.get("titles") ?? "").split("|").map((title) => {
          const bare = title.replace(/^(Category|Kategorie):/, "");
          return bare === title ? { ns: 0, title } : { ns: 14, title: `Kategorie:${bare}` };
        }),
      },
    });
  return wikiOf(Object.fromEntries(Array.from({ length: 60 }, (_, at) => [at + 1, []])))(request);
};

async function world(
  more: { readonly full?: boolean; readonly env?: object; readonly wiki?: Responder } = {},
) {
  const pinged: number[] = [];
  const origin: Responder = async (request) => {
    const content = (await request.json()) as {
      list?: { namespace: number; after: number } | null;
      pageids?: number[];
      friend?: string;
    };
    if (request.url !== `${ORIGIN_URL}/v1/urls` && content.friend !== (await hashOf(TOKEN)))
      return new Response(null, { status: 403 });
    if (request.url === `${ORIGIN_URL}/v1/touch`) {
      if (more.full) return new Response(null, { status: 429 });
      pinged.push(...(content.pageids ?? []));
      return new Response(null, { status: 202 });
    }
    const watched = content.list?.namespace === 0 ? { after: content.list.after } : null;
    const all = Array.from({ length: 60 }, (_, at) => at + 1);
    return Response.json({
      pageids: watched && all.filter((pageid) => pageid > watched.after).slice(0, 50),
      urls: [],
    });
  };
  const made = createWorld({ wiki: more.wiki ?? wiki, origin, env: more.env ?? {} });
  await made.store(WIKI, [], { server: PROFILE.server });
  /** All page ids that a question's pieces have, and how many pieces there were. */
  const all = async (question: string) => {
    const pieces: number[][] = [];
    for (let cursor: string | null = ""; cursor !== null; ) {
      const response = await made.ask(
        `/api/v1/pages?dbname=${WIKI}&${question}&cursor=${cursor}`,
        AUTHORIZED,
      );
      expect(response.status).toBe(200);
      const answer = (await response.json()) as { pages: { pageid: number }[]; cursor: string | null };
      pieces.push(answer.pages.map(({ pageid }) => pageid));
      cursor = answer.cursor;
    }
    return pieces;
  };
  return { ...made, all, pinged };
}

async function hashOf(token: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(token));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

describe("GET /api/v1/pages (F8)", () => {
  test("a namespace that is watched comes from the database, 50 pages at a time", async () => {
    const { all, requests } = await world();
    const pieces = await all("namespace=0");
    expect(pieces.map((piece) => piece.length)).toEqual([50, 10]);
    expect(requests.some(({ url }) => url.includes("list="))).toBe(false);
  });

  test("another namespace comes from the wiki, and goes on where the wiki says", async () => {
    const { all } = await world();
    expect(await all("namespace=4")).toEqual([[1, 2], [3, 4], [5]]);
  });

  test.each([
    ["category=A&depth=0", [1, 2, 3]],
    ["category=Kategorie:A&depth=1", [1, 2, 3, 4]],
    ["category=Category:A", [1, 2, 3, 4, 4, 5]],
    ["category=D", [5]],
    ["category=Nothing", []],
  ])("%s: pages of the tree, without end in no cycle", async (question, expected) => {
    const { all } = await world();
    expect((await all(question)).flat()).toEqual(expected);
  });

  test("the answer is the page answer, with a cursor, in XML too; it is kept by nobody", async () => {
    const { ask } = await world();
    const address = `/api/v1/pages?dbname=${WIKI}&category=D&show=all`;
    const json = await ask(address, AUTHORIZED);
    expect(json.headers.get("cache-control")).toBe("no-store");
    expect(await json.json()).toMatchObject({ version: 1, pages: [{ pageid: 5, live: true }] });
    expect(await (await ask(`${address}&format=xml`, AUTHORIZED)).text()).toContain("<pageid>5</pageid>");
  });

  test("ping: the pages are handed to the feeder, and the cursor goes on", async () => {
    const { ask, pinged } = await world();
    const first = await ask(`/api/v1/pages?dbname=${WIKI}&namespace=4&ping=1`, AUTHORIZED);
    const { queued, cursor } = (await first.json()) as { queued: number; cursor: string };
    expect([first.status, queued, pinged]).toEqual([202, 2, [1, 2]]);
    await ask(`/api/v1/pages?dbname=${WIKI}&namespace=4&ping=1&cursor=${cursor}`, AUTHORIZED);
    expect(pinged).toEqual([1, 2, 3, 4]);
    const full = await world({ full: true });
    const response = await full.ask(`/api/v1/pages?dbname=${WIKI}&namespace=4&ping=1`, AUTHORIZED);
    expect([response.status, response.headers.get("retry-after")]).toEqual([429, "60"]);
  });

  test("who has a token is not throttled, who has none or a wrong one is", async () => {
    let asked = 0;
    const LIMIT = { limit: async () => ({ success: ++asked <= 2 }) };
    const { ask } = await world({ env: { LIMIT, CLIENT_IP_HEADER: "none" } });
    const address = `/api/v1/pages?dbname=${WIKI}&category=D`;
    for (let at = 0; at < 5; at++) expect((await ask(address, AUTHORIZED)).status).toBe(200);
    const wrong = { headers: { authorization: "Bearer a-token-of-somebody-else" } };
    expect((await ask(address, wrong)).status).toBe(401);
    expect([(await ask(address, wrong)).status, (await ask(address)).status]).toEqual([429, 429]);
  });

  test.each([
    ["", 400, "missing-dbname"],
    ["dbname=x@y@z&namespace=0", 400, "bad-dbname"],
    ["dbname=nowiki&namespace=0", 404, "unknown-wiki"],
    [`dbname=${WIKI}`, 400, "missing-list"],
    [`dbname=${WIKI}&namespace=0&category=A`, 400, "missing-list"],
    [`dbname=${WIKI}&namespace=-1`, 400, "bad-namespace"],
    [`dbname=${WIKI}&namespace=77`, 400, "bad-list"],
    [`dbname=${WIKI}&category=%3Cx%3E`, 400, "bad-category"],
    [`dbname=${WIKI}&category=A&depth=11`, 400, "bad-depth"],
    [`dbname=${WIKI}&namespace=0&depth=1`, 400, "bad-depth"],
    [`dbname=${WIKI}&namespace=0&cursor=x`, 400, "bad-cursor"],
    [
      `dbname=${WIKI}&namespace=4&cursor=${btoa('{"kind":"namespace","next":{"titles":"x"}}').replaceAll("=", "")}`,
      400,
      "bad-cursor",
    ],
    [`dbname=${WIKI}&namespace=0&show=some`, 400, "bad-show"],
    [`dbname=${WIKI}&namespace=0&status=x`, 400, "bad-status"],
    [`dbname=${WIKI}&namespace=0&ping=2`, 400, "bad-ping"],
    [`dbname=${WIKI}&namespace=0&format=pdf`, 400, "bad-format"],
  ])("%s: %i %s", async (question, status, code) => {
    const { ask } = await world();
    const response = await ask(`/api/v1/pages?${question}`, AUTHORIZED);
    expect([response.status, await response.json()]).toMatchObject([status, { error: { code } }]);
  });

  test("wiki or origin away: go on with the same cursor later", async () => {
    const silent = await world({ wiki: () => new Response(null, { status: 500 }) });
    const response = await silent.ask(`/api/v1/pages?dbname=${WIKI}&namespace=4`, AUTHORIZED);
    expect([response.status, response.headers.get("retry-after")]).toEqual([503, "60"]);
    const alone = createWorld({ wiki });
    await alone.store(WIKI, []);
    expect((await alone.ask(`/api/v1/pages?dbname=${WIKI}&namespace=4`, AUTHORIZED)).status).toBe(503);
  });
});
