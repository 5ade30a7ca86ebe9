import { compiledLater, createLineMatcher, type LineMatcher, STEPS_MAX } from "./matcher.ts";
import { readLine } from "./pattern.ts";
import { lineBytes, sizeOf } from "./syntax.ts";
import type { Entry, UnusableEntry } from "./types.ts";

/** Size at which MediaWiki stops joining lines to one pattern. */
const BATCH_BYTES = 4_096;
/** The prefix of matcher.ts with the scheme, which is removed with a match. */
const BEFORE = "(?:https?:)?//+[a-z0-9_\\-.]*";
/** Limit on the work of `strip`: more than on that of a search (STEPS_MAX), as a batch is 4 KiB of lines at once. */
const STRIP_STEPS_MAX = 8 * STEPS_MAX;

export interface Whitelist {
  readonly usable: number;
  readonly unusable: readonly UnusableEntry[];
  /** The first line that matches the text; null: none. */
  first(text: string): Entry | null;
  /** The text without the lines' matches; only the rest is searched for spam. */
  strip(text: string): string;
}

/**
 * A matcher for a whitelist. A whitelist does not free a whole URL: matches are removed, from the scheme to the end of the match, and
 * the rest may still be spam, such as another URL in the query. How much a match contains depends on which lines
 * MediaWiki tries as one pattern, so lines are joined as there: in order, up to 4 KiB, unless one of them is broken.
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
        if (steps > STRIP_STEPS_MAX) break;
        rest = pattern()?.matcher(rest).replaceAll("") ?? rest;
      }
      return rest;
    },
  };
}

interface Batch {
  readonly size: number;
  /** Whether the batch matches at all, which is cheaper than its pattern. */
  readonly first: LineMatcher["first"];
  readonly pattern: ReturnType<typeof compiledLater>;
}

function batchOf(entries: readonly Entry[]): Batch {
  const nodes = entries.flatMap(({ text }) => {
    const read = readLine(text);
    return read.kind === "pattern" ? [read.node] : [];
  });
  return {
    size: nodes.reduce((sum, node) => sum + sizeOf(node), 0),
    first: createLineMatcher(entries).first,
    pattern: compiledLater(BEFORE, nodes),
  };
}

function joined(entries: readonly Entry[], unusable: readonly UnusableEntry[]): Batch[] {
  const backslash = ({ text }: Entry) => text.endsWith("\\");
  const oneByOne = unusable.some((entry) => entry.kind === "broken" && !backslash(entry));
  const aside = new Set(unusable.map(({ line }) => line));
  const batches: Entry[][] = [];
  let bytes = Number.POSITIVE_INFINITY;
  for (const entry of entries) {
    // Lines that only MediaWiki can apply count towards the size of its batch.
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
