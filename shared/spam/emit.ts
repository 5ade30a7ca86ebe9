import type { Assertion, ByteSet, Node } from "./syntax.ts";
import { charOfByte } from "./text.ts";

const ASSERTED: Readonly<Record<Assertion, string>> = {
  boundary: "\\b",
  "no-boundary": "\\B",
  // A URL is one line, so places of lines are those of the text.
  start: "\\A",
  end: "\\z",
};

/** The pattern for RE2, over texts of `matchable`. */
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
    // Bytes beyond ASCII stand elsewhere in the alphabet: no range leads over the border.
    while (byte < 255 && byte !== 0x7f && bytes[byte + 1] === 1) byte++;
    ranges.push(from === byte ? emitByte(from) : `${emitByte(from)}-${emitByte(byte)}`);
  }
  return ranges.length === 0 ? "[^\\x{0}-\\x{10ffff}]" : `[${ranges.join("")}]`;
}

/** How large the compiled pattern becomes, in bytes, sets and forks. */
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
      return (sizeOf(node.item) + 1) * Math.max(1, Number.isFinite(node.max) ? node.max : node.min + 1);
  }
}
