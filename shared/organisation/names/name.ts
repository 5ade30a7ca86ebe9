import { isAcronymOf, spellsAllButOne } from "./acronym.ts";
import { kindOf } from "./compounds.ts";
import { LEADING_LEGAL_FORMS, LEGAL_FORMS, SINGLE_FORMS } from "./legal-forms.ts";
import {
  FILLER_WORDS,
  GENERIC_WORDS,
  meaningAt,
  meaningOfGenitive,
  meaningOfPhraseTypo,
  meaningOfTypo,
  type Role,
} from "./lexicon.ts";
import { KEPT_KINDS } from "./words.ts";
import { NAME_CHARS_MAX, partsOf, phrases, type Word } from "./words-of.ts";

/** A word or phrase of a name that counts when names are compared. */
export interface Token {
  readonly role: Role;
  /** Equal for words of the same meaning. */
  readonly key: string;
  /** As folded, without blanks. */
  readonly surface: string;
  /** As written, without blanks. */
  readonly spelling: string;
  /** An abbreviation: any word that begins so may be meant. */
  readonly dotted: boolean;
  /** Whether a word such as "of" stands before it. */
  readonly linked: boolean;
  /** The first letters of such words, and of "and". */
  readonly before: string;
  /** A generic word that was understood in spite of a typo, or out of a genitive. */
  readonly inexact: boolean;
}

/** The name of an organisation, ready to be compared. */
export interface OrganisationName {
  /** As registered, its first 300 characters. */
  readonly text: string;
  readonly parts: readonly (readonly Token[])[];
  readonly tokens: readonly Token[];
  /** All words that count in one, which does not depend on blanks and hyphens. */
  readonly joined: string;
  readonly hasLegalForm: boolean;
  /** Whether its last part has one: "Museum Seeberg, Shop GmbH". */
  readonly endsInForm: boolean;
  /** Whether it has letters that cannot be written in Latin ones by rule: Chinese characters, Hangul, Arabic. */
  readonly isOtherScript: boolean;
  /** The first word of its legal form, where it is known. */
  readonly legalForm: string | null;
  /** The first word of what stands before its name. */
  readonly leadingForm: string | null;
  /** Of a part that names a unit by its place ("Geschäftsstelle Adorf"), the words beside the unit's, as keys. */
  readonly branchPlaces: readonly string[];
}

/** Legal forms by their last, or first, word, the longest first. */
function formsBy(forms: readonly string[], end: -1 | 0): ReadonlyMap<string, readonly string[][]> {
  const byWord = Map.groupBy(
    forms.flatMap((form) => phrases(form)),
    (words) => words.at(end) ?? "",
  );
  for (const list of byWord.values()) list.sort((a, b) => b.length - a.length);
  return byWord;
}

/** Which of these words are in scripts without blanks, where they join the name; the longest first. */
const unspaced = (words: readonly string[]): RegExp =>
  new RegExp(
    words
      .filter((word) => /[\u3000-\u9fff\uac00-\ud7ff]/.test(word))
      .sort((a, b) => b.length - a.length)
      .map((word) => word.replace(/[()]/g, "\\$&"))
      .join("|"),
    "g",
  );
const UNSPACED_FORMS = unspaced(LEGAL_FORMS);
const UNSPACED_WORDS = unspaced(GENERIC_WORDS);

/** With blanks around generic words, and without legal forms, of scripts that have no blanks. */
const spacedOut = (text: string): string =>
  WITHOUT_BLANKS.test(text)
    ? text.normalize("NFKC").replace(UNSPACED_FORMS, " ").replace(UNSPACED_WORDS, " $& ")
    : text;
const WITHOUT_BLANKS = /[\u3000-\u9fff\uac00-\ud7ff\uff00-\uffef]/;

const TRAILING = formsBy(LEGAL_FORMS, -1);
const LEADING = formsBy(LEADING_LEGAL_FORMS, 0);

function withoutLegalForms(words: readonly Word[]): readonly Word[] {
  const endsWith = (form: readonly string[], list: readonly Word[]) =>
    form.length <= list.length &&
    form.every((word, at) => list[list.length - form.length + at]?.text === word);
  const beginsWith = (form: readonly string[], list: readonly Word[]) =>
    form.length < list.length && form.every((word, at) => list[at]?.text === word);
  let rest = words;
  for (let found = true; found && rest.length > 0; ) {
    const form = (TRAILING.get(rest.at(-1)?.text ?? "") ?? []).find((one) => endsWith(one, rest));
    found = form !== undefined;
    if (form !== undefined) rest = rest.slice(0, rest.length - form.length);
    // "GmbH & Co. KG" in an order that no list has.
    if (found && rest.at(-1)?.text === "und") rest = rest.slice(0, -1);
  }
  const leading = (LEADING.get(rest[0]?.text ?? "") ?? []).find((one) => beginsWith(one, rest));
  return leading === undefined ? rest : rest.slice(leading.length);
}

/** The word behind the name, where a legal form ends it. @param rest the words without it */
const legalFormOf = (words: readonly Word[] = [], rest: readonly Word[] = []): string | undefined =>
  rest.length < words.length && words[0] === rest[0] ? words[rest.length]?.text : undefined;

/** "Lubnicki", "Lubnickiego", "Nevskiy", "Nevsky": Slavic adjectives decline, and are transliterated in several ways. */
const undeclined = (word: string): string =>
  ADJECTIVE_LETTERS.has(word.at(-1) ?? "") ? word.replace(ADJECTIVE_ENDING, "") : word;
const ADJECTIVE_LETTERS: ReadonlySet<string> = new Set("aeijomuhy");
const ADJECTIVE_ENDING =
  /(?:(?<=..[sc]k)(?:i|y|ii|a|e|ie|o|iego|iej|ej|im|om)|(?<=.{4})(?:iy|yy|ij|yi|aya|aja|aia|oy|oj|oye|oje|ogo|ego|omu|ykh))$/;

/** More words such as "of" in a row are none; bounds the ways in which an acronym may be spelled. */
const BEFORE_CHARS_MAX = 3;

function tokensOf(words: readonly Word[]): Token[] {
  const texts = words.map(({ text }) => text);
  const isShort = (at: number) => words[at]?.dotted === true;
  const tokens: Token[] = [];
  let [linked, before] = [false, ""];
  for (let at = 0; at < words.length; ) {
    const word = words[at] as Word;
    const meaning = meaningAt(texts, at, isShort) ?? meaningOfPhraseTypo(texts, at);
    const length = meaning?.length ?? 1;
    const its = length === 1 ? [word] : words.slice(at, at + length);
    at += length;
    // Before "City of" became one word, its filler was part of it.
    if (FILLER_WORDS.has(word.text) && length === 1 && meaning?.role !== "place") {
      linked = true;
      before = (before + (word.text[0] ?? "")).slice(0, BEFORE_CHARS_MAX);
      continue;
    }
    const genitive = meaning === null ? meaningOfGenitive(word.text) : null;
    const found = meaning ?? genitive ?? meaningOfTypo(word.text);
    tokens.push({
      role: found?.role ?? "core",
      key: found?.key ?? undeclined(word.text),
      surface: length === 1 ? word.text : its.map(({ text }) => text).join(""),
      spelling: length === 1 ? word.spelling : its.map(({ spelling }) => spelling).join(""),
      dotted: word.dotted && length === 1,
      linked,
      before,
      inexact: meaning === null && found !== null,
    });
    [linked, before] = [false, ""];
  }
  const unit = tokens.findIndex(({ role }, at) => at > 1 && role === "unit");
  let form = unit;
  while (form > 1 && SINGLE_FORMS.has(tokens[form - 1]?.surface ?? "")) form--;
  return unit < 0 ? tokens : tokens.toSpliced(form, unit - form);
}

/** "Kreisarchiv Seeberg": the archive of the district. */
const ARCHIVE_OF_PLACE =
  /^(kreis|stadt|gemeinde)(archiv|bibliothek|bücherei|buecherei)(?= (?!(?:der|des|von|of) )\p{L})/iu;

/** "Universitätsarchiv": the archive of the university, which is named by itself in "Universitätsarchiv der TU Seeberg". */
const PART_OF_BODY =
  /\b(universit(?:ä|ae|a|ei|e)t(?=s)|hochschule?)s?(bibliothe(?:k|ek)|bibl\.|bücherei|buecherei|bibliotek(?:et)?|archi(?:v|ef)|arkiv(?:et)?|verwaltung|rechenzentrum)(?!\p{L})( (?:der|des|van|of) )?/giu;

const SAYS_WHOSE = /(?:universi|hochschul).*(?:[,;:/|(]|\s[-–—])/iu;

const OTHER_SCRIPT = /(?=\p{L})\P{Script=Latin}/u;

/** @param text as registered, of any length; what is beyond 300 characters does not count */
export function parseName(text: string): OrganisationName {
  const spaced = spacedOut(text.slice(0, NAME_CHARS_MAX))
    .replace(ARCHIVE_OF_PLACE, "$2 $1")
    .replace(
      PART_OF_BODY,
      (_, body: string, part: string, of: string | undefined, at: number, all: string) => {
        if (of !== undefined) return `${part}${of}`;
        // "Universität Seeberg, Universitätsbibliothek"
        return SAYS_WHOSE.test(all.slice(0, at)) ? part : `${part} ${body}`;
      },
    );
  const all = partsOf(spaced);
  const rests = all.map(withoutLegalForms);
  const bare = rests.filter((words) => words.length > 0);
  // "AG" alone is a name, too.
  const whole = withoutAliases(
    (bare.length === 0 ? all : bare)
      .map((words) => withoutOwnAcronym(withoutFoundation(tokensOf(words))))
      .filter((tokens) => tokens.length > 0),
  );
  const parts = withoutOffices(withoutLeadingAcronym(whole));
  const tokens = parts.flat();
  const joined = tokens.map(({ surface }) => surface).join("");
  return {
    text: spaced,
    parts,
    tokens,
    joined,
    isOtherScript: OTHER_SCRIPT.test(joined),
    endsInForm: legalFormOf(all.at(-1), rests.at(-1)) !== undefined,
    hasLegalForm: bare.flat().length < all.flat().length || spaced.length < text.length,
    leadingForm: bare[0] !== undefined && bare[0][0] !== all[0]?.[0] ? (all[0]?.[0]?.text ?? null) : null,
    branchPlaces: whole.slice(1).flatMap(placesOfBranch),
    legalForm:
      all.map((words, at) => legalFormOf(words, rests[at])).find((form) => form !== undefined) ?? null,
  };
}

const placesOfBranch = ([first, ...others]: readonly Token[]): string[] =>
  first?.role === "unit" && others.every(({ role }) => role === "core" || role === "place")
    ? others.map(({ key }) => key)
    : [];

/** Units that register domains for the whole body: "Universität Konstanz, Rechenzentrum". */
const OFFICES: ReadonlySet<string> = new Set(
  ["computing-centre", "administration", "communication"].map((unit) => `unit:${unit}`),
);

const withoutOffices = (parts: readonly (readonly Token[])[]): readonly (readonly Token[])[] => {
  const others = parts.filter(([first]) => !OFFICES.has(first?.key ?? ""));
  return others.length < parts.length && others.flat().some((token) => kindOf(token) !== null)
    ? others
    : parts;
};

/** "Stiftung Museum Rietberg", "Verein Volkskundemuseum": before the house that it keeps, that is a legal form; others are bodies of their own. */
const withoutFoundation = (tokens: readonly Token[]): readonly Token[] => {
  const [first, ...kept] = tokens;
  const isKeeper =
    (first?.key === "kind:foundation" || (first?.key === "kind:association" && kept[0]?.linked === false)) &&
    kept.some((token) => KEPT_KINDS.has(kindOf(token) ?? "")) &&
    !kept.some(({ role }) => role === "other-body");
  return isKeeper ? kept : tokens;
};

/** "GMF Gesellschaft für Meeresforschung", "Deutsches Klimarechenzentrum DKRZ": the name and its acronym. */
function withoutOwnAcronym(tokens: readonly Token[]): readonly Token[] {
  const [first, ...behind] = tokens;
  const before = tokens.slice(0, -1);
  if (first !== undefined && isAcronymOf(first, behind)) return behind;
  const last = tokens.at(-1);
  return last !== undefined && isAcronymOf(last, before) ? before : tokens;
}

/** "TUP Theater und Philharmonie Essen", "AWEL Amt für Abfall, Wasser, Energie und Luft": without its city, or without one of its words. */
function withoutLeadingAcronym(parts: readonly (readonly Token[])[]): readonly (readonly Token[])[] {
  const [[first, ...behind] = [], ...others] = parts;
  const words = [...behind, ...others.flat()];
  if (first?.role !== "core" || first.spelling !== first.spelling.toUpperCase()) return parts;
  const isItsOwn =
    isAcronymOf(first, words) ||
    (words.length > 2 && isAcronymOf(first, words.slice(0, -1))) ||
    spellsAllButOne(
      first.surface,
      words.map(({ surface }) => surface),
    );
  return isItsOwn && behind.length > 0 ? [behind, ...others] : parts;
}

/** "Karlsfelder Institut für Technik (KIT)", "Universität Ulm / University of Ulm": a part that says the same again. */
function withoutAliases(parts: readonly (readonly Token[])[]): (readonly Token[])[] {
  const others = (at: number) => [parts.slice(0, at).flat(), parts.slice(at + 1).flat()];
  return parts.filter((tokens, at) => {
    const before = parts.slice(0, at);
    const known = new Set(before.flat().map(({ key }) => key));
    if (at > 0 && tokens.every(({ key }) => known.has(key))) return false;
    const [only] = tokens;
    return !(
      tokens.length === 1 &&
      only !== undefined &&
      others(at).some((other) => isAcronymOf(only, other))
    );
  });
}
