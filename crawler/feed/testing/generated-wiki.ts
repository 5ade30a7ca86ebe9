import { startServer } from "./server.ts";

export interface GeneratedOptions {
  readonly pages: number;
  /** Links of a page on average. */
  readonly links: number;
  /** Rows of a list, and links, in one answer: 500 as MediaWiki has them. */
  readonly rows?: number;
}

/**
 * A wiki of any size with the shape of MediaWiki's API, which keeps nothing: titles and links follow from the page id
 * and the edition.
 */
export interface GeneratedWiki {
  readonly api: string;
  /** Another edition: every 50th page has other links, every 97th is gone, and a template of every third is another. */
  edition: number;
  /** Requests so far, by what they ask for: `allpages`, `extlinks` … */
  readonly requests: Map<string, number>;
  /** Called with every request before it is answered. */
  heard: () => void;
  /** How many pages and links of the present edition there are. */
  sizes(): { pages: number; links: number };
  close(): Promise<void>;
}

export async function startGeneratedWiki({
  pages,
  links,
  rows = 500,
}: GeneratedOptions): Promise<GeneratedWiki> {
  const requests = new Map<string, number>();
  const exists = (id: number) => id >= 1 && id <= pages && (wiki.edition === 0 || id % 97 !== 0);
  const linksOf = (id: number): string[] => {
    const many = exists(id) ? id % (2 * links + 1) : 0;
    const own = Array.from({ length: many }, (_, k) =>
      k % 4 === 0
        ? `https://s${(id + k) % 300}.zz/shared/${(7 * id + k) % 3_000}`
        : `https://h${id % 5_000}.zz/${id}/${wiki.edition > 0 && id % 50 === 0 ? "other" : "page"}/${k}`,
    );
    return id % 3 === 0 && exists(id) && links > 0
      ? [...own, `https://template.zz/${wiki.edition}/${id % 100}`]
      : own;
  };

  function answer(asked: URLSearchParams): object {
    if (asked.get("meta")?.includes("siteinfo")) return { batchcomplete: true, query: siteinfo(wiki.api) };
    if (asked.get("list") === "allpages") return allpages(Number(asked.get("apcontinue")?.slice(1) ?? 1));
    if (asked.has("pageids")) return properties(asked);
    const titles = asked.get("titles")?.split("|") ?? [];
    const lists = asked.get("list")?.split("|") ?? [];
    return {
      batchcomplete: true,
      query: {
        ...Object.fromEntries(lists.map((list) => [list, []])),
        pages: titles.map((title) => ({ ns: 8, title, missing: true })),
      },
    };
  }

  function allpages(from: number): object {
    const ids: number[] = [];
    let next = from;
    for (; next <= pages && ids.length < rows; next += 1) if (exists(next)) ids.push(next);
    return {
      batchcomplete: true,
      ...(next <= pages && { continue: { apcontinue: titleOf(next), continue: "-||" } }),
      query: { allpages: ids.map((pageid) => ({ pageid, ns: 0, title: titleOf(pageid) })) },
    };
  }

  function properties(asked: URLSearchParams): object {
    const ids = (asked.get("pageids") ?? "").split("|").map(Number);
    const from = Number(asked.get("elcontinue") ?? 0);
    const all = asked.get("prop")?.includes("extlinks")
      ? ids.flatMap((pageid) => linksOf(pageid).map((url) => ({ pageid, url })))
      : [];
    const piece = Map.groupBy(all.slice(from, from + rows), ({ pageid }) => pageid);
    const more = from + rows < all.length;
    return {
      ...(more
        ? { continue: { elcontinue: String(from + rows), continue: "||info|iwlinks" } }
        : { batchcomplete: true }),
      query: {
        pages: ids.map((pageid) => {
          if (!exists(pageid)) return { pageid, missing: true };
          const extlinks = piece.get(pageid)?.map(({ url }) => ({ url }));
          const page = { pageid, ns: 0, title: titleOf(pageid) };
          return { ...page, ...(from === 0 && { contentmodel: "wikitext" }), ...(extlinks && { extlinks }) };
        }),
      },
    };
  }

  const { origin, close } = await startServer((request, response) => {
    const { searchParams } = new URL(request.url ?? "/", "http://localhost");
    const what = searchParams.get("list") ?? searchParams.get("prop") ?? searchParams.get("meta") ?? "";
    requests.set(what, (requests.get(what) ?? 0) + 1);
    wiki.heard();
    response.setHeader("content-type", "application/json").end(JSON.stringify(answer(searchParams)));
  });
  const wiki: GeneratedWiki = {
    api: `${origin}/w/api.php`,
    edition: 0,
    requests,
    heard: () => {},
    sizes() {
      const sizes = { pages: 0, links: 0 };
      for (let id = 1; id <= pages; id += 1)
        if (exists(id)) {
          sizes.pages += 1;
          sizes.links += new Set(linksOf(id)).size;
        }
      return sizes;
    },
    close,
  };
  return wiki;
}

const titleOf = (id: number): string => `P${String(id).padStart(9, "0")}`;

function siteinfo(api: string): object {
  return {
    general: {
      generator: "MediaWiki 1.43.0",
      sitename: "Generated",
      lang: "en",
      server: new URL(api).origin,
      articlepath: "/wiki/$1",
      wikiid: "generated",
    },
    namespaces: { "0": { id: 0, name: "" } },
    interwikimap: [],
  };
}
