import { RE2JS } from "re2js";
import { emit } from "./emit.ts";
import { createLineMatcher, type LineMatcher } from "./matcher.ts";
import { readLine } from "./pattern.ts";
import { lineBytes } from "./text.ts";
import type { Entry, UnusableEntry } from "./types.ts";

/** MediaWiki joins lines to one pattern until they have so many bytes. */
const BATCH_BYTES = 4_096;
/** As in matcher.ts, but with the scheme, which goes with what is taken out. */
const BEFORE = "(?:https?:)?//+[a-z0-9_\\-.]*";

export interface Whitelist {
  readonly usable: number;
  readonly unusable: readonly UnusableEntry[];
  /** The line that frees something in the text; null: none. */
  first(text: string): Entry | null;
  /** The text without what the lines match in it: only the rest is looked at for spam. */
  strip(text: string): string;
}

/**
 * A whitelist frees no URL as a whole: what its lines match is taken out, from the scheme to the end of the match, and
 * the rest may still be spam, such as another address in the query. How much a match takes depends on which lines
 * MediaWiki tries as one pattern, so they are joined as there: in order, to some 4 KiB, unless one of them is broken.
 */
export function createWhitelist(entries: readonly Entry[]): Whitelist {
  const matcher: LineMatcher = createLineMatcher(entries);
  let batches: readonly RE2JS[] | null = null;
  return {
    usable: matcher.usable,
    unusable: matcher.unusable,
    first: matcher.first,
    strip(text) {
      if (matcher.first(text) === null) return text;
      batches ??= joined(entries, matcher.unusable).map((lines) =>
        RE2JS.compile(`${BEFORE}(?:${lines.join("|")})`),
      );
      return batches.reduce((rest, batch) => batch.matcher(rest).replaceAll(""), text);
    },
  };
}

function joined(entries: readonly Entry[], unusable: readonly UnusableEntry[]): string[][] {
  const backslash = ({ text }: Entry) => text.endsWith("\\");
  const oneByOne = unusable.some((entry) => entry.kind === "broken" && !backslash(entry));
  const aside = new Set(unusable.map(({ line }) => line));
  const batches: string[][] = [];
  let bytes = Number.POSITIVE_INFINITY;
  for (const entry of entries) {
    // Those it can use and we cannot count towards the size of MediaWiki's batch.
    if (unusable.length > 0 && backslash(entry)) continue;
    const length = lineBytes(entry.text).length;
    if (oneByOne || bytes + length > BATCH_BYTES) {
      batches.push([]);
      bytes = length;
    } else bytes += 1 + length;
    const read = aside.has(entry.line) ? null : readLine(entry.text);
    if (read?.kind === "pattern") batches.at(-1)?.push(emit(read.node));
  }
  return batches.filter((lines) => lines.length > 0);
}
