import { env } from "cloudflare:workers";
import { expect, test, vi } from "vitest";
import { snapshotKey } from "../../shared/protocol/types.ts";
import { encodeSnapshot } from "../../shared/snapshot/encode.ts";
import { DEAD, facts, snapshotOf } from "../testing/snapshots.ts";
import { createWorld, type Responder, wikiOf } from "../testing/world.ts";

const WIKI = "versionwiki@WMF";
const URL = "https://dead.zz/";
const good = encodeSnapshot(snapshotOf(WIKI, 7, [facts(URL, DEAD)]));
/** As a dispatcher of a later version writes it, while this edge is not yet renewed. */
const later = good.with(2, good[2] === undefined ? 0 : good[2] + 1);

test.each([
  ["of a later version", later, "of unknown version 3"],
  ["that is cut off", good.subarray(0, good.length - 1), "damaged (its checksum"],
])(
  "a value %s is passed over and logged with the mend; origin is asked for what it had",
  async (_name, value, why) => {
    const origin: Responder = (request) =>
      request.url.endsWith("/v1/urls")
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
    const gadget = await (await ask(`/externalLinkProblem?dbname=${WIKI}&pageid=7`)).text();
    expect(gadget).toContain("problems = false");
    for (const [message] of logged.mock.calls)
      expect(message).toMatch(
        /^the value of s1:versionwiki@WMF:7 is .*; export the wiki anew \(weboid export\)$/,
      );
    expect(logged.mock.calls.flat().join(" ")).toContain(why);
    logged.mockRestore();
  },
);
