import { isUtf8 } from "node:buffer";
import { UsageError } from "../../runtime/errors.ts";

/** One line of input, or why it has no text. */
export type InputLine = { readonly number: number; readonly text: string } | WrongLine;

export interface WrongLine {
  readonly number: number;
  readonly wrong: "too-long" | "not-utf8";
}

const LINE_BYTES_MAX = 1024 * 1024;

/** The message for a line without text. */
export const whyWrong = ({ number, wrong }: WrongLine): string =>
  wrong === "too-long"
    ? `line ${number} is longer than ${LINE_BYTES_MAX} bytes; it was skipped`
    : `line ${number} is not UTF-8; it was skipped: save the list as UTF-8`;

/**
 * Splits standard input of any size into lines, holding no more than one line and one chunk at a time.
 * Empty lines are skipped; a final carriage return belongs to the line end, and is one where there is no other.
 * UTF-16 is read as well.
 */
export async function* readLines(
  input: AsyncIterable<Uint8Array>,
  bytesMax: number = LINE_BYTES_MAX,
): AsyncGenerator<InputLine, void, undefined> {
  for await (const lines of readLineBatches(input, bytesMax)) yield* lines;
}

/** Splits standard input as `readLines` does, into all lines of a chunk at once, which costs less than one by one. */
export async function* readLineBatches(
  input: AsyncIterable<Uint8Array>,
  bytesMax: number = LINE_BYTES_MAX,
): AsyncGenerator<readonly InputLine[], void, undefined> {
  let number = 0;
  const linesOf = (all: readonly string[]): InputLine[] =>
    all.flatMap((bytes) => {
      number += 1;
      return lineOf(bytes, number, bytesMax);
    });
  /** The beginning of a line that a later chunk ends: a character for each byte. */
  let begun = "";
  for await (const chunk of inUtf8(readable(input))) {
    const parts = (begun + Buffer.from(chunk).toString("latin1")).split("\n");
    // Of a line that is too long no more is kept than shows that.
    begun = (parts.pop() ?? "").slice(0, bytesMax + 1);
    const lines = linesOf(parts);
    if (lines.length > 0) yield lines;
  }
  // Input without any line feed: spreadsheets on the Macintosh end lines with carriage returns.
  const last = linesOf(number === 0 && begun.length <= bytesMax ? begun.split("\r") : [begun]);
  if (last.length > 0) yield last;
}

function lineOf(latin1: string, number: number, bytesMax: number): InputLine[] {
  if (latin1.length > bytesMax) return [{ number, wrong: "too-long" }];
  const bytes = Buffer.from(latin1, "latin1");
  // Decoded it would be another URL.
  if (!isUtf8(bytes)) return [{ number, wrong: "not-utf8" }];
  const text = bytes
    .toString()
    .replace(/^\ufeff/, "")
    .replace(/\r$/, "");
  return text.trim() === "" ? [] : [{ number, text }];
}

/**
 * The UTF-16 that Windows' editors and shells write (`>` of PowerShell 5), recognised by its byte order mark, or by the NUL
 * beside the first letter, which UTF-8 does not have there.
 */
function utf16Of(one: number, two: number): "utf-16le" | "utf-16be" | null {
  if ((one === 0xff && two === 0xfe) || (one !== 0 && two === 0)) return "utf-16le";
  return (one === 0xfe && two === 0xff) || (one === 0 && two !== 0) ? "utf-16be" : null;
}

async function* inUtf8(input: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void, undefined> {
  const encoder = new TextEncoder();
  /** Bytes too few to know the encoding. */
  let held: Uint8Array = new Uint8Array(0);
  let isKnown = false;
  let utf16: TextDecoder | null = null;
  for await (const chunk of input) {
    let bytes = chunk;
    if (!isKnown) {
      bytes = Buffer.concat([held, chunk]);
      const [one, two] = bytes;
      held = bytes;
      if (one === undefined || two === undefined) continue;
      isKnown = true;
      const encoding = utf16Of(one, two);
      utf16 = encoding === null ? null : new TextDecoder(encoding);
    }
    yield utf16 === null ? bytes : encoder.encode(utf16.decode(bytes, { stream: true }));
  }
  if (!isKnown) yield held;
  else if (utf16 !== null) yield encoder.encode(utf16.decode());
}

async function* readable(input: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void, undefined> {
  try {
    yield* input;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EISDIR") throw error;
    throw new UsageError("standard input is a directory; give it a file, or lines through a pipe");
  }
}
