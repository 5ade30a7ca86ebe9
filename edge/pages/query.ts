import type { AnswerError } from "../../shared/answer/types.ts";
import {
  bad,
  oneOf,
  type Parameters,
  type Parsed,
  parseWiki,
  QUERY_LIMITS,
  quote,
  type Reply,
} from "../request.ts";
import type { PageSelector } from "../sources/titles.ts";

/** A title as the caller wrote it, by which the caller finds its answer; `title` null: no page can be called so. */
export interface AskedTitle {
  readonly text: string;
  readonly title: string | null;
}

/** `titles`: those of `asked` that can be one, each once. */
export type AskedPages =
  | Extract<PageSelector, { by: "pageid" }>
  | (Extract<PageSelector, { by: "title" }> & { readonly asked: readonly AskedTitle[] });

export const STATUS_FILTERS = ["working", "unreachable", "doubtful"] as const;
type StatusFilter = (typeof STATUS_FILTERS)[number];
export const EXTENTS = ["findings", "all"] as const;
type Extent = (typeof EXTENTS)[number];

/** A question about pages, parsed once; everything behind it trusts the type. */
export interface PageQuery {
  /** `dewiki@WMF` */
  readonly wiki: string;
  readonly pages: AskedPages;
  readonly show: Extent;
  readonly status: StatusFilter | null;
  readonly ping: boolean;
}

function parsePageids(text: string): Parsed<AskedPages> {
  const parts = text.split("|", QUERY_LIMITS.pages + 1);
  if (parts.length > QUERY_LIMITS.pages)
    return bad(
      "too-many-pages",
      `at most ${QUERY_LIMITS.pages} pages at once; ask for the others separately`,
    );
  const pageids = new Set<number>();
  for (const part of parts) {
    const pageid = /^\d{1,10}$/.test(part) ? Number(part) : 0;
    if (pageid < 1 || pageid > QUERY_LIMITS.pageid)
      return bad(
        "bad-pageid",
        `pageid must be a number from 1 to ${QUERY_LIMITS.pageid}, several joined with "|", not ${quote(part)}`,
      );
    pageids.add(pageid);
  }
  return { kind: "query", query: { by: "pageid", pageids: [...pageids] } };
}

/** What MediaWiki never has in a title; `|` separates several. */
const TITLE_FORBIDDEN = /[\p{Cc}<>[\]{}\ufffd]/u;

/** As in a wiki's address: underscores are spaces, a fragment is not part of the title. Null: no page can be called so. */
function readTitle(text: string): string | null {
  const title = (text.split("#", 1)[0] ?? "").replaceAll("_", " ").trim();
  return title === "" || title.length > QUERY_LIMITS.titleUnits || TITLE_FORBIDDEN.test(title) ? null : title;
}

export const badTitle = (text: string): AnswerError => ({
  code: "bad-title",
  message: `title must be the title of a page, as in its heading, not ${quote(text)}`,
});

/** One that cannot be a title is refused; among others it is told in its place in the answer. */
function parseTitles(text: string): Parsed<AskedPages> {
  if (text.length > QUERY_LIMITS.titleUnits * QUERY_LIMITS.pages)
    return bad("bad-title", "title is far longer than a title of a page can be");
  const parts = text.split("|", QUERY_LIMITS.pages + 1);
  if (parts.length > QUERY_LIMITS.pages)
    return bad(
      "too-many-pages",
      `at most ${QUERY_LIMITS.pages} pages at once; ask for the others separately`,
    );
  const asked = [...new Set(parts)].map((part): AskedTitle => ({ text: part, title: readTitle(part) }));
  const titles = new Set(asked.flatMap(({ title }) => title ?? []));
  if (titles.size === 0) return { kind: "bad", error: badTitle(parts[0] ?? "") };
  return { kind: "query", query: { by: "title", titles: [...titles], asked } };
}

export function parsePageQuery(parameter: Parameters): Parsed<PageQuery> {
  const dbname = parameter("dbname");
  if (dbname === undefined)
    return bad("missing-dbname", "say which wiki: dbname=dewiki@WMF (the farm may be left out: WMF)");
  const wiki = parseWiki(dbname);
  if (wiki === null)
    return bad("bad-dbname", `dbname must look like dewiki or dewiki@WMF, not ${quote(dbname)}`);
  const pageid = parameter("pageid") ?? parameter("curid");
  const title = parameter("title");
  if (pageid === undefined && title === undefined)
    return bad("missing-page", "say which page: pageid=9301140 (or curid=), or title=");
  // The form sends the pageid with which it was filled as `asked`: a title beside an unchanged pageid is the news.
  const retitled = title !== undefined && pageid === parameter("asked");
  const pages = pageid !== undefined && !retitled ? parsePageids(pageid) : parseTitles(title ?? "");
  if (pages.kind === "bad") return pages;
  const show = parameter("show");
  const extent = show === undefined ? "findings" : oneOf(EXTENTS, show);
  if (extent === undefined) return bad("bad-show", `show must be findings or all, not ${quote(show ?? "")}`);
  const wanted = parameter("status");
  const status = wanted === undefined ? null : oneOf(STATUS_FILTERS, wanted);
  if (status === undefined)
    return bad("bad-status", `status must be working, unreachable or doubtful, not ${quote(wanted ?? "")}`);
  const ping = parameter("ping");
  if (ping !== undefined && ping !== "1" && ping !== "0")
    return bad("bad-ping", `ping must be 1 or left out, not ${quote(ping)}`);
  return { kind: "query", query: { wiki, pages: pages.query, show: extent, status, ping: ping === "1" } };
}

/**
 * The name under which the answer to a question is cached: parsed values in a fixed order, so that spelling and order
 * of parameters, and foreign ones, can neither split nor poison the cache. The order of pages stays: it is the order
 * of the answer, which also tells titles as they were spelt.
 */
export function cacheName(query: PageQuery, reply: Reply): string {
  const { wiki, pages, show, status } = query;
  const parameters = new URLSearchParams([
    ["callback", reply.callback ?? ""],
    ["dbname", wiki],
    ["format", reply.format],
    ["lang", reply.format === "html" ? reply.lang : ""],
    ["pageid", pages.by === "pageid" ? pages.pageids.join("|") : ""],
    ["show", show],
    ["status", status ?? ""],
    ["title", pages.by === "title" ? pages.asked.map(({ text }) => text).join("|") : ""],
  ]);
  return parameters.toString();
}
