import type { Entry } from "./types.ts";

/** The outer characters that PHP's trim() takes away. */
const OUTER = /^[ \t\n\r\0\v]+|[ \t\n\r\0\v]+$/g;

/**
 * The lines of a spam list's page: everything from the first `#` on is comment, also where a backslash stands before
 * it; outer spaces go; what is empty then, or a lone `0`, is no line.
 */
export function linesOf(page: string): Entry[] {
  return page.split("\n").flatMap((raw, at) => {
    const hash = raw.indexOf("#");
    const text = (hash < 0 ? raw : raw.slice(0, hash)).replace(OUTER, "");
    return text === "" || text === "0" ? [] : [{ line: at + 1, text }];
  });
}
