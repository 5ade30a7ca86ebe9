import type { Alike, NamesAlike, PlacesAlike } from "./evidence.ts";
import { isRegistrantName, isWithheld } from "./lists/redaction.ts";
import { isOrganisationName } from "./names/body.ts";
import { fold } from "./names/fold.ts";
import { isOneForm } from "./names/legal-forms.ts";
import { isOtherBody, type Likeness, likenessOf } from "./names/likeness.ts";
import { type OrganisationName, parseName } from "./names/name.ts";
import { mayBeRenamed, mayBeTranslated } from "./names/translation.ts";
import { isInside, isInstitution } from "./names/units.ts";
import { NATIONALITIES } from "./names/words.ts";
import { isInCity, type Nearness, nearnessOf, type PostalAddress, parseAddress } from "./postal/address.ts";
import { COUNTRY_CODES } from "./postal/countries.ts";
import type { Registrant } from "./types.ts";
import { typosExplain } from "./typing-errors.ts";

const NOWHERE: PostalAddress = {
  country: null,
  state: null,
  postalCode: null,
  city: [],
  street: null,
  box: null,
};

export interface Party {
  /** Also of each language, where a name has several. */
  readonly names: readonly OrganisationName[];
  /** That it has beside its name, or for its name. */
  readonly acronyms: readonly string[];
  /** Parsed where it is asked for, as most names say enough. */
  readonly address: PostalAddress;
  /** All numbers of the address: without one in common, two have not one house. */
  readonly figures: readonly string[];
}

/** What can be compared of a registrant; null: nothing. @param aliases further names of the same organisation */
export function partyOf(registrant: Registrant, aliases: readonly string[] = []): Party | null {
  const names = [registrant.organisation ?? "", ...aliases].flatMap((text) => {
    return isRegistrantName(text) ? [text, ...inLanguages(text)].map(parseName) : [];
  });
  if (names.length === 0) return null;
  const { address, organisation } = registrant;
  const acronyms = names.some(isOfOthers) ? [] : acronymsOf(organisation ?? "", names);
  let parsed: PostalAddress | undefined;
  let figures: readonly string[] | undefined;
  return {
    names,
    acronyms,
    get figures() {
      figures ??= address?.match(/\d+/g) ?? [];
      return figures;
    },
    get address() {
      parsed ??= address === null || isWithheld(address) ? NOWHERE : parseAddress(address);
      return parsed;
    },
  };
}

/** "Lakes Agency Canada / Agence des lacs Canada"; "Harbour Foods Ltd t/a The Fish Bar". */
function inLanguages(text: string): string[] {
  const parts = text.split(/\s[/|]\s/);
  const traded = text.split(TRADING_AS);
  return parts.length > 1 && parts.every(isOrganisationName) ? parts : traded.length > 1 ? traded : [];
}

export const TRADING_AS =
  /\s\(?(?:t\/a|t\/as|trading as|d\/b\/a|d\.b\.a\.|dba|doing business as|h\.?o\.?d\.?n\.?|firmierend als|handelend onder de naam)\s/iu;

/** Shorter names of domains are those of others, too: in one house, and with one postal code. */
const LABEL_CHARS_MIN = { street: 3, "postal-code": 5 } as const;

const ACRONYM = /\((\p{Lu}{2,7})\)/u;

/** "Deutsches Zentrum für Luft- und Raumfahrt (DLR)", "DLR e.V.". */
function acronymsOf(organisation: string, names: readonly OrganisationName[]): string[] {
  const bracketed = ACRONYM.exec(organisation)?.[1];
  const short = names.flatMap(({ tokens: [only, ...more] }) =>
    only !== undefined && more.length === 0 && only.role === "core" ? [only.surface] : [],
  );
  return bracketed === undefined ? short : [fold(bracketed), ...short];
}

const isOfOthers = ({ tokens }: OrganisationName): boolean =>
  tokens.some(({ role }) => role === "other-body");

/** Whether two registrants are one organisation (O2). `unclear`: alike, but not enough for that. */
export type Comparison = (
  | { readonly verdict: "same"; readonly why: Alike }
  | { readonly verdict: "other" | "unclear"; readonly why: string }
) & {
  /** Above 0 if they are one. */
  readonly score: number;
  readonly nearness: () => Nearness;
  /** Whether their addresses are those of two places, of whatever name. */
  readonly isApart: () => boolean;
};

/** @param labels of the organisation's domains: an acronym that is also the domain's name needs no further sign */
export function compareParties(own: Party, other: Party, labels: ReadonlySet<string>): Comparison {
  const results = own.names.flatMap((a) =>
    other.names.map((b) => judged(likenessOf(a, b), { own, other, labels, a, b })),
  );
  const best = results.reduce((one, next) => (rank(next) > rank(one) ? next : one));
  const isAcronym = own.acronyms.some((acronym) => other.acronyms.includes(acronym));
  // A firm that is called like a place is not its municipality.
  const isPlace = own.names.some(({ tokens }) => tokens.some(isPlaces));
  const names = other.names.filter((name) => isNamedByLabel(name, labels) && !(isPlace && name.hasLegalForm));
  if (best.verdict === "same" || (!isAcronym && names.length === 0)) return best;
  const nearness = nearnessOf(own.address, other.address);
  if (!isNear(nearness)) return best;
  const same = (what: NamesAlike): Comparison => ({
    ...best,
    verdict: "same",
    why: `${what}; ${WHERE[nearness]}`,
    score: SCORE_BY_ADDRESS,
  });
  if (isAcronym) return same("the same acronym");
  return names.some(
    ({ joined }) =>
      nearness === "street" || (labels.has(joined) && joined.length >= LABEL_CHARS_MIN[nearness]),
  )
    ? same("the name of its domain")
    : best;
}

/** Whether a name is that of a domain, or has it as its acronym: "Swiss Federal Institute for Forest Research WSL". Firms and other bodies have it, too. */
function isNamedByLabel(
  { text, joined, tokens, hasLegalForm }: OrganisationName,
  labels: ReadonlySet<string>,
): boolean {
  if (labels.has(joined)) return joined.length >= LABEL_CHARS_MIN.street;
  if (hasLegalForm || isShouted(text, tokens) || tokens.some(isOtherBody)) return false;
  return tokens.some(
    ({ role, surface, spelling }) =>
      role === "core" &&
      surface.length >= LABEL_CHARS_MIN.street &&
      spelling === spelling.toUpperCase() &&
      labels.has(surface),
  );
}

/** Whether capitals say nothing of a name, other than in "SBB CFF FFS". */
const isShouted = (text: string, tokens: OrganisationName["tokens"]): boolean =>
  text === text.toUpperCase() && tokens.some(({ surface }) => surface.length >= ACRONYM_CHARS_MIN);

const rank = ({ verdict, score }: Comparison): number =>
  ({ same: 2, unclear: 1, other: 0 })[verdict] + score / 2;

interface Surroundings {
  readonly own: Party;
  readonly other: Party;
  readonly labels: ReadonlySet<string>;
  readonly a: OrganisationName;
  readonly b: OrganisationName;
}

/** Of two whose names are not alike by letters. */
const SCORE_BY_ADDRESS = 0.8;

export const WHERE: Readonly<Record<NonNullable<Nearness>, PlacesAlike>> = {
  street: "the same street address",
  "postal-code": "the same postal code",
  city: "the same city",
  elsewhere: "another place",
  abroad: "another country",
};

/** Where they have not one house, their addresses are not compared. */
function differentNames(around: Surroundings, score: number): Comparison {
  const inOneHouse = likeInOneHouse(around);
  if (inOneHouse !== null)
    return {
      verdict: "same",
      why: `${inOneHouse}; ${WHERE.street}`,
      nearness: () => "street",
      isApart: () => false,
      score: SCORE_BY_ADDRESS,
    };
  const nearness = () => nearnessOf(around.own.address, around.other.address);
  const rest = { nearness, isApart: () => isFar(nearness()), score };
  return isWithin(around) && nearness() === "street"
    ? { verdict: "unclear", why: `a longer name; ${WHERE.street}`, ...rest }
    : { verdict: "other", why: "different names", ...rest };
}

/** Whether an institution's whole name is within another, which names no other body: "Graduiertenkolleg der Universität Seeberg". */
const isWithin = ({ a, b }: Surroundings): boolean =>
  isInstitution(a) &&
  !b.hasLegalForm &&
  !b.tokens.some(isOtherBody) &&
  a.tokens.every(({ key }) => b.tokens.some((token) => token.key === key));

/** How names that are not alike may be those of one body, as they have one house; null: they have not, or are not. */
function likeInOneHouse(around: Surroundings): NamesAlike | null {
  const { own, other, a, b } = around;
  if (!other.figures.some((figure) => own.figures.includes(figure)) || isBranch(around)) return null;
  if (nearnessOf(own.address, other.address) !== "street" || !haveNumbers(around)) return null;
  if (mayBeRenamed(a, b)) return "a name with another word for its kind";
  if (mayBeTranslated(a, b)) return "a name and what may be its translation";
  return isInstitution(a) && isInside(b) ? "a part without the name of the whole" : null;
}

function judged(likeness: Likeness, around: Surroundings): Comparison {
  const { own, other, a } = around;
  if (likeness.relation === "different") return differentNames(around, likeness.score);
  const nearness = isBranch(around) ? null : nearnessOf(own.address, other.address);
  const where: PlacesAlike = nearness === null ? "addresses that cannot be compared" : WHERE[nearness];
  const score = Math.round(likeness.score * weightOf(nearness) * 100) / 100;
  const isApart = () =>
    isFar(nearness) || (nearness === "city" && a.tokens.some(isPlaces) && areApart(around));
  const rest = { nearness: () => nearness, isApart, score };
  const unlike = (verdict: "other" | "unclear", what: string): Comparison => ({
    verdict,
    why: `${what}; ${where}`,
    ...rest,
  });
  const result = (verdict: Comparison["verdict"], what: NamesAlike): Comparison =>
    verdict === "same" ? { verdict, why: `${what}; ${where}`, ...rest } : unlike(verdict, what);
  switch (likeness.relation) {
    case "not-comparable":
      return unlike("unclear", "names in two scripts");
    case "same":
      return result(isOneBody(likeness, nearness, around) ? "same" : "unclear", "equal names");
    case "typos":
      if (isFar(nearness)) return unlike("other", "similar names");
      return typosExplain(likeness.typos, nearness) &&
        !(nearness === "city" && areApart(around)) &&
        isOneBody(likeness, nearness, around)
        ? result("same", "names that differ by typing errors")
        : unlike("unclear", "similar names");
    case "part":
      return result(isOneBody(likeness, nearness, around) ? "same" : "unclear", "the name of a part of it");
    case "acronym":
      return result(isAcronymOfIt(nearness, around) ? "same" : "unclear", "a name and its acronym");
    case "shortened":
      return result(isShortName(likeness, nearness, around) ? "same" : "other", "the name, shortened");
    case "with-place":
      if (isItsPlace(likeness, nearness, around) && !(around.a.tokens.some(isPlaces) && nearness === "city"))
        return result("same", "a name with and without its city");
      if (nearness === "street" && isItsCountry(likeness, around))
        return result("same", "a name with and without its country");
      return nearness === "street" && isWordApart(around.b, likeness)
        ? result("same", "the name and a word apart")
        : unlike(nearness === "street" && isWithin(around) ? "unclear" : "other", "different names");
    case "without-first-names":
      return result(
        isOneBody(likeness, nearness, around) && isNearby(nearness) ? "same" : "unclear",
        "a name with and without a patron",
      );
    case "without-patron":
      if (isItsPlace(likeness, nearness, around)) return result("same", "a name with and without its city");
      return result(
        nearness === "street" || (nearness === "postal-code" && !haveStreets(around)) ? "same" : "unclear",
        "a name with and without a patron",
      );
  }
}

const haveNumbers = ({ own, other }: Surroundings): boolean =>
  (own.address.box !== null && own.address.box === other.address.box) ||
  [own, other].every(({ address }) => (address.street?.numbers.length ?? 0) > 0);

const haveStreets = ({ own, other }: Surroundings): boolean =>
  [own, other].every(({ address }) => address.street !== null);

/** Of two places of one name, each has its own postal code and its own streets: "Gemeinde Bühren" is in 37127, and "Stadt Bühren" in 33142. */
const areApart = (around: Surroundings): boolean => {
  const { own, other } = around;
  const codes = [own.address.postalCode, other.address.postalCode];
  return haveStreets(around) && !codes.includes(null) && codes[0] !== codes[1];
};

/** "Humboldt-Gymnasium" and "Humboldt-Gymnasium Ostmark" in Ostmark. */
const isItsPlace = ({ extra }: Likeness, nearness: Nearness, { own, other }: Surroundings): boolean =>
  (nearness === "street" || nearness === "postal-code" || nearness === "city") &&
  extra.every((word) => isInCity(own.address, word) || isInCity(other.address, word));

/** "Royal Danish Library" and "Royal Library", "Nordbank Danmark A/S" and "Nordbank A/S". */
const isItsCountry = ({ extra, common }: Likeness, { own, other, a, b }: Surroundings): boolean =>
  (common.particular || Math.max(a.tokens.length, b.tokens.length) > 2) &&
  isOneForm(a.legalForm, b.legalForm) &&
  extra.every(
    (word) =>
      NATIONALITIES.has(word) ||
      [own, other].some(
        ({ address }) => address.country !== null && COUNTRY_CODES.get(word) === address.country,
      ),
  );

/** "Sparkasse Seeberg, Geschäftsstelle Adorf" in Adorf: the name itself says why the address is another. */
const isBranch = ({ own, other, a, b }: Surroundings): boolean =>
  a.branchPlaces.some((word) => isInCity(own.address, word)) ||
  b.branchPlaces.some((word) => isInCity(other.address, word));

/** "City of Seeberg, Vermont", "Museum Seeberg, Shop". */
const isWordApart = ({ parts }: OrganisationName, { extra }: Likeness): boolean =>
  parts.slice(1).some((tokens) => tokens.every(({ key }) => extra.includes(key)));

/** Of a place: a shorter name is another place's. */
const isPlaces = ({ key }: OrganisationName["tokens"][number]): boolean =>
  key === "kind:city" || key === "kind:town" || key === "kind:district";

/** "Hochschule Seeberg", of "Hochschule Seeberg Technik und Gestaltung" in Seeberg; elsewhere in the name, a word may make another body. */
const isShortName = (likeness: Likeness, nearness: Nearness, around: Surroundings): boolean =>
  nearness === "street" ||
  (!around.a.tokens.some(isPlaces) &&
    (isItsPlace(likeness, nearness, around) ||
      (likeness.isBeginning &&
        isNearby(nearness) &&
        likeness.common.anchors.some((word) => isInCity(around.own.address, word)))));

const weightOf = (nearness: Nearness): number => (isFar(nearness) ? 0.85 : nearness === null ? 0.95 : 1);

const isFar = (nearness: Nearness): boolean => nearness === "elsewhere" || nearness === "abroad";

const isNearby = (nearness: Nearness): boolean => isNear(nearness) || nearness === "city";

const isNear = (nearness: Nearness): nearness is "street" | "postal-code" =>
  nearness === "street" || nearness === "postal-code";

/** So many letters of rare words make a name that two bodies in two countries hardly have by chance. */
const ABROAD_LETTERS_MIN = 14;

/**
 * Whether names that fit are those of one body. There is a "Hotel Post" and a "Springfield" in many places, so such a name needs an
 * address; a rare one does not, as organisations have branches (paper, 3.4).
 */
function isOneBody({ common, relation }: Likeness, nearness: Nearness, around: Surroundings): boolean {
  const { own, other, a, b } = around;
  const sameForm = isOneForm(a.legalForm, b.legalForm);
  const anchored = common.anchors.some(
    (anchor) => isInCity(own.address, anchor) || isInCity(other.address, anchor),
  );
  switch (nearness) {
    case "street":
    case "postal-code":
    case "city":
      return true;
    case null:
      return common.particular || (common.anchors.length > 1 && isBranch(around));
    case "elsewhere":
      // "Universitetet i Agder, Institutt for IKT": a part in another town.
      return common.local
        ? ((anchored && isOneRegion(own, other)) || (relation === "part" && isInstitution(a))) &&
            isSamePlaceName(own, other, common.anchors)
        : common.distinctive && sameForm;
    case "abroad":
      return !common.local && common.anchors.length > 1 && common.letters >= ABROAD_LETTERS_MIN;
  }
}

/** Whether both postal codes may be of one region: there is a "Carver Library" in many states. */
const isOneRegion = ({ address: { postalCode: a } }: Party, { address: { postalCode: b } }: Party): boolean =>
  a === null || b === null || a[0] === b[0];

/** A city that is named in one address and is not that of the other: a branch, not a body of a place of the same name. */
function isSamePlaceName(own: Party, other: Party, anchors: readonly string[]): boolean {
  return !anchors.some((anchor) => isInCity(own.address, anchor) && isInCity(other.address, anchor));
}

function isAcronymOfIt(nearness: Nearness, { own, b, labels }: Surroundings): boolean {
  if (isNear(nearness)) return true;
  const isLabel = [...own.names, b].some(
    ({ tokens: [only, ...more] }) => only !== undefined && more.length === 0 && labels.has(only.surface),
  );
  const isRare = nearness === "elsewhere" && b.joined.length >= ACRONYM_CHARS_MIN && !b.hasLegalForm;
  return (nearness === null || nearness === "city" || isRare) && isLabel;
}

/** Acronyms of fewer letters have a namesake in other towns. */
const ACRONYM_CHARS_MIN = 5;
