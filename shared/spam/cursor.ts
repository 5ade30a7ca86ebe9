import { broken, lineBytes } from "./syntax.ts";

/** A position in a line, which it reads byte by byte; each byte is a character of the same number. */
export interface Cursor {
  ended(): boolean;
  /** The next character; "" at the end. */
  peek(): string;
  at(char: string): boolean;
  /** Passes `char` and returns true if it comes next. */
  take(char: string): boolean;
  /** Passes the next character; throws Unusable at the end. */
  next(): string;
  /** The byte of the last `next`. */
  taken(): number;
  skip(count: number): void;
  /** Matches the rest of the line; passes nothing. */
  match(start: RegExp): RegExpExecArray | null;
}

export function cursorOf(line: string): Cursor {
  const text = Array.from(lineBytes(line), (byte) => String.fromCharCode(byte)).join("");
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

/** The byte that an escape means, inside and outside classes; null: none. The cursor stands behind `\char`. */
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
