import { bad, type Parameters, type Parsed, parseWiki, QUERY_LIMITS } from "../request.ts";
import { type ListSelector, type Place, readCursor } from "../sources/list-place.ts";
import { EXTENTS, type PageQuery, STATUS_FILTERS } from "./query.ts";

/** A friendly tool's question for a whole list of pages (F8). */
export interface ListQuery extends Pick<PageQuery, "wiki" | "show" | "status" | "ping"> {
  readonly list: ListSelector;
  /** null: from the beginning. */
  readonly place: Place | null;
}

const NAMESPACE_MAX = 99_999;
/** As for category trees of the criteria, unless told otherwise. */
const DEPTH_DEFAULT = 5;
export const DEPTH_MAX = 10;

export function parseListQuery(parameter: Parameters): Parsed<ListQuery> {
  const wiki = parseWiki(parameter("dbname") ?? "");
  if (parameter("dbname") === undefined)
    return bad("missing-dbname", "say which wiki: dbname=dewiki@WMF (the farm may be left out: WMF)");
  if (wiki === null) return bad("bad-dbname", "dbname must look like dewiki or dewiki@WMF");
  const list = parseSelector(parameter);
  if (list.kind === "bad") return list;
  const cursor = parameter("cursor");
  const place = cursor === undefined ? null : readCursor(cursor);
  if (cursor !== undefined && (place === null || !fits(place, list.query)))
    return bad(
      "bad-cursor",
      "cursor must be the one of the answer before, to the same question; leave it out to begin",
    );
  const show = parameter("show") ?? "findings";
  const extent = EXTENTS.find((one) => one === show);
  if (extent === undefined) return bad("bad-show", "show must be findings or all");
  const wanted = parameter("status");
  const status = STATUS_FILTERS.find((one) => one === wanted) ?? null;
  if (wanted !== undefined && status === null)
    return bad("bad-status", "status must be working, unreachable or doubtful");
  const ping = parameter("ping") ?? "0";
  if (ping !== "1" && ping !== "0") return bad("bad-ping", "ping must be 1 or left out");
  return {
    kind: "query",
    query: { wiki, list: list.query, place, show: extent, status, ping: ping === "1" },
  };
}

function parseSelector(parameter: Parameters): Parsed<ListSelector> {
  const [namespace, category, depth] = [parameter("namespace"), parameter("category"), parameter("depth")];
  if ((namespace === undefined) === (category === undefined))
    return bad("missing-list", "say which pages: namespace=0, or category=TITLE, and not both");
  if (
    depth !== undefined &&
    !(/^\d{1,2}$/.test(depth) && Number(depth) <= DEPTH_MAX && category !== undefined)
  )
    return bad("bad-depth", `depth goes with category, and is a number of levels from 0 to ${DEPTH_MAX}`);
  if (category === undefined) {
    const number = /^\d{1,5}$/.test(namespace ?? "") ? Number(namespace) : -1;
    return number < 0 || number > NAMESPACE_MAX
      ? bad("bad-namespace", "namespace must be one number, such as 0 for articles")
      : { kind: "query", query: { by: "namespace", namespace: number } };
  }
  const title = category.replaceAll("_", " ").trim();
  if (title === "" || title.length > QUERY_LIMITS.titleUnits || /[\p{Cc}#<>[\]{}|\ufffd]/u.test(title))
    return bad("bad-category", "category must be the title of one category, with or without its namespace");
  const levels = depth === undefined ? DEPTH_DEFAULT : Number(depth);
  return { kind: "query", query: { by: "category", category: title, depth: levels } };
}

const fits = (place: Place, list: ListSelector): boolean =>
  list.by === "category"
    ? place.kind === "tree" && place.level <= list.depth
    : place.kind !== "tree" && (place.namespace ?? list.namespace) === list.namespace;
