import type { Json } from "./types.ts";

/**
 * Text that PostgreSQL takes: no NUL, no half of a surrogate pair. Titles, locations and robots files come from
 * strangers, and one such character would refuse a whole batch for good.
 */
export function storable(text: string): string {
  return text.toWellFormed().replaceAll("\0", "\uFFFD");
}

/** JSON for a jsonb column; its strings as `storable` has them. */
export function storableJson(value: Json | object): string {
  return JSON.stringify(value, (_name, part: unknown) => (typeof part === "string" ? storable(part) : part));
}
