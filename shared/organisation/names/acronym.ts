interface Word {
  readonly role: string;
  readonly surface: string;
  /** First letters of words such as "and" before it. */
  readonly before: string;
}

const ACRONYM_CHARS = { min: 2, max: 7 };

/** Whether a word has the first letters of others, in their order, with or without those of words such as "and" between: "TUP". */
export const isAcronymOf = ({ role, surface }: Word, others: readonly Word[]): boolean =>
  (role === "core" || role === "kind") &&
  others.length > 1 &&
  surface.length >= ACRONYM_CHARS.min &&
  surface.length <= ACRONYM_CHARS.max &&
  spells(
    surface,
    others.flatMap((token) => [...token.before, token.surface]),
  );

/** Shorter ones are spelled by too many names. */
const LOOSE_CHARS_MIN = 4;

/** Whether letters are the first ones of all words but one, in their order: "AWEL" of "Amt für Abfall, Wasser, Energie und Luft". */
export const spellsAllButOne = (letters: string, words: readonly string[]): boolean =>
  letters.length >= LOOSE_CHARS_MIN &&
  letters.length + 1 === words.length &&
  words.some((_, at) => [...letters].every((letter, nth) => words[nth < at ? nth : nth + 1]?.[0] === letter));

/** How many letters a compound gives beyond its first: "BM" of "Bundesministerium". */
const LETTERS_OF_WORD_MAX = 3;

/** Whether letters are the first ones of words in their order, of which compounds may give more, and single letters none. */
export function spells(letters: string, [word, ...words]: readonly string[]): boolean {
  if (word === undefined) return letters === "";
  if (word.length === 1 && spells(letters, words)) return true;
  for (let taken = 1, at = 0; taken <= LETTERS_OF_WORD_MAX; taken++) {
    const letter = letters[taken - 1];
    if (letter === undefined) return false;
    at = taken === 1 ? (word[0] === letter ? 0 : -1) : word.indexOf(letter, at + 1);
    if (at < 0) return false;
    if (spells(letters.slice(taken), words)) return true;
  }
  return false;
}

/** Shorter ones are made of too many names. */
const JOINED_CHARS_MIN = 5;
const BEGINNING_CHARS_MIN = 2;

/** Whether letters are the beginnings of two or more words in their order, of which some may be missing: "ackinst". */
export const isOfBeginnings = (letters: string, words: readonly string[]): boolean =>
  letters.length >= JOINED_CHARS_MIN && beginnings(letters, words, 0);

function beginnings(letters: string, [word, ...words]: readonly string[], used: number): boolean {
  if (letters === "") return used > 1;
  if (word === undefined) return false;
  for (
    let taken = BEGINNING_CHARS_MIN;
    taken <= word.length && word.startsWith(letters.slice(0, taken));
    taken++
  )
    if (taken <= letters.length && beginnings(letters.slice(taken), words, used + 1)) return true;
  return beginnings(letters, words, used);
}

/** "Bk." for "Bank": the first and the last letter, and some between in their order. */
export function isContraction(short: string, long: string): boolean {
  if (short[0] !== long[0] || short.at(-1) !== long.at(-1)) return false;
  let at = 0;
  for (const letter of long) if (letter === short[at]) at++;
  return at === short.length;
}
