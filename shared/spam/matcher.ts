import { RE2JS } from "re2js";
import { LITERAL_CHARS_MIN, requiredOf, wholeName } from "./literals.ts";
import { LINE_CHARS_MAX, readLine } from "./pattern.ts";
import { emit, type Node, sizeOf } from "./syntax.ts";
import { type Entry, leftOut, type UnusableEntry } from "./types.ts";

/** Limit against lists that would slow down everything, as ENTRIES_MAX. Wikimedia's lines have about 30 characters. */
const LINE_SIZE_MAX = 2_000;
/** Limit on lines without a required text, which are tried on every URL. */
const LINES_WITHOUT_LITERAL_MAX = 100;
/**
 * Limit on the work of one list on one URL, about a millisecond; four times as much may take 200 ms, as lines then have more
 * states than RE2 remembers. A step is one part of a pattern (`sizeOf`) on one character.
 */
export const STEPS_MAX = 1_000_000;
/** Characters of a URL, with its host, on which lines are tried, once more up to STEPS_MAX, where the whole URL takes more. */
const BEGINNING_CHARS = 300;
/** Most words of a name that is looked up in the set; longer names are tried as patterns. */
const NAME_WORDS_MAX = 8;

/** The prefix that MediaWiki adds to every line: any start of a host. */
const BEFORE = "//+[a-z0-9_\\-.]*";

/** A line for the regular expression engine. */
interface Pattern {
  readonly entry: Entry;
  readonly node: Node;
  readonly size: number;
  readonly compiled: () => RE2JS | null;
}

/** Compiles lines, with what stands before each, on first use, as most are never used. Null: the engine refuses them all the same, so that they match nothing. */
export function compiledLater(before: string, nodes: readonly Node[]): () => RE2JS | null {
  let compiled: RE2JS | null | undefined;
  return () => {
    try {
      if (compiled === undefined) compiled = RE2JS.compile(`${before}(?:${nodes.map(emit).join("|")})`);
    } catch {
      compiled = null;
    }
    return compiled;
  };
}

export interface LineMatcher {
  readonly usable: number;
  readonly unusable: readonly UnusableEntry[];
  /** The line that matches a text in the alphabet of `matchable` (of several patterns the first); null: none. */
  first(text: string): Entry | null;
}

/** A matcher for the lines of one list (P1): names are looked up in a set, other lines by the texts they require and then by RE2. */
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

/** Lines such as `\bexample\.com\b`, which need no parser, as nearly all. Without the flag i, which would make `\B` equal `\b`. */
const PLAIN_NAME = /^\\b([A-Za-z0-9_](?:(?:[A-Za-z0-9_-]|\\[.-])*[A-Za-z0-9_])?)\\b$/;

function sortLines(entries: readonly Entry[]): Sorted {
  const names = new Map<string, Entry>();
  const patterns: Pattern[] = [];
  const unusable: UnusableEntry[] = [];
  let withoutLiteral = 0;
  const setAside = ({ line, text }: Entry, kind: UnusableEntry["kind"], reason: string) =>
    unusable.push({ line, text, kind, reason });
  const addName = (name: string, entry: Entry) => {
    if (!names.has(name)) names.set(name, entry);
  };

  for (const entry of entries) {
    const { text, more } = entry;
    const plain = PLAIN_NAME.exec(text)?.[1];
    if (more !== undefined) setAside(entry, "beyond", leftOut(more));
    else if (text.length > LINE_CHARS_MAX)
      setAside(entry, "beyond", `is longer than ${LINE_CHARS_MAX} characters`);
    else if (plain !== undefined && wordsIn(plain) <= NAME_WORDS_MAX)
      addName(plain.replaceAll("\\", "").toLowerCase(), entry);
    // MediaWiki skips it, as it would break the next line.
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
      else
        patterns.push({
          entry,
          node: pattern.node,
          size: pattern.size,
          compiled: compiledLater(BEFORE, [pattern.node]),
        });
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

/** Number of words in a name, separated by dots and hyphens. */
const wordsIn = (name: string): number => name.split(/[.-]+/).length;

/**
 * Looks up every part from a word's start to a word's end, in each run of host characters behind `//`. Paths contain such
 * runs too: MediaWiki also matches `//web.example/http://spam.example/`.
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

/** Whether a character code is a to z, 0 to 9 or _; false at the end of the text (NaN). */
const isWord = (code: number): boolean =>
  (code >= 0x61 && code <= 0x7a) || (code >= 0x30 && code <= 0x39) || code === 0x5f;

interface Index {
  /** Required texts by one of their trigrams. */
  readonly byTrigram: ReadonlyMap<number, readonly Needed[]>;
  /** Patterns without required texts. */
  readonly always: readonly Pattern[];
}

interface Needed {
  readonly literal: string;
  /** Position of the trigram in the literal. */
  readonly offset: number;
  readonly pattern: Pattern;
}

/** Hash of three characters as a small number, fast as a key of maps. Unique for ASCII; for others the literal is compared anyway. */
const trigramAt = (text: string, at: number): number =>
  (text.charCodeAt(at) << 14) ^ (text.charCodeAt(at + 1) << 7) ^ text.charCodeAt(at + 2);

/** Indexes each required text by its trigram that is rarest in the list. */
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

/** `rest`: what stands for the rest of a URL of which the text is the beginning. */
function findPattern(index: Index, text: string, rest = ""): Entry | null {
  const { byTrigram, always } = index;
  // The URL may contain a text many times.
  const found = new Set(always);
  if (byTrigram.size > 0)
    for (let at = 0; at + LITERAL_CHARS_MIN <= text.length; at++) {
      const bucket = byTrigram.get(trigramAt(text, at));
      if (bucket === undefined) continue;
      for (const { literal, offset, pattern } of bucket)
        if (text.startsWith(literal, at - offset)) found.add(pattern);
    }
  const candidates = [...found].sort((one, other) => one.entry.line - other.entry.line);
  let steps = 0;
  for (const pattern of candidates) {
    steps += pattern.size * text.length;
    if (steps > STEPS_MAX)
      return text.length > BEGINNING_CHARS
        ? findPattern(index, text.slice(0, BEGINNING_CHARS), charactersOf(text.slice(BEGINNING_CHARS)))
        : null;
    if (pattern.compiled()?.test(text + rest) === true) return pattern.entry;
  }
  return null;
}

/** Each character of a text once, in order: what ends at the first of them, or goes on through all, does so in the text, too. */
const charactersOf = (text: string): string => [...new Set(text)].join("");
