import { isFirstName } from "../names/body.ts";
import { editsBetween } from "../names/edits.ts";
import { fold } from "../names/fold.ts";
import { meaningAt } from "../names/lexicon.ts";
import { COUNTRY_CODES, POSTAL_PREFIXES, US_STATES } from "./countries.ts";

/** A postal address in any order and language, as far as it can be made out. */
export interface PostalAddress {
  readonly country: string | null;
  /** What may be a state of the United States as well as a country: "DE". */
  readonly state: string | null;
  /** Without blanks and hyphens. */
  readonly postalCode: string | null;
  /** Names of the city, and of what else it may be. */
  readonly city: readonly string[];
  readonly street: Street | null;
  readonly box: string | null;
}

interface Street {
  readonly words: readonly string[];
  /** Several for one house: "14-16", or its numbers in the register and in the street ("1180/2"). */
  readonly numbers: readonly string[];
}

/** How near two addresses are; `null`: that cannot be known. */
export type Nearness = "street" | "postal-code" | "city" | "elsewhere" | "abroad" | null;

const ADDRESS_CHARS_MAX = 400;
const PARTS_MAX = 12;
/** City and state; what stands before is a department, or a building. */
const PLACES_MAX = 2;

const CODES = [
  /\b(\d{2}-\d{3})\b/, // Poland
  /\b(\d{3}-\d{4})\b/, // Japan
  /\b(\d{4}-\d{3})\b/, // Portugal
  /\b(\d{5}-\d{3,4})\b/, // Brazil, United States
  /\b(\d{3} \d{2})\b(?! ?\d)/, // Sweden, Czechia, Slovakia, Greece
  /\b(\d{4} ?[a-z]{2})\b/, // Netherlands
  /\b([a-z]{1,2}\d[a-z\d]? ?\d[a-z]{2})\b/, // United Kingdom
  /\b([a-z]\d[a-z] ?\d[a-z]\d)\b/, // Canada
  /\b([a-z]\d[\dw] ?[a-z\d]{4})\b/, // Ireland
  /\b(\d{4,8})\b/,
];
const BOX =
  /\b(?:postfach|postfachnr|(?:p ?o ?)?box|post ?box|postbus|bp|boite postale|casella postale|apartado|postboks|pf)\W*(\d[\d ]{0,8})/;
/** Endings and words that name a street, folded as addresses are: "avenu". */
const STREET_ENDINGS = fold(
  "strasse|straat|str|gasse|weg|platz|allee|ufer|ring|damm|gatan|gata|vej|gade|katu|tie|laan|plein|gracht",
);
const STREET_NAMES = fold(
  "street|st|road|rd|avenue|ave|av|boulevard|blvd|bd|lane|ln|drive|dr|parkway|pkwy|square|sq|way|court|place|pl|rue|chemin|quai|route|via|viale|piazza|largo|nab|naberezhnaya|prospekt|ulitsa|pereulok|plac|plass|carretera|passeig|corso|strada|calle|avda|avd|cl|ctra|u|plaza|paseo|carrer|c(?=/)|rua|avenida|praca|ulica|ul|ulice|namesti|aleja|utca|ut|ter|cad|sok|caddesi|sokak|highway|hwy|quay|wharf|row|close|crescent|mews|parade|circle|broadway|embankment|grove|esplanade|terrace|campus|am|im|an|zum|zur",
);
const STREET_WORD = new RegExp(`(?:${STREET_ENDINGS})\\b|\\b(?:${STREET_NAMES})\\b`);
const HOUSE_NUMBER = /^(?:n[or]? )?\d{1,4} ?[a-z]?(?:[/-]\d+)?$/;
/** Longer ones may be postal codes. */
const NUMBER_CHARS_MAX = 3;
/** Where in a house: "Suite 300", "3rd floor", "2. OG", "#12". */
const INSIDE =
  /\b(?:(?:suite|ste|apt|apartment|unit|floor|fl|level|room|rm|lok|piso|etage|og)\.? *(?:no\.? *)?\d+[a-z]?|\d+(?:st|nd|rd|th|\.|o|e)? *(?:floor|fl|og|etage|stock|piso))\b|# ?\d+/gi;
const ARTICLES: ReadonlySet<string> = new Set("the de del du des la le di da do dos der den".split(" "));
/** "St." is a street, or a saint. */
const STREET_WORDS = new RegExp(`${STREET_WORD.source}|\\b(?:saint|sainte|sankt|san|santa|pza)\\b`, "g");

/** The parts of an address, folded, each of words, figures, strokes and hyphens. */
const partsOf = (text: string): string[] =>
  fold(text.slice(0, ADDRESS_CHARS_MAX).replaceAll(".", ". "))
    .replace(INSIDE, " ")
    .split(/[,;\n]/)
    .map((part) =>
      part
        .replace(/[^\p{L}\p{N}/ -]+/gu, " ")
        .replace(/ {2,}/g, " ")
        .trim(),
    );

/** Where in a house it is, if a part of an address says that: "2. OG". */
export const roomIn = (part: string): string | undefined => part.match(INSIDE)?.[0];

/** Whether a part of an address has the word of a street, or is a box: where it begins, behind who has it. */
export function namesStreet(part: string): boolean {
  return partsOf(part).some((text) => STREET_WORD.test(text) || BOX.test(text));
}

const COMPOUND = new RegExp(`.{2}(?:${STREET_ENDINGS})$`);
const STREET_ALONE = new RegExp(`^(?:${STREET_NAMES}|${STREET_ENDINGS}|alle|torv)$`);

/**
 * A part of an address without who stands before or behind the street in one line with it: "Erica Muster, Seeweg 3" without the comma. Of
 * the name of a street its last words are kept, as any before may be a person's; without the word of a street, one word where it
 * stands alone. Behind it, the number of the house is the end.
 */
export function fromStreet(part: string): string {
  const words = part.split(/\s+/);
  const keys = words.map((word) => fold(word).replace(/[^\p{L}\p{N}/-]+/gu, ""));
  const hasFigure = (at: number): boolean => /\d/.test(keys[at] ?? "");
  const figure = keys.findIndex((_, at) => hasFigure(at));
  const street = keys.findLastIndex(
    (key, at) =>
      COMPOUND.test(key) ||
      BOX_WORD.test(key) ||
      (STREET_ALONE.test(key) && (!TITLE.test(key) || at === keys.length - 1 || hasFigure(at + 1))),
  );
  const between = (from: number, to: number): string => words.slice(from, to).join(" ");
  /** Behind the number of the house, which may be a range and have a letter: "Via 25 Aprile 12 a". */
  const endOfNumber = (from: number): number => {
    let end = keys.findIndex((_, at) => at >= from && hasFigure(at)) + 1;
    const isNext = (at: number): boolean =>
      hasFigure(at) || hasFigure(at + 1) || (keys[at] === "de" && hasFigure(at + 2));
    while (end > 0 && (isNext(end) || /^[a-z-]$/.test(keys[end] ?? ""))) end++;
    return end;
  };
  if (street < 0) return between(figure <= 1 ? 0 : figure, endOfNumber(0) || words.length);
  // Behind its word the name of the street, up to a person's.
  const named = keys.findIndex((key, at) => at > street + 2 && isFirstName(key));
  const endOfName = named < 0 ? words.length : named;
  const word = keys[street] ?? "";
  const isBehindName = BEHIND_NAME.test(word) || COMPOUND.test(word);
  // "14 Wharf Lane", "350 5th Avenue", "4 rue Victor Hugo"
  let number = keys.findLastIndex((_, at) => at < street && hasFigure(at));
  if (hasFigure(number - 1)) number--;
  if (number >= 0)
    return between(
      number,
      street > number + 1 || isBehindName ? street + 1 : endOfNumber(street) || endOfName,
    );
  // "Via Roma 5", "Seeweg 3"; "Wharf Lane 14"
  const isFirst =
    COMPOUND.test(word) ||
    BOX_WORD.test(word) ||
    (!isBehindName && street + 1 < keys.length && !hasFigure(street + 1));
  const start = isFirst && keys[street - 1] !== "po" ? street : Math.max(0, street - 1);
  return between(start, endOfNumber(street) || (isBehindName ? street + 1 : endOfName));
}

/** Words of streets that end their names. */
const BEHIND_NAME = /^(?:street|road|rd|lane|ln|way|drive|close|crescent)$/;
const BOX_WORD = /^(?:postfach|postbus|postboks|apartado|box|bp|pf)$/;
/** "Drive" before the number or at the end, else "Dr. Erica Muster". */
const TITLE = /^dr$/;

/** Words of streets that no person is called; "Erica Lane", "Hans Damm" are persons. */
const ONLY_STREETS = new RegExp(
  `(?:${fold("strasse|straat|gatan")})\\b|\\b(?:${fold("street|road|avenue|ave|avda|av|boulevard|blvd|rue|quai|calle|avenida|viale|piazza|rua|ulica|ulitsa|prospekt|naberezhnaya")})\\b`,
);

export const namesOnlyStreet = (part: string): boolean =>
  partsOf(part).some((text) => ONLY_STREETS.test(text));

export function parseAddress(text: string): PostalAddress {
  const parts = withNumbersJoined(
    partsOf(text)
      .filter((part) => part !== "")
      .slice(0, PARTS_MAX),
  );
  const named = parts.findLast((part) => COUNTRY_CODES.has(part));
  const inside = named === undefined ? parts : parts.filter((part) => part !== named);
  const box = inside.map((part) => BOX.exec(part)?.[1]?.replaceAll(" ", "")).find((one) => one !== undefined);
  const code = findCode(inside);
  const streets = inside.filter((part, at) => at !== code?.at && !BOX.test(part) && /\d/.test(part));
  const unnumbered = inside.filter((part, at) => at !== code?.at && !/\d/.test(part));
  // The last of them is the city, whatever it is called.
  const street =
    streets.find((part) => STREET_WORD.test(part)) ??
    streets[0] ??
    streetBefore(code) ??
    unnumbered.slice(0, -1).find((part) => STREET_WORD.test(part));
  const others = unnumbered.filter((part) => part !== street).slice(-PLACES_MAX);
  // Before a code may stand a state, and the city before that: "Portland, Oregon 97204".
  const city =
    code === null || code.rest === ""
      ? others
      : code.isBehind
        ? [...others.slice(-1), code.rest]
        : [code.rest];
  // "Wilmington, DE" is in the United States, or in Germany.
  const isState = code === null && named !== undefined && US_STATES.has(named);
  return {
    country: (named === undefined || isState ? code?.country : COUNTRY_CODES.get(named)) ?? null,
    state: isState ? named : null,
    postalCode: code?.code ?? null,
    city: city.flatMap(placeKeys),
    street: street === undefined ? null : streetOf(street),
    box: box ?? null,
  };
}

/** "Avenida Brasil, 2001", "1, quai de Tourmaline": the number of a house in a part of its own. */
function withNumbersJoined(parts: readonly string[]): string[] {
  const joined: string[] = [];
  for (const part of parts) {
    const before = joined.at(-1) ?? "";
    const isBehind = HOUSE_NUMBER.test(part);
    const [number, street] = isBehind ? [part, before] : [before, part];
    const isStreet =
      STREET_WORD.test(street) || (isBehind && street !== "" && number.length <= NUMBER_CHARS_MAX);
    if (HOUSE_NUMBER.test(number) && isStreet && !/\d/.test(street))
      joined.splice(-1, 1, `${before} ${part}`);
    else joined.push(part);
  }
  return joined;
}

interface CodeFound {
  readonly at: number;
  readonly code: string;
  readonly country: string | null;
  /** The part without the code: the city. */
  readonly rest: string;
  /** Whether it stands behind the city. */
  readonly isBehind: boolean;
  /** What stands before a code in one part with the street. */
  readonly before: string;
}

/** The last postal code of a text that is no house number. */
function findCode(parts: readonly string[]): CodeFound | null {
  for (let at = parts.length - 1; at >= 0; at--) {
    const part = parts[at] ?? "";
    if (BOX.test(part)) continue;
    for (const pattern of CODES) {
      const match = pattern.exec(part);
      if (match === null) continue;
      const before = part.slice(0, match.index).trim();
      const after = part.slice(match.index + match[0].length).trim();
      // A number before or behind the name of a street is a house's.
      if (!/^\d{5}/.test(match[0]) && STREET_WORD.test(part) && !/\d/.test(before) && !/\d/.test(after))
        break;
      const prefixed = /(?:^|\s)([a-z]{1,3})(?: ?-|(?<=^[a-z]+)) ?$/.exec(before);
      const country = POSTAL_PREFIXES.get(prefixed?.[1] ?? "") ?? null;
      const bare = country === null ? before : before.slice(0, prefixed?.index).trim();
      const street = /\d/.test(bare) ? bare : "";
      const rest = `${street === "" ? bare : ""} ${after}`.trim();
      return {
        at,
        code: (match[1] ?? "").replace(/[ -]/g, ""),
        country,
        rest,
        isBehind: after === "",
        before: street,
      };
    }
  }
  return null;
}

const streetBefore = (code: CodeFound | null): string | undefined =>
  code === null || code.before === "" ? undefined : code.before;

function streetOf(part: string): Street {
  const numbers = /\d[\da-z/-]*/.exec(part)?.[0].match(/\d+/g) ?? [];
  const text = part.replace(/(?:\bn[or]? )?\d+\s?[a-z]?\b/g, " ");
  const named = wordsOf(text.replace(STREET_WORDS, " "));
  // "Esplanade", "Ring": the word is the name.
  return { words: named.length > 0 ? named : wordsOf(text), numbers };
}

const wordsOf = (text: string): string[] =>
  text.split(/[^\p{L}]+/u).filter((word) => word !== "" && !ARTICLES.has(word));

/** Administrative words beside the names of cities. */
const NO_PLACE = new Set(
  "cedex city of the de la am an der bei im main stadt town b po postfach region".split(" "),
);

/** Words that begin names of cities, and of no person. */
const BEGINS_CITY =
  /^(?:new|los|las|saint|sankt|st|san|santa|bad|den|the|fort|port|ciudad|novi|novy|nowy|sao|rio)$/;

export const beginsCity = (word: string): boolean => BEGINS_CITY.test(fold(word.replace(".", "")));

/** Whether a text that may as well be a person's name is that of a city of several words: "New York", "Bad Homburg", "Den Haag". */
export function isPlaceName(part: string): boolean {
  const words = fold(part).split(/[ /-]+/);
  const known = meaningAt(words, 0);
  return (
    words.length <= CITY_WORDS_MAX &&
    ((known?.role === "place" && known.length === words.length) ||
      (words.length > 1 && BEGINS_CITY.test(words[0] ?? "")))
  );
}

const CITY_WORDS_MAX = 4;

/** The words of a city's name, the same for all languages that know it. */
function placeKeys(part: string): string[] {
  const words = part.split(/[ /-]+/).filter((word) => word !== "" && !/\d/.test(word));
  const keys: string[] = [];
  for (let at = 0; at < words.length; ) {
    const meaning = meaningAt(words, at);
    const word = words[at] ?? "";
    at += meaning?.length ?? 1;
    if (meaning?.role === "place") keys.push(meaning.key);
    else if (word.length > 2 && !NO_PLACE.has(word)) keys.push(word);
  }
  return keys;
}

export function nearnessOf(a: PostalAddress, b: PostalAddress): Nearness {
  const sameCode = a.postalCode !== null && a.postalCode === b.postalCode;
  const cities = a.city.length > 0 && b.city.length > 0;
  const sameCity = a.city.some((one) => b.city.some((other) => isSameWord(one, other)));
  // "RS" is a state of Brazil, and Serbia; "CA" is California, and Canada.
  const isOnePlace = sameCode && sameCity;
  if (a.state !== null && b.state !== null && a.state !== b.state) return "elsewhere";
  if (a.country !== null && b.country !== null && a.country !== b.country && !isOnePlace) return "abroad";
  // A town has names in several languages, and parts with names of their own.
  if (sameCode && !sameCity && hasNumbers(a, b) && isSameStreet(a, b)) return "street";
  if (sameCode && (sameCity || !cities)) return isSameStreet(a, b) ? "street" : "postal-code";
  const codes = a.postalCode !== null && b.postalCode !== null;
  // The first figure of a postal code is a region: there are many places of one name.
  if (sameCity && codes && a.postalCode?.[0] !== b.postalCode?.[0] && /^\d/.test(a.postalCode ?? ""))
    return "elsewhere";
  if (sameCity) return isSameStreet(a, b) ? "street" : "city";
  if (cities) return "elsewhere";
  return codes && a.postalCode?.[0] !== b.postalCode?.[0] ? "elsewhere" : null;
}

/** Whether a word of a name is that of the address's city. */
export const isInCity = ({ city }: PostalAddress, anchor: string): boolean =>
  city.some((one) => isSameWord(one, anchor) || isDeclined(one, anchor));

/** "v Hradčovicích", of Hradčovice: Slavic names of places decline. */
const CASE_ENDING = /(?:owie|ich|ach|ech|och|em|ie|[aeiouy])$/;
const CASE_STEM_MIN = 4;

function isDeclined(a: string, b: string): boolean {
  const [one, other] = [a.replace(CASE_ENDING, ""), b.replace(CASE_ENDING, "")];
  return one.length >= CASE_STEM_MIN && one === other;
}

function isSameWord(a: string, b: string): boolean {
  if (a === b) return true;
  const edits = editsBetween(a, b);
  return (
    edits !== null &&
    Math.min(a.length, b.length) > 5 &&
    (edits.kind === "swap" || (edits.count === 1 && edits.kind === "length"))
  );
}

const hasNumbers = (...addresses: readonly PostalAddress[]): boolean =>
  addresses.every(({ street }) => (street?.numbers.length ?? 0) > 0);

function isSameStreet(a: PostalAddress, b: PostalAddress): boolean {
  if (a.box !== null && a.box === b.box) return true;
  if (a.street === null || b.street === null) return false;
  const [one, other] = [a.street.numbers, b.street.numbers];
  const isOneNumber = one.length === 0 || other.length === 0 || one.some((number) => other.includes(number));
  return isOneNumber && areSameWords(a.street.words, b.street.words);
}

/** The same letters but for typos, whatever the blanks; or words of which some are abbreviated: "Ob. Schloßgarten". */
function areSameWords(a: readonly string[], b: readonly string[]): boolean {
  if (a.length === 0 || b.length === 0) return false;
  if (editsBetween(a.join(""), b.join("")) !== null) return true;
  if (a.length === b.length && a.every((word, at) => isBeginningOf(word, b[at] ?? ""))) return true;
  // "Franklin Roosevelt", "F. D. Roosevelt"
  const [given, others] = [a.slice(0, -1), b.slice(0, -1)];
  const haveName = (names: readonly string[], initials: readonly string[]): boolean =>
    names.every((name) => name.length === 1 || initials.some((word) => isBeginningOf(name, word)));
  return (
    a.at(-1) === b.at(-1) &&
    given.length + others.length > 0 &&
    haveName(given, others) &&
    haveName(others, given)
  );
}

const isBeginningOf = (one: string, other: string): boolean => one.startsWith(other) || other.startsWith(one);
