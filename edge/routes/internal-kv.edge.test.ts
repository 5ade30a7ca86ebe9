import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { sign } from "../../shared/protocol/sign.ts";
import {
  type Fence,
  fenceKey,
  kvPath,
  pageTag,
  snapshotKey,
  WIKIS_KNOWN_KEY,
} from "../../shared/protocol/types.ts";
import { createWorld, EDGE_TOKEN, NOW } from "../testing/world.ts";

const WIKI = "halfwiki@WMF";

test("where the store fails in the midst of a write, what is written is noted as changed, to the last of it", async () => {
  const put = vi.fn(async (key: string) => {
    if (key === snapshotKey(WIKI, 2)) throw new Error("KV put failed");
    if (key === snapshotKey(WIKI, 1)) await new Promise((resolve) => setTimeout(resolve, 50));
  });
  const world = createWorld({
    env: { SNAPSHOTS: Object.assign(Object.create(env.SNAPSHOTS), { put }) as KVNamespace },
  });
  const before = world.changed.latest();
  const logged = vi.spyOn(console, "error").mockImplementation(() => {});
  const pairs = [1, 2, 3].map((pageid) => ({ key: snapshotKey(WIKI, pageid), value: "x" }));
  const response = await world.signed("POST", pairs);
  logged.mockRestore();
  expect(response.status).toBe(500);
  expect(world.changed.since(before, [`${WIKI}:1`])).toBe(true);
  await expect(put.mock.results[0]?.value).resolves.toBeUndefined();
});

describe("with a store that takes many pairs at once", () => {
  const pairs = [1, 2].map((pageid) => ({ key: snapshotKey(WIKI, pageid), value: `ü${pageid}` }));
  const path = kvPath({ wiki: WIKI, number: 7 });

  function setUp(answer: () => Response) {
    const sent: { readonly url: string; readonly body: string }[] = [];
    const bulk = {
      async fetch(url: string, init: RequestInit) {
        sent.push({ url, body: await new Response(init.body ?? null).text() });
        return answer();
      },
    };
    const world = createWorld({ env: { BULK: bulk as unknown as Fetcher } });
    return { world, sent, write: (content: unknown) => world.signed("POST", content, EDGE_TOKEN, path) };
  }

  test("a signed write is handed over as it came, with its fence, and what was written is noted", async () => {
    const keys = pairs.map(({ key }) => key);
    const { world, sent, write } = setUp(() => Response.json({ kind: "written", keys }));
    const before = world.changed.latest();
    const body = JSON.stringify(pairs, null, 1);
    expect((await write(body)).status).toBe(204);
    expect(sent).toEqual([{ url: `http://kv/bulk/put${path.slice(path.indexOf("?"))}`, body }]);
    expect([1, 3].map((pageid) => world.changed.since(before, [pageTag(WIKI, pageid)]))).toEqual([
      true,
      false,
    ]);
  });

  test.each([
    [400, { kind: "bad", code: "bad-pair", message: "member 0" }, { error: { code: "bad-pair" } }],
    [409, { kind: "overtaken", number: 8 }, { error: { code: "outdated" }, fence: 8 }],
  ])("its %i is passed on", async (status, result, shown) => {
    const { world, write } = setUp(() => Response.json(result, { status }));
    const before = world.changed.latest();
    const response = await write(pairs);
    expect([response.status, await response.json()]).toMatchObject([status, shown]);
    expect(world.changed.latest()).toBe(before);
  });

  test("a write without an answer counts as a change of everything", async () => {
    const { world, write } = setUp(() => {
      throw new Error("the store went away");
    });
    const before = world.changed.latest();
    const logged = vi.spyOn(console, "error").mockImplementation(() => {});
    expect((await write(pairs)).status).toBe(500);
    logged.mockRestore();
    expect(world.changed.since(before, [pageTag("anywiki@WMF", 9)])).toBe(true);
    expect(world.changed.since(world.changed.latest(), [pageTag("anywiki@WMF", 9)])).toBe(false);
  });
});

describe("what a dispatcher writes", () => {
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
