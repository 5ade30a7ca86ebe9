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

/** Of one walk: as many as a cursor surely has room for. */
export const CATEGORIES_MAX = 2_000;

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

export function base64Of(bytes: Iterable<number>): string {
  const text = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  return text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** Throws where it is no Base64. */
export function bytesOf(text: string): Uint8Array {
  const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}
