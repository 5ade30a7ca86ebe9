import { expect, test } from "vitest";
import type { HttpAnswer } from "../../net/egress/http-client.ts";
import { once, pages, setUp, through, wikiOf } from "../testing/feeder.ts";

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

test("nor one that goes on without a page", async () => {
  const { name } = await wikiOf(pages(1));
  const { client, asked } = listing(120, 5_000, 0);
  const [fed] = (await once(name, client)).wikis;
  expect(fed?.error?.message).toContain("as if it had 100100 pages");
  expect(asked()).toBe(1_001);
});
