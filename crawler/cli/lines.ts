/** One line of input; `tooLong` in place of its text when it exceeds the limit. */
export type InputLine =
  | { readonly number: number; readonly text: string }
  | { readonly number: number; readonly tooLong: true };

export const LINE_BYTES_MAX = 1024 * 1024;

/**
 * Splits standard input of any size into lines, holding no more than one line and one chunk at a time.
 * Empty lines are passed over; a final carriage return belongs to the line end. Not UTF-8: U+FFFD (WHATWG Encoding).
 */
export async function* readLines(
  input: AsyncIterable<Uint8Array>,
  bytesMax: number = LINE_BYTES_MAX,
): AsyncGenerator<InputLine, void, undefined> {
  const decoder = new TextDecoder();
  let parts: Uint8Array[] = [];
  let size = 0;
  let number = 0;

  function take(): InputLine | null {
    number += 1;
    const tooLong = size > bytesMax;
    const [only, ...more] = parts;
    const bytes = only === undefined || more.length > 0 ? Buffer.concat(parts) : only;
    const text = tooLong ? "" : decoder.decode(bytes).replace(/\r$/, "");
    parts = [];
    size = 0;
    if (tooLong) return { number, tooLong };
    return text.trim() === "" ? null : { number, text };
  }

  function keep(part: Uint8Array): void {
    size += part.byteLength;
    if (size <= bytesMax) parts.push(part);
    else parts = [];
  }

  for await (const chunk of input) {
    let from = 0;
    for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, from)) {
      keep(chunk.subarray(from, end));
      from = end + 1;
      const line = take();
      if (line !== null) yield line;
    }
    if (from < chunk.byteLength) keep(chunk.subarray(from));
  }
  if (size > 0) {
    const line = take();
    if (line !== null) yield line;
  }
}
