import type { Entry } from "./types.ts";

/** The outer characters that PHP's trim() takes away. */
const OUTER: ReadonlySet<string> = new Set(" \t\n\r\0\v");

/** Without a pattern: one for the end of a line tries each blank in it as the first of the last ones. */
function trimmed(line: string): string {
  let start = 0;
  let end = line.length;
  while (start < end && OUTER.has(line.charAt(start))) start++;
  while (end > start && OUTER.has(line.charAt(end - 1))) end--;
  return line.slice(start, end);
}

/**
 * The lines of a spam list's page: everything from the first `#` on is comment, also where a backslash stands before
 * it; outer spaces go; what is empty then, or a lone `0`, is no line.
 */
export function linesOf(page: string): Entry[] {
  return page.split("\n").flatMap((raw, at) => {
    const hash = raw.indexOf("#");
    const text = trimmed(hash < 0 ? raw : raw.slice(0, hash));
    return text === "" || text === "0" ? [] : [{ line: at + 1, text }];
  });
}
