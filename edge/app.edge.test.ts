import { env, exports } from "cloudflare:workers";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { sign } from "../shared/protocol/sign.ts";
import {
  type Fence,
  FRONT_SAMPLES_KEY,
  fenceKey,
  kvPath,
  WIKIS_KNOWN_KEY,
} from "../shared/protocol/types.ts";
import { createWorld, EDGE_TOKEN, NOW, type Responder } from "./testing/world.ts";

describe("the addresses of the contract", () => {
  test("GET / has the form and the samples that were stored", async () => {
    const { ask, signed } = createWorld();
    const sample = {
      wiki: "sample@local",
      pageid: 1,
      title: "Käse",
      articleUrl: "http://127.0.0.1:1/wiki/K",
    };
    await signed("POST", [{ key: FRONT_SAMPLES_KEY, value: JSON.stringify([sample, { wiki: 1 }]) }]);
    const response = await ask("/?dbname=dewiki&title=%22%3E%3Cscript%3E&lang=de");
    expect(response.status).toBe(200);
    const html = await response.text();
    expect(html).toContain("<form");
    expect(html).toContain("Käse");
    expect(html).not.toContain('"><script>');
  });

  test("GET /source says which source runs, or that nobody said so", async () => {
    const { ask } = createWorld({
      env: {
        SOURCE_URL: "https://git.zz/weboid",
        SOURCE_VERSION: "1.2",
        SOURCE_COMMIT: "abc",
        SOURCE_HASH: "00",
      },
    });
    expect(await (await ask("/source")).json()).toMatchObject({
      version: "1.2",
      repository: "https://git.zz/weboid",
      commit: "abc",
      sha256: "00",
      note: null,
    });
    expect(await (await createWorld().ask("/source")).json()).toMatchObject({
      commit: null,
      note: expect.stringContaining("working copy"),
    });
  });

  test.each(["/gadget.js", "/api/openapi.json", "/api", "/", "/gadget?dbname=dewiki"])(
    "%s names the address of PUBLIC_URL, whatever host the request names",
    async (path) => {
      const { ask } = createWorld({ env: { PUBLIC_URL: "https://edge.zz/" } });
      const text = await (await ask(path)).text();
      expect(text).toMatch(/https:\/\/edge\.zz(?!\/\/)/);
      expect(text).not.toContain("https://weboid.example");
    },
  );

  test.each(["/gadget.js", "/api/openapi.json", "/api", "/", "/gadget?dbname=dewiki"])(
    "%s takes no address from the request where PUBLIC_URL is not set, and says what to do",
    async (path) => {
      const logged = vi.spyOn(console, "error").mockImplementation(() => {});
      const { ask } = createWorld({ env: { PUBLIC_URL: "" } });
      const response = await ask(path);
      const text = await response.text();
      expect([response.status, response.headers.get("cache-control")]).toEqual([500, "no-store"]);
      expect(text).toContain("PUBLIC_URL is not set: set it to the address of this edge");
      expect(text).not.toContain("https://weboid.example/");
      expect(logged).toHaveBeenCalledWith(expect.stringContaining("PUBLIC_URL is not set"));
      logged.mockRestore();
    },
  );

  test("GET /healthz", async () => {
    const response = await createWorld().ask("/healthz");
    expect([response.status, await response.json()]).toEqual([
      200,
      {
        ok: true,
        ready: expect.any(Boolean),
        wikis: { running: 0, busy: 0, down: 0 },
        streams: { open: 0, refused: 0 },
        caches: {
          changedPages: { used: 0, max: 100_000 },
          callers: { used: 0, max: 160_000 },
          friends: { used: 0, max: 1_000 },
          feedAnswers: { used: 0, max: 16 },
          watchlists: { used: 0, max: 50 },
          touched: { used: 0, max: 10_000 },
          touchesWaiting: { used: 0, max: 10_000 },
        },
        questions: { refused: 0 },
        origin: "none",
        database: "unknown",
      },
    ]);
  });

  test.each<[string, Responder, object]>([
    ["both answer", () => Response.json({ ok: true }), { origin: "answers", database: "answers" }],
    [
      "PostgreSQL is away",
      () => Response.json({ ok: false, reason: "the database does not answer" }, { status: 503 }),
      { origin: "answers", database: "away" },
    ],
    [
      "another server answers for the origin",
      () => new Response("<html>", { status: 502 }),
      { origin: "away", database: "unknown" },
    ],
    [
      "nobody answers",
      () => Promise.reject(new TypeError("connection refused")),
      { origin: "away", database: "unknown" },
    ],
  ])(
    "GET /healthz is 200 and says so where %s, and asks once in five seconds",
    async (_name, origin, parts) => {
      let ms = NOW;
      const { ask, requests } = createWorld({ origin, unsignedOrigin: true, clock: () => ms });
      const health = async () => {
        const response = await ask("/healthz");
        expect([response.status, await response.json()]).toMatchObject([200, { ok: true, ...parts }]);
      };
      await health();
      await health();
      expect(requests.map(({ url }) => new URL(url).pathname)).toEqual(["/healthz"]);
      ms += 5_000;
      await health();
      expect(requests).toHaveLength(2);
    },
  );

  test("GET /api/v1/normalise as weboid normalise", async () => {
    const { ask } = createWorld();
    const url = encodeURIComponent("HTTP://User:pw@Exa%6Dple.zz:80/a/../b#c");
    expect(await (await ask(`/api/v1/normalise?url=${url}`)).json()).toMatchObject({
      input: "HTTP://User:pw@Exa%6Dple.zz:80/a/../b#c",
      url: "http://example.zz/b",
      valid: true,
      flags: ["credentials-dropped"],
    });
    const xml = await ask("/api/v1/normalise?format=xml&url=http://docs/%3Cb%3E");
    expect(await xml.text()).toContain("<input>http://docs/&lt;b&gt;</input><valid>false</valid>");
    for (const query of ["", "?url=", `?url=${"x".repeat(9_000)}`])
      expect((await ask(`/api/v1/normalise${query}`)).status).toBe(400);
  });

  test("an unknown address is a 404 in the caller's format", async () => {
    const { ask } = createWorld();
    expect(await (await ask("/api/v2/page")).json()).toMatchObject({ error: { code: "not-found" } });
    expect((await ask("/wiki")).headers.get("content-type")).toMatch(/^text\/html/);
    expect((await ask("/%")).status).toBe(404);
  });

  test.each([
    ["POST", "/", "GET, HEAD", /^text\/html/],
    ["POST", "/api/v1/page?dbname=dewiki&pageid=1", "GET, HEAD", /^application\/json/],
    ["DELETE", "/api/v1/page?format=xml", "GET, HEAD", /^application\/xml/],
    ["PUT", "/externalLinkProblem?dbname=dewiki&pageid=1", "GET, HEAD", /^text\/javascript/],
    ["POST", "/page/dewiki@WMF/1", "GET, HEAD", /^text\/html/],
    ["PUT", "/internal/kv", "GET, HEAD, POST, DELETE", /^application\/json/],
    ["PUT", "/report", "GET, HEAD, POST", /^text\/html/],
  ])("%s %s: 405, with what is allowed, in the caller's format", async (method, address, allow, type) => {
    const response = await createWorld().ask(address, { method });
    expect([response.status, response.headers.get("allow")]).toEqual([405, allow]);
    expect(response.headers.get("content-type")).toMatch(type);
    expect(await response.text()).toMatch(/method-not-allowed|this address takes/);
  });

  test("an address that is too long: 414 in the caller's format, before anything else", async () => {
    const { ask, requests } = createWorld();
    const response = await ask(`/api/v1/page?format=xml&dbname=dewiki&title=${"x".repeat(20_000)}`);
    expect(response.status).toBe(414);
    expect(await response.text()).toContain("<code>address-too-long</code>");
    expect(requests).toEqual([]);
  });

  test.each([
    ["/?format=json", "application/json", "/api lists all addresses"],
    ["/?format=xml", "application/xml", "/api lists all addresses"],
    ["/api?format=js", "text/javascript", "/api/openapi.json"],
    ["/source?format=js", "text/javascript", "needs callback="],
    ["/api/v1/wikis?format=html", "text/html", "answers in json, xml or js"],
    ["/api/v1/wikis?format=js", "text/javascript", "needs callback="],
    ["/api/v1/normalise?url=http://a.zz/&format=js", "text/javascript", "needs callback="],
    ["/list/x/spam?format=js", "text/javascript", "needs callback="],
    ["/list/x?format=js", "text/javascript", "needs callback="],
    ["/feed/x/1.1?format=html", "text/html", "answers in json or xml"],
    ["/feed/x/1.1?format=js", "text/javascript", "answers in json or xml"],
  ])("%s: 400 in that format, with what to ask for", async (address, type, advice) => {
    const response = await createWorld().ask(`${address}&lang=qqx`);
    expect([response.status, response.headers.get("content-type")?.split(";")[0]]).toEqual([400, type]);
    expect(await response.text()).toContain(advice);
  });

  test("HEAD is GET without the content", async () => {
    const { ask } = createWorld();
    for (const address of [
      "/source",
      "/api",
      "/api/openapi.json",
      "/externalLinkProblem?dbname=nowiki&pageid=1",
    ]) {
      const [get, head] = [await ask(address), await ask(address, { method: "HEAD" })];
      expect([head.status, Object.fromEntries(head.headers)]).toEqual([
        get.status,
        Object.fromEntries(get.headers),
      ]);
      expect(await head.text()).toBe("");
    }
  });

  test("POST to an unknown address is a 404", async () =>
    expect((await createWorld().ask("/api/v2/page", { method: "POST" })).status).toBe(404));

  test("scripts elsewhere may read, and nothing else", async () => {
    const response = await createWorld().ask("/api/v1/page", {
      method: "OPTIONS",
      headers: { origin: "https://de.wikipedia.org", "access-control-request-method": "GET" },
    });
    expect([response.status, response.headers.get("access-control-allow-methods")]).toEqual([
      204,
      "GET, HEAD",
    ]);
  });
});

describe("/internal/kv: the store of self-hosted edges", () => {
  beforeAll(() => env.SNAPSHOTS.put(WIKIS_KNOWN_KEY, "1"));
  const pair = { key: "w1:kvwiki@WMF", value: "{}" };

  test("writes and removes what the dispatcher signed", async () => {
    const { signed, ask } = createWorld();
    const value = {
      wiki: "kvwiki@WMF",
      api: "https://a.zz/api.php",
      server: "https://a.zz",
      articleUrl: "$1",
    };
    const profile = { ...value, internalHosts: null, lang: "en", siteName: "" };
    const known = async () => (await ask("/externalLinkProblem?dbname=kvwiki&pageid=1")).status;
    expect(await known()).toBe(404);
    const base64 = btoa(JSON.stringify(profile));
    expect((await signed("POST", [{ key: pair.key, value: base64, base64: true }])).status).toBe(204);
    expect(await known()).toBe(200);
    expect((await signed("DELETE", [pair.key])).status).toBe(204);
    expect(await known()).toBe(404);
  });

  const fenced =
    (query: string) =>
    ({ signed }: ReturnType<typeof createWorld>) =>
      signed("POST", [pair], EDGE_TOKEN, `/internal/kv?${query}`);

  test.each([
    ["another token", 401, (world: ReturnType<typeof createWorld>) => world.signed("POST", [pair], "wrong")],
    ["no signature", 401, ({ ask }) => ask("/internal/kv", { method: "POST", body: "[]" })],
    [
      "a signature of another method",
      401,
      async ({ ask }) => {
        const body = new TextEncoder().encode("[]");
        const headers = await sign(EDGE_TOKEN, { method: "POST", path: "/internal/kv", body }, NOW);
        return ask("/internal/kv", { method: "DELETE", headers, body });
      },
    ],
    [
      "an old signature",
      401,
      async ({ ask }) => {
        const body = new TextEncoder().encode("[]");
        const headers = await sign(EDGE_TOKEN, { method: "POST", path: "/internal/kv", body }, NOW - 400_000);
        return ask("/internal/kv", { method: "POST", headers, body });
      },
    ],
    ["no list", 400, ({ signed }) => signed("POST", {})],
    ["no JSON", 400, ({ signed }) => signed("POST", "[")],
    ["a foreign key", 400, ({ signed }) => signed("POST", [pair, { key: "other", value: "" }])],
    ["a key with a space", 400, ({ signed }) => signed("POST", [{ key: "s1:a b", value: "" }])],
    ["a long key", 400, ({ signed }) => signed("POST", [{ key: `s1:${"x".repeat(600)}`, value: "" }])],
    ["broken base64", 400, ({ signed }) => signed("POST", [{ ...pair, value: "%", base64: true }])],
    [
      "too many pairs",
      400,
      ({ signed }) =>
        signed(
          "POST",
          Array.from({ length: 10_001 }, () => pair),
        ),
    ],
    ["a foreign key to remove", 400, ({ signed }) => signed("DELETE", ["other"])],
    ["a fence as a key", 400, ({ signed }) => signed("POST", [{ key: "f1:kvwiki@WMF", value: "1" }])],
    ["half a fence", 400, fenced("fence=1")],
    ["a fence that is no number", 400, fenced("wiki=kvwiki%40WMF&fence=-1")],
    ["a fence of no wiki", 400, fenced("wiki=kvwiki&fence=1")],
    ["the fence of another wiki", 400, fenced("wiki=other%40WMF&fence=1")],
  ] as [string, number, (world: ReturnType<typeof createWorld>) => Promise<Response>][])(
    "refuses %s and writes nothing",
    async (_name, status, send) => {
      const world = createWorld();
      expect((await send(world)).status).toBe(status);
      expect((await world.ask("/externalLinkProblem?dbname=kvwiki&pageid=1")).status).toBe(404);
    },
  );

  test("a dispatcher that was overtaken by another is refused, and hears by which one (D2)", async () => {
    const wiki = "fencewiki@WMF";
    const write = async (fence: Fence | null, value: string, { signed } = createWorld()) => {
      const pairs = [{ key: `s1:${wiki}:1`, value }];
      const response = await signed("POST", pairs, EDGE_TOKEN, kvPath(fence));
      return [response.status, await env.SNAPSHOTS.get(`s1:${wiki}:1`)];
    };
    const first = { wiki, number: 1_700_000_000_000_000 };
    const second = { wiki, number: first.number + 1 };
    expect(await write(first, "old")).toEqual([204, "old"]);
    expect(await write(first, "older")).toEqual([204, "older"]);
    expect(await write(second, "new")).toEqual([204, "new"]);
    expect(await env.SNAPSHOTS.get(`f1:${wiki}`)).toBe(String(second.number));
    const path = `/internal/kv?key=${encodeURIComponent(fenceKey(wiki))}`;
    const headers = await sign(EDGE_TOKEN, { method: "GET", path, body: new Uint8Array() }, NOW);
    const read = await createWorld().ask(path, { headers });
    expect(new TextDecoder().decode(await read.arrayBuffer())).toBe(String(second.number));
    expect(await write(first, "old")).toEqual([409, "new"]);
    const { signed } = createWorld();
    const removal = await signed("DELETE", [`s1:${wiki}:1`], EDGE_TOKEN, kvPath(first));
    expect([removal.status, await removal.json()]).toMatchObject([
      409,
      { error: { code: "outdated" }, fence: second.number },
    ]);
    expect(await write(second, "newer")).toEqual([204, "newer"]);
    expect(await write({ wiki: "otherwiki@WMF", number: 1 }, "foreign")).toEqual([400, "newer"]);
  });

  test("a request that is overtaken in the middle of its writes writes no more", async () => {
    const wiki = "slowwiki@WMF";
    const stored = new Map<string, string>();
    const waiting = Promise.withResolvers<void>();
    const release = Promise.withResolvers<void>();
    const SNAPSHOTS = {
      get: async (key: string) => stored.get(key) ?? null,
      put: async (key: string, value: string) => {
        if (value === "old" && key.endsWith(":1")) {
          waiting.resolve();
          await release.promise;
        }
        stored.set(key, value);
      },
    } as unknown as KVNamespace;
    const { signed } = createWorld({ env: { SNAPSHOTS } });
    const pairs = (value: string) =>
      Array.from({ length: 60 }, (_, at) => ({ key: `s1:${wiki}:${at + 1}`, value }));
    const blocked = pairs("old").map((pair) => ({ ...pair, key: `s1:${wiki}:1` }));
    const slow = signed(
      "POST",
      [...blocked.slice(0, 6), ...pairs("old")],
      EDGE_TOKEN,
      kvPath({ wiki, number: 1 }),
    );
    await waiting.promise;
    expect(
      (await signed("POST", pairs("new").slice(6), EDGE_TOKEN, kvPath({ wiki, number: 2 }))).status,
    ).toBe(204);
    release.resolve();
    expect((await slow).status).toBe(409);
    expect([...stored].filter(([, value]) => value === "old").map(([key]) => key)).toEqual([`s1:${wiki}:1`]);
  });

  /** A body of a megabyte after the other, without an end. */
  function endless() {
    let pulled = 0;
    const body = new ReadableStream<Uint8Array>(
      {
        pull(controller) {
          pulled++;
          controller.enqueue(new Uint8Array(1_000_000));
        },
      },
      { highWaterMark: 0 },
    );
    return { body, pulled: () => pulled };
  }
  const empty = { method: "POST", path: "/internal/kv", body: new Uint8Array() };

  test.each([
    ["no signature", async () => ({}), 401],
    ["the signature of somebody else", () => sign("wrong", empty, NOW), 401],
    ["an old signature", () => sign(EDGE_TOKEN, empty, NOW - 400_000), 401],
    [
      "too great a length",
      async () => ({ ...(await sign(EDGE_TOKEN, empty, NOW)), "content-length": "40000000" }),
      413,
    ],
  ])("reads nothing of a request with %s", async (_name, headersOf, status) => {
    const headers: Record<string, string> = await headersOf();
    const { body, pulled } = endless();
    const response = await createWorld().ask("/internal/kv", { method: "POST", headers, body });
    expect([response.status, pulled()]).toEqual([status, 0]);
  });

  test("reads no more than the largest value, whichever component signed", async () => {
    const { body, pulled } = endless();
    const headers = await sign(EDGE_TOKEN, empty, NOW);
    expect((await createWorld().ask("/internal/kv", { method: "POST", headers, body })).status).toBe(413);
    expect(pulled()).toBeLessThan(40);
  });

  test("wrong attempts are counted by caller, right ones never", async () => {
    const keys: string[] = [];
    const LIMIT = {
      limit: async ({ key }: { key: string }) => {
        keys.push(key);
        return { success: false };
      },
    };
    const { ask, signed } = createWorld({ env: { LIMIT } });
    const headers = { "cf-connecting-ip": "192.0.2.1" };
    const response = await ask("/internal/kv", { method: "POST", headers, body: "[]" });
    expect([response.status, response.headers.get("retry-after")]).toEqual([429, "10"]);
    expect(keys).toEqual(["unsigned 192.0.2.1"]);
    expect((await signed("POST", [])).status).toBe(204);
    expect(keys).toHaveLength(1);
  });

  test("an edge without a token refuses everybody", async () => {
    const { signed } = createWorld({ env: { EDGE_TOKEN: "" } });
    const response = await signed("POST", [pair], "");
    expect([response.status, await response.json()]).toMatchObject([401, { error: { code: "unsigned" } }]);
  });
});

test("the Worker as it is deployed answers", async () => {
  const response = await exports.default.fetch("https://weboid.example/healthz");
  expect(await response.json()).toMatchObject({ ok: true });
});

test.each([
  ["/source", "<h1>Source code</h1>"],
  ["/robots.txt", "Disallow: /find"],
])("%s for who opens it in a browser", async (address, expected) => {
  const { ask } = createWorld();
  const response = await ask(address, { headers: { accept: "text/html,*/*", "accept-language": "en" } });
  expect([response.status, await response.text()]).toEqual([200, expect.stringContaining(expected)]);
  expect((await ask(address, { headers: { accept: "*/*" } })).headers.get("content-type")).toMatch(
    /json|plain/,
  );
});
