import type { AnswerError } from "../shared/answer/types.ts";
import { isRecord } from "../shared/json/record.ts";
import {
  EXTENTS,
  type PageQuery,
  type Parameters,
  type Parsed,
  parseWiki,
  QUERY_LIMITS,
  STATUS_FILTERS,
} from "./query.ts";
import {
  base64Of,
  bytesOf,
  CATEGORIES_MAX,
  type CategoryPlace,
  type Continue,
  packIds,
  type TreePlace,
  unpackIds,
} from "./tree-place.ts";

/** A place in one namespace says nothing of another. Absent: a cursor of before this was told. */
interface OfNamespace {
  readonly namespace?: number;
}

/** Where a list goes on; it stands in the caller's cursor and nowhere else. */
export type Place =
  /** Of watched pages: beyond this page id. */
  | (OfNamespace & { readonly kind: "watched"; readonly after: number })
  /** Of a namespace, as the wiki lists it. */
  | (OfNamespace & { readonly kind: "namespace"; readonly next: Continue })
  | TreePlace;

export type ListSelector =
  | { readonly by: "namespace"; readonly namespace: number }
  /** `depth`: levels of subcategories that belong to it. */
  | { readonly by: "category"; readonly category: string; readonly depth: number };

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
/** Servers take addresses of some 16,000. */
export const CURSOR_CHARS_MAX = 12_000;

const bad = (code: string, message: string): { kind: "bad"; error: AnswerError } => ({
  kind: "bad",
  error: { code, message },
});

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

/** Compact JSON in Base64 for addresses, of a tree its page ids beside it; null: longer than is read again. */
export function writeCursor(place: Place): string | null {
  const { entered, due, below, ...rest } =
    place.kind === "tree" ? place : { entered: null, due: null, below: null, ...place };
  const json = base64Of(new TextEncoder().encode(JSON.stringify(rest)));
  const cursor = [json, ...[entered, due, below].flatMap((ids) => (ids === null ? [] : [packIds(ids)]))].join(
    ".",
  );
  return cursor.length > CURSOR_CHARS_MAX ? null : cursor;
}

/** A cursor is a caller's text: what is not of our making is null. */
export function readCursor(cursor: string): Place | null {
  if (cursor.length > CURSOR_CHARS_MAX || !/^[A-Za-z0-9_-]+(?:(?:\.[A-Za-z0-9_-]*){3})?$/.test(cursor))
    return null;
  const [json = "", ...lists] = cursor.split(".");
  try {
    const rest: unknown = JSON.parse(new TextDecoder().decode(bytesOf(json)));
    return asPlace(rest, lists.map(unpackIds));
  } catch {
    return null;
  }
}

/** Only what lists go on with: another parameter would be another question to the wiki. */
const isContinue = (value: unknown): value is Continue =>
  isRecord(value) &&
  Object.entries(value).every(
    ([name, text]) => ["continue", "apcontinue", "cmcontinue"].includes(name) && typeof text === "string",
  );

const isCategoryPlace = (value: unknown): value is CategoryPlace =>
  isRecord(value) &&
  typeof value.title === "string" &&
  !value.title.includes("|") &&
  (value.step === "pages" || value.step === "subcategories") &&
  (value.next === null || isContinue(value.next));

function asPlace(value: unknown, lists: readonly (number[] | null)[]): Place | null {
  if (!isRecord(value)) return null;
  const { kind, after, next } = value;
  if (kind === "tree") return asTree(value, lists);
  if (lists.length > 0) return null;
  const of = typeof value.namespace === "number" ? { namespace: value.namespace } : {};
  if (kind === "watched" && typeof after === "number" && Number.isSafeInteger(after) && after >= 0)
    return { kind, after, ...of };
  return kind === "namespace" && isContinue(next) ? { kind, next, ...of } : null;
}

function asTree(
  { level, at, cut }: Record<string, unknown>,
  [entered, due, below]: readonly (number[] | null)[],
): TreePlace | null {
  if (!entered || !due || !below) return null;
  if (typeof level !== "number" || !Number.isSafeInteger(level) || level < 0 || typeof cut !== "boolean")
    return null;
  if (entered.length + due.length + below.length > CATEGORIES_MAX) return null;
  if (at !== null && !isCategoryPlace(at)) return null;
  return { kind: "tree", level, at, entered, due, below, cut };
}
