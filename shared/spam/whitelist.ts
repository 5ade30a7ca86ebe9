import { RE2JS } from "re2js";
import { emit, sizeOf } from "./emit.ts";
import { createLineMatcher, type LineMatcher, STEPS_MAX } from "./matcher.ts";
import { readLine } from "./pattern.ts";
import { lineBytes } from "./text.ts";
import type { Entry, UnusableEntry } from "./types.ts";

/** MediaWiki joins lines to one pattern until they have so many bytes. */
const BATCH_BYTES = 4_096;
/** As in matcher.ts, but with the scheme, which goes with what is taken out. */
const BEFORE = "(?:https?:)?//+[a-z0-9_\\-.]*";
/** What is taken out may cost more than telling whether something is: a batch is 4 KiB of lines at once. */
const STEPS_MORE = 8;

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
  let batches: readonly Batch[] | null = null;
  return {
    usable: matcher.usable,
    unusable: matcher.unusable,
    first: matcher.first,
    strip(text) {
      if (matcher.first(text) === null) return text;
      batches ??= joined(entries, matcher.unusable);
      let rest = text;
      let steps = 0;
      for (const { size, first, pattern } of batches) {
        if (first(rest) === null) continue;
        steps += size * rest.length;
        if (steps > STEPS_MAX * STEPS_MORE) break;
        rest = pattern().matcher(rest).replaceAll("");
      }
      return rest;
    },
  };
}

interface Batch {
  readonly size: number;
  /** Whether there is anything to take out, which costs less to tell. */
  readonly first: LineMatcher["first"];
  readonly pattern: () => RE2JS;
}

function batchOf(entries: readonly Entry[]): Batch {
  const nodes = entries.flatMap(({ text }) => {
    const read = readLine(text);
    return read.kind === "pattern" ? [read.node] : [];
  });
  let compiled: RE2JS | null = null;
  return {
    size: nodes.reduce((sum, node) => sum + sizeOf(node), 0),
    first: createLineMatcher(entries).first,
    pattern: () => {
      compiled ??= RE2JS.compile(`${BEFORE}(?:${nodes.map(emit).join("|")})`);
      return compiled;
    },
  };
}

function joined(entries: readonly Entry[], unusable: readonly UnusableEntry[]): Batch[] {
  const backslash = ({ text }: Entry) => text.endsWith("\\");
  const oneByOne = unusable.some((entry) => entry.kind === "broken" && !backslash(entry));
  const aside = new Set(unusable.map(({ line }) => line));
  const batches: Entry[][] = [];
  let bytes = Number.POSITIVE_INFINITY;
  for (const entry of entries) {
    // Those it can use and we cannot count towards the size of MediaWiki's batch.
    if (unusable.length > 0 && backslash(entry)) continue;
    const length = lineBytes(entry.text).length;
    if (oneByOne || bytes + length > BATCH_BYTES) {
      batches.push([]);
      bytes = length;
    } else bytes += 1 + length;
    if (!aside.has(entry.line)) batches.at(-1)?.push(entry);
  }
  return batches.filter((lines) => lines.length > 0).map(batchOf);
}
