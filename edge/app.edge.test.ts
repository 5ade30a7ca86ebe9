import { exports } from "cloudflare:workers";
import { describe, expect, test } from "vitest";
import { sign } from "../shared/protocol/sign.ts";
import { FRONT_SAMPLES_KEY } from "../shared/protocol/types.ts";
import { createWorld, EDGE_TOKEN, NOW } from "./testing/world.ts";

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

  test("GET /healthz", async () => {
    const response = await createWorld().ask("/healthz");
    expect([response.status, await response.json()]).toEqual([200, { ok: true }]);
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

  test.each([
    ["GET", "/list/dewiki@WMF/spam"],
    ["GET", "/list/dewiki@WMF/unreachable?domain=a.zz"],
    ["GET", "/feed/dewiki@WMF"],
    ["GET", "/api/v1/pages?dbname=dewiki&namespace=0"],
    ["POST", "/report"],
    ["POST", "/replacement"],
    ["GET", "/?url=https://a.zz/"],
  ])("%s %s says that it comes later, and does not pretend", async (method, address) => {
    const response = await createWorld().ask(`${address}${address.includes("?") ? "&" : "?"}format=json`, {
      method,
    });
    expect(response.status).toBe(501);
    expect(await response.json()).toMatchObject({
      error: { code: "not-implemented", message: expect.stringContaining("later version") },
    });
  });

  test("an unknown address is a 404 in the caller's format", async () => {
    const { ask } = createWorld();
    expect(await (await ask("/api/v2/page")).json()).toMatchObject({ error: { code: "not-found" } });
    expect((await ask("/wiki")).headers.get("content-type")).toMatch(/^text\/html/);
    expect((await ask("/%")).status).toBe(404);
  });

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

describe("throttling (Q7)", () => {
  const keys: string[] = [];
  const LIMIT = {
    limit: async ({ key }: { key: string }) => {
      keys.push(key);
      return { success: false };
    },
  };

  test("429 with Retry-After, in the caller's format, counted by range", async () => {
    const { ask } = createWorld({ env: { LIMIT } });
    const headers = { "cf-connecting-ip": "2001:db8::1" };
    const response = await ask("/externalLinkProblem?dbname=dewiki&pageid=1&callback=f", { headers });
    expect([response.status, response.headers.get("retry-after")]).toEqual([429, "10"]);
    expect(await response.text()).toMatch(/^\/\*\*\/f\(\{"error":\{"code":"too-many-requests"/);
    expect((await ask("/externalLinkInfo", { headers })).headers.get("content-type")).toMatch(/^text\/html/);
    expect(new Set(keys)).toEqual(new Set(["2001:db8::/64"]));
    for (const address of ["/healthz", "/source"]) expect((await ask(address, { headers })).status).toBe(200);
  });
});

describe("/internal/kv: the store of self-hosted edges", () => {
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

  test.each([
    ["another token", 401, (world: ReturnType<typeof createWorld>) => world.signed("POST", [pair], "wrong")],
    ["no signature", 401, ({ ask }) => ask("/internal/kv", { method: "POST", body: "[]" })],
    [
      "a signature of another method",
      401,
      ({ ask }) => {
        const body = new TextEncoder().encode("[]");
        const headers = sign(EDGE_TOKEN, { method: "POST", path: "/internal/kv", body }, NOW);
        return ask("/internal/kv", { method: "DELETE", headers, body });
      },
    ],
    [
      "an old signature",
      401,
      ({ ask }) => {
        const body = new TextEncoder().encode("[]");
        const headers = sign(EDGE_TOKEN, { method: "POST", path: "/internal/kv", body }, NOW - 400_000);
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
  ] as [string, number, (world: ReturnType<typeof createWorld>) => Promise<Response>][])(
    "refuses %s and writes nothing",
    async (_name, status, send) => {
      const world = createWorld();
      expect((await send(world)).status).toBe(status);
      expect((await world.ask("/externalLinkProblem?dbname=kvwiki&pageid=1")).status).toBe(404);
    },
  );

  test("an edge without a token refuses everybody", async () => {
    const { signed } = createWorld({ env: { EDGE_TOKEN: "" } });
    const response = await signed("POST", [pair], "");
    expect([response.status, await response.json()]).toMatchObject([401, { error: { code: "unsigned" } }]);
  });

  test("GET is nothing", async () => expect((await createWorld().ask("/internal/kv")).status).toBe(404));
});

test("the Worker as it is deployed answers", async () => {
  const response = await exports.default.fetch("https://weboid.example/healthz");
  expect(await response.json()).toEqual({ ok: true });
});
