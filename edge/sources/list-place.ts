import { isRecord } from "../../shared/json/record.ts";

/** Where the wiki goes on with a list, in its own words. */
export type Continue = Readonly<Record<string, string>>;

/**
 * Where a walk through a category tree stands: level by level, each category once. Categories are known by their page
 * ids, in ascending order: a cursor has room for many of those.
 */
export interface TreePlace {
  readonly kind: "tree";
  /** 0: the root's. */
  readonly level: number;
  /** The category that is listed; null: the next of `due` is to be entered. */
  readonly at: CategoryPlace | null;
  /** Those entered, of this level those to be entered, of the next level those found. No category is in two of them. */
  readonly entered: readonly number[];
  readonly due: readonly number[];
  readonly below: readonly number[];
  /** There are more than CATEGORIES_MAX, and those beyond are not listed. */
  readonly cut: boolean;
}

export interface CategoryPlace {
  /** With its namespace, as the wiki spells it. */
  readonly title: string;
  /** First its pages are listed, then its subcategories. */
  readonly step: "pages" | "subcategories";
  readonly next: Continue | null;
}

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

/** Of one walk: as many as a cursor surely has room for. */
export const CATEGORIES_MAX = 2_000;

/** Servers take addresses of some 16,000. */
export const CURSOR_CHARS_MAX = 12_000;

/** Ascending whole numbers as their differences, seven bits to a byte, in Base64 for addresses (RFC 4648). */
export function packIds(ids: readonly number[]): string {
  const bytes: number[] = [];
  let last = 0;
  for (const id of ids) {
    let left = id - last;
    for (; left >= 128; left = Math.floor(left / 128)) bytes.push((left % 128) + 128);
    bytes.push(left);
    last = id;
  }
  return base64Of(bytes);
}

/** null: not of our making. */
export function unpackIds(text: string): number[] | null {
  const ids: number[] = [];
  let [last, left, unit] = [0, 0, 1];
  for (const byte of bytesOf(text)) {
    left += (byte % 128) * unit;
    unit *= 128;
    if (byte >= 128) continue;
    last += left;
    if (left === 0 || !Number.isSafeInteger(last) || ids.length >= CATEGORIES_MAX) return null;
    ids.push(last);
    [left, unit] = [0, 1];
  }
  return unit === 1 ? ids : null;
}

function base64Of(bytes: Iterable<number>): string {
  const text = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  return text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** Throws where it is no Base64. */
function bytesOf(text: string): Uint8Array {
  const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}

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
