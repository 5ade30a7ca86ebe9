import type { RepairEdit } from "../types.ts";

/** What callers do with edits: each `before` is looked for behind the one before it. null: one is not there. */
export function applied(text: string, edits: readonly RepairEdit[]): string | null {
  let out = "";
  let cursor = 0;
  for (const { before, after } of edits) {
    const at = text.indexOf(before, cursor);
    if (before === "" || at < 0) return null;
    out += text.slice(cursor, at) + after;
    cursor = at + before.length;
  }
  return out + text.slice(cursor);
}
