import { type Cursor, readByteEscape } from "./cursor.ts";
import { type ByteSet, beyond, broken } from "./syntax.ts";

/** A set of bytes. `ranges`: pairs of first and last character, "azAZ"; `bytes`: single bytes more. */
function setOf(ranges: string, ...bytes: readonly number[]): ByteSet {
  const set = new Uint8Array(256);
  for (let at = 0; at < ranges.length; at += 2)
    set.fill(1, ranges.charCodeAt(at), ranges.charCodeAt(at + 1) + 1);
  for (const byte of bytes) set[byte] = 1;
  return set;
}

const complement = (set: ByteSet): ByteSet => set.map((has) => 1 - has);

const DIGIT = setOf("09");
const WORD = setOf("azAZ09__");
const SPACE = setOf("\t\r", 0x20);
const HORIZONTAL = setOf("", 0x09, 0x20, 0xa0);
const VERTICAL = setOf("\n\r", 0x85);

/** The classes `\d`, `\w` … of PCRE without UTF mode, in the C locale. */
export const ESCAPED_SETS: Readonly<Record<string, ByteSet>> = {
  d: DIGIT,
  D: complement(DIGIT),
  w: WORD,
  W: complement(WORD),
  s: SPACE,
  S: complement(SPACE),
  h: HORIZONTAL,
  H: complement(HORIZONTAL),
  v: VERTICAL,
  V: complement(VERTICAL),
};

export const NOT_NEWLINE: ByteSet = complement(setOf("", 0x0a));

const POSIX_SETS: Readonly<Record<string, ByteSet>> = {
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

/** Adds to a set the other case of each of its letters. */
function foldCase(set: Uint8Array): void {
  for (let letter = 0; letter < LETTERS; letter++) {
    const either = (set[0x41 + letter] ?? 0) | (set[0x61 + letter] ?? 0);
    set[0x41 + letter] = either;
    set[0x61 + letter] = either;
  }
}

type Member =
  | { readonly kind: "byte"; readonly byte: number }
  | { readonly kind: "set"; readonly bytes: ByteSet };

const BACKSPACE = 8;
const OPEN = "opens a class with [ and does not close it";

/** Reads a class in brackets; the cursor stands behind the opening bracket. */
export function readClass(cursor: Cursor): ByteSet {
  if (cursor.match(/^([:.=])[^\]]*\1\]/) !== null)
    throw broken("has a class such as [:alpha:] outside brackets");
  const negated = cursor.take("^");
  const set = new Uint8Array(256);
  // A closing bracket in the first position is a member of the class.
  for (let first = true; first || !cursor.at("]"); first = false) {
    if (cursor.ended()) throw broken(OPEN);
    addMember(cursor, set);
  }
  cursor.skip(1);
  foldCase(set);
  return negated ? complement(set) : set;
}

function addMember(cursor: Cursor, set: Uint8Array): void {
  const from = readMember(cursor);
  const range = cursor.match(/^-(?!\])/) !== null;
  if (from.kind === "set") {
    // An error in PCRE, a warning in Perl.
    if (range) throw broken("has a hyphen behind a whole class inside brackets, such as [\\w-.]");
    from.bytes.forEach((has, byte) => {
      if (has === 1) set[byte] = 1;
    });
    return;
  }
  let to = from.byte;
  if (range) {
    cursor.skip(1);
    if (cursor.ended()) throw broken(OPEN);
    const last = readMember(cursor);
    if (last.kind === "set")
      throw broken("has a hyphen before a whole class inside brackets, such as [.-\\w]");
    to = last.byte;
  }
  if (to < from.byte) throw broken("has a range in the wrong order, such as [z-a]");
  set.fill(1, from.byte, to + 1);
}

function readMember(cursor: Cursor): Member {
  const char = cursor.next();
  if (char === "[") {
    const [named, not, name] = cursor.match(/^:(\^?)([a-z]*):\]/) ?? [];
    if (named !== undefined && name !== undefined) {
      const bytes = POSIX_SETS[name];
      if (bytes === undefined) throw broken(`names an unknown class, [:${name}:]`);
      cursor.skip(named.length);
      return { kind: "set", bytes: not === "^" ? complement(bytes) : bytes };
    }
    if (cursor.match(/^([.=])[^\]]*\1\]/) !== null)
      throw broken("has [.….] or [=…=], which PCRE does not know");
  }
  return char === "\\" ? readEscaped(cursor) : { kind: "byte", byte: cursor.taken() };
}

function readEscaped(cursor: Cursor): Member {
  if (cursor.ended()) throw broken(OPEN);
  const char = cursor.next();
  const bytes = ESCAPED_SETS[char];
  if (bytes !== undefined) return { kind: "set", bytes };
  if (char === "b") return { kind: "byte", byte: BACKSPACE };
  // Octal numbers, quoting and properties; no known list uses them there.
  if (/^[1-9QEpPoc]$/.test(char)) throw beyond(`uses \\${char} inside brackets`);
  const byte = readByteEscape(cursor, char);
  if (byte === null) throw broken(`has \\${char} inside brackets, which means nothing there`);
  return { kind: "byte", byte };
}
