import { expect, test } from "vitest";
import { readPages } from "./pages.ts";
import { openWikiApi } from "./wiki.ts";

const signal = new AbortController().signal;

/** A wiki of which each page has so many answers full of links, here one link each. */
function withManyAnswers(answers: number) {
  let asked = 0;
  const send = async ({ url }: { readonly url: string }) => {
    asked += 1;
    const { searchParams } = new URL(url);
    const ids = (searchParams.get("pageids") ?? "").split("|").map(Number);
    const at = Number(searchParams.get("elcontinue") ?? 0);
    const linked = ids[Math.floor(at / answers)];
    const rows = (at === 0 ? ids : ids.filter((id) => id === linked)).map((pageid) => ({
      pageid,
      ns: 0,
      title: `T${pageid}`,
      ...(pageid === linked && { extlinks: [{ url: `https://h${at % answers}.zz/` }] }),
    }));
    const next = at + 1 < ids.length * answers && { continue: { elcontinue: String(at + 1) } };
    return { kind: "json", http: 200, headers: {}, value: { ...next, query: { pages: rows } } } as const;
  };
  const wiki = openWikiApi("https://a.zz/w/api.php", { http: { close: async () => {}, send }, signal });
  return { wiki, asked: () => asked };
}

const ids = (many: number) => Array.from({ length: many }, (_, at) => at + 1);

test("fifty pages with very many links together are refused as a batch, so that they are read in halves", async () => {
  const { wiki } = withManyAnswers(90);
  expect(await readPages(wiki, ids(50))).toMatchObject({ ok: false, error: { kind: "refused" } });
  const half = await readPages(wiki, ids(25));
  expect(half.ok && half.value.map((page) => page.kind === "page" && page.links.length)).toEqual(
    ids(25).map(() => 90),
  );
});

test("the fewer pages are read, the fewer requests are made of what never ends, but as many as the longest page needs", async () => {
  const endless = withManyAnswers(1_000_000);
  const read = await readPages(endless.wiki, [1]);
  expect(read).toMatchObject({ ok: false, error: { kind: "refused" } });
  expect(endless.asked()).toBeLessThan(1_000);
  // Two million characters of "[//a.zz/1 ]".
  expect(await readPages(withManyAnswers(364).wiki, [1])).toMatchObject({ ok: true });
});
