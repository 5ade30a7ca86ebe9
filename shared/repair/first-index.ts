/** Engines search for a text of so few characters fast enough. */
const SHORT_CHARS_MAX = 500;

/**
 * Where a part first stands in a text from a position on, or -1, in linear time (Knuth, Morris and Pratt): engines' own search
 * takes quadratic time for a long part of a hostile page.
 */
export function firstIndexOf(text: string, part: string, from: number): number {
  if (part.length <= SHORT_CHARS_MAX) return text.indexOf(part, from);
  const borders = bordersOf(part);
  let matched = 0;
  for (let at = from; at < text.length; at++) {
    matched = goOn(part, borders, matched, text.charCodeAt(at));
    if (matched === part.length) return at + 1 - matched;
  }
  return -1;
}

/** How long the beginning of a text is that also ends each beginning of it, and is shorter. */
function bordersOf(part: string): Uint32Array {
  const borders = new Uint32Array(part.length);
  for (let at = 1, matched = 0; at < part.length; at++) {
    matched = goOn(part, borders, matched, part.charCodeAt(at));
    borders[at] = matched;
  }
  return borders;
}

/** How many characters of a part match once one more was read. */
function goOn(part: string, borders: Uint32Array, before: number, char: number): number {
  let matched = before;
  while (matched > 0 && part.charCodeAt(matched) !== char) matched = borders[matched - 1] ?? 0;
  return part.charCodeAt(matched) === char ? matched + 1 : matched;
}
