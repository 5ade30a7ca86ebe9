/** Syntax tree of a line, a regular expression over bytes; letters are in lower case. */
export type Node =
  | { readonly kind: "byte"; readonly byte: number }
  | { readonly kind: "set"; readonly bytes: ByteSet }
  | { readonly kind: "sequence"; readonly items: readonly Node[] }
  | { readonly kind: "either"; readonly branches: readonly Node[] }
  | {
      readonly kind: "repeat";
      readonly item: Node;
      readonly min: number;
      /** Infinity: no limit. */
      readonly max: number;
      readonly lazy: boolean;
    }
  | { readonly kind: "assert"; readonly what: Assertion };

export type Assertion = "boundary" | "no-boundary" | "start" | "end";

/** A set of bytes: 256 flags, 0 or 1. */
export type ByteSet = Readonly<Uint8Array>;

/** Why a line cannot be applied (UnusableEntry). Thrown inside the parser only; `readLine` catches it. */
export class Unusable extends Error {
  readonly kind: "broken" | "beyond";

  constructor(kind: "broken" | "beyond", reason: string) {
    super(reason);
    this.kind = kind;
  }
}

export const broken = (reason: string): Unusable => new Unusable("broken", reason);
export const beyond = (reason: string): Unusable => new Unusable("beyond", reason);

/**
 * Start of the characters that stand for bytes above 0x7F. MediaWiki matches bytes and ignores the case of ASCII letters.
 * Our engine knows Unicode, so texts and patterns are translated into one alphabet: ASCII in lower case, and each other
 * byte of UTF-8 as a character of the private use area, which has neither case nor class.
 */
const PRIVATE = 0xe000;

const utf8 = new TextEncoder();

/** The character of the alphabet that stands for a byte. */
export const charOfByte = (byte: number): string => String.fromCharCode(byte < 0x80 ? byte : PRIVATE + byte);

function bytesOf(text: string): string {
  let chars = "";
  for (const byte of utf8.encode(text)) chars += charOfByte(byte);
  return chars;
}

const isAscii = (text: string): boolean => {
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) > 0x7f) return false;
  return true;
};

/** A URL in the alphabet of patterns. The full-width full stop becomes a full stop, as in MediaWiki. */
export function matchable(url: string): string {
  if (isAscii(url)) return url.toLowerCase();
  // toLowerCase() on the whole text would change letters beyond ASCII too.
  return bytesOf(url.replaceAll("．", ".")).replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

/** A line in UTF-8. */
export const lineBytes = (line: string): Uint8Array => utf8.encode(line);

const ASSERTED: Readonly<Record<Assertion, string>> = {
  boundary: "\\b",
  "no-boundary": "\\B",
  // A URL is one line, so ^ and $ match only at its start and end.
  start: "\\A",
  end: "\\z",
};

/** The regular expression for RE2, over texts of `matchable`. */
export function emit(node: Node): string {
  switch (node.kind) {
    case "byte":
      return emitByte(node.byte);
    case "set":
      return emitSet(node.bytes);
    case "sequence":
      return node.items.map(emit).join("");
    case "either":
      return `(?:${node.branches.map(emit).join("|")})`;
    case "assert":
      return ASSERTED[node.what];
    case "repeat":
      return `(?:${emit(node.item)})${quantifier(node.min, node.max)}${node.lazy ? "?" : ""}`;
  }
}

function quantifier(min: number, max: number): string {
  if (!Number.isFinite(max)) return min === 0 ? "*" : min === 1 ? "+" : `{${min},}`;
  return min === max ? `{${min}}` : `{${min},${max}}`;
}

function emitByte(byte: number): string {
  const char = charOfByte(byte);
  return /^[a-z0-9]$/.test(char) ? char : `\\x{${char.charCodeAt(0).toString(16)}}`;
}

function emitSet(bytes: ByteSet): string {
  const ranges: string[] = [];
  for (let byte = 0; byte < 256; byte++) {
    if (bytes[byte] !== 1) continue;
    const from = byte;
    // Bytes beyond ASCII are elsewhere in the alphabet, so no range crosses 0x7F.
    while (byte < 255 && byte !== 0x7f && bytes[byte + 1] === 1) byte++;
    ranges.push(from === byte ? emitByte(from) : `${emitByte(from)}-${emitByte(byte)}`);
  }
  return ranges.length === 0 ? "[^\\x{0}-\\x{10ffff}]" : `[${ranges.join("")}]`;
}

/** Size of the compiled pattern: its bytes, sets and branches. */
export function sizeOf(node: Node): number {
  switch (node.kind) {
    case "byte":
    case "set":
    case "assert":
      return 1;
    case "sequence":
      return node.items.reduce((sum, item) => sum + sizeOf(item), 0);
    case "either":
      return node.branches.reduce((sum, branch) => sum + sizeOf(branch) + 1, 0);
    case "repeat":
      // RE2 bounds the product of repetitions within each other, also of nothing.
      return (
        (Math.max(1, sizeOf(node.item)) + 1) *
        Math.max(1, Number.isFinite(node.max) ? node.max : node.min + 1)
      );
  }
}
