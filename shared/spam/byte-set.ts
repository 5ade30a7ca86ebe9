import type { ByteSet } from "./syntax.ts";

/** `ranges` as pairs of characters: "azAZ". */
function setOf(ranges: string, ...bytes: readonly number[]): ByteSet {
  const set = new Uint8Array(256);
  for (let at = 0; at < ranges.length; at += 2)
    set.fill(1, ranges.charCodeAt(at), ranges.charCodeAt(at + 1) + 1);
  for (const byte of bytes) set[byte] = 1;
  return set;
}

export const without = (set: ByteSet): ByteSet => set.map((has) => 1 - has);

const DIGIT = setOf("09");
const WORD = setOf("azAZ09__");
const SPACE = setOf("\t\r", 0x20);
const HORIZONTAL = setOf("", 0x09, 0x20, 0xa0);
const VERTICAL = setOf("\n\r", 0x85);

/** What `\d` and the like stand for in PCRE without its UTF mode, and in the locale of C. */
export const ESCAPED_SETS: Readonly<Record<string, ByteSet>> = {
  d: DIGIT,
  D: without(DIGIT),
  w: WORD,
  W: without(WORD),
  s: SPACE,
  S: without(SPACE),
  h: HORIZONTAL,
  H: without(HORIZONTAL),
  v: VERTICAL,
  V: without(VERTICAL),
};

export const NOT_NEWLINE: ByteSet = without(setOf("", 0x0a));

export const POSIX_SETS: Readonly<Record<string, ByteSet>> = {
  alpha: setOf("azAZ"),
  lower: setOf("az"),
  upper: setOf("AZ"),
  alnum: setOf("azAZ09"),
  ascii: setOf("\0\x7f"),
  blank: setOf("", 0x09, 0x20),
  cntrl: setOf("\0\x1f", 0x7f),
  digit: DIGIT,
  graph: setOf("!~"),
  print: setOf(" ~"),
  punct: setOf("!/:@[`{~"),
  space: SPACE,
  word: WORD,
  xdigit: setOf("09afAF"),
};

const LETTERS = 26;

/** Both cases of every letter. */
export function foldCase(set: Uint8Array): void {
  for (let letter = 0; letter < LETTERS; letter++) {
    const either = (set[0x41 + letter] ?? 0) | (set[0x61 + letter] ?? 0);
    set[0x41 + letter] = either;
    set[0x61 + letter] = either;
  }
}
