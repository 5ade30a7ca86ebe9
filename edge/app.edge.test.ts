import { exports } from "cloudflare:workers";
import { describe, expect, test, vi } from "vitest";
import { FRONT_SAMPLES_KEY } from "../shared/protocol/types.ts";
import { createWorld, NOW, type Responder } from "./testing/world.ts";

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

  test("an origin that is slow to say how it is is asked once by all", async () => {
    const origin: Responder = async () => {
      await new Promise((resolve) => setTimeout(resolve, 100));
      return Response.json({ ok: true });
    };
    const { ask, requests } = createWorld({ origin, unsignedOrigin: true, sleeps: true });
    const answers = await Promise.all(Array.from({ length: 20 }, () => ask("/healthz")));
    for (const answer of answers) expect(await answer.json()).toMatchObject({ origin: "answers" });
    expect(requests).toHaveLength(1);
  });

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
    expect(response.headers.get("access-control-allow-headers")).toContain("If-None-Match");
  });

  test.each(["/healthz", "/source", "/api/v1/page?dbname=x&pageid=1"])(
    "%s may be read by scripts elsewhere, with its headers",
    async (address) => {
      const { headers } = await createWorld().ask(address);
      expect(headers.get("access-control-allow-origin")).toBe("*");
      expect(headers.get("access-control-expose-headers")).toContain("Retry-After");
    },
  );
});

test.each([
  ["/", true],
  ["/list", true],
  ["/list/dewiki@WMF", true],
  ["/list/dewiki@WMF?lang=de", false],
  ["/list/dewiki@WMF/unreachable", false],
  ["/list/dewiki@WMF/domain?domain=a.zz", false],
  ["/page/dewiki@WMF/1", false],
  ["/find?url=a.zz", false],
])("robots may read %s: %s (RFC 9309)", async (address, mayRead) => {
  const text = await (await createWorld().ask("/robots.txt")).text();
  const patterns = [...text.matchAll(/^Disallow: (.+)$/gm)].map(([, rule = ""]) =>
    rule.replace(/[.?]/g, "\\$&").replaceAll("*", ".*"),
  );
  expect(patterns.some((pattern) => new RegExp(`^${pattern}`).test(address))).toBe(!mayRead);
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
