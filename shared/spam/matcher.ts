import { RE2JS } from "re2js";
import { emit, sizeOf } from "./emit.ts";
import { LITERAL_CHARS_MIN, requiredOf, wholeName } from "./literal.ts";
import { readLine } from "./pattern.ts";
import type { Node } from "./syntax.ts";
import type { Entry, UnusableEntry } from "./types.ts";

/** Bounds, so that no list stalls anything. The largest lists of Wikimedia have some 15,000 lines of 30 characters. */
export const LINES_MAX = 100_000;
export const LINE_CHARS_MAX = 1_000;
const LINE_SIZE_MAX = 2_000;
/** Lines without a text to look for are tried on every URL. */
const LINES_WITHOUT_LITERAL_MAX = 100;
/** What the lines of one list may cost a URL, in steps of a pattern's size times the text's length; some 10 ms. */
export const STEPS_MAX = 1_000_000;
/** A name of more words is tried as a pattern: each word of a URL is looked up with so many before it. */
const NAME_WORDS_MAX = 8;

/** What MediaWiki puts before every line: any start of a host. */
const BEFORE = "//+[a-z0-9_\\-.]*";

/** A line that needs the engine. Compiled when it is first needed: most never are. */
interface Pattern {
  readonly entry: Entry;
  readonly node: Node;
  readonly size: number;
  compiled: RE2JS | null;
}

export interface LineMatcher {
  readonly usable: number;
  readonly unusable: readonly UnusableEntry[];
  /** The line that matches a text of `matchable`, the first of several where the engine is needed; null: none. */
  first(text: string): Entry | null;
}

/** One list of lines, ready for many texts: names by a set, other lines by the texts they need, then RE2 (P1). */
export function createLineMatcher(entries: readonly Entry[]): LineMatcher {
  const { names, patterns, unusable } = sortLines(entries);
  const index = indexOf(patterns);
  const wordsMax = Math.max(0, ...[...names.keys()].map(wordsIn));
  return {
    usable: entries.length - unusable.length,
    unusable,
    first(text) {
      const slashes = text.indexOf("//");
      if (slashes < 0) return null;
      return findName(names, wordsMax, text, slashes) ?? findPattern(index, text);
    },
  };
}

interface Sorted {
  readonly names: ReadonlyMap<string, Entry>;
  readonly patterns: readonly Pattern[];
  readonly unusable: readonly UnusableEntry[];
}

/** `\bexample\.com\b`: read without the reader, as nearly all lines are so. Without the flag i, by which `\B` would be `\b`. */
const PLAIN_NAME = /^\\b([A-Za-z0-9_](?:(?:[A-Za-z0-9_-]|\\[.-])*[A-Za-z0-9_])?)\\b$/;

function sortLines(entries: readonly Entry[]): Sorted {
  const names = new Map<string, Entry>();
  const patterns: Pattern[] = [];
  const unusable: UnusableEntry[] = [];
  let withoutLiteral = 0;
  const setAside = (entry: Entry, kind: UnusableEntry["kind"], reason: string) =>
    unusable.push({ ...entry, kind, reason });
  const addName = (name: string, entry: Entry) => {
    if (!names.has(name)) names.set(name, entry);
  };

  for (const [place, entry] of entries.entries()) {
    const { text } = entry;
    const plain = PLAIN_NAME.exec(text)?.[1];
    if (place >= LINES_MAX) setAside(entry, "beyond", `comes after ${LINES_MAX} others`);
    else if (text.length > LINE_CHARS_MAX)
      setAside(entry, "beyond", `is longer than ${LINE_CHARS_MAX} characters`);
    else if (plain !== undefined && wordsIn(plain) <= NAME_WORDS_MAX)
      addName(plain.replaceAll("\\", "").toLowerCase(), entry);
    // MediaWiki leaves it out, as it would spoil the next line.
    else if (text.endsWith("\\")) setAside(entry, "broken", "ends in a backslash");
    else {
      const pattern = readPattern(entry);
      if (pattern.kind !== "pattern") setAside(entry, pattern.kind, pattern.reason);
      else if (pattern.name !== null && wordsIn(pattern.name) <= NAME_WORDS_MAX) addName(pattern.name, entry);
      else if (requiredOf(pattern.node) === null && ++withoutLiteral > LINES_WITHOUT_LITERAL_MAX)
        setAside(
          entry,
          "beyond",
          `has no fixed part of ${LITERAL_CHARS_MIN} characters, as ${LINES_WITHOUT_LITERAL_MAX} before it`,
        );
      else patterns.push({ entry, node: pattern.node, size: pattern.size, compiled: null });
    }
  }
  return { names, patterns, unusable };
}

function readPattern(entry: Entry) {
  const read = readLine(entry.text);
  if (read.kind !== "pattern") return read;
  const size = sizeOf(read.node);
  if (size > LINE_SIZE_MAX)
    return {
      kind: "beyond",
      reason: `is too large a pattern (${size} parts, ${LINE_SIZE_MAX} at most)`,
    } as const;
  return { kind: "pattern", node: read.node, size, name: wholeName(read.node) } as const;
}

/** How many words, divided by dots and hyphens, a name has. */
const wordsIn = (name: string): number => name.split(/[.-]+/).length;

/**
 * Looks every stretch from a word's start to a word's end up, within each run of host characters behind `//`. Such runs
 * are also in paths: MediaWiki finds `//web.example/http://spam.example/`, too.
 */
function findName(
  names: ReadonlyMap<string, Entry>,
  wordsMax: number,
  text: string,
  firstSlashes: number,
): Entry | null {
  if (wordsMax === 0) return null;
  for (let slashes = firstSlashes; slashes >= 0; ) {
    let at = slashes + 2;
    while (text.charCodeAt(at) === 0x2f) at++;
    const starts: number[] = [];
    for (let inWord = false; ; at++) {
      const code = text.charCodeAt(at);
      const word = isWord(code);
      if (word && !inWord) starts.push(at);
      if (!word && inWord) {
        const from = Math.max(0, starts.length - wordsMax);
        for (let start = from; start < starts.length; start++) {
          const entry = names.get(text.slice(starts[start], at));
          if (entry !== undefined) return entry;
        }
      }
      if (!word && code !== 0x2e && code !== 0x2d) break;
      inWord = word;
    }
    slashes = text.indexOf("//", at);
  }
  return null;
}

/** a to z, 0 to 9 and _; false at the end of the text (NaN). */
const isWord = (code: number): boolean =>
  (code >= 0x61 && code <= 0x7a) || (code >= 0x30 && code <= 0x39) || code === 0x5f;

interface Index {
  /** By three characters of a text that the line needs. */
  readonly byTrigram: ReadonlyMap<number, readonly Needed[]>;
  readonly always: readonly Pattern[];
}

interface Needed {
  readonly literal: string;
  /** Where in it the three characters stand. */
  readonly offset: number;
  readonly pattern: Pattern;
}

/** A small number, which maps find fast: exact for ASCII, and what falls together beyond it the literal tells apart. */
const trigramAt = (text: string, at: number): number =>
  (text.charCodeAt(at) << 14) ^ (text.charCodeAt(at + 1) << 7) ^ text.charCodeAt(at + 2);

/** Each text under those of its trigrams that the fewest texts of the list have. */
function indexOf(patterns: readonly Pattern[]): Index {
  const always: Pattern[] = [];
  const needed: { readonly literal: string; readonly pattern: Pattern }[] = [];
  for (const pattern of patterns) {
    const required = requiredOf(pattern.node);
    if (required === null) always.push(pattern);
    else for (const literal of required) needed.push({ literal, pattern });
  }
  const places = (literal: string) =>
    Array.from({ length: literal.length - LITERAL_CHARS_MIN + 1 }, (_, i) => i);
  const counts = new Map<number, number>();
  for (const { literal } of needed)
    for (const at of places(literal)) {
      const trigram = trigramAt(literal, at);
      counts.set(trigram, (counts.get(trigram) ?? 0) + 1);
    }
  const byTrigram = new Map<number, Needed[]>();
  for (const { literal, pattern } of needed) {
    const count = (at: number) => counts.get(trigramAt(literal, at)) ?? 0;
    const offset = places(literal).reduce((rarest, at) => (count(at) < count(rarest) ? at : rarest), 0);
    const trigram = trigramAt(literal, offset);
    const bucket = byTrigram.get(trigram);
    if (bucket === undefined) byTrigram.set(trigram, [{ literal, offset, pattern }]);
    else bucket.push({ literal, offset, pattern });
  }
  return { byTrigram, always };
}

function findPattern({ byTrigram, always }: Index, text: string): Entry | null {
  const candidates = [...always];
  if (byTrigram.size > 0)
    for (let at = 0; at + LITERAL_CHARS_MIN <= text.length; at++) {
      const bucket = byTrigram.get(trigramAt(text, at));
      if (bucket === undefined) continue;
      for (const { literal, offset, pattern } of bucket)
        if (text.startsWith(literal, at - offset)) candidates.push(pattern);
    }
  if (candidates.length > 1) candidates.sort((one, other) => one.entry.line - other.entry.line);
  let steps = 0;
  let before: Pattern | null = null;
  for (const pattern of candidates) {
    // One of its texts may stand in the URL twice.
    if (pattern === before) continue;
    before = pattern;
    steps += pattern.size * text.length;
    if (steps > STEPS_MAX) return null;
    pattern.compiled ??= RE2JS.compile(`${BEFORE}(?:${emit(pattern.node)})`);
    if (pattern.compiled.test(text)) return pattern.entry;
  }
  return null;
}
