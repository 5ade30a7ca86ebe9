import { env } from "cloudflare:workers";
import { describe, expect, test, vi } from "vitest";
import { kvPath, pageTag, snapshotKey } from "../../shared/protocol/types.ts";
import { createWorld, EDGE_TOKEN } from "../testing/world.ts";

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
