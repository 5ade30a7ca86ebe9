import { FakeChanges } from "./fake-changes.ts";
import { startServer } from "./server.ts";

export interface FakePage {
  readonly pageid: number;
  readonly title: string;
  readonly ns?: number;
  readonly contentmodel?: string;
  readonly redirect?: boolean;
  links: string[];
  /** Prefix and title, as `iwlinks` has them. */
  readonly interwikis?: readonly (readonly [string, string])[];
  readonly categories?: readonly string[];
  readonly templates?: readonly string[];
  /** Statements of its Wikidata item, which is `Q` and its page id: `P31=Q5`. */
  readonly statements?: readonly string[];
}

/** A small server with the shape of MediaWiki's API: lists and links in pieces of two, gzip not offered. */
export interface FakeWiki {
  readonly api: string;
  readonly pages: FakePage[];
  /** What people do there, beside changing `pages` unseen. */
  readonly changes: FakeChanges;
  /** Parameters of every request, in order, but of those for its recent changes. */
  readonly asked: URLSearchParams[];
  /** Parameters of the requests for its recent changes. */
  readonly changesAsked: URLSearchParams[];
  /** Pages of the MediaWiki namespace, such as spam lists, by title; reading them is not counted among `asked`. */
  readonly messages: Map<string, string>;
  /** What to answer in place of the next requests: status, headers and body. */
  readonly instead: { status: number; headers?: Record<string, string>; body: string }[];
  close(): Promise<void>;
}

interface FakeShape {
  /** Rows of a list, and links, in one answer. */
  readonly piece: number;
  readonly wikiid: string;
  /** How many pages it says it has; null: as many as it has. */
  readonly stated: number | null;
}
const SHAPE: FakeShape = { piece: 2, wikiid: "fakewiki", stated: null };

export async function startFakeWiki(pages: FakePage[], given: Partial<FakeShape> = {}): Promise<FakeWiki> {
  const shape = { ...SHAPE, ...given };
  const asked: URLSearchParams[] = [];
  const changesAsked: URLSearchParams[] = [];
  const changes = new FakeChanges(pages);
  const messages: FakeWiki["messages"] = new Map();
  const instead: FakeWiki["instead"] = [];
  const { origin, close } = await startServer((request, response) => {
    const { searchParams } = new URL(request.url ?? "/", "http://localhost");
    const titles = searchParams.get("titles");
    if (titles?.startsWith("MediaWiki:")) {
      response.end(JSON.stringify(messagePages(titles.split("|"), messages)));
      return;
    }
    if (searchParams.get("list") === "recentchanges") {
      changesAsked.push(searchParams);
      response.end(JSON.stringify(changes.recent(searchParams, shape.piece)));
      return;
    }
    asked.push(searchParams);
    const other = instead.shift();
    const { status, headers, body } = other ?? {
      status: 200,
      headers: {},
      body: JSON.stringify(answer(pages, changes, searchParams, { ...shape, origin })),
    };
    response.writeHead(status, { "content-type": "application/json", ...headers }).end(body);
  });
  return { api: `${origin}/w/api.php`, pages, changes, asked, changesAsked, messages, instead, close };
}

/** A revision is as long as its text, which is enough to distinguish two here. */
function messagePages(titles: readonly string[], messages: ReadonlyMap<string, string>): object {
  const pages = titles.map((title) => {
    const content = messages.get(title);
    if (content === undefined) return { ns: 8, title, missing: true };
    return {
      pageid: 900,
      ns: 8,
      title,
      revisions: [{ revid: content.length, slots: { main: { content } } }],
    };
  });
  return { batchcomplete: true, query: { pages } };
}

function answer(
  pages: readonly FakePage[],
  changes: FakeChanges,
  parameters: URLSearchParams,
  { origin, piece, wikiid, stated }: FakeShape & { readonly origin: string },
): object {
  if (parameters.get("meta") === "siteinfo")
    return { batchcomplete: true, query: siteinfo(origin, wikiid, stated ?? pages.length) };
  if (parameters.get("list") === "allpages")
    return listed(
      "allpages",
      pages.filter(({ ns = 0 }) => String(ns) === parameters.get("apnamespace")),
      "apcontinue",
      parameters,
      piece,
    );
  const list = parameters.get("list");
  if (list === "logevents") return changes.deletions(parameters, piece);
  if (list === "categorymembers") {
    const types = parameters.get("cmtype")?.split("|") ?? [];
    const inCategory = pages.filter(
      ({ categories, ns = 0 }) =>
        categories?.includes(parameters.get("cmtitle") ?? "") && types.includes(MEMBER_TYPES[ns] ?? "page"),
    );
    return listed(list, inCategory, "cmcontinue", parameters, piece);
  }
  if (list === "embeddedin") {
    const using = pages.filter(({ templates }) => templates?.includes(parameters.get("eititle") ?? ""));
    return listed(list, using, "eicontinue", parameters, piece);
  }
  if (list === "search" || parameters.has("sitefilter") || parameters.get("meta") === "wikibase")
    return wikibase(pages, parameters, origin, piece);
  if (parameters.has("titles")) return byTitle(pages, parameters);
  return properties(pages, parameters, piece);
}

function listed(
  list: string,
  all: readonly FakePage[],
  name: string,
  parameters: URLSearchParams,
  piece: number,
): object {
  const from = Number(parameters.get(name) ?? 0);
  const next = from + piece;
  return {
    batchcomplete: true,
    ...(next < all.length && { continue: { [name]: String(next), continue: "-||" } }),
    query: { [list]: all.slice(from, next).map(({ pageid, title, ns = 0 }) => ({ pageid, ns, title })) },
  };
}

const MEMBER_TYPES: Readonly<Record<number, string>> = { 6: "file", 14: "subcat" };

/** The wiki is its own repository. */
function wikibase(
  pages: readonly FakePage[],
  parameters: URLSearchParams,
  origin: string,
  piece: number,
): object {
  if (parameters.get("meta") === "wikibase")
    return {
      batchcomplete: true,
      query: {
        wikibase: {
          repo: { url: { base: origin, scriptpath: "/w", articlepath: "/wiki/$1" } },
          siteid: "fakewiki",
        },
      },
    };
  const statement = (parameters.get("srsearch") ?? "").replace("haswbstatement:", "");
  const items = pages
    .filter(({ statements }) =>
      statements?.some((one) => one === statement || one.startsWith(`${statement}=`)),
    )
    .map(({ pageid }) => ({ pageid: 1000 + pageid, ns: 0, title: `Q${pageid}` }));
  if (parameters.get("list") === "search") {
    const answer = listed("search", items as unknown as FakePage[], "sroffset", parameters, piece) as {
      query: object;
    };
    return { ...answer, query: { ...answer.query, searchinfo: { totalhits: items.length } } };
  }
  const entities = (parameters.get("ids") ?? "").split("|").map((id) => {
    const title = pages.find(({ pageid }) => `Q${pageid}` === id)?.title;
    return [id, { id, type: "item", sitelinks: { fakewiki: { site: "fakewiki", title } } }];
  });
  return { success: 1, entities: Object.fromEntries(entities) };
}

function byTitle(pages: readonly FakePage[], parameters: URLSearchParams): object {
  const titles = (parameters.get("titles") ?? "").split("|");
  const rows = titles.map(spelt).map((title) => {
    const page = pages.find((one) => one.title === title);
    if (page !== undefined) return { pageid: page.pageid, ns: page.ns ?? 0, title };
    const size = pages.filter(({ categories }) => categories?.includes(title)).length;
    const categoryinfo = parameters.get("prop") === "categoryinfo" && size > 0 && { categoryinfo: { size } };
    return { ns: /^(?:Category|Kategorie):/.test(title) ? 14 : 0, title, missing: true, ...categoryinfo };
  });
  const normalized = titles.flatMap((from) => (spelt(from) === from ? [] : [{ from, to: spelt(from) }]));
  return { batchcomplete: true, query: { ...(normalized.length > 0 && { normalized }), pages: rows } };
}

/** As it spells a title: first letters in capitals, no underscores, `Kat` short for `Kategorie`. Its categories are known by both names. */
function spelt(given: string): string {
  const title = given.replaceAll("_", " ");
  const [, prefix, rest] = /^(category|kategorie|kat): *(.*)$/i.exec(title) ?? [];
  if (rest === undefined) return title.charAt(0).toUpperCase() + title.slice(1);
  const name = prefix === "Category" ? "Category" : "Kategorie";
  return `${name}:${rest.charAt(0).toUpperCase()}${rest.slice(1)}`;
}

/** A row of a list of pages' links: of which of the pages asked about, and which of its links. */
interface LinkPlace {
  readonly page: number;
  readonly link: number;
}

/**
 * As MediaWiki: a list goes on behind a row, whatever happened to other pages meanwhile, and one that came to its end is not begun again
 * while another is continued.
 */
function pieceOf<Row extends LinkPlace>(
  all: readonly Row[],
  name: string,
  parameters: URLSearchParams,
  piece: number,
) {
  const [page = 0, link = 0] = parameters.get(name)?.split("|").map(Number) ?? [];
  const isLeft = (row: LinkPlace) => row.page > page || (row.page === page && row.link >= link);
  const isOver = !parameters.has(name) && parameters.has("continue");
  const left = isOver ? [] : all.filter(isLeft);
  const next = left[piece];
  return {
    rows: left.slice(0, piece),
    next: next === undefined ? {} : { [name]: `${next.page}|${next.link}` },
  };
}

function properties(pages: readonly FakePage[], parameters: URLSearchParams, piece: number): object {
  const ids = (parameters.get("pageids") ?? "").split("|").map(Number);
  const found = ids.map((id) => pages.find(({ pageid }) => pageid === id));
  const all = found.flatMap(
    (page, at) => page?.links.map((url, link) => ({ page: at, link, pageid: page.pageid, url })) ?? [],
  );
  const prop = parameters.get("prop")?.split("|") ?? [];
  const first = !parameters.has("continue");
  const extlinksOf = pieceOf(all, "elcontinue", parameters, piece);
  const interwikis = found.flatMap(
    (page, at) =>
      page?.interwikis?.map(([prefix, title], link) => ({
        page: at,
        link,
        pageid: page.pageid,
        prefix,
        title,
      })) ?? [],
  );
  const iwlinksOf = pieceOf(prop.includes("iwlinks") ? interwikis : [], "iwcontinue", parameters, piece);
  const next = { ...extlinksOf.next, ...iwlinksOf.next };
  const marks = (name: "categories" | "templates", asked: string | null, ns: number) => (page: FakePage) =>
    prop.includes(name) && first
      ? (page[name] ?? [])
          .filter((title) => asked === null || asked.split("|").includes(title))
          .map((title) => ({ ns, title }))
      : [];
  const categoriesOf = marks("categories", parameters.get("clcategories"), 14);
  const templatesOf = marks("templates", parameters.get("tltemplates"), 10);
  return {
    ...(Object.keys(next).length > 0
      ? { continue: { ...next, continue: "||info" } }
      : { batchcomplete: true }),
    query: {
      pages: ids.map((pageid, at) => {
        const page = found[at];
        if (page === undefined) return { pageid, missing: true };
        const [categories, templates] = [categoriesOf(page), templatesOf(page)];
        const extlinks = extlinksOf.rows.filter((link) => link.pageid === pageid).map(({ url }) => ({ url }));
        const iwlinks = iwlinksOf.rows
          .filter((link) => link.pageid === pageid)
          .map(({ prefix, title }) => ({ prefix, title }));
        return {
          pageid,
          ns: page.ns ?? 0,
          title: page.title,
          ...(first && { contentmodel: page.contentmodel ?? "wikitext" }),
          ...(first && page.redirect && { redirect: true }),
          ...(extlinks.length > 0 && { extlinks }),
          ...(iwlinks.length > 0 && { iwlinks }),
          ...(categories.length > 0 && { categories }),
          ...(templates.length > 0 && { templates }),
        };
      }),
    },
  };
}

function siteinfo(origin: string, wikiid: string, pages: number): object {
  return {
    general: {
      generator: "MediaWiki 1.43.0",
      sitename: "Fake",
      lang: "de",
      server: origin,
      articlepath: "/wiki/$1",
      wikiid,
    },
    namespaces: {
      "0": { id: 0, name: "", case: "first-letter" },
      "4": { id: 4, name: "Fake", canonical: "Project" },
      "14": { id: 14, name: "Kategorie" },
    },
    namespacealiases: [{ id: 4, alias: "FK" }],
    interwikimap: [
      { prefix: "imdb", url: "//www.imdb.zz/$1" },
      { prefix: "fr", url: "https://fr.zz/wiki/$1", local: true },
      { prefix: "own", url: `${origin}/wiki/$1` },
      { prefix: "bad", url: "http://docs/$1" },
    ],
    statistics: { pages },
  };
}
