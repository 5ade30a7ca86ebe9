import { memo } from "../../url/memo.ts";
import { isContraction } from "./acronym.ts";
import { editsBetween } from "./edits.ts";
import { PLACE_NAMES } from "./places.ts";
import {
  COMMON_NAMES,
  FILLERS,
  KINDS,
  OTHER_BODIES,
  QUALIFIERS,
  SYNONYMS,
  TRADES,
  TRANSLATED_QUALIFIERS,
  UNITS,
} from "./words.ts";
import { phrases } from "./words-of.ts";

export type Role = "kind" | "unit" | "other-body" | "synonym" | "place" | "core";

interface Meaning {
  readonly role: Role;
  /** Equal for words of the same meaning. */
  readonly key: string;
}

interface Entry extends Meaning {
  readonly words: readonly string[];
}

const entriesOf = (role: Role, table: Readonly<Record<string, string>>): Entry[] =>
  Object.entries(table).flatMap(([key, list]) =>
    phrases(list).map((words) => ({ role, key: `${role}:${key}`, words })),
  );

/** In case of two meanings the first counts. */
const ENTRIES: readonly Entry[] = [
  ...entriesOf("kind", KINDS),
  ...entriesOf("unit", UNITS),
  ...phrases(OTHER_BODIES).map(
    (words): Entry => ({ role: "other-body", key: `other:${words.join(" ")}`, words }),
  ),
  ...entriesOf("synonym", SYNONYMS),
  ...PLACE_NAMES.flatMap((names) => {
    const [[first = []] = []] = names.map(phrases);
    return names
      .flatMap(phrases)
      .map((words): Entry => ({ role: "place", key: `place:${first.join(" ")}`, words }));
  }),
];

export const GENERIC_WORDS: readonly string[] = ENTRIES.flatMap(({ words }) =>
  words.length === 1 ? words : [],
);

/** By the first word, the longest phrase first. */
const BY_FIRST: ReadonlyMap<string, readonly Entry[]> = (() => {
  const byFirst = Map.groupBy(ENTRIES, ({ words: [first = ""] }) => first);
  for (const entries of byFirst.values()) entries.sort((a, b) => b.words.length - a.words.length);
  return byFirst;
})();

/**
 * The meaning of the words at a place in a list, and how many words it takes; null: it has none.
 *
 * @param isShort whether the word at a place is an abbreviation: "Teknik Üniv."
 */
export function meaningAt(
  words: readonly string[],
  at: number,
  isShort: (at: number) => boolean = () => false,
): (Meaning & { readonly length: number }) | null {
  const first = words[at] ?? "";
  const fits = (entry: Entry): boolean =>
    entry.words.every((word, offset) => isWord(word, words[at + offset], isShort(at + offset)));
  const exact = BY_FIRST.get(first)?.find(fits);
  const short = isShort(at) ? meantBy(first, exact?.words.length ?? 0, fits) : undefined;
  const entry = short ?? exact;
  return entry === undefined ? null : { ...entry, length: entry.words.length };
}

/** What an abbreviation may be the beginning of: a phrase that fits, else the one word that all that fit are, or are made of. */
function meantBy(first: string, lengthMin: number, fits: (entry: Entry) => boolean): Entry | undefined {
  if (first.length < BEGINNING_CHARS_MIN) return undefined;
  const [meant, ...others] = (BY_BEGINNING.get(first.slice(0, BEGINNING_CHARS_MIN)) ?? []).filter(
    (entry) => entry.words.length > lengthMin && fits(entry),
  );
  if (meant === undefined || meant.words.length > 1) return meant;
  const stem = meant.words[0]?.slice(0, -1) ?? "";
  return others.every(({ key, words }) => key === meant.key || words[0]?.startsWith(stem))
    ? meant
    : undefined;
}

const SHORT_CHARS_MIN = 2;

const isWord = (word: string, found: string | undefined, isShort: boolean): boolean =>
  word === found ||
  (isShort &&
    found !== undefined &&
    ((found.length >= SHORT_CHARS_MIN && (word.startsWith(found) || isContraction(found, word))) ||
      (FILLER_WORDS.has(word) && word.startsWith(found))));

const BEGINNING_CHARS_MIN = 3;
/**
 * Kinds, units and synonyms for words with a point, by their first letters: the longest phrase first ("Hochsch. f. angew. Wiss."), of
 * those of one word the shortest, as it is what the longer ones are made of ("Hochsch.").
 */
const BY_BEGINNING: ReadonlyMap<string, readonly Entry[]> = (() => {
  const byBeginning = Map.groupBy(
    ENTRIES.filter(
      ({ role, words: [first = ""] }) =>
        (role === "kind" || role === "unit" || role === "synonym") && first.length > BEGINNING_CHARS_MIN,
    ),
    ({ words: [first = ""] }) => first.slice(0, BEGINNING_CHARS_MIN),
  );
  const letters = ({ words }: Entry): number => words.join("").length;
  for (const entries of byBeginning.values())
    entries.sort((a, b) => b.words.length - a.words.length || letters(a) - letters(b));
  return byBeginning;
})();

/** Shorter words have too many neighbours that are words. */
const TYPO_CHARS_MIN = 7;
/** By first letter and length: a typo with another first letter is rare. */
const LONG_WORDS: ReadonlyMap<string, readonly Entry[]> = Map.groupBy(
  ENTRIES.filter(
    ({ role, words: [only = "", ...more] }) =>
      role !== "place" && more.length === 0 && only.length >= TYPO_CHARS_MIN,
  ),
  ({ words: [only = ""] }) => `${only[0]}${only.length}`,
);

/** Phrases whose first word is long, by their second. */
const BY_SECOND: ReadonlyMap<string, readonly Entry[]> = Map.groupBy(
  ENTRIES.filter(({ words: [first = "", second] }) => second !== undefined && first.length >= TYPO_CHARS_MIN),
  ({ words: [, second = ""] }) => second,
);

/** The meaning of a phrase whose first word has a typo: "Technishce Universität". */
export function meaningOfPhraseTypo(
  words: readonly string[],
  at: number,
): (Meaning & { readonly length: number }) | null {
  const word = words[at] ?? "";
  for (const {
    words: [first = ""],
  } of BY_SECOND.get(words[at + 1] ?? "") ?? []) {
    if (first[0] !== word[0] || editsBetween(word, first)?.count !== 1) continue;
    const meaning = meaningAt([first, ...words.slice(at + 1)], 0);
    if (meaning !== null && meaning.length > 1) return meaning;
  }
  return null;
}

/** What a word with one typo means, where it is a generic one: "Univeristät". */
export const meaningOfTypo = (word: string): Meaning | null =>
  word.length < TYPO_CHARS_MIN ? null : meaningOfLongTypo(word);

/** Words repeat from name to name. */
const meaningOfLongTypo = memo(16_384, 40, (word): Meaning | null => {
  for (const length of [word.length, word.length - 1, word.length + 1])
    for (const entry of LONG_WORDS.get(`${word[0]}${length}`) ?? []) {
      const [other = ""] = entry.words;
      // One edit leaves the second letter or the last as it was.
      if (word[1] !== other[1] && word.at(-1) !== other.at(-1)) continue;
      if (editsBetween(word, other)?.count === 1) return entry;
    }
  return null;
});

const GENITIVE_CHARS_MIN = 6;

/** What a kind of body or a unit means in the genitive: "des Kantons". */
export function meaningOfGenitive(word: string): Meaning | null {
  if (word.length < GENITIVE_CHARS_MIN || !word.endsWith("s")) return null;
  const stem =
    BY_FIRST.get(word.slice(0, -1)) ?? (word.endsWith("es") ? BY_FIRST.get(word.slice(0, -2)) : undefined);
  return stem?.find(({ role, words }) => words.length === 1 && (role === "kind" || role === "unit")) ?? null;
}

const setOf = (list: string): ReadonlySet<string> =>
  new Set(phrases(list).flatMap((words) => (words.length === 1 ? words : [])));

/** Words that qualify a body, in several languages each. */
export const QUALIFIER_IN_LANGUAGES: readonly (readonly string[])[] = TRANSLATED_QUALIFIERS.map((list) =>
  phrases(list).flat(),
);

export const FILLER_WORDS = setOf(FILLERS);
export const QUALIFIER_WORDS = setOf(QUALIFIERS);
export const TRADE_WORDS = setOf(TRADES);
export const COMMON_WORDS = setOf(COMMON_NAMES);
