import { isUtf8 } from "node:buffer";
import { UsageError } from "../../runtime/errors.ts";

/** One line of input, or why it has no text. */
export type InputLine = { readonly number: number; readonly text: string } | WrongLine;

interface WrongLine {
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

const LF = 10;
const CR = 13;
// A mark of the byte order is removed line by line, wherever chunks begin.
const utf8 = new TextDecoder("utf-8", { ignoreBOM: true });

/** Splits standard input as `readLines` does, into all lines of a chunk at once, which costs less than one by one. */
export async function* readLineBatches(
  input: AsyncIterable<Uint8Array>,
  bytesMax: number = LINE_BYTES_MAX,
): AsyncGenerator<readonly InputLine[], void, undefined> {
  const splitter = new LineSplitter(bytesMax);
  for await (const chunk of inUtf8(readable(input))) {
    const lines = splitter.push(chunk);
    if (lines.length > 0) yield lines;
  }
  const lines = splitter.end();
  if (lines.length > 0) yield lines;
}

/** Splits chunks into lines; keeps the beginning of a line that a later chunk ends. */
class LineSplitter {
  readonly #bytesMax: number;
  #begun: Uint8Array[] = [];
  #size = 0;
  #number = 0;
  #lines: InputLine[] = [];

  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax;
  }

  /** The lines that end in this chunk. */
  push(chunk: Uint8Array): readonly InputLine[] {
    let from = 0;
    for (let at = chunk.indexOf(LF); at !== -1; at = chunk.indexOf(LF, from)) {
      this.#keep(chunk.subarray(from, at));
      from = at + 1;
      this.#endLine();
      const last = chunk.lastIndexOf(LF);
      // None of these lines can be too long: they are decoded in one go.
      if (last > from && last - from <= this.#bytesMax) {
        this.#addAll(chunk.subarray(from, last), LF);
        from = last + 1;
      }
    }
    if (from < chunk.byteLength) this.#keep(chunk.subarray(from));
    return this.#take();
  }

  /** The last line, if it has no end. */
  end(): readonly InputLine[] {
    if (this.#size > 0 && this.#size <= this.#bytesMax && this.#number === 0)
      // Input without any line feed: spreadsheets on the Macintosh end lines with carriage returns.
      this.#addAll(Buffer.concat(this.#begun), CR);
    else if (this.#size > 0) this.#endLine();
    return this.#take();
  }

  #take(): readonly InputLine[] {
    const lines = this.#lines;
    this.#lines = [];
    return lines;
  }

  #keep(part: Uint8Array): void {
    this.#size += part.byteLength;
    if (this.#size <= this.#bytesMax) this.#begun.push(part);
    else this.#begun = [];
  }

  #endLine(): void {
    if (this.#size > this.#bytesMax) this.#lines.push({ number: ++this.#number, wrong: "too-long" });
    else this.#addAll(Buffer.concat(this.#begun), LF);
    this.#begun = [];
    this.#size = 0;
  }

  /** Adds lines; the last one is without its line end. */
  #addAll(bytes: Uint8Array, lineEnd: number): void {
    const text = utf8.decode(bytes);
    if (!text.includes("\ufffd") || isUtf8(bytes))
      for (const line of text.split(String.fromCharCode(lineEnd))) this.#add(line);
    // A line that is not UTF-8 would be another URL once decoded.
    else
      for (const line of partsOf(bytes, lineEnd))
        if (isUtf8(line)) this.#add(utf8.decode(line));
        else this.#lines.push({ number: ++this.#number, wrong: "not-utf8" });
  }

  #add(line: string): void {
    this.#number++;
    const from = line.charCodeAt(0) === 0xfeff ? 1 : 0;
    const text = line.slice(from, line.endsWith("\r") ? -1 : undefined);
    if (text.trim() !== "") this.#lines.push({ number: this.#number, text });
  }
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
