import { broken } from "./syntax.ts";
import { lineBytes } from "./text.ts";

/** A place in a line, byte by byte; each byte as a character of the same number. */
export interface Cursor {
  ended(): boolean;
  /** The next character; "" at the end. */
  peek(): string;
  at(char: string): boolean;
  /** Goes past it if it comes next. */
  take(char: string): boolean;
  /** Goes past the next character, which must be there. */
  next(): string;
  /** The byte of the last `next`. */
  taken(): number;
  skip(count: number): void;
  /** What comes next; nothing is passed. */
  match(start: RegExp): RegExpExecArray | null;
}

export function cursorOf(line: string): Cursor {
  const text = String.fromCharCode(...lineBytes(line));
  let place = 0;
  return {
    ended: () => place >= text.length,
    peek: () => text[place] ?? "",
    at: (char) => text[place] === char,
    take(char) {
      if (text[place] !== char) return false;
      place += 1;
      return true;
    },
    next() {
      const char = text[place];
      if (char === undefined) throw broken("breaks off");
      place += 1;
      return char;
    },
    taken: () => text.charCodeAt(place - 1),
    skip(count) {
      place += count;
    },
    match: (start) => start.exec(text.slice(place)),
  };
}

const CONTROLS: Readonly<Record<string, number>> = { n: 10, r: 13, t: 9, f: 12, e: 27, a: 7 };

/** The byte that `\char` and what follows stand for, inside classes and outside; null: none. */
export function readByteEscape(cursor: Cursor, char: string): number | null {
  const control = CONTROLS[char];
  if (control !== undefined) return control;
  if (char === "x") return readHex(cursor);
  if (char === "0") {
    const [digits = ""] = cursor.match(/^[0-7]{0,2}/) ?? [];
    cursor.skip(digits.length);
    return Number.parseInt(`0${digits}`, 8);
  }
  return /^[A-Za-z0-9]$/.test(char) ? null : cursor.taken();
}

function readHex(cursor: Cursor): number {
  const [whole, braced] = cursor.match(/^\{([0-9A-Fa-f]+)\}/) ?? [];
  if (whole !== undefined && braced !== undefined) {
    const byte = Number.parseInt(braced, 16);
    if (byte > 0xff) throw broken("names a character above \\x{ff}: MediaWiki matches bytes");
    cursor.skip(whole.length);
    return byte;
  }
  const [digits = ""] = cursor.match(/^[0-9A-Fa-f]{0,2}/) ?? [];
  cursor.skip(digits.length);
  return Number.parseInt(`0${digits}`, 16);
}
