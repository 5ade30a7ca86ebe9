import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { anyCaseKey, WIKIS_KNOWN_KEY } from "../../shared/protocol/types.ts";
import { createWorld } from "../testing/world.ts";

const WIKI = "emptywiki@WMF";
const ADDRESSES: readonly (readonly [string, string])[] = [
  [`/api/v1/page?dbname=${WIKI}&pageid=1`, "application/json"],
  [`/api/v1/page?dbname=${WIKI}&pageid=1&format=xml`, "application/xml"],
  [`/externalLinkProblem?dbname=${WIKI}&pageid=1`, "text/javascript"],
  [`/externalLinkInfo?dbname=${WIKI}&pageid=1`, "text/html"],
  [`/page/${WIKI}/1`, "text/html"],
  [`/feed/${WIKI}`, "application/json"],
  [`/feed/${WIKI}?format=atom`, "application/xml"],
  [`/list/${WIKI}?format=json`, "application/json"],
  [`/list/${WIKI}/spam?format=json`, "application/json"],
];

async function answers() {
  const { ask } = createWorld();
  return Promise.all(
    ADDRESSES.map(async ([address]) => {
      const { status, headers } = await ask(address);
      return [status, headers.get("retry-after"), headers.get("content-type")?.split(";")[0]];
    }),
  );
}
const all = (status: number, retry: string | null) => ADDRESSES.map(([, type]) => [status, retry, type]);

test("an edge calls a wiki unknown only when it knows which there are", async () => {
  const { ask, store } = createWorld();
  // Other files of this process left it there.
  await env.SNAPSHOTS.delete(WIKIS_KNOWN_KEY);
  const health = async () => await (await ask("/healthz")).json();
  expect(await answers()).toEqual(all(503, "10"));
  expect(await (await ask(`/api/v1/page?dbname=${WIKI}&pageid=1`)).json()).toEqual({
    error: { code: "not-ready", message: expect.stringContaining(WIKI) },
  });
  expect(await (await ask(`/externalLinkInfo?dbname=${WIKI}&pageid=1`)).text()).toContain("still loading");
  expect(await health()).toMatchObject({ ok: true, ready: false });

  await env.SNAPSHOTS.put(WIKIS_KNOWN_KEY, "1");
  expect(await answers()).toEqual(all(404, null));
  expect(await health()).toMatchObject({ ok: true, ready: true });

  // Where it is known that there is such a wiki, but its profile is not seen in this place yet.
  await env.SNAPSHOTS.put(anyCaseKey(WIKI), WIKI);
  const SNAPSHOTS = {
    get: async (key: string) => (key === anyCaseKey(WIKI) ? null : env.SNAPSHOTS.get(key)),
    list: (options: KVNamespaceListOptions) => env.SNAPSHOTS.list(options),
  } as unknown as KVNamespace;
  const stale = createWorld({ env: { SNAPSHOTS } });
  expect((await stale.ask(`/page/${WIKI}/1`)).status).toBe(503);
  expect(await answers()).toEqual(all(503, "10"));
  expect((await ask("/page/EmptyWiki@WMF/1")).status).toBe(503);
  // Several are so called in other cases, and it is none of them.
  await env.SNAPSHOTS.put(anyCaseKey(WIKI), "");
  expect(await answers()).toEqual(all(404, null));

  await store(WIKI, []);
  expect((await ask(`/externalLinkProblem?dbname=${WIKI}&pageid=1`)).status).toBe(200);
});

test("what the store's list does not answer is no error of ours", async () => {
  await env.SNAPSHOTS.put(WIKIS_KNOWN_KEY, "1");
  const SNAPSHOTS = {
    get: async (key: string) => (key === WIKIS_KNOWN_KEY ? "1" : null),
    list: async () => Promise.reject(new Error("KV list failed: 429")),
  } as unknown as KVNamespace;
  const { ask } = createWorld({ env: { SNAPSHOTS } });
  for (const address of [`/api/v1/page?dbname=${WIKI}&pageid=1`, "/api/v1/wikis?prefix=a"]) {
    const answer = await ask(address);
    expect([answer.status, answer.headers.get("retry-after"), await answer.json()]).toEqual([
      503,
      "60",
      { error: { code: "store-unavailable", message: expect.any(String) } },
    ]);
  }
});
