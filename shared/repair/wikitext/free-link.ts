/**
 * Characters of an address as MediaWiki's parser takes them, up to what ends one: white space, brackets, quotes, tags,
 * `''`, a template (but `{{!}}` and `{{=}}`), and entities of angle brackets and spaces.
 */
const ENDS = "\\s[\\]<>\"\\x00-\\x20\\x7f\\ufffd{}'&";
const INSIDE = "\\{\\{[!=]\\}\\}|\\{(?!\\{)|'(?!')|&(?!(?:lt|gt|nbsp|#x0*(?:3[ce]|a0)|#0*(?:60|62|160));)";
const patterns = (brace: string): Record<"withBars" | "withoutBars", RegExp> => ({
  withBars: new RegExp(`(?:[^${ENDS}]|${INSIDE}|${brace})*`, "iy"),
  withoutBars: new RegExp(`(?:[^|${ENDS}]|${INSIDE}|${brace})*`, "iy"),
});
const UP_TO_BRACES = patterns("\\}(?!\\})");
const WITH_BRACES = patterns("\\}");
const ENTITY_AT_END = /&(?:[a-z]{1,31}|#x[\da-f]{1,8}|#\d{1,8});$/i;
const PUNCTUATION = ",;\\.:!?";

/** Where the address that begins at `start` ends, punctuation included. `bars`, `braces` (closing ones): they belong to it. */
export function addressEnd(text: string, start: number, bars: boolean, braces = false): number {
  const { withBars, withoutBars } = braces ? WITH_BRACES : UP_TO_BRACES;
  const pattern = bars ? withBars : withoutBars;
  pattern.lastIndex = start;
  pattern.exec(text);
  return Math.max(start, pattern.lastIndex);
}

/** The end without punctuation that belongs to the sentence (`Parser::makeFreeExternalLink`). */
export function withoutPunctuation(text: string, start: number, end: number): number {
  const round = text.slice(start, end).includes("(") ? "" : ")";
  let at = end;
  while (at > start && (PUNCTUATION + round).includes(text.charAt(at - 1))) at--;
  if (text.charAt(at) === ";" && at < end && ENTITY_AT_END.test(text.slice(Math.max(start, at - 34), at + 1)))
    return at + 1;
  return at;
}
