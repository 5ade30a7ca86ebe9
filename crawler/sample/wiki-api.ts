import english from "../../shared/repair/conventions/en.json";
import type { SampleArticle } from "./articles.ts";
import { categoryFound, categoryMembers, categoryTitle, SAMPLE_CATEGORIES } from "./categories.ts";
import { articleText } from "./wiki-html.ts";
import { wikitextOf } from "./wikitext.ts";

/** MediaWiki's API (formatversion 2) over the sample's articles, as far as Weboid asks. */

export const SAMPLE_DBNAME = "samplewiki";
const ROWS_MAX = 500;
const IDS_MAX = 50;
const STARTED = "2026-01-01T00:00:00Z";

/** MediaWiki's times have no fractions of a second. */
const nowOfWiki = (): string => new Date().toISOString().replace(/\.\d+/, "");

type Params = URLSearchParams;
type Json = Readonly<Record<string, unknown>>;

/** MediaWiki answers errors with HTTP 200 and a header of its own. */
class ApiError extends Error {
  constructor(
    readonly code: string,
    info: string,
  ) {
    super(info);
  }
}

const parts = (text: string | null): string[] => (text ?? "").split("|").filter((part) => part !== "");

/** `max`, or a number from 1 up to `most`. */
function limitOf(text: string | null, most: number, otherwise: number): number {
  if (text === null) return otherwise;
  if (text === "max") return most;
  const value = Number(text);
  if (!Number.isInteger(value))
    throw new ApiError("badinteger", `Invalid value "${text}" for integer parameter.`);
  return Math.min(most, Math.max(1, value));
}

/** A position that we gave out as `continue`. */
function positionOf(text: string | null): number {
  if (text === null) return 0;
  if (!/^\d{1,9}$/.test(text)) throw new ApiError("badcontinue", "Invalid continue parameter.");
  return Number(text);
}

export const normaliseTitle = (title: string): string => {
  const spaced = title.replaceAll("_", " ").trim();
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
};

function siteInfo(base: string, props: readonly string[], pages: number): Json {
  const namespaces = { 0: "", 1: "Talk", 4: "Sample wiki", 10: "Template", 14: "Category" };
  const all: Record<string, unknown> = {
    general: {
      mainpage: "Main Page",
      base: `${base}/wiki/Main_Page`,
      sitename: "Sample wiki",
      generator: "MediaWiki 1.43.0 (sample)",
      case: "first-letter",
      lang: "en",
      wikiid: SAMPLE_DBNAME,
      server: base,
      servername: "127.0.0.1",
      articlepath: "/wiki/$1",
      scriptpath: "/w",
      script: "/w/index.php",
      time: nowOfWiki(),
    },
    namespaces: Object.fromEntries(
      Object.entries(namespaces).map(([id, name]) => [
        id,
        {
          id: Number(id),
          case: "first-letter",
          name,
          canonical: name,
          content: id === "0",
          subpages: false,
          nonincludable: false,
        },
      ]),
    ),
    interwikimap: [],
    statistics: {
      pages,
      articles: pages,
      edits: pages,
      images: 0,
      users: 1,
      activeusers: 0,
      admins: 0,
      jobs: 0,
    },
  };
  return Object.fromEntries(Object.entries(all).filter(([key]) => props.includes(key)));
}

const info = (article: SampleArticle, base: string): Json => ({
  pageid: article.pageid,
  ns: 0,
  title: article.title,
  contentmodel: "wikitext",
  pagelanguage: article.lang ?? "en",
  pagelanguagehtmlcode: article.lang ?? "en",
  pagelanguagedir: article.lang === "ar" ? "rtl" : "ltr",
  touched: STARTED,
  lastrevid: article.pageid,
  length: Buffer.byteLength(wikitextOf(article)),
  fullurl: `${base}/wiki/${encodeURIComponent(article.title.replaceAll(" ", "_"))}`,
});

/** An article's only revision has its page's id. */
const revisionOf = (article: SampleArticle): Json => ({
  revid: article.pageid,
  parentid: 0,
  timestamp: STARTED,
  slots: {
    main: { contentmodel: "wikitext", contentformat: "text/x-wiki", content: wikitextOf(article) },
  },
});

function listOf(
  list: string,
  params: Params,
  articles: readonly SampleArticle[],
): { rows: Json[]; next: Json | null } {
  if (list === "allpages") {
    const sorted = [...articles].sort((a, b) => (a.title < b.title ? -1 : 1));
    const from = params.get("apcontinue") ?? params.get("apfrom");
    const start = from === null ? 0 : sorted.findIndex(({ title }) => title >= normaliseTitle(from));
    const inNamespace =
      (params.get("apnamespace") ?? "0") === "0" && params.get("apfilterredir") !== "redirects";
    const rest = inNamespace && start >= 0 ? sorted.slice(start) : [];
    const limit = limitOf(params.get("aplimit"), ROWS_MAX, 10);
    const after = rest[limit];
    return {
      rows: rest.slice(0, limit).map(({ pageid, title }) => ({ pageid, ns: 0, title })),
      next: after === undefined ? null : { apcontinue: after.title.replaceAll(" ", "_"), continue: "-||" },
    };
  }
  if (list === "categorymembers") {
    const types = parts(params.get("cmtype") ?? "page|subcat|file");
    return { rows: categoryMembers(params.get("cmtitle") ?? "", types, articles), next: null };
  }
  // Nothing was ever deleted here, and the articles are older than any list of changes.
  if (["logevents", "recentchanges", "embeddedin", "exturlusage"].includes(list))
    return { rows: [], next: null };
  throw new ApiError("badvalue", `Unrecognized value for parameter "list": ${list}.`);
}

/** An article, or a page that is none, as the API answers it. */
type Found = SampleArticle | { readonly other: Json };

/** The page on which administrators say how the wiki writes archived copies (docs/repair.md): as the English Wikipedia. */
const CONVENTIONS: Json = {
  pageid: 1_000,
  ns: 8,
  title: "MediaWiki:Weboid-repair.json",
  revisions: [
    {
      revid: 1_000,
      parentid: 0,
      timestamp: STARTED,
      slots: {
        main: { contentmodel: "json", contentformat: "application/json", content: JSON.stringify(english) },
      },
    },
  ],
};

function findPages(params: Params, articles: readonly SampleArticle[]): Found[] {
  const ids = parts(params.get("pageids"));
  const titles = parts(params.get("titles"));
  if (ids.length + titles.length > IDS_MAX)
    throw new ApiError("toomanyvalues", `Too many values supplied. The limit is ${IDS_MAX}.`);
  const byId = ids.map((id): Found => {
    if (!/^\d{1,10}$/.test(id))
      throw new ApiError("badinteger", `Invalid value "${id}" for integer parameter "pageids".`);
    const category = SAMPLE_CATEGORIES.find(({ pageid }) => pageid === Number(id));
    return (
      articles.find(({ pageid }) => pageid === Number(id)) ?? {
        other: category ? categoryFound(category.title) : { pageid: Number(id), missing: true },
      }
    );
  });
  const byTitle = titles.map((title): Found => {
    const wanted = normaliseTitle(title);
    const category = categoryTitle(title);
    if (category !== null) return { other: categoryFound(category) };
    return (
      articles.find((article) => article.title === wanted) ?? {
        other: wanted === CONVENTIONS.title ? CONVENTIONS : { ns: 0, title: wanted, missing: true },
      }
    );
  });
  return [...byId, ...byTitle];
}

/** `prop=extlinks`: rows counted over all pages together, as MediaWiki does. */
function linksOf(
  pages: readonly SampleArticle[],
  params: Params,
): { links: Map<number, Json[]>; next: Json | null } {
  const rows = pages.flatMap(({ pageid, sources }) => sources.map(({ url }) => ({ pageid, url })));
  const from = positionOf(params.get("elcontinue"));
  const limit = limitOf(params.get("ellimit"), ROWS_MAX, 10);
  const links = new Map<number, Json[]>();
  for (const { pageid, url } of rows.slice(from, from + limit)) {
    const list = links.get(pageid) ?? [];
    list.push({ url });
    links.set(pageid, list);
  }
  const next = rows.length > from + limit ? { elcontinue: String(from + limit), continue: "||" } : null;
  return { links, next };
}

function query(params: Params, articles: readonly SampleArticle[], base: string): Json {
  const result: Record<string, unknown> = {};
  let next: Json | null = null;
  if (parts(params.get("meta")).includes("siteinfo"))
    Object.assign(result, siteInfo(base, parts(params.get("siprop") ?? "general"), articles.length));
  for (const list of parts(params.get("list"))) {
    const { rows, next: more } = listOf(list, params, articles);
    result[list] = rows;
    next = more ?? next;
  }
  const generated = params.get("generator");
  const batch = generated === null ? null : listOf(generated, asGenerator(params), articles);
  const found =
    batch === null
      ? findPages(params, articles)
      : batch.rows.flatMap(({ pageid }) => articles.filter((article) => article.pageid === pageid));
  if (found.length > 0) {
    const there = found.filter((page): page is SampleArticle => !("other" in page));
    const props = parts(params.get("prop"));
    const { links, next: more } = props.includes("extlinks")
      ? linksOf(there, params)
      : { links: new Map<number, Json[]>(), next: null };
    next = more ?? next;
    if (batch?.next != null && more === null)
      next = { gapcontinue: batch.next.apcontinue, continue: "gapcontinue||" };
    result.pages = found.map((page) => {
      if ("other" in page) return page.other;
      const extlinks = links.get(page.pageid);
      return {
        ...(props.includes("info") ? info(page, base) : { pageid: page.pageid, ns: 0, title: page.title }),
        ...(extlinks === undefined ? {} : { extlinks }),
        ...(props.includes("revisions") && { revisions: [revisionOf(page)] }),
      };
    });
  }
  return {
    ...(next === null ? { batchcomplete: true } : { continue: next }),
    ...(params.has("curtimestamp") && { curtimestamp: nowOfWiki() }),
    query: result,
  };
}

/** A generator's parameters carry a `g` before their names. */
function asGenerator(params: Params): Params {
  const own = new URLSearchParams();
  for (const [name, value] of params) if (name.startsWith("g")) own.append(name.slice(1), value);
  return own;
}

/** Titles that begin so, for fields that complete them. */
function openSearch(params: Params, articles: readonly SampleArticle[], base: string): readonly unknown[] {
  const search = params.get("search") ?? "";
  const found = articles
    .filter(({ title }) => title.toLowerCase().startsWith(normaliseTitle(search).toLowerCase()))
    .slice(0, limitOf(params.get("limit"), ROWS_MAX, 10));
  const titles = found.map(({ title }) => title);
  return [search, titles, titles.map(() => ""), found.map((article) => info(article, base).fullurl)];
}

/** An article as it is laid out, by its id. */
function parse(params: Params, articles: readonly SampleArticle[]) {
  const found = articles.find(({ pageid }) => String(pageid) === params.get("pageid"));
  if (found === undefined) throw new ApiError("nosuchpageid", "There is no page with this id.");
  return { parse: { title: found.title, pageid: found.pageid, text: articleText(found) } };
}

/** One request to api.php. `base`: the wiki's address without a path. */
export function answerApi(params: Params, articles: readonly SampleArticle[], base: string): Response {
  const headers = { "content-type": "application/json; charset=utf-8", "access-control-allow-origin": "*" };
  try {
    const action = params.get("action");
    if (action === "opensearch") return Response.json(openSearch(params, articles, base), { headers });
    if (action === "parse") return Response.json(parse(params, articles), { headers });
    if (action !== "query")
      throw new ApiError("badvalue", `Unrecognized value for parameter "action": ${action}.`);
    if (params.get("format") !== "json")
      throw new ApiError("badvalue", "This wiki answers with format=json only.");
    return Response.json(query(params, articles, base), { headers });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const body = { error: { code: error.code, info: error.message, docref: `See ${base}/wiki/Main_Page` } };
    return Response.json(body, { headers: { ...headers, "mediawiki-api-error": error.code } });
  }
}
