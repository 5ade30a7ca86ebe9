import { isUtf8 } from "node:buffer";
import { UsageError } from "../../runtime/errors.ts";

/** One line of input, or why it has no text. */
export type InputLine = { readonly number: number; readonly text: string } | WrongLine;

interface WrongLine {
  readonly number: number;
  readonly wrong: "too-long" | "not-utf8";
}

const LINE_BYTES_MAX = 1024 * 1024;

/** In the words of every command that reads lines. */
export const whyWrong = ({ number, wrong }: WrongLine): string =>
  wrong === "too-long"
    ? `line ${number} is longer than ${LINE_BYTES_MAX} bytes; it was passed over`
    : `line ${number} is not UTF-8; it was passed over: save the list as UTF-8`;

/**
 * Splits standard input of any size into lines, holding no more than one line and one chunk at a time.
 * Empty lines are passed over; a final carriage return belongs to the line end, and is one where there is no other.
 * UTF-16 is read as well.
 */
export async function* readLines(
  input: AsyncIterable<Uint8Array>,
  bytesMax: number = LINE_BYTES_MAX,
): AsyncGenerator<InputLine, void, undefined> {
  for await (const lines of readLineBatches(input, bytesMax)) yield* lines;
}

const LF = 10;
const CR = 13;
// What a line begins with is looked at line by line, wherever chunks begin.
const utf8 = new TextDecoder("utf-8", { ignoreBOM: true });

/** The same, all lines of a chunk at once: a step of a generator for each would cost as much as reading it. */
export async function* readLineBatches(
  input: AsyncIterable<Uint8Array>,
  bytesMax: number = LINE_BYTES_MAX,
): AsyncGenerator<readonly InputLine[], void, undefined> {
  let begun: Uint8Array[] = [];
  let size = 0;
  let number = 0;
  let lines: InputLine[] = [];

  function keep(part: Uint8Array): void {
    size += part.byteLength;
    if (size <= bytesMax) begun.push(part);
    else begun = [];
  }

  function end(): void {
    if (size > bytesMax) lines.push({ number: ++number, wrong: "too-long" });
    else addAll(Buffer.concat(begun), LF);
    begun = [];
    size = 0;
  }

  function add(line: string): void {
    number++;
    const from = line.charCodeAt(0) === 0xfeff ? 1 : 0;
    const text = line.slice(from, line.endsWith("\r") ? -1 : undefined);
    if (text.trim() !== "") lines.push({ number, text });
  }

  /** Without the last one's end. */
  function addAll(bytes: Uint8Array, lineEnd: number): void {
    const text = utf8.decode(bytes);
    if (!text.includes("\ufffd") || isUtf8(bytes))
      for (const line of text.split(String.fromCharCode(lineEnd))) add(line);
    // Of a URL with other letters in it nobody asked what would be answered.
    else
      for (const line of partsOf(bytes, lineEnd))
        if (isUtf8(line)) add(utf8.decode(line));
        else lines.push({ number: ++number, wrong: "not-utf8" });
  }

  for await (const chunk of inUtf8(readable(input))) {
    let from = 0;
    for (let at = chunk.indexOf(LF); at !== -1; at = chunk.indexOf(LF, from)) {
      keep(chunk.subarray(from, at));
      from = at + 1;
      end();
      const last = chunk.lastIndexOf(LF);
      // No line in it can be too long: decoded in one go.
      if (last > from && last - from <= bytesMax) {
        addAll(chunk.subarray(from, last), LF);
        from = last + 1;
      }
    }
    if (from < chunk.byteLength) keep(chunk.subarray(from));
    const ready = lines;
    lines = [];
    if (ready.length > 0) yield ready;
  }
  if (size > 0 && size <= bytesMax && number === 0)
    // The only line of all: spreadsheets on the Macintosh write such lists.
    addAll(Buffer.concat(begun), CR);
  else if (size > 0) end();
  if (lines.length > 0) yield lines;
}

function* partsOf(bytes: Uint8Array, lineEnd: number): Generator<Uint8Array, void, undefined> {
  let from = 0;
  for (let at = bytes.indexOf(lineEnd); at !== -1; at = bytes.indexOf(lineEnd, from)) {
    yield bytes.subarray(from, at);
    from = at + 1;
  }
  yield bytes.subarray(from);
}

/**
 * Windows' editors and shells write UTF-16 (`>` of PowerShell 5), told by its mark, or by the NUL beside the first letter: a line
 * of UTF-8 has none there that would mean anything.
 */
function utf16Of(one: number, two: number): "utf-16le" | "utf-16be" | null {
  if ((one === 0xff && two === 0xfe) || (one !== 0 && two === 0)) return "utf-16le";
  return (one === 0xfe && two === 0xff) || (one === 0 && two !== 0) ? "utf-16be" : null;
}

async function* inUtf8(input: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void, undefined> {
  const encoder = new TextEncoder();
  /** Too little to tell by. */
  let held: Uint8Array = new Uint8Array(0);
  let isKnown = false;
  let utf16: TextDecoder | null = null;
  for await (const chunk of input) {
    let bytes = chunk;
    if (!isKnown) {
      bytes = held.byteLength === 0 ? chunk : Buffer.concat([held, chunk]);
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
