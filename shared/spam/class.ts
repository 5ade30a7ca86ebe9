import { ESCAPED_SETS, foldCase, POSIX_SETS, without } from "./byte-set.ts";
import { type Cursor, readByteEscape } from "./cursor.ts";
import { type ByteSet, beyond, broken } from "./syntax.ts";

type Member =
  | { readonly kind: "byte"; readonly byte: number }
  | { readonly kind: "set"; readonly bytes: ByteSet };

const BACKSPACE = 8;
const OPEN = "opens a class with [ and does not close it";

/** What stands in brackets; the cursor is behind the opening one. */
export function readClass(cursor: Cursor): ByteSet {
  if (cursor.match(/^([:.=])[^\]]*\1\]/) !== null)
    throw broken("has a class such as [:alpha:] outside brackets");
  const negated = cursor.take("^");
  const set = new Uint8Array(256);
  // A bracket that comes first is one of the characters.
  for (let first = true; first || !cursor.at("]"); first = false) {
    if (cursor.ended()) throw broken(OPEN);
    addMember(cursor, set);
  }
  cursor.skip(1);
  foldCase(set);
  return negated ? without(set) : set;
}

function addMember(cursor: Cursor, set: Uint8Array): void {
  const from = readMember(cursor);
  const range = cursor.match(/^-(?!\])/) !== null;
  if (from.kind === "set") {
    // PCRE gives an error where Perl warns that the hyphen is probably a mistake.
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
      return { kind: "set", bytes: not === "^" ? without(bytes) : bytes };
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
  // Octal numbers, quoting, properties: no list is known that uses them there.
  if (/^[1-9QEpPoc]$/.test(char)) throw beyond(`uses \\${char} inside brackets`);
  const byte = readByteEscape(cursor, char);
  if (byte === null) throw broken(`has \\${char} inside brackets, which means nothing there`);
  return { kind: "byte", byte };
}
