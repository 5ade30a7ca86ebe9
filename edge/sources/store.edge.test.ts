import { env } from "cloudflare:workers";
import { expect, test, vi } from "vitest";
import { snapshotKey } from "../../shared/protocol/types.ts";
import { encodeSnapshot } from "../../shared/snapshot/snapshot.ts";
import { DEAD, facts, snapshotOf } from "../testing/snapshots.ts";
import { createWorld, type Responder, wikiOf } from "../testing/world.ts";

const WIKI = "versionwiki@WMF";
const URL = "https://dead.zz/";
const good = await encodeSnapshot(snapshotOf(WIKI, 7, [facts(URL, DEAD)]));
const compressed = (json: string): Promise<ArrayBuffer> =>
  new Response(new Blob([json]).stream().pipeThrough(new CompressionStream("gzip"))).arrayBuffer();
/** As a dispatcher of a later version writes it, while this edge is not yet renewed. */
const later = await compressed(JSON.stringify({ version: 2, links: [] }));
const other = good.with(30, (good[30] ?? 0) ^ 1);

test.each([
  ["of a later version", later, "of unknown version 2"],
  ["that is cut off", good.subarray(0, good.length - 1), "damaged ("],
  ["of which one bit is another", other, "damaged ("],
  ["that was never compressed", new TextEncoder().encode(JSON.stringify({ version: 1 })), "damaged ("],
  ["that is no snapshot", await compressed("[1]"), "damaged (its JSON"],
])(
  "a value %s is passed over and logged with what to do; origin is asked for what it had",
  async (_name, value, why) => {
    const origin: Responder = (request) =>
      request.url.includes("/v1/urls?")
        ? Response.json({ urls: [facts(URL, DEAD)] })
        : new Response(null, { status: 202 });
    const { store, ask } = createWorld({ wiki: wikiOf({ 7: [URL] }), origin });
    await store(WIKI, [snapshotOf(WIKI, 8, [])]);
    await env.SNAPSHOTS.put(snapshotKey(WIKI, 7), value);
    const logged = vi.spyOn(console, "error").mockImplementation(() => {});
    const { pages } = (await (await ask(`/api/v1/page?dbname=${WIKI}&pageid=7&show=all`)).json()) as {
      pages: unknown[];
    };
    expect(pages).toMatchObject([{ watched: false, urls: [{ url: URL, verdict: "unreachable" }] }]);
    // A gadget has nothing but snapshots, and says so: nothing known is not "fine".
    const gadget = await ask(`/externalLinkProblem?dbname=${WIKI}&pageid=7`);
    expect(await gadget.text()).toContain("problems = false");
    expect(gadget.headers.get("cache-control")).toBe("no-store");
    for (const [message] of logged.mock.calls)
      expect(message).toMatch(
        /^the value of s1:versionwiki@WMF:7 is .*; export the wiki again \(weboid export\)$/,
      );
    expect(logged.mock.calls.flat().join(" ")).toContain(why);
    logged.mockRestore();
  },
);
