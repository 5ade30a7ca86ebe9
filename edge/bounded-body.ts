/** Reads a body up to a number of bytes; null when it has more. The rest is not read. */
export async function readBounded(
  body: ReadableStream<Uint8Array> | null,
  bytesMax: number,
): Promise<Uint8Array | null> {
  if (body === null) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let length = 0;
  const reader = body.getReader();
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    length += read.value.length;
    if (length > bytesMax) {
      await reader.cancel();
      return null;
    }
    chunks.push(read.value);
  }
  const whole = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}

/** JSON of a bounded body; undefined when it is none, or longer. */
export async function readBoundedJson(
  body: ReadableStream<Uint8Array> | null,
  bytesMax: number,
): Promise<unknown> {
  const bytes = await readBounded(body, bytesMax);
  return bytes === null ? undefined : jsonOf(bytes);
}

/** What a text, or bytes of UTF-8, say in JSON; undefined when they are none. */
export function jsonOf(text: Uint8Array | string): unknown {
  try {
    return JSON.parse(typeof text === "string" ? text : new TextDecoder().decode(text));
  } catch {
    return undefined;
  }
}
