import { ESCAPED_SETS, NOT_NEWLINE, readClass } from "./class.ts";
import { type Cursor, cursorOf, readByteEscape } from "./cursor.ts";
import { type Assertion, beyond, broken, type Node, Unusable } from "./syntax.ts";

/** UTF-16 units of a line that is applied. */
export const LINE_CHARS_MAX = 1_000;
/** Limit on nested groups; PCRE allows 250. */
const DEPTH_MAX = 50;
/** Greatest number in a quantifier of PCRE. */
const PCRE_REPEAT_MAX = 65_535;
/** Greatest number in a quantifier of RE2, which expands repetitions. */
const REPEAT_MAX = 1_000;

export type LinePattern =
  | { readonly kind: "pattern"; readonly node: Node }
  | { readonly kind: "broken" | "beyond"; readonly reason: string };

/**
 * Parses a line as PHP's PCRE2 does with the flags `i` and `m` and without `u`: a regular expression over bytes. Lines that
 * need backtracking (look-around, back-references, possessive and atomic parts, recursion) are `beyond`.
 * A parser of our own, because PCRE and RE2 differ in errors and escapes, and because size limits and required
 * texts must be known before anything is compiled.
 */
export function readLine(line: string): LinePattern {
  if (line.length > LINE_CHARS_MAX)
    return { kind: "beyond", reason: `is longer than ${LINE_CHARS_MAX} characters` };
  try {
    // MediaWiki removes all backslashes before a slash, as it escapes slashes itself.
    const cursor = cursorOf(line.replace(/(?<!\\)\\+\//g, "/"));
    const node = readBranches(cursor, 0);
    if (!cursor.ended()) throw broken("closes a group with ) that it did not open");
    return { kind: "pattern", node };
  } catch (error) {
    if (error instanceof Unusable) return { kind: error.kind, reason: error.message };
    throw error;
  }
}

function readBranches(cursor: Cursor, depth: number): Node {
  if (depth > DEPTH_MAX) throw beyond(`has groups more than ${DEPTH_MAX} deep`);
  const branches = [readSequence(cursor, depth)];
  while (cursor.take("|")) branches.push(readSequence(cursor, depth));
  const [only] = branches;
  return branches.length === 1 && only !== undefined ? only : { kind: "either", branches };
}

function readSequence(cursor: Cursor, depth: number): Node {
  const items: Node[] = [];
  while (!cursor.ended() && !cursor.at("|") && !cursor.at(")")) {
    const node = readItem(cursor, depth);
    if (node === null) continue;
    items.push(readQuantifier(cursor, node));
  }
  return { kind: "sequence", items };
}

/** The next item; null: one without meaning, such as `(?i)`. */
function readItem(cursor: Cursor, depth: number): Node | null {
  if (readRepeat(cursor) !== null) throw broken("has a quantifier with nothing before it to repeat");
  switch (cursor.next()) {
    case "(":
      return readGroup(cursor, depth);
    case "[":
      return { kind: "set", bytes: readClass(cursor) };
    case ".":
      return { kind: "set", bytes: NOT_NEWLINE };
    case "^":
      return { kind: "assert", what: "start" };
    case "$":
      return { kind: "assert", what: "end" };
    case "\\":
      return readEscape(cursor);
    default:
      return byteNode(cursor.taken());
  }
}

const byteNode = (byte: number): Node => ({
  kind: "byte",
  byte: byte >= 0x41 && byte <= 0x5a ? byte + 0x20 : byte,
});

function readGroup(cursor: Cursor, depth: number): Node | null {
  if (cursor.at("*")) throw beyond("has a verb, (*…)");
  if (cursor.take("?")) {
    // `(?|` only changes the numbers of its groups, and references to numbers are `beyond`.
    if (!cursor.take("|")) {
      const [flags] = cursor.match(/^[ims]*(?=[:)])/) ?? [];
      if (flags === undefined) throw specialGroup(cursor);
      cursor.skip(flags.length);
      // The flags change nothing: case is ignored anyway, and a URL has no line ends.
      if (cursor.take(")")) return null;
      cursor.skip(1);
    }
  }
  const node = readBranches(cursor, depth + 1);
  if (!cursor.take(")")) throw broken("opens a group with ( and does not close it");
  return node;
}

function specialGroup(cursor: Cursor): Unusable {
  const kinds: readonly (readonly [RegExp, string])[] = [
    [/^<?[=!*]/, "looks around, (?=…) and the like"],
    [/^>/, "has an atomic group, (?>…)"],
    [/^(?:P?<|')/, "names a group"],
    [/^(?:R|[+-]?[0-9]|&|P>)/, "calls itself again, (?R) and the like"],
    [/^P=/, "refers back to what a group matched"],
    [/^C/, "calls out, (?C)"],
    [/^\[/, "computes a class, (?[…])"],
    [/^\(/, "has a condition, (?(…)…)"],
    [/^[\^imsxnarUJ-]/, "changes how it is read, as (?x) and (?-i) do"],
  ];
  const found = kinds.find(([start]) => cursor.match(start) !== null);
  return found === undefined ? broken("has (? with something unknown behind it") : beyond(found[1]);
}

const ASSERTIONS: Readonly<Record<string, Assertion>> = {
  b: "boundary",
  B: "no-boundary",
  A: "start",
  z: "end",
  Z: "end",
};

function readEscape(cursor: Cursor): Node | null {
  const char = cursor.next();
  const what = ASSERTIONS[char];
  if (what !== undefined) return { kind: "assert", what };
  const bytes = ESCAPED_SETS[char];
  if (bytes !== undefined) return { kind: "set", bytes };
  if (char === "N" && !cursor.at("{")) return { kind: "set", bytes: NOT_NEWLINE };
  if (/^[1-9gk]$/.test(char)) throw beyond("refers back to what a group matched");
  if (/^[GKRXCpPoQEcN]$/.test(char)) throw beyond(`uses \\${char}`);
  const byte = readByteEscape(cursor, char);
  if (byte === null) throw broken(`has \\${char}, which means nothing`);
  return byteNode(byte);
}

interface Repeat {
  readonly length: number;
  readonly min: number;
  readonly max: number;
}

const SIMPLE: Readonly<Record<string, Repeat>> = {
  "*": { length: 1, min: 0, max: Number.POSITIVE_INFINITY },
  "+": { length: 1, min: 1, max: Number.POSITIVE_INFINITY },
  "?": { length: 1, min: 0, max: 1 },
};

/** The quantifier at the cursor; null: none. A brace that begins no quantifier is an ordinary character. */
function readRepeat(cursor: Cursor): Repeat | null {
  const simple = SIMPLE[cursor.peek()];
  if (simple !== undefined) return simple;
  if (!cursor.at("{")) return null;
  // A quantifier since PCRE2 10.43, ordinary characters before.
  if (cursor.match(/^\{ *, *[0-9]+ *\}/) !== null)
    throw beyond("has {,n}, which versions of PCRE read differently");
  const [whole, first, comma = "", last = ""] = cursor.match(/^\{([0-9]+)(?:(,)([0-9]*))?\}/) ?? [];
  if (whole === undefined) return null;
  const min = Number(first);
  const max = comma === "" ? min : last === "" ? Number.POSITIVE_INFINITY : Number(last);
  return { length: whole.length, min, max };
}

function readQuantifier(cursor: Cursor, item: Node): Node {
  const repeat = readRepeat(cursor);
  if (repeat === null) return item;
  const { length, min, max } = repeat;
  if (item.kind === "assert") throw broken("repeats a position, such as \\b or ^");
  if (max < min) throw broken("has the numbers of a quantifier in the wrong order");
  if (Math.max(min, Number.isFinite(max) ? max : 0) > PCRE_REPEAT_MAX)
    throw broken(`repeats something more than ${PCRE_REPEAT_MAX} times`);
  if (Math.max(min, Number.isFinite(max) ? max : 0) > REPEAT_MAX)
    throw beyond(`repeats something more than ${REPEAT_MAX} times`);
  cursor.skip(length);
  if (cursor.at("+")) throw beyond("has a possessive quantifier, such as ++");
  const lazy = cursor.take("?");
  if (readRepeat(cursor) !== null) throw broken("has a quantifier behind a quantifier");
  return { kind: "repeat", item, min, max, lazy };
}
