import { isWithheld } from "../../shared/organisation/lists/redaction.ts";
import { isFirstName } from "../../shared/organisation/names/body.ts";
import { fold } from "../../shared/organisation/names/fold.ts";
import {
  beginsCity,
  fromStreet,
  isPlaceName,
  namesOnlyStreet,
  namesStreet,
  roomIn,
} from "../../shared/organisation/postal/address.ts";
import { COUNTRY_CODES } from "../../shared/organisation/postal/countries.ts";
import { LIMITS, oneLine } from "./limits.ts";
import { CARE_OF } from "./persons.ts";

/** In the lines of an address, at some registries. */
const PHONE = /^\+ ?\d[\d ().-]{6,}/;

/**
 * An address without persons, who stand before the street, in its line, behind it, or after "c/o". What has no figure is kept only if it is
 * the street, the country, a city of one word or with the words of a place, or what the registry itself calls a city or a state, as the
 * name of a person may be that of a street ("Erica Lane").
 */
export function addressOf(lines: readonly string[], places: readonly string[]): string | null {
  const all = lines
    .map(oneLine)
    .filter((line) => line !== "" && !isWithheld(line) && !line.includes("@") && !PHONE.test(line))
    .flatMap(partsOfLine)
    .filter((part) => part !== "" && !CARE_OF.test(part));
  const called = places
    .map(oneLine)
    .flatMap(partsOfLine)
    .filter((place) => place !== "");
  const isCalled = (part: string): boolean =>
    called.some((place) => part.endsWith(place) && CODE_ALONE.test(part.slice(0, -place.length)));
  const start = startOfStreet(all);
  const city = start < 0 ? -1 : cityBehind(all, start);
  const parts = all.flatMap((part, at) => {
    const isBehind = start >= 0 && at > start;
    if (isCountry(part) || (isBehind && at === city) || ((isBehind || at === start) && isCalled(part)))
      return [part];
    if (at === start) return [/^\D/.test(part) ? fromStreet(part) : withoutNeighbours(part)];
    // "27", "rue des Carmes"
    if (isBehind && !/\d/.test(part)) return namesOnlyStreet(part) ? [fromStreet(part)] : [];
    return isBehind && (isCode(part) || namesStreet(part)) ? [withoutNeighbours(part)] : [];
  });
  return parts.length === 0
    ? null
    : parts.slice(0, LIMITS.addressPartsMax).join(", ").slice(0, LIMITS.textCharsMax);
}

const CODE_ALONE = /^(?:[A-Z\d -]{2,12} )?$/;
/** Shorter ones are numbers of houses. */
const CODE_CHARS_MIN = 4;

/** A street with its number, or a postal code with its city, as far as no person stands beside: "78999 Seeberg Erika Muster", "2. OG Erika Muster". */
function withoutNeighbours(part: string): string {
  const words = part.split(/\s+/);
  // "60311 Frankfurt am Main", other than "Am Markt 3".
  if (namesStreet(part.replace(/(?<=^\S*\d{4}.*) (?:am|an|im) /, " "))) return fromStreet(part);
  const first = words.findIndex((word) => /^\p{L}{2}/u.test(word) && !/^[A-Z]{2}$|\d/.test(word));
  const upTo = (end: number): string => words.slice(0, end).join(" ");
  if (first <= 0 || first === words.length - 1) return part;
  const isCode = upTo(first).replace(/[^\dA-Z]/g, "").length >= CODE_CHARS_MIN;
  if (!isCode) return roomIn(part) ?? upTo(first);
  if (isFirstName(words[first] ?? "")) return upTo(first);
  let end = first + 1;
  while (end < words.length && goesOn(words[end - 1] ?? "", words[end] ?? "")) end++;
  return upTo(end);
}

/** Whether a city's name goes on behind a word: "Frankfurt am Main", "Bad Homburg", "Paris Cedex 13". */
const goesOn = (before: string, word: string): boolean =>
  [before, word].some((one) => LINKS.test(one)) ||
  beginsCity(before) ||
  /^(?:[A-Z]{1,2}|\d+|cedex|-)$/i.test(word);
const LINKS =
  /^(?:am|an|bei|ob|im|in|der|de|del|da|do|di|du|la|le|les|en|sur|upon|on|over|aan|den|v|nad|pod)$/;

/**
 * Where the city is that stands alone: the last part behind the street of one word, as persons have two, or with the words of a place
 * ("New York"), if no postal code has its city beside it. -1: nowhere.
 */
function cityBehind(parts: readonly string[], start: number): number {
  const isWithCode = (part: string, at: number) =>
    at > start && /\d/.test(part) && /\p{L}{3}/u.test(part) && roomIn(part) === undefined;
  return parts.some(isWithCode)
    ? -1
    : parts.findLastIndex(
        (part, at) => at > start && !isCountry(part) && (CITY_OF_ONE_WORD.test(part) || isPlaceName(part)),
      );
}

/** A telephone number has more. */
const CODE_FIGURES_MAX = 9;

/** A postal code with its city on either side, or a number in the house: "12345 Bad Seeberg", "Tucson AZ 85999", "Room 5"; no "Erika Muster Room 5". */
function isCode(part: string): boolean {
  const words = part.split(/\s+/);
  const names = words.filter((word) => !/\d/.test(word) && /\p{L}/u.test(word));
  if (part.replace(/\D/g, "").length > CODE_FIGURES_MAX) return false;
  const cities = names.filter((word) => !/^[A-Z]{2}$/.test(word));
  return /\d/.test(words[0] ?? "") || cities.length <= 1 || isPlaceName(cities.join(" "));
}

const CITY_OF_ONE_WORD = /^\p{Lu}[\p{L}-]{2,}$/u;

const isCountry = (part: string): boolean => /^[A-Z]{2}$/.test(part) || COUNTRY_CODES.has(fold(part));

const partsOfLine = (line: string): string[] =>
  line
    .replace(/\([^)]*\)?/g, " ")
    .split(/[,;]/)
    .map((part) => part.trim());

/** A street with a number, else the first part with a figure or a word of streets that is no name of persons. */
function startOfStreet(parts: readonly string[]): number {
  const whole = parts.findIndex((part) => /\d/.test(part) && namesStreet(part));
  return whole >= 0 ? whole : parts.findIndex((part) => /\d/.test(part) || namesOnlyStreet(part));
}
