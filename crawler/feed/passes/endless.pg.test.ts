import { expect, test } from "vitest";
import type { HttpAnswer } from "../../net/egress/http-client.ts";
import { include, once, pages, setUp, through, wikiOf } from "../testing/feeder.ts";

setUp();

/**
 * A list that goes on for `lists` requests of `piece` pages, at a wiki that says how many pages it has. It names the same
 * pages each time, so that there are few to read afterwards.
 */
function listing(stated: number, lists: number, piece = 2_000) {
  let asked = 0;
  const client = through(({ url }) => {
    const params = new URL(url).searchParams;
    const answer = (more: object): HttpAnswer => {
      const value = { batchcomplete: true, ...more };
      return { kind: "json", http: 200, headers: {}, value };
    };
    if (params.get("siprop") === "statistics") return answer({ query: { statistics: { pages: stated } } });
    if (params.get("list") !== "allpages") return undefined;
    asked += 1;
    const allpages = Array.from({ length: piece }, (_, at) => ({
      pageid: 1_000 + at,
      ns: 0,
      title: `P${1_000 + at}`,
    }));
    return answer({
      query: { allpages },
      ...(asked < lists && { continue: { apcontinue: `P${1_000 + piece}.${asked}`, continue: "-||" } }),
    });
  });
  return { client, asked: () => asked };
}

test("a list that never ends is not read on, at the next trial neither", async () => {
  const { name } = await wikiOf(pages(1));
  const { client, asked } = listing(120, 1_000);
  const [fed] = (await once(name, client)).wikis;
  expect(fed?.error?.message).toContain("as if it had 102000 pages, though it says that it has 120");
  expect(asked()).toBe(51);
  await once(name, client);
  expect(asked()).toBe(52);
});

/** A tree whose categories have the same pages, 40,000 each, and in the last one `last` batches of 2,000. */
function tree(last: number) {
  const members = Array.from({ length: 2_000 }, (_, at) => ({ pageid: 1_000 + at, ns: 0, title: `P${at}` }));
  return through(({ url }) => {
    const params = new URL(url).searchParams;
    const answer = (more: object): HttpAnswer => {
      const value = { batchcomplete: true, ...more };
      return { kind: "json", http: 200, headers: {}, value };
    };
    if (params.get("siprop") === "statistics") return answer({ query: { statistics: { pages: 120 } } });
    if (params.get("list") !== "categorymembers") return undefined;
    const at = Number(params.get("cmcontinue") ?? 0);
    const isRoot = params.get("cmtitle") === "Category:A";
    const below = ["B", "C"].map((name, index) => ({
      pageid: 10 + index,
      ns: 14,
      title: `Category:${name}`,
    }));
    const batches = params.get("cmtitle") === "Category:C" ? last : 20;
    return answer({
      query: { categorymembers: isRoot && at === 0 ? below : members },
      ...(at + 1 < batches && { continue: { cmcontinue: String(at + 1), continue: "-||" } }),
    });
  });
}

test("pages that are in many categories of a tree make no endless list; a category without an end does", async () => {
  const criteria = [include("category", "Category:A", 2)];
  const { name } = await wikiOf(pages(1), { criteria });
  expect((await once(name, tree(20))).wikis).toMatchObject([{ listed: 118_000, error: null }]);
  const { name: other } = await wikiOf(pages(1), { criteria });
  const [fed] = (await once(other, tree(1_000))).wikis;
  expect(fed?.error?.message).toContain("as if it had 102000 pages");
});

test("nor one that goes on without a page", async () => {
  const { name } = await wikiOf(pages(1));
  const { client, asked } = listing(120, 5_000, 0);
  const [fed] = (await once(name, client)).wikis;
  expect(fed?.error?.message).toContain("as if it had 100100 pages");
  expect(asked()).toBe(1_001);
});
