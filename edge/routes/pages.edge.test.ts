import { describe, expect, test } from "vitest";
import { WIKI_BUDGET } from "../sources/wiki-gate.ts";
import { DEAD, facts, snapshotOf } from "../testing/snapshots.ts";
import { createWorld, NOW, ORIGIN_URL, PROFILE, type Responder, wikiOf } from "../testing/world.ts";

const WIKI = "listwiki@WMF";
const TOKEN = "a-token-of-a-trusted-tool";
const AUTHORIZED = { headers: { authorization: `Bearer ${TOKEN}` } };

type Tree = Readonly<
  Record<string, { readonly pages: readonly number[]; readonly below: readonly string[] }>
>;

/** Categories with their pages and subcategories; there is a cycle, and B is reached on two ways. */
const TREE: Tree = {
  A: { pages: [1, 2, 3], below: ["B", "C"] },
  B: { pages: [4], below: ["A"] },
  C: { pages: [], below: ["B", "D"] },
  D: { pages: [5], below: [] },
  Empty: { pages: [], below: [] },
};
/** A category whose page nobody wrote. */
const WANTED = { pages: [6], below: [] };

/** Ten levels of three categories, each in all three of the level above: 88,573 ways. */
const MESH: Tree = Object.fromEntries(
  Array.from({ length: 31 }, (_, at) => {
    const level = Math.ceil(at / 3);
    const below = level === 10 ? [] : [1, 2, 3].map((one) => `M${level * 3 + one}`);
    return [`M${at}`, { pages: level === 10 ? [7] : [], below }];
  }),
);
/** More categories than a walk enters. */
const BROAD: Tree = {
  Broad: { pages: [], below: Array.from({ length: 2_100 }, (_, at) => `Narrow${at}`) },
  Narrow0: { pages: [8], below: [] },
};

/** A wiki that lists a few at a time, and answers about pages. */
const wikiWith = (tree: Tree, atOnce = 2): Responder => {
  const ids = new Map<string, number>();
  for (const [name, { below }] of Object.entries(tree))
    for (const one of [name, ...below]) ids.set(one, ids.get(one) ?? 90 + ids.size);
  return (request) => answerOf(request, tree, ids, atOnce);
};

const answerOf = async (request: Request, tree: Tree, ids: ReadonlyMap<string, number>, atOnce: number) => {
  const parameters = new URL(request.url).searchParams;
  const list = parameters.get("list");
  const piece = (name: string, all: readonly object[], key: string) => {
    const from = Number(parameters.get(key) ?? 0);
    const to = from + Math.min(atOnce, Number(parameters.get(name === "allpages" ? "aplimit" : "cmlimit")));
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
    const name = (parameters.get("cmtitle") ?? "").replace("Kategorie:", "");
    const at = name === "Wanted" ? WANTED : (tree[name] ?? { pages: [], below: [] });
    const pages = at.pages.map((pageid) => ({ pageid, ns: 0, title: `T${pageid}` }));
    const below = at.below.map((name) => ({
      pageid: ids.get(name),
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
          const pageid = ids.get(bare);
          if (bare === title) return { ns: 0, title, missing: true };
          const found = pageid === undefined ? { missing: true } : { pageid };
          return { ns: 14, title: `Kategorie:${bare}`, ...found };
        }),
      },
    });
  const asked = (parameters.get("pageids") ?? "").split("|").map(Number);
  const categories = [...ids].filter(([, pageid]) => asked.includes(pageid));
  if (categories.length > 0)
    return Response.json({
      batchcomplete: true,
      query: {
        pages: asked.map((pageid) => {
          const [name] = categories.find(([, id]) => id === pageid) ?? [];
          return name === undefined
            ? { pageid, ns: 0, title: `T${pageid}` }
            : { pageid, ns: 14, title: `Kategorie:${name}` };
        }),
      },
    });
  return wikiOf(Object.fromEntries(Array.from({ length: 60 }, (_, at) => [at + 1, []])))(request);
};

const wiki = wikiWith(TREE);

async function world(
  more: { readonly full?: boolean; readonly env?: object; readonly wiki?: Responder } = {},
) {
  const pinged: number[] = [];
  const friends = new Set([await hashOf(TOKEN)]);
  const origin: Responder = async (request) => {
    const content = (await request.json()) as {
      list?: { namespace: number; after: number } | null;
      pageids?: number[];
      friend?: string;
    };
    if (!request.url.startsWith(`${ORIGIN_URL}/v1/urls?`) && !friends.has(content.friend ?? ""))
      return new Response(null, { status: 403 });
    if (request.url.startsWith(`${ORIGIN_URL}/v1/touch?`)) {
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
  let now = NOW;
  const made = createWorld({
    wiki(request) {
      // So long that the budget of its lists is never used up.
      now += (1_000 * WIKI_BUDGET.windowSeconds) / (WIKI_BUDGET.requests * WIKI_BUDGET.share);
      return (more.wiki ?? wiki)(request);
    },
    clock: () => now,
    origin,
    env: more.env ?? {},
  });
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
  return { ...made, all, pinged, friends };
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

  test.each([0, 4])("the cursor of namespace %i is none of another", async (namespace) => {
    const { ask } = await world();
    const address = `/api/v1/pages?dbname=${WIKI}&namespace=`;
    const first = await ask(`${address}${namespace}`, AUTHORIZED);
    const { cursor } = (await first.json()) as { cursor: string };
    expect((await ask(`${address}${namespace}&cursor=${cursor}`, AUTHORIZED)).status).toBe(200);
    const other = await ask(`${address}1&cursor=${cursor}`, AUTHORIZED);
    expect([other.status, await other.json()]).toMatchObject([400, { error: { code: "bad-cursor" } }]);
  });

  test.each([
    ["category=A&depth=0", [1, 2, 3]],
    ["category=Kategorie:A&depth=1", [1, 2, 3, 91, 4, 92]],
    ["category=Category:A", [1, 2, 3, 91, 4, 92, 93, 5]],
    ["category=D", [5]],
    ["category=Empty", []],
  ])(
    "%s: pages of the tree, those of its subcategories too, without end in no cycle",
    async (question, expected) => {
      const { all } = await world();
      expect((await all(question)).flat()).toEqual(expected);
    },
  );

  test("a category that does not exist is unknown, and not empty", async () => {
    const { ask } = await world();
    const response = await ask(`/api/v1/pages?dbname=${WIKI}&category=Nothing`, AUTHORIZED);
    expect([response.status, await response.json()]).toMatchObject([
      404,
      { error: { code: "unknown-category" } },
    ]);
  });

  test("a category without a page of its own may have members", async () => {
    const { all } = await world();
    expect((await all("category=Wanted")).flat()).toEqual([6]);
  });

  test("a category is listed once, on however many ways it is reached", async () => {
    const { all, requests } = await world({ wiki: wikiWith(MESH, 50) });
    const found = (await all("category=M0&depth=10")).flat();
    expect(found.filter((pageid) => pageid === 7)).toHaveLength(3);
    expect(new Set(found.filter((pageid) => pageid !== 7)).size).toBe(30);
    expect(found).toHaveLength(33);
    // Pages of each of the 31 categories, and subcategories of the 28 that may have some.
    expect(requests.filter(({ url }) => url.includes("list=categorymembers")).length).toBe(31 + 28);
  });

  test("a tree that is too large ends in an error that says so, not as if that were all", async () => {
    const { ask } = await world({ wiki: wikiWith(BROAD, 500) });
    const found: number[] = [];
    let response = await ask(`/api/v1/pages?dbname=${WIKI}&category=Broad&depth=1`, AUTHORIZED);
    for (let pieces = 0; response.status === 200 && pieces < 300; pieces++) {
      const { pages, cursor } = (await response.json()) as { pages: { pageid: number }[]; cursor: string };
      expect(cursor.length).toBeLessThanOrEqual(12_000);
      found.push(...pages.map(({ pageid }) => pageid));
      response = await ask(
        `/api/v1/pages?dbname=${WIKI}&category=Broad&depth=1&cursor=${cursor}`,
        AUTHORIZED,
      );
    }
    expect([found.includes(8), response.status, await response.json()]).toMatchObject([
      true,
      400,
      { error: { code: "tree-too-large" } },
    ]);
  });

  test("the answer is the page answer, with a cursor, in XML too; it is kept by nobody", async () => {
    const { ask } = await world();
    const address = `/api/v1/pages?dbname=${WIKI}&category=D&show=all`;
    const json = await ask(address, AUTHORIZED);
    expect(json.headers.get("cache-control")).toBe("no-store");
    expect(await json.json()).toMatchObject({ version: 1, pages: [{ pageid: 5, live: true }] });
    expect(await (await ask(`${address}&format=xml`, AUTHORIZED)).text()).toContain("<pageid>5</pageid>");
  });

  test("a dbname with capitals is found however it is written, and answers under its own name", async () => {
    const made = await world();
    await made.store("CapWiki@local", [snapshotOf("CapWiki@local", 3, [facts("https://dead.zz/", DEAD)])]);
    for (const dbname of ["CapWiki@local", "capwiki@local"]) {
      const page = await made.ask(`/api/v1/page?dbname=${dbname}&pageid=3`);
      expect([page.status, await page.json()]).toMatchObject([
        200,
        { pages: [{ wiki: "CapWiki@local", pageid: 3, watched: true }] },
      ]);
      const gadget = await made.ask(`/externalLinkProblem?dbname=${dbname}&pageid=3`);
      expect(await gadget.text()).toContain("https://dead.zz/");
      const list = await made.ask(`/api/v1/pages?dbname=${dbname}&category=D`, AUTHORIZED);
      expect(await list.json()).toMatchObject({ pages: [{ wiki: "CapWiki@local" }] });
    }
    // Two that differ in nothing but case: only who writes it exactly means one of them.
    await made.store("CAPWIKI@local", []);
    const pair = { key: "n1:capwiki@local", value: "" };
    expect((await made.signed("POST", [pair])).status).toBe(204);
    const statusOf = async (dbname: string) =>
      (await made.ask(`/api/v1/page?dbname=${dbname}&pageid=3`)).status;
    expect([await statusOf("CapWiki@local"), await statusOf("CAPWIKI@local")]).toEqual([200, 200]);
    expect(await statusOf("cAPwIKI@local")).toBe(404);
  });

  test("ping: the pages are handed to the feeder, and the cursor goes on", async () => {
    const { ask, pinged } = await world();
    const first = await ask(`/api/v1/pages?dbname=${WIKI}&namespace=4&ping=1`, AUTHORIZED);
    const { queued, cursor } = (await first.json()) as { queued: number; cursor: string };
    expect([first.status, queued, pinged]).toEqual([202, 2, [1, 2]]);
    expect(first.headers.get("access-control-expose-headers")).toContain("Retry-After");
    await ask(`/api/v1/pages?dbname=${WIKI}&namespace=4&ping=1&cursor=${cursor}`, AUTHORIZED);
    expect(pinged).toEqual([1, 2, 3, 4]);
    const full = await world({ full: true });
    const response = await full.ask(`/api/v1/pages?dbname=${WIKI}&namespace=4&ping=1`, AUTHORIZED);
    expect([response.status, response.headers.get("retry-after")]).toEqual([429, "60"]);
  });

  test("who has a token is not throttled, who has none or a wrong one is", async () => {
    let asked = 0;
    const LIMIT = { limit: async () => ({ success: ++asked <= 3 }) };
    const { ask } = await world({ env: { LIMIT, CLIENT_IP_HEADER: "none" } });
    const address = `/api/v1/pages?dbname=${WIKI}&category=D`;
    for (let at = 0; at < 5; at++) expect((await ask(address, AUTHORIZED)).status).toBe(200);
    const wrong = { headers: { authorization: "Bearer a-token-of-somebody-else" } };
    expect((await ask(address, wrong)).status).toBe(401);
    expect([(await ask(address, wrong)).status, (await ask(address)).status]).toEqual([429, 429]);
  });

  test.each(["namespace=0", "namespace=4", "category=D&ping=1"])(
    "%s: a token that was taken back a moment ago is no token, and nobody's outage",
    async (question) => {
      const { ask, friends } = await world();
      const address = `/api/v1/pages?dbname=${WIKI}&${question}`;
      expect((await ask(address, AUTHORIZED)).ok).toBe(true);
      friends.clear();
      const refused = await ask(address, AUTHORIZED);
      expect([refused.status, await refused.json()]).toMatchObject([
        401,
        { error: { code: "unknown-friend" } },
      ]);
    },
  );

  test("a friend does not wait for the crowd, with whom it may share an address", async () => {
    const LIMIT = { limit: async ({ key }: { key: string }) => ({ success: key !== "unknown" }) };
    const { ask } = await world({ env: { LIMIT, CLIENT_IP_HEADER: "none" } });
    const address = `/api/v1/pages?dbname=${WIKI}&category=D`;
    expect((await ask(address)).status).toBe(429);
    expect((await ask(address, AUTHORIZED)).status).toBe(200);
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
    // An answer that says nothing is neither the end of a list nor a title that is none.
    for (const body of [{}, { query: null }, { query: {} }]) {
      const empty = await world({ wiki: () => Response.json(body) });
      for (const list of ["namespace=4", "category=A"])
        expect((await empty.ask(`/api/v1/pages?dbname=${WIKI}&${list}`, AUTHORIZED)).status).toBe(503);
    }
    const alone = createWorld({ wiki });
    await alone.store(WIKI, []);
    expect((await alone.ask(`/api/v1/pages?dbname=${WIKI}&namespace=4`, AUTHORIZED)).status).toBe(503);
  });
});
