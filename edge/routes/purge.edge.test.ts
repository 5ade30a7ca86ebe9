import { env } from "cloudflare:workers";
import { describe, expect, test } from "vitest";
import { snapshotKey } from "../../shared/protocol/types.ts";
import { DEAD, FINE, facts, snapshotOf } from "../testing/snapshots.ts";
import { createWorld, wikiOf } from "../testing/world.ts";

/** Each test has an edge, with a wiki of its own: their caches are one. */
let worlds = 0;
const URL = "https://news.zz/";
const links = (...urls: string[]) => ({ links: urls });

function world(options: { cache?: boolean } = {}) {
  const WIKI = `purgewiki${worlds++}@WMF`;
  const page = links(URL);
  const created = createWorld({
    wiki: (request) => wikiOf({ 7: page.links, 8: [URL] })(request),
    cache: true,
    ...options,
  });
  const verdicts = async (address: string) => {
    const response = await created.ask(address);
    const { pages } = (await response.json()) as { pages: { urls: { url: string; verdict: string }[] }[] };
    return pages.flatMap(({ urls }) => urls.map(({ verdict }) => verdict));
  };
  /** The dispatcher's KV without the Worker's knowing, as it is at other places. */
  const behindTheBack = (pageid: number) => env.SNAPSHOTS.put(snapshotKey(WIKI, pageid), "no snapshot");
  return { ...created, WIKI, page, verdicts, behindTheBack };
}

describe("what was made of a page before its snapshot changed is shown no more (D3)", () => {
  test.each([
    ["of a page", "7"],
    ["of several pages", "7|8"],
  ])("an answer %s is kept, and new after the write", async (_name, pageids) => {
    const { WIKI, store, verdicts, behindTheBack } = world();
    const address = `/api/v1/page?dbname=${WIKI}&pageid=${pageids}&show=all`;
    await store(WIKI, [snapshotOf(WIKI, 7, [facts(URL, FINE)]), snapshotOf(WIKI, 8, [])]);
    expect((await verdicts(address))[0]).toBe("working");
    // Not noted: that it is kept, and the write is what ends it.
    await behindTheBack(7);
    expect((await verdicts(address))[0]).toBe("working");
    await store(WIKI, [snapshotOf(WIKI, 7, [facts(URL, DEAD)])]);
    expect((await verdicts(address))[0]).toBe("unreachable");
  });

  test("another page's answer stays kept", async () => {
    const { WIKI, store, verdicts, behindTheBack } = world();
    const address = `/api/v1/page?dbname=${WIKI}&pageid=8&show=all`;
    await store(WIKI, [snapshotOf(WIKI, 8, [facts(URL, FINE)])]);
    expect(await verdicts(address)).toEqual(["working"]);
    await behindTheBack(8);
    await store(WIKI, [snapshotOf(WIKI, 7, [])]);
    expect(await verdicts(address)).toEqual(["working"]);
  });

  test("a removal is a change as well", async () => {
    const { WIKI, store, signed, verdicts } = world();
    const address = `/api/v1/page?dbname=${WIKI}&pageid=7&show=all`;
    await store(WIKI, [snapshotOf(WIKI, 7, [facts(URL, DEAD)])]);
    expect(await verdicts(address)).toEqual(["unreachable"]);
    expect((await signed("DELETE", [snapshotKey(WIKI, 7)])).status).toBe(204);
    expect(await verdicts(address)).toEqual(["unknown"]);
  });

  test("the wiki is asked for the links of the page again, which changed perhaps", async () => {
    const { WIKI, store, ask, page, requests } = world();
    const answered = async (address: string) =>
      (await ask(`${address}?dbname=${WIKI}&pageid=7&show=all`)).text();
    await store(WIKI, [snapshotOf(WIKI, 7, [facts(URL, FINE)])]);
    expect(await answered("/api/v1/page")).toContain(URL);
    page.links = [URL, "https://second.zz/"];
    const asked = requests.length;
    expect(await answered("/externalLinkInfo")).not.toContain("second.zz");
    expect(requests.length).toBe(asked);
    await store(WIKI, [snapshotOf(WIKI, 7, [facts(URL, FINE), facts("https://second.zz/", DEAD)])]);
    expect(await answered("/externalLinkInfo")).toContain("second.zz");
  });

  test("answers carry the pages that they are about, for the cache of a zone in front", async () => {
    const { WIKI, store, ask } = world();
    await store(WIKI, [snapshotOf(WIKI, 7, []), snapshotOf(WIKI, 8, [])]);
    const tagged = async (address: string) => (await ask(address)).headers.get("cache-tag");
    for (const address of [
      `/externalLinkProblem?dbname=${WIKI}&pageid=7|8`,
      `/api/v1/page?dbname=${WIKI}&pageid=7|8`,
    ])
      expect([address, await tagged(address)]).toEqual([address, `${WIKI}:7,${WIKI}:8`]);
    expect(await tagged(`/api/v1/page?dbname=${WIKI}&pageid=0`)).toBeNull();
  });
});
