import type { Sort, STATUS_FILTERS } from "../../shared/answer/order.ts";
import type { AnswerError } from "../../shared/answer/types.ts";
import { type EXTENTS, readParameters } from "../parameters.ts";
import { bad, type Parameters, type Parsed, QUERY_LIMITS, quote, type Reply } from "../request.ts";
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

/** A question about pages, parsed once; everything behind it trusts the type. */
export interface PageQuery {
  /** `dewiki@WMF` */
  readonly wiki: string;
  readonly pages: AskedPages;
  readonly show: (typeof EXTENTS)[number];
  readonly status: (typeof STATUS_FILTERS)[number] | null;
  /** null: as the format has it. */
  readonly sort: Sort | null;
  readonly ping: boolean;
}

/** Several, joined with "|"; null: too many. */
function separated(text: string): string[] | null {
  const parts = text.split("|", QUERY_LIMITS.pages + 1);
  return parts.length > QUERY_LIMITS.pages ? null : parts;
}

const TOO_MANY_PAGES = bad(
  "too-many-pages",
  `at most ${QUERY_LIMITS.pages} pages at once; ask for the others separately`,
);

function parsePageids(text: string): Parsed<AskedPages> {
  const parts = separated(text);
  if (parts === null) return TOO_MANY_PAGES;
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

/**
 * As in a wiki's address: underscores are spaces, a fragment is not part of the title. In NFC, as MediaWiki has titles: it answers another
 * form under no name that was asked (`fromencoded`). Null: no page can be called so.
 */
function readTitle(text: string): string | null {
  const title = (text.split("#", 1)[0] ?? "").replaceAll("_", " ").trim().normalize("NFC");
  return title === "" || title.length > QUERY_LIMITS.titleUnits || TITLE_FORBIDDEN.test(title) ? null : title;
}

export const badTitle = (text: string): AnswerError => ({
  code: "bad-title",
  message: `title must be the title of a page, as in its heading, not ${quote(text)}`,
});

/** One that cannot be a title is refused; among others it has an error in its place in the answer. */
function parseTitles(text: string): Parsed<AskedPages> {
  if (text.length > QUERY_LIMITS.titleUnits * QUERY_LIMITS.pages)
    return bad("bad-title", "title is far longer than a title of a page can be");
  const parts = separated(text);
  if (parts === null) return TOO_MANY_PAGES;
  const asked = [...new Set(parts)].map((part): AskedTitle => ({ text: part, title: readTitle(part) }));
  const titles = new Set(asked.flatMap(({ title }) => title ?? []));
  if (titles.size === 0) return { kind: "bad", error: badTitle(parts[0] ?? "") };
  return { kind: "query", query: { by: "title", titles: [...titles], asked } };
}

export const MISSING_DBNAME = bad(
  "missing-dbname",
  "say which wiki: dbname=dewiki@WMF (the farm may be left out: WMF)",
);

export function parsePageQuery(parameter: Parameters): Parsed<PageQuery> {
  const read = readParameters(parameter, ["dbname", "show", "status", "sort", "ping"]);
  if (read.kind === "bad") return read;
  const { dbname: wiki, show = "findings", status = null, sort = null, ping } = read.query;
  if (wiki === undefined) return MISSING_DBNAME;
  const pageid = parameter("pageid") ?? parameter("curid");
  const title = parameter("title");
  if (pageid === undefined && title === undefined)
    return bad("missing-page", "say which page: pageid=9301140 (or curid=), or title=");
  // The form sends the pageid with which it was filled as `asked`: a title beside an unchanged pageid is the news.
  const retitled = title !== undefined && pageid === parameter("asked");
  const pages = pageid !== undefined && !retitled ? parsePageids(pageid) : parseTitles(title ?? "");
  if (pages.kind === "bad") return pages;
  return { kind: "query", query: { wiki, pages: pages.query, show, status, sort, ping: ping === "1" } };
}

/**
 * The name under which the answer to a question is cached: parsed values in a fixed order, so that spelling and order
 * of parameters, and foreign ones, can neither split nor poison the cache. The order of pages stays: it is the order
 * of the answer, which also has titles as they were spelt.
 */
export function cacheName(query: PageQuery, reply: Reply): string {
  const { wiki, pages, show, status, sort } = query;
  const parameters = new URLSearchParams([
    ["callback", reply.callback ?? ""],
    ["dbname", wiki],
    ["format", reply.format],
    ["lang", reply.format === "html" ? reply.lang : ""],
    ["pageid", pages.by === "pageid" ? pages.pageids.join("|") : ""],
    ["show", show],
    ["sort", sort ?? ""],
    ["status", status ?? ""],
    ["title", pages.by === "title" ? pages.asked.map(({ text }) => text).join("|") : ""],
  ]);
  return parameters.toString();
}
