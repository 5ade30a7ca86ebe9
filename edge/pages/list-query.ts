import { DEPTH_DEFAULT, type ParameterName, readParameters } from "../parameters.ts";
import { bad, type Parameters, type Parsed } from "../request.ts";
import { type ListSelector, type Place, readCursor } from "../sources/list-place.ts";
import { MISSING_DBNAME, type PageQuery } from "./query.ts";

/** A trusted tool's question for a whole list of pages (F8). */
export interface ListQuery extends Pick<PageQuery, "wiki" | "show" | "status" | "ping"> {
  readonly list: ListSelector;
  /** null: from the beginning. */
  readonly place: Place | null;
}

const NAMES = [
  "dbname",
  "namespace",
  "category",
  "depth",
  "cursor",
  "show",
  "status",
  "ping",
] as const satisfies readonly ParameterName[];

export function parseListQuery(parameter: Parameters): Parsed<ListQuery> {
  const read = readParameters(parameter, NAMES);
  if (read.kind === "bad") return read;
  const { dbname: wiki, namespace, category, depth, cursor, show = "findings", status = null } = read.query;
  if (wiki === undefined) return MISSING_DBNAME;
  const list = selectorOf(namespace, category, depth);
  if (list === null)
    return bad("missing-list", "say which pages: namespace=0, or category=TITLE, and not both");
  if (depth !== undefined && list.by === "namespace") return bad("bad-depth", "depth goes with category");
  const place = cursor === undefined ? null : readCursor(cursor);
  if (cursor !== undefined && (place === null || !fits(place, list)))
    return bad(
      "bad-cursor",
      "cursor must be the one of the answer before, to the same question; leave it out to begin",
    );
  return { kind: "query", query: { wiki, list, place, show, status, ping: read.query.ping === "1" } };
}

/** Null: neither or both are named. */
function selectorOf(
  namespace: number | undefined,
  category: string | undefined,
  depth: number = DEPTH_DEFAULT,
): ListSelector | null {
  if (namespace !== undefined && category !== undefined) return null;
  if (namespace !== undefined) return { by: "namespace", namespace };
  return category === undefined ? null : { by: "category", category, depth };
}

const fits = (place: Place, list: ListSelector): boolean =>
  list.by === "category"
    ? place.kind === "tree" && place.level <= list.depth
    : place.kind !== "tree" && place.namespace === list.namespace;
