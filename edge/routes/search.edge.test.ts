import { describe, expect, test } from "vitest";
import { NOTHING_KNOWN } from "../../shared/answer/types.ts";
import type { SearchResponse } from "../../shared/protocol/search.ts";
import { formToken, isFormToken } from "../people/form-token.ts";
import { isInteractive } from "../request.ts";
import { createWorld, NOW } from "../testing/world.ts";

const WIKI = "dewiki@WMF";
const HOSTILE = '"><script>alert(1)</script>\u202e';
const BROWSER = {
  "sec-fetch-mode": "navigate",
  "sec-fetch-dest": "document",
  accept: "text/html",
  "cf-connecting-ip": "192.0.2.7",
};

const found = (title = "Käse"): SearchResponse => ({
  urls: [
    {
      facts: { ...NOTHING_KNOWN, url: "https://a.zz/x" },
      pages: [{ wiki: WIKI, pageid: 7, title }],
      morePages: true,
    },
  ],
  cursor: "abc",
});

interface Refusal {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly env: { readonly FRIEND_NETWORKS?: string };
}

async function form(
  response: SearchResponse | { error: { code: string; message: string } } = found(),
  { status = 400, headers = {}, env = {} }: Partial<Refusal> = {},
) {
  const asked: unknown[] = [];
  const world = createWorld({
    env,
    origin: async (request) => {
      asked.push(await request.json());
      return "error" in response ? Response.json(response, { status, headers }) : Response.json(response);
    },
  });
  await world.store(WIKI, []);
  const ask = (query: string, headers: Record<string, string> = BROWSER, path = "/find") =>
    world.ask(`${path}?${query}`, { headers });
  return { ask, asked };
}

describe("people's questions for URLs (Q4)", () => {
  test.each([
    ["http://h1.a.zz", "h1.a.zz"],
    ["HTTPS://*.a.zz", "*.a.zz"],
    ["https://h1.a.zz/x", "h1.a.zz/x"],
    ["h1.a.zz", null],
    ["*.a.zz", null],
  ])("nothing found for %s, but something without the scheme: %s is suggested", async (url, bare) => {
    const { ask } = await form({ urls: [], cursor: null, similar: true });
    const html = await (await ask(`url=${encodeURIComponent(url)}&lang=en`)).text();
    expect(html).toContain("No monitored page links to such an address.");
    const [, address = "", answered] =
      /Did you mean <a href="([^"]+)" rel="nofollow"><code dir="ltr">([^<]+)<\/code><\/a>/.exec(html) ?? [];
    expect(answered ?? null).toBe(bare);
    if (bare !== null) expect(address).toContain(`url=${encodeURI(bare)}`);
  });

  test("nothing is suggested where nothing begins so", async () => {
    const { ask } = await form({ urls: [], cursor: null });
    const html = await (await ask(`url=${encodeURIComponent("http://h1.a.zz")}&lang=en`)).text();
    expect(html).toContain("No monitored page links to such an address.");
    expect(html).not.toContain("Did you mean");
  });

  test("the form brings the answer, with pages and the way to more of them", async () => {
    const { ask, asked } = await form();
    const response = await ask(`url=*.a.zz/x&dbname=dewiki&namespace=0|4&lang=de`);
    expect(response.status).toBe(200);
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect(asked).toEqual([
      {
        question: {
          kind: "pattern",
          scheme: null,
          host: { kind: "within", domain: "a.zz" },
          port: null,
          path: "/x",
        },
        wiki: WIKI,
        farm: false,
        namespaces: [0, 4],
        cursor: null,
        askers: [
          { policy: "address", key: "192.0.2.7" },
          { policy: "site", key: "192.0.2.0/24" },
          { policy: "provider", key: "192.0.0.0/16" },
        ],
      },
    ]);
    const html = await response.text();
    expect(html).toContain('href="https://wiki.zz/wiki/K%C3%A4se"');
    expect(html).toContain("alle Seiten");
    expect(html).toMatch(/href="\/find\?url=\*\.a\.zz\/x[^"]*&amp;cursor=abc/);
  });

  test("hostile questions and titles are text", async () => {
    const { ask } = await form(found(HOSTILE));
    const query = new URLSearchParams({ url: "https://a.zz/x", dbname: "dewiki", namespace: HOSTILE });
    for (const namespace of ["0", HOSTILE]) {
      query.set("namespace", namespace);
      expect(await (await ask(query.toString())).text()).not.toMatch(/<script(?! src="\/form\.js)|\u202e/);
    }
    expect(await (await ask(`url=${encodeURIComponent(HOSTILE)}`)).text()).not.toMatch(
      /<script(?! src="\/form\.js)|\u202e/,
    );
  });

  test.each([
    ["a script", { accept: "*/*" }, ""],
    [
      "a script that fetches",
      { "sec-fetch-mode": "cors", "sec-fetch-dest": "empty", accept: "text/html", "accept-language": "en" },
      "",
    ],
    ["who wants JSON", BROWSER, "&format=json"],
  ])("%s is refused in friendly words", async (_, headers, more) => {
    const { ask, asked } = await form();
    const response = await ask(`url=https://a.zz/${more}`, {
      "cf-connecting-ip": "192.0.2.7",
      ...headers,
    });
    expect(response.status).toBe(403);
    expect(await response.text()).toMatch(
      more === "" ? /Programs ask by page/ : /people-only.*\/api\/v1\/page.*\/feed\/WIKI/,
    );
    expect(asked).toEqual([]);
  });

  test.each(["/", "/find"])("%s?url= is a lasting address: it is answered without a form", async (path) => {
    const { ask, asked } = await form();
    expect((await ask("url=https://a.zz/&dbname=dewiki", BROWSER, path)).status).toBe(200);
    expect(asked).toHaveLength(1);
  });

  test("without a question it is the form, of the wiki that is named", async () => {
    const { ask, asked } = await form();
    const response = await ask("dbname=dewiki&lang=en");
    expect([response.status, response.headers.get("cache-control")]).toEqual([
      200,
      expect.stringContaining("public"),
    ]);
    const html = await response.text();
    expect(html).toContain('name="dbname" value="dewiki"');
    expect(html).toContain(`href="/list/${WIKI}?lang=en">Overview</a>`);
    expect(asked).toEqual([]);
  });

  test.each([
    ["*", 400, "give more of the host"],
    ["no url", 400, "nor a pattern"],
  ])("%s: %i %s", async (url, status, words) => {
    const { ask } = await form();
    const response = await ask(`url=${encodeURIComponent(url)}`);
    expect([response.status, await response.text()]).toEqual([status, expect.stringContaining(words)]);
  });

  test("a network that asked too much hears when to go on, its question in the form", async () => {
    const error = { code: "too-many-requests", message: "" };
    const limit = { ratelimit: '"people-site";r=0;t=9', "ratelimit-policy": '"people-site";q=200;w=200' };
    const { ask } = await form({ error }, { status: 429, headers: { "retry-after": "9", ...limit } });
    const response = await ask(`url=*.a.zz&lang=en`);
    const answered = ["retry-after", "ratelimit", "ratelimit-policy"].map((name) =>
      response.headers.get(name),
    );
    expect([response.status, ...answered]).toEqual([
      429,
      "9",
      limit.ratelimit,
      `${limit["ratelimit-policy"]}, "address";q=60;w=10, "site";q=600;w=10, "provider";q=6000;w=10`,
    ]);
    const html = await response.text();
    expect(html).toContain('value="*.a.zz"');
    expect(html).toContain("Too many requests came from your network");
  });

  test.each([
    ["a network of friends", "192.0.2.7", { FRIEND_NETWORKS: "192.0.2.0/24" }],
    ["this machine", "127.0.0.1", {}],
  ])("%s takes from no allowance", async (_, address, env) => {
    const { ask, asked } = await form(found(), { env });
    expect((await ask("url=https://a.zz/", { ...BROWSER, "cf-connecting-ip": address })).status).toBe(200);
    expect(asked).toMatchObject([{ askers: [] }]);
  });

  test("too broad for the database: said with what to do", async () => {
    const { ask } = await form({ error: { code: "too-broad", message: "" } });
    const response = await ask(`url=*.zz`);
    expect([response.status, await response.text()]).toEqual([
      400,
      expect.stringContaining("give more of the host"),
    ]);
  });
});

test("a token holds for its network and for an hour", () => {
  const token = formToken("secret", "192.0.2.7", NOW);
  const holds = (network: string, minutes: number, secret = "secret", given = token) =>
    isFormToken(given, secret, network, NOW + minutes * 60_000);
  expect([holds("192.0.2.7", 0), holds("192.0.2.7", 59)]).toEqual([true, true]);
  expect([
    holds("192.0.2.7", 61),
    holds("192.0.2.7", -1),
    holds("192.0.2.8", 0),
    holds("192.0.2.7", 0, "other"),
    holds("192.0.2.7", 0, "secret", "x.y"),
  ]).toEqual([false, false, false, false, false]);
});

test.each([
  [{ "sec-fetch-mode": "navigate", "sec-fetch-dest": "document" }, true],
  [{ "sec-fetch-mode": "navigate", "sec-fetch-dest": "iframe" }, false],
  [{ "sec-fetch-mode": "cors", accept: "text/html", "accept-language": "de" }, false],
  [{ accept: "text/html,*/*", "accept-language": "de" }, true],
  [{ accept: "*/*", "accept-language": "de" }, false],
  [{}, false],
])("%o: opened by a person: %s", (headers: Record<string, string>, expected) =>
  expect(isInteractive((name) => headers[name])).toBe(expected),
);
