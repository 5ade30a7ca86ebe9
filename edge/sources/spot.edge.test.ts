import { describe, expect, test } from "vitest";
import { encodeInterwikis } from "../../shared/interwiki/map.ts";
import { EGRESS_HEADER } from "../../shared/protocol/egress.ts";
import type { WikiProfile } from "../../shared/protocol/types.ts";
import { DEAD, facts, snapshotOf } from "../testing/snapshots.ts";
import { createWorld, NOW, type Responder } from "../testing/world.ts";

const WIKI = "spotwiki@WMF";

const PROFILE = {
  interwikis: encodeInterwikis(
    new Map([
      ["imdb", { url: "//www.imdb.zz/$1", local: false }],
      ["s", { url: "https://a.sister.zz/wiki/$1", local: true }],
      ["slow", { url: "https://slow.sister.zz/wiki/$1", local: true }],
      ["gone", { url: "https://gone.zz/wiki/$1", local: true }],
    ]),
  ),
  wikis: [{ api: "http://10.0.0.5:9009/api.php", articleUrl: "https://friend.zz/wiki/$1" }],
  configured: ["10.0.0.5:9009"],
};

interface Linked {
  readonly extlinks?: readonly string[];
  readonly iwlinks?: readonly (readonly [string, string])[];
}

/** The wiki itself with one page, its sisters, and whatever a test decides about hosts. */
function farm(page: Linked, hosts: Readonly<Record<string, Responder>> = {}): Responder {
  return (request) => {
    const url = new URL(request.url);
    const other = hosts[url.host];
    if (other !== undefined) return other(request);
    if (request.method === "HEAD")
      return new Response(null, { status: /Gone/.test(url.pathname) ? 404 : 200 });
    const titles = url.searchParams.get("titles");
    if (titles !== null) return Response.json(existence(titles.split("|")));
    const { extlinks = [], iwlinks = [] } = page;
    return Response.json({
      batchcomplete: true,
      query: {
        pages: [
          {
            pageid: 1,
            ns: 0,
            title: "Page 1",
            extlinks: extlinks.map((link) => ({ url: link })),
            iwlinks: iwlinks.map(([prefix, title]) => ({ prefix, title })),
          },
        ],
      },
    });
  };
}

/** Titles with "Gone" are missing. */
const existence = (titles: readonly string[]) => ({
  batchcomplete: true,
  query: {
    pages: titles.map((title) => ({ ns: 0, title, ...(title.includes("Gone") && { missing: true }) })),
  },
});

interface Followed {
  url: string;
  verdict: string;
  status: number;
  http: number | null;
  onTheSpot?: { result: string; reason: string | null; title: string | null };
}

async function answer(
  wiki: Responder,
  { query = "&show=all", snapshots = [], profile = PROFILE, ...options }: Options = {},
) {
  const world = createWorld({ wiki, ...options });
  await world.store(WIKI, snapshots, profile);
  const response = await world.ask(`/api/v1/page?dbname=${WIKI}&pageid=1${query}`);
  const { pages } = (await response.json()) as { pages: { urls: Followed[] }[] };
  const asked = world.requests.map(({ url }) => new URL(url));
  return { ...world, urls: pages[0]?.urls ?? [], asked };
}
type Options = NonNullable<Parameters<typeof createWorld>[0]> & {
  readonly query?: string;
  readonly profile?: Partial<WikiProfile>;
  readonly snapshots?: ReturnType<typeof snapshotOf>[];
};
const short = (urls: readonly Followed[]) =>
  urls.map(({ url, http, onTheSpot }) => `${url} ${http} ${onTheSpot?.reason ?? onTheSpot?.result}`);

describe("links into the own farm are looked up on the spot (U5, U7)", () => {
  const page: Linked = {
    extlinks: [
      "https://wiki.zz/wiki/Here",
      "https://wiki.zz/w/index.php?title=Gone_here&action=history",
      "https://wiki.zz/",
      "https://b.sister.zz/wiki/Gone",
      "https://friend.zz/wiki/Gone_too",
      "https://wiki.zz/wiki/%5B",
      "https://wiki.zz/w/images/Gone.png",
      "https://wiki.zz/w/index.php?title=Here&oldid=7",
      "https://tools.sister.zz:8443/",
      "https://elsewhere.zz/",
    ],
    iwlinks: [
      ["s", "Gone_away"],
      ["S", "There_&_then"],
      ["gone", "X"],
      ["imdb", "tt1"],
      ["unknown", "X"],
    ],
  };

  test("each is answered, with one request for each wiki", async () => {
    const { urls, asked } = await answer(farm(page));
    expect(short(urls)).toEqual([
      "https://elsewhere.zz/ null undefined",
      "https://friend.zz/wiki/Gone_too 404 missing",
      // Not a host of the farm, though the wiki's map calls it local: nobody asks it.
      "https://gone.zz/wiki/X null unknown-wiki",
      "https://www.imdb.zz/tt1 null undefined",
      "https://a.sister.zz/wiki/Gone_away 404 missing",
      "https://a.sister.zz/wiki/There_%26_then 200 exists",
      "https://b.sister.zz/wiki/Gone 404 missing",
      // Another port than the wikis have is nobody's.
      "https://tools.sister.zz:8443/ null unknown-wiki",
      "https://wiki.zz/ 200 exists",
      "https://wiki.zz/w/images/Gone.png 404 missing",
      "https://wiki.zz/w/index.php?title=Gone_here&action=history 404 missing",
      "https://wiki.zz/w/index.php?title=Here&oldid=7 200 exists",
      "https://wiki.zz/wiki/%5B 404 bad-title",
      "https://wiki.zz/wiki/Here 200 exists",
    ]);
    expect(asked.map(({ host }) => host).sort(), "files and revisions have a request each").toEqual([
      "10.0.0.5:9009",
      "a.sister.zz",
      "b.sister.zz",
      "wiki.zz",
      "wiki.zz",
      "wiki.zz",
      "wiki.zz",
      "wiki.zz",
    ]);
    expect(urls.find(({ url }) => url.includes("Gone_away"))).toMatchObject({
      verdict: "internal",
      status: 18,
      http: 404,
      onTheSpot: { result: "missing", reason: null, title: "Gone away" },
    });
    const titles = asked.find(({ host }) => host === "a.sister.zz")?.searchParams;
    expect(Object.fromEntries(titles ?? [])).toEqual({
      action: "query",
      format: "json",
      formatversion: "2",
      prop: "info",
      converttitles: "1",
      titles: "Gone away|There & then",
    });
  });

  test("missing ones are findings and count as unreachable, existing ones as working", async () => {
    const findings = await answer(farm(page), { query: "" });
    expect(short(findings.urls).filter((line) => !/ (?:missing|bad-title)$/.test(line))).toEqual([]);
    expect(findings.urls).toHaveLength(6);
    const working = await answer(farm(page), { query: "&status=working" });
    expect(short(working.urls).filter((line) => !line.endsWith(" exists"))).toEqual([]);
    expect(working.urls).toHaveLength(4);
    expect((await answer(farm(page), { query: "&status=unreachable" })).urls).toHaveLength(6);
  });

  test("in words for people, in every format", async () => {
    const { ask } = await answer(farm(page));
    const address = `dbname=${WIKI}&pageid=1&show=all`;
    const en = await (await ask(`/externalLinkInfo?${address}&lang=en`)).text();
    expect(en).toContain("404 not found: its wiki has just said that there is no such page");
    const de = await (await ask(`/externalLinkInfo?${address}&lang=de`)).text();
    expect(de).toContain("Die Seite gibt es; das hat ihr Wiki eben mitgeteilt.");
    const xml = await (await ask(`/api/v1/page?${address}&format=xml`)).text();
    expect(xml).toContain("<onTheSpot><result>missing</result><title>Gone away</title></onTheSpot>");
  });

  test("a pseudo-interwiki comes with what is known of it", async () => {
    const snapshots = [snapshotOf(WIKI, 1, [facts("https://www.imdb.zz/tt1", DEAD)])];
    const { urls } = await answer(farm(page), { query: "", snapshots });
    expect(urls.find(({ url }) => url === "https://www.imdb.zz/tt1")?.verdict).toBe("unreachable");
  });
});

describe("each wiki fails alone", () => {
  const page: Linked = {
    iwlinks: [
      ["s", "There"],
      ["slow", "X"],
    ],
  };
  test.each<[string, Responder]>([
    ["an error", () => new Response("", { status: 500 })],
    ["no JSON", () => new Response("<html>")],
    ["a redirect", () => Response.redirect("https://evil.zz/", 302)],
    ["an error of the API", () => Response.json({ error: { code: "readapidenied" } })],
    ["an answer that never ends", () => new Response("x".repeat(600_000))],
    ["another shape", () => Response.json({ query: { pages: { 1: {} } } })],
    [
      "no connection",
      () => {
        throw new TypeError("refused");
      },
    ],
  ])("%s is unknown", async (_, slow) => {
    const { urls, asked } = await answer(farm(page, { "slow.sister.zz": slow }));
    expect(short(urls)).toEqual([
      "https://a.sister.zz/wiki/There 200 exists",
      "https://slow.sister.zz/wiki/X null unknown",
    ]);
    expect(asked.some(({ host }) => host === "evil.zz")).toBe(false);
  });

  test("the wiki itself down: nothing is looked up, the snapshot stands", async () => {
    const { urls, asked } = await answer(() => new Response("", { status: 503 }), {
      snapshots: [snapshotOf(WIKI, 1, [facts("https://dead.zz/", DEAD)])],
    });
    expect(urls.map(({ url }) => url)).toEqual(["https://dead.zz/"]);
    expect(asked).toHaveLength(1);
  });
});

test("private addresses in a page are never asked, whatever the page says", async () => {
  const { urls, asked } = await answer(
    farm({
      extlinks: ["http://10.0.0.5:9009/wiki/X", "http://169.254.169.254/wiki/X", "http://[::1]/w/api.php"],
    }),
  );
  expect(urls.map(({ verdict }) => verdict)).toEqual(["invalid", "invalid", "invalid"]);
  expect(asked).toHaveLength(1);
});

test("five wikis at most, and 200 titles of each", async () => {
  const many = Array.from({ length: 8 }, (_, at) => `https://w${at}.sister.zz/wiki/A`);
  const titles = Array.from({ length: 230 }, (_, at) => `https://a.sister.zz/wiki/T${at}`);
  const { urls, asked } = await answer(farm({ extlinks: [...titles, ...many] }));
  expect(asked).toHaveLength(1 + 4 + 4);
  const results = urls.map(({ onTheSpot }) => onTheSpot?.reason ?? onTheSpot?.result);
  expect(results.filter((result) => result === "exists")).toHaveLength(200 + 4);
  expect(results.filter((result) => result === "too-many")).toHaveLength(30 + 4);
});

test("a minute's memory; the gadget and pings look up nothing", async () => {
  const { ask, requests } = await answer(farm({ iwlinks: [["s", "There"]] }), { cache: true });
  expect(requests).toHaveLength(2);
  await ask(`/externalLinkInfo?dbname=${WIKI}&pageid=1&lang=de`);
  await ask(`/externalLinkProblem?dbname=${WIKI}&pageid=1`);
  expect(requests).toHaveLength(2);
  const fresh = createWorld({ wiki: farm({ iwlinks: [["s", "There"]] }) });
  await fresh.store(WIKI, [], PROFILE);
  await fresh.ask(`/api/v1/page?dbname=${WIKI}&pageid=1&ping=1`);
  expect(fresh.requests).toHaveLength(1);
});

test("a file that was not asked for, as its wiki had no room, is asked for by the next question", async () => {
  const file = "https://files.sister.zz/x.png";
  const wiki = "fullwiki@WMF";
  let ms = NOW;
  const world = createWorld({ wiki: farm({ extlinks: [file] }), cache: true, clock: () => ms });
  await world.store(wiki, [], PROFILE);
  // Another order is another answer, which is not the one that is kept.
  const result = async (sort: string) => {
    const response = await world.ask(`/api/v1/page?dbname=${wiki}&pageid=1&show=all&sort=${sort}`);
    const { pages } = (await response.json()) as { pages: { urls: Followed[] }[] };
    return pages[0]?.urls[0]?.onTheSpot?.result;
  };
  world.wikis.pause("files.sister.zz", "5");
  expect(await result("domain")).toBe("unknown");
  ms += 5_000;
  expect(await result("severity")).toBe("exists");
});

test.each([
  ["a file", "files.sister.zz", { extlinks: ["https://files.sister.zz/y.png"] }],
  ["a title", "a.sister.zz", { iwlinks: [["s", "Here"]] }],
] as const)(
  "an answer without %s, as its wiki had no room, is not kept for others",
  async (name, host, links) => {
    const wiki = `short${name.slice(2)}wiki`;
    let ms = NOW;
    const world = createWorld({ wiki: farm(links), cache: true, clock: () => ms });
    await world.store(`${wiki}@WMF`, [], PROFILE);
    const ask = async () => {
      const response = await world.ask(`/api/v1/page?dbname=${wiki}&pageid=1&show=all`);
      const { pages } = (await response.json()) as { pages: { urls: Followed[] }[] };
      return [response.headers.get("cache-control")?.split(",")[0], pages[0]?.urls[0]?.onTheSpot?.result];
    };
    world.wikis.pause(host, "5");
    expect(await ask()).toEqual(["no-store", "unknown"]);
    ms += 5_000;
    expect(await ask()).toEqual(["public", "exists"]);
  },
);

test("a profile of an older dispatcher: as before", async () => {
  const world = createWorld({ wiki: farm({ extlinks: ["https://a.zz/"], iwlinks: [["s", "X"]] }) });
  await world.store("oldwiki@WMF", []);
  const response = await world.ask("/api/v1/page?dbname=oldwiki&pageid=1&show=all");
  expect(await response.json()).toMatchObject({ pages: [{ urls: [{ url: "https://a.zz/" }], total: 1 }] });
});

describe("what a wiki says of itself gives no rights (design 16)", () => {
  const KEY = "k".repeat(32);
  /** The wiki says that it is where a service of the operator's network is. */
  const inward = (host: string) => ({
    server: `http://${host}`,
    articleUrl: `http://${host}/wiki/$1`,
    interwikis: encodeInterwikis(new Map([["x", { url: `http://${host}/w/index.php/$1`, local: true }]])),
    configured: ["wiki.zz:443"],
  });
  const linksTo = (host: string): Linked => ({
    iwlinks: [["x", "Secret"]],
    extlinks: [`http://${host}/file.png`, `http://${host}/w/index.php?title=Gone`],
  });

  test.each([["127.0.0.1:9009"], ["localhost:9009"], ["169.254.169.254"], ["[fd00::1]:9009"]])(
    "%s is not asked",
    async (host) => {
      const { asked, urls } = await answer(farm(linksTo(host)), { profile: inward(host) });
      expect(asked.map((each) => each.host)).toEqual(["wiki.zz"]);
      expect(urls.map(({ onTheSpot }) => onTheSpot?.result)).not.toContain("exists");
    },
  );

  test("nor to what is configured for another wiki", async () => {
    const host = "10.0.0.5:9009";
    const world = createWorld({ wiki: farm(linksTo(host)) });
    await world.store("private@inner", [], {
      ...PROFILE,
      api: `http://${host}/w/api.php`,
      configured: [host],
    });
    await world.store("hostile@outer", [], inward(host));
    const about = async (wiki: string) => {
      await world.ask(`/api/v1/page?dbname=${wiki}&pageid=1&show=all`);
      return new Set(world.requests.splice(0).map(({ url }) => new URL(url).host));
    };
    expect(await about("private@inner")).toContain(host);
    expect(await about("hostile@outer")).toEqual(new Set(["wiki.zz"]));
  });

  test("a name that leads inward is for the forwarder to refuse, and no reader learns what is there", async () => {
    const host = "inner.zz:9009";
    const fields: (string | null)[] = [];
    const refuse: Responder = ({ headers }) => {
      fields.push(headers.get(EGRESS_HEADER));
      return new Response("", { status: 403, headers: { [EGRESS_HEADER]: "not public" } });
    };
    const { urls } = await answer(farm(linksTo(host), { [host]: refuse }), {
      profile: inward(host),
      env: { EGRESS_KEY: KEY },
    });
    // Without an endpoint after the key it has no right to a private address (forwarder.test.ts).
    expect(new Set(fields)).toEqual(new Set([KEY]));
    expect(urls.map(({ http, onTheSpot }) => [http, onTheSpot?.result])).toEqual([
      [null, "unknown"],
      [null, "unknown"],
      [null, "unknown"],
    ]);
  });
});
