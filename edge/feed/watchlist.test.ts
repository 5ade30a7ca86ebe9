import { describe, expect, test } from "vitest";
import type { WikiProfile } from "../../shared/protocol/types.ts";
import type { EdgeDeps, EdgeEnv } from "../env.ts";
import { createWikiGates } from "../sources/wiki-gate.ts";
import { Watchlists } from "./watchlist.ts";

const ROOT = "Category:Root";
const category = (pageid: number) => ({ pageid, ns: 14, title: `Category:C${pageid}` });

/** What a wiki says whose category has so many subcategories, of a page each. */
function answerOf(subcategories: number, asked: URLSearchParams): object {
  const of = asked.get("cmtitle");
  const below = Array.from({ length: subcategories }, (_, at) => category(100 + at));
  if (asked.has("titles")) return { pages: [{ pageid: 1, ns: 14, title: ROOT }] };
  if (asked.has("pageids"))
    return { pages: (asked.get("pageids") ?? "").split("|").map(Number).map(category) };
  if (asked.get("cmtype") === "subcat") return { categorymembers: of === ROOT ? below : [] };
  const number = of === ROOT ? 1 : Number(of?.replace("Category:C", ""));
  return { categorymembers: [{ pageid: 10_000 + number, ns: 0, title: `P${number}` }] };
}

/** A caller with a network and a provider asks such a wiki, which takes `ms` for an answer. */
function watching(subcategories: number, ms: number) {
  let [now, asked, slept] = [1_795_000_000_000, 0, 0];
  const deps = {
    elapsed: () => now,
    async sleep(time: number) {
      now += time;
      slept += time;
    },
    cache: () => null,
    wikis: createWikiGates(() => now),
    asker: { ranges: ["203.0.113.0/24", "203.0.0.0/16"], isFriend: false },
    async fetch(request: Request) {
      asked++;
      now += ms;
      const query = answerOf(subcategories, new URL(request.url).searchParams);
      return Response.json({ batchcomplete: true, query });
    },
  } as unknown as EdgeDeps;
  const profile = { wiki: "x@y", api: "https://w.zz/api.php" } as unknown as WikiProfile;
  const lists = new Watchlists(deps);
  const watchlist = { pageids: [], titles: [], category: { title: "Root", depth: 5 } };
  return {
    deps,
    pages: async () => {
      const found = await lists.pages(deps, {} as EdgeEnv, profile, watchlist);
      return found.kind === "pages" ? found.pageids.length : found.error.code;
    },
    spent: () => ({ asked, slept }),
  };
}

describe("a category that needs more questions than a caller may ask at once", () => {
  test.each([
    [12, 50],
    [18, 20],
    [18, 200],
  ])("with %i subcategories of a wiki that takes %i ms is followed", async (subcategories, ms) => {
    const { pages, spent } = watching(subcategories, ms);
    expect(await pages()).toBe(1 + 2 * subcategories);
    expect(spent().asked).toBe(3 + 2 * subcategories);
  });

  test("does not begin by waiting", async () => {
    const { deps, pages, spent } = watching(3, 50);
    deps.wikis.pause("w.zz", "300");
    expect(await pages()).toBe("wiki-busy");
    expect(spent()).toEqual({ asked: 0, slept: 0 });
  });

  test("waits no longer than an answer may take", async () => {
    const { deps, pages, spent } = watching(18, 0);
    const { sleep } = deps;
    // Others of the network use up what comes back.
    deps.sleep = async (ms) => {
      await sleep(ms);
      const used = deps.wikis.enter({
        host: "w.zz",
        purpose: "answer",
        callers: ["203.0.113.0/24"],
        subjects: [],
      });
      if (typeof used !== "string") used.end("answered");
    };
    expect(await pages()).toBe("wiki-busy");
    expect(spent()).toEqual({ asked: 25, slept: 8_000 });
  });
});
