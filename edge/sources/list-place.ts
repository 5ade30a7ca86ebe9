import * as z from "zod/mini";
import { isRecord } from "../../shared/json/record.ts";
import { type Shape, whole } from "../../shared/json/shape.ts";
import { base64url, bytesOfBase64url } from "../base64url.ts";

/** Of one walk: as many as a cursor surely has room for. */
export const CATEGORIES_MAX = 2_000;

/** Where the wiki goes on with a list, in its own words. Another parameter would be another question to the wiki. */
const Continue = z.strictObject({
  continue: z.exactOptional(z.string()),
  apcontinue: z.exactOptional(z.string()),
  cmcontinue: z.exactOptional(z.string()),
});
export type Continue = Shape<typeof Continue>;

const CategoryPlace = z.object({
  /** With its namespace, as the wiki spells it. */
  title: z.string().check(z.regex(/^[^|]*$/)),
  /** First its pages are listed, then its subcategories. */
  step: z.enum(["pages", "subcategories"]),
  next: z.nullable(Continue),
});
export type CategoryPlace = Shape<typeof CategoryPlace>;

const Ids = z.array(z.int());
/**
 * Where a walk through a category tree stands: level by level, each category once. Categories are known by their page
 * ids, in ascending order: a cursor has room for many of those.
 */
const TreePlace = z
  .object({
    kind: z.literal("tree"),
    /** 0: the root's. */
    level: whole(),
    /** The category that is listed; null: the next of `due` is to be entered. */
    at: z.nullable(CategoryPlace),
    /** Those entered, of this level those to be entered, of the next level those found. No category is in two of them. */
    entered: Ids,
    due: Ids,
    below: Ids,
    /** There are more than CATEGORIES_MAX, and those beyond are not listed. */
    cut: z.boolean(),
  })
  .check(z.refine(({ entered, due, below }) => entered.length + due.length + below.length <= CATEGORIES_MAX));
export type TreePlace = Shape<typeof TreePlace>;

/** Where a list goes on; it stands in the caller's cursor and nowhere else. A place in one namespace says nothing of another. */
const Place = z.discriminatedUnion("kind", [
  /** Of watched pages: beyond this page id. */
  z.object({ kind: z.literal("watched"), after: whole(), namespace: z.int() }),
  /** Of a namespace, as the wiki lists it. */
  z.object({ kind: z.literal("namespace"), next: Continue, namespace: z.int() }),
  TreePlace,
]);
export type Place = Shape<typeof Place>;

export type ListSelector =
  | { readonly by: "namespace"; readonly namespace: number }
  /** `depth`: levels of subcategories that belong to it. */
  | { readonly by: "category"; readonly category: string; readonly depth: number };

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
  return base64url(bytes);
}

/** null: not of our making. */
export function unpackIds(text: string): number[] | null {
  const ids: number[] = [];
  let [last, left, unit] = [0, 0, 1];
  for (const byte of bytesOfBase64url(text)) {
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

/** Compact JSON in Base64 for addresses, of a tree its page ids beside it; null: longer than is read again. */
export function writeCursor(place: Place): string | null {
  const { entered, due, below, ...rest } =
    place.kind === "tree" ? place : { entered: null, due: null, below: null, ...place };
  const json = base64url(new TextEncoder().encode(JSON.stringify(rest)));
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
    const rest: unknown = JSON.parse(new TextDecoder().decode(bytesOfBase64url(json)));
    const [entered, due, below] = lists.map(unpackIds);
    const place = isRecord(rest) && lists.length > 0 ? { ...rest, entered, due, below } : rest;
    // A tree has its lists, and nothing else has.
    const isTree = isRecord(rest) && rest.kind === "tree";
    return isTree === lists.length > 0 ? (z.safeParse(Place, place).data ?? null) : null;
  } catch {
    return null;
  }
}
