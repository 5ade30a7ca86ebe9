import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export interface FakePage {
  readonly pageid: number;
  readonly title: string;
  readonly ns?: number;
  readonly contentmodel?: string;
  links: string[];
  readonly categories?: readonly string[];
}

/** A small server with the shape of MediaWiki's API: lists and links in pieces of two, gzip not offered. */
export interface FakeWiki {
  readonly api: string;
  readonly pages: FakePage[];
  /** Parameters of every request, in order. */
  readonly asked: URLSearchParams[];
  /** What to answer in place of the next requests: status, headers and body. */
  readonly instead: { status: number; headers?: Record<string, string>; body: string }[];
  close(): Promise<void>;
}

const PIECE = 2;

export async function startFakeWiki(pages: FakePage[]): Promise<FakeWiki> {
  const asked: URLSearchParams[] = [];
  const instead: FakeWiki["instead"] = [];
  const server = createServer((request, response) => {
    const { searchParams } = new URL(request.url ?? "/", "http://localhost");
    asked.push(searchParams);
    const other = instead.shift();
    const { status, headers, body } = other ?? {
      status: 200,
      headers: {},
      body: JSON.stringify(answer(pages, searchParams, origin())),
    };
    response.writeHead(status, { "content-type": "application/json", ...headers }).end(body);
  });
  const origin = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    api: `${origin()}/w/api.php`,
    pages,
    asked,
    instead,
    async close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

function answer(pages: readonly FakePage[], parameters: URLSearchParams, origin: string): object {
  if (parameters.get("meta") === "siteinfo") return { batchcomplete: true, query: siteinfo(origin) };
  if (parameters.get("list") === "allpages")
    return listed(
      "allpages",
      pages.filter(({ ns = 0 }) => String(ns) === parameters.get("apnamespace")),
      "apcontinue",
      parameters,
    );
  if (parameters.get("list") === "categorymembers")
    return listed(
      "categorymembers",
      pages.filter(({ categories }) => categories?.includes(parameters.get("cmtitle") ?? "")),
      "cmcontinue",
      parameters,
    );
  return properties(pages, parameters);
}

function listed(list: string, all: readonly FakePage[], name: string, parameters: URLSearchParams): object {
  const from = Number(parameters.get(name) ?? 0);
  const next = from + PIECE;
  return {
    batchcomplete: true,
    ...(next < all.length && { continue: { [name]: String(next), continue: "-||" } }),
    query: { [list]: all.slice(from, next).map(({ pageid, title, ns = 0 }) => ({ pageid, ns, title })) },
  };
}

function properties(pages: readonly FakePage[], parameters: URLSearchParams): object {
  const ids = (parameters.get("pageids") ?? "").split("|").map(Number);
  const found = ids.map((id) => pages.find(({ pageid }) => pageid === id));
  const all = found.flatMap((page) => page?.links.map((url) => ({ pageid: page.pageid, url })) ?? []);
  const from = Number(parameters.get("elcontinue") ?? 0);
  const piece = all.slice(from, from + PIECE);
  const first = from === 0;
  const prop = parameters.get("prop")?.split("|") ?? [];
  const wanted = parameters.get("clcategories")?.split("|") ?? [];
  const inCategories = (page: FakePage) =>
    prop.includes("categories") && first
      ? (page.categories ?? []).filter((title) => wanted.includes(title))
      : [];
  return {
    ...(from + PIECE < all.length
      ? { continue: { elcontinue: String(from + PIECE), continue: "||info" } }
      : { batchcomplete: true }),
    query: {
      pages: ids.map((pageid, at) => {
        const page = found[at];
        if (page === undefined) return { pageid, missing: true };
        const categories = inCategories(page).map((title) => ({ ns: 14, title }));
        const extlinks = piece.filter((link) => link.pageid === pageid).map(({ url }) => ({ url }));
        return {
          pageid,
          ns: page.ns ?? 0,
          title: page.title,
          ...(first && { contentmodel: page.contentmodel ?? "wikitext" }),
          ...(extlinks.length > 0 && { extlinks }),
          ...(categories.length > 0 && { categories }),
        };
      }),
    },
  };
}

function siteinfo(origin: string): object {
  return {
    general: {
      generator: "MediaWiki 1.43.0",
      sitename: "Fake",
      lang: "de",
      server: origin,
      articlepath: "/wiki/$1",
      wikiid: "fakewiki",
    },
    namespaces: {
      "0": { id: 0, name: "" },
      "4": { id: 4, name: "Fake" },
      "14": { id: 14, name: "Kategorie" },
    },
    interwikimap: [
      { prefix: "imdb", url: "//www.imdb.zz/$1" },
      { prefix: "fr", url: "https://fr.zz/wiki/$1", local: true },
    ],
  };
}
