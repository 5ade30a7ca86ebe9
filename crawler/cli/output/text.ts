import { codePointName } from "../../../shared/format/html/markup.ts";

/** More than a URL or a Location may have; what is longer is no text that anybody reads or copies. */
const CHARS_MAX = 10_000;
/** Control, format (bidirectional and invisible ones) and line-separating characters, and halves of a pair. */
const UNSAFE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;
/** Three marks on a letter are a language, more are a tower that covers the lines above. */
const TOWER = /(\p{M}{3})\p{M}+/gu;
const ELLIPSIS = "…";

/**
 * Hostile text for a terminal: one line, in which nothing steers the terminal, hides, or changes the order of what
 * stands around it. Such characters are spelt out, as in HTML answers: `[U+001B]`.
 */
export function harmless(text: string): string {
  const cut = text.length > CHARS_MAX;
  const shown = (cut ? text.slice(0, CHARS_MAX) : text)
    .replace(UNSAFE, (character) => `[${codePointName(character)}]`)
    .replace(TOWER, "$1\ufffd");
  return cut ? `${shown}${ELLIPSIS} (${text.length} characters)` : shown;
}

/**
 * Columns of a text on a terminal: CJK and emoji take two, combining marks and colours none. Bun's own, as the command
 * line runs on Bun everywhere.
 */
export const widthOf = (text: string): number => Bun.stringWidth(text);

/** Made where a text is cut, as it takes longer than all else that a list of URLs needs of this file. */
let segmenter: Intl.Segmenter | null = null;

/** As many whole characters from one end as fit into `columns`. */
function taken(text: string, columns: number, from: "start" | "end"): string {
  segmenter ??= new Intl.Segmenter();
  const characters = [...segmenter.segment(text)].map(({ segment }) => segment);
  if (from === "end") characters.reverse();
  const kept: string[] = [];
  let width = 0;
  for (const character of characters) {
    width += widthOf(character);
    if (width > columns) break;
    kept.push(character);
  }
  return (from === "end" ? kept.reverse() : kept).join("");
}

/** Plain text shortened to `columns`; it loses its end. */
export function cutEnd(text: string, columns: number): string {
  if (widthOf(text) <= columns) return text;
  return columns < 1 ? "" : `${taken(text, columns - 1, "start").trimEnd()}${ELLIPSIS}`;
}

/** A plain URL shortened to `columns`; host and file name stay, which say the most. */
export function cutMiddle(text: string, columns: number): string {
  if (widthOf(text) <= columns) return text;
  if (columns < 1) return "";
  const head = Math.ceil((columns - 1) * 0.6);
  return `${taken(text, head, "start")}${ELLIPSIS}${taken(text, columns - 1 - head, "end")}`;
}

/** Blanks up to `columns`, after the text or before it. */
export const padEnd = (text: string, columns: number): string =>
  text + " ".repeat(Math.max(0, columns - widthOf(text)));
export const padStart = (text: string, columns: number): string =>
  " ".repeat(Math.max(0, columns - widthOf(text))) + text;

/** Breaks at blanks so that lines have `columns`; a longer word, such as a URL, stays in one piece to be copied. */
export function wrapped(text: string, columns: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    if (line === "") line = word;
    else if (widthOf(line) + 1 + widthOf(word) <= columns) line += ` ${word}`;
    else {
      lines.push(line);
      line = word;
    }
  }
  return [...lines, line];
}

/** Items side by side, in as many lines of `columns` as they need; an item that is wider than a line goes on in the next, without its colour. */
export function itemLines(items: readonly string[], separator: string, columns: number): string[] {
  const lines: string[] = [];
  for (const item of items) {
    const line = lines.at(-1);
    const longer = line === undefined ? item : line + separator + item;
    if (line !== undefined && widthOf(longer) <= columns) lines[lines.length - 1] = longer;
    else if (widthOf(item) <= columns) lines.push(item);
    else lines.push(...wrapped(Bun.stripANSI(item), columns).map((part) => cutEnd(part, columns)));
  }
  return lines;
}

/** `98 ms`, `1.2 s`, `61 s`. */
export function duration(ms: number): string {
  if (ms < 999.5) return `${Math.round(ms)} ms`;
  return ms < 59_950 ? `${(ms / 1000).toFixed(1)} s` : `${Math.round(ms / 1000)} s`;
}
