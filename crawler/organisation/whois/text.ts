import { LIMITS } from "../limits.ts";

/** JIS in seven bits, which begins with an escape. */
const ISO_2022_JP = ["\u001b$@", "\u001b$B"];

/**
 * The text of a whois answer, of which the protocol does not say the encoding (RFC 3912 4): UTF-8 if it is that, ISO-2022-JP by its
 * escapes, else Latin-1 as in Windows. At most 256 KiB of it.
 */
export function decodeWhois(bytes: Uint8Array): string {
  const part = bytes.subarray(0, LIMITS.answerBytesMax);
  const latin = new TextDecoder("windows-1252").decode(part);
  if (ISO_2022_JP.some((sign) => latin.includes(sign))) return decodeAs("iso-2022-jp", part) ?? latin;
  return decodeAs("utf-8", part) ?? latin;
}

function decodeAs(encoding: "utf-8" | "iso-2022-jp", bytes: Uint8Array): string | null {
  try {
    // At the end of what was cut, half a character may be left.
    return new TextDecoder(encoding as "utf-8", { fatal: true }).decode(bytes, { stream: true });
  } catch {
    return null;
  }
}

/** A line of an answer: how far it is indented, and `key: value` where it has that form. */
export interface Line {
  readonly indent: number;
  readonly text: string;
  /** In lower case; empty: no key. */
  readonly key: string;
  readonly value: string;
}

const KEY = /^([^:\s][^:]{0,60}?)\s*:(?:\s+(.*)|)$/s;
const REMARK = /^\s*[%#](?!\s*(?:korean|english)\b)/i;

/** Before headings, at TRABIS: `** Registrant:`. */
const STARS = /^\*\* /;

/** Lines without remarks; empty ones stay, as they separate. */
export function linesOf(answer: string): Line[] {
  return answer
    .split(/\r\n|\r|\n/)
    .slice(0, LIMITS.linesMax)
    .filter((line) => !REMARK.test(line))
    .map((line) => {
      const text = line.slice(0, LIMITS.lineCharsMax).trimEnd().replace(STARS, "");
      const trimmed = text.trimStart();
      const [, key = "", value = ""] = KEY.exec(trimmed) ?? [];
      return {
        indent: indentOf(text, trimmed),
        text: trimmed,
        key: key.toLowerCase().replace(/\.+$/, ""),
        value: value.trim(),
      };
    });
}

const indentOf = (text: string, trimmed: string): number =>
  [...text.slice(0, text.length - trimmed.length)].reduce((sum, blank) => sum + (blank === "\t" ? 8 : 1), 0);

/** Values of a key, in their order. */
export const valuesOf = (lines: readonly Line[], ...keys: readonly string[]): string[] =>
  lines.filter(({ key, value }) => keys.includes(key) && value !== "").map(({ value }) => value);

export const firstOf = (lines: readonly Line[], ...keys: readonly string[]): string | undefined =>
  valuesOf(lines, ...keys)[0];

/** Objects of an answer: runs of lines between empty ones. A line without a key continues the value before it. */
export function objectsOf(lines: readonly Line[]): Line[][] {
  const objects: Line[][] = [];
  let open: Line[] = [];
  for (const line of [...lines, { indent: 0, text: "", key: "", value: "" }]) {
    const before = open.at(-1);
    if (line.text === "") {
      if (open.length > 0) objects.push(open);
      open = [];
    } else if (line.key === "" && line.indent > 0 && before !== undefined)
      open.push({ ...line, key: before.key, value: line.text });
    else open.push(line);
  }
  return objects;
}

/** What stands below a heading: indented lines, or, where nothing is indented, all up to an empty one. */
export function sectionOf(lines: readonly Line[], heading: RegExp): Line[] {
  const at = lines.findIndex(({ text }) => heading.test(text));
  const head = lines[at];
  if (head === undefined) return [];
  const body: Line[] = [];
  for (const line of lines.slice(at + 1)) {
    if (line.text === "" && body.length === 0) continue;
    const outside = line.indent <= head.indent && (head.indent > 0 || body.some(({ indent }) => indent > 0));
    if (line.text === "" || outside) break;
    body.push(line);
  }
  return body;
}
