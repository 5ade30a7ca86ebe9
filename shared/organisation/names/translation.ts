import { align } from "./alignment.ts";
import { kindOf } from "./compounds.ts";
import { editsBetween } from "./edits.ts";
import { isOneForm } from "./legal-forms.ts";
import { QUALIFIER_IN_LANGUAGES, QUALIFIER_WORDS } from "./lexicon.ts";
import type { OrganisationName, Token } from "./name.ts";
import { RENAMED_KINDS, TERRITORIES } from "./words.ts";

/** Words and endings that are English alone among the languages of the lists. */
const ENGLISH =
  /(?<!\p{L})(?:of|the|for|and|universit(?:y|ies)|institute|library|archives?|ministry|society|academy|foundation|agency|council|history|science|research|mining|german|french|dutch|swiss|technical|historical|agricultural|statistical|statistics|office|environment|environmental|defen[cs]e|directorate|authority|establishment|board|affairs|health|food|water|energy|survey|schools?|railways?|roads?|highways?|county|\p{L}{3,}(?:ish|ian|ology|graphy))(?!\p{L})/iu;

/** Kinds that other languages call by one of the others: a "Bundesanstalt" is a "Federal Institute", an "Office", an "Agency". */
const OF_STATES: ReadonlySet<string> = new Set(
  "kind:federal-institute kind:federal-office kind:state-office kind:agency kind:council unit:institute unit:seminar unit:administration".split(
    " ",
  ),
);

/** Words and ends of compounds for such bodies that no list of kinds has: "Naturvårdsverket", "energidirektorat". */
const OF_STATES_WORD =
  /^(?:authority|directorate|inspectorate|administration|office|bureau|survey|registry|commission|board|establishment|urzad|hivatal|virasto|laitos)$|.{3}(?:amt|anstalt|behorde|verket|styrelsen|styrelse|myndigheten|direktorat(?:et)?|tilsynet|inspektionen|etaten|radet|raad|keskus|virasto|laitos)$/;
const isOfStates = ({ role, surface }: Token): boolean => role === "core" && OF_STATES_WORD.test(surface);

/** Railways, which are a kind where no other is: "Railway Museum". */
const RAILWAY =
  /^(?:railways?|railroads?|chemins|ferrovi[ae]|ferrocarril(?:es)?|spoorwegen|jarnvagar|jernbane[nr]?|zeleznic[ea]|koleje?|rautatiet|vasut)$|bahn(?=en$|$)/;

const railwayIn = ({ tokens }: OrganisationName): string | undefined =>
  tokens.flatMap(({ role, surface }) => (role === "core" && RAILWAY.exec(surface)) || []).at(0);

/** What kinds of body a name names, but whose it is ("Staatsarchiv des Kantons"); units say it where no kind does. */
function kindsOf(name: OrganisationName): string {
  const { tokens } = name;
  if (tokens.some(({ role }) => role === "other-body")) return "";
  const all = [
    ...new Set(tokens.flatMap((token) => kindOf(token) ?? (isOfStates(token) ? "kind:agency" : []))),
  ];
  const kinds = all.filter((key) => key.startsWith("kind:"));
  const own = kinds.filter((key) => !TERRITORIES.has(key));
  const named = [own, kinds, all].find((list) => list.length > 0) ?? [];
  return named.length === 0 && railwayIn(name) !== undefined ? "railway" : named.sort().join(" ");
}

const inTranslation = (kinds: string): string =>
  [...new Set(kinds.split(" ").map((kind) => (OF_STATES.has(kind) ? "of-states" : kind)))].sort().join(" ");

const isMeaning = ({ role, surface }: Token): boolean => role === "synonym" || QUALIFIER_WORDS.has(surface);

const isOneQualifier =
  (one: Token) =>
  (other: Token): boolean =>
    QUALIFIER_IN_LANGUAGES.some((words) => words.includes(one.surface) && words.includes(other.surface));

/**
 * Whether two names that are not alike may be one in two languages: the same kind of body, and no word that contradicts. That says enough
 * at one street address only.
 */
export function mayBeTranslated(a: OrganisationName, b: OrganisationName): boolean {
  const [kinds, others] = [kindsOf(a), kindsOf(b)];
  if (kinds === "" || inTranslation(kinds) !== inTranslation(others)) return false;
  if (!isOneForm(a.legalForm, b.legalForm)) return false;
  const { onlyA, onlyB } = align(a.tokens, b.tokens);
  if (onlyA.length === 0 || onlyB.length === 0) return false;
  const [meantA, meantB] = [onlyA, onlyB].map((words) => words.filter(isMeaning)) as [Token[], Token[]];
  if (meantA.length > 0 && meantB.length > 0 && !meantA.some((one) => meantB.some(isOneQualifier(one))))
    return false;
  return (
    ENGLISH.test(a.text) !== ENGLISH.test(b.text) ||
    isCompoundOfOne(a, b, onlyA) ||
    (kinds === others && !SHARED_HOUSES.has(kinds) && haveOtherWords(a, b))
  );
}

/** Kinds of which many have one house. */
const SHARED_HOUSES: ReadonlySet<string> = new Set(
  ["association", "society", "foundation", "federation", "club", "agency"].map((kind) => `kind:${kind}`),
);

const plainKindOf = (name: OrganisationName): string | undefined =>
  name.tokens.find(({ role }) => role === "kind" || role === "unit")?.surface ?? railwayIn(name);

/** "Müzesi" and "Museum". */
function haveOtherWords(a: OrganisationName, b: OrganisationName): boolean {
  const [one, other] = [plainKindOf(a), plainKindOf(b)];
  return one !== undefined && other !== undefined && editsBetween(one, other) === null;
}

/** "Volkskundemuseum Elsried", "Elsried Folk Art Museum": the kind in one word with the rest, or by itself, and a word in both. */
const isCompoundOfOne = (a: OrganisationName, b: OrganisationName, restA: readonly Token[]): boolean =>
  (plainKindOf(a) === undefined) !== (plainKindOf(b) === undefined) &&
  a.tokens.some((token) => kindOf(token) === null && !restA.includes(token));

/**
 * Whether two names differ in what kind of school it is, and in nothing that contradicts: "Fachhochschule Seeberg", "Technische Hochschule
 * Seeberg". Where one place has both they have two houses, so that says enough at one street address only.
 */
export function mayBeRenamed(a: OrganisationName, b: OrganisationName): boolean {
  const { onlyA, onlyB, pairs } = align(a.tokens, b.tokens);
  const isKind = ({ key }: Token): boolean => RENAMED_KINDS.has(key);
  const [one, other] = [onlyA.filter(isKind), onlyB.filter(isKind)];
  if (one.length !== 1 || other.length !== 1) return false;
  const rest = [...onlyA, ...onlyB].filter((token) => !isKind(token));
  const isOneSided = onlyA.length === 1 || onlyB.length === 1;
  return (
    isOneSided &&
    pairs.some(([{ role }]) => role === "core" || role === "place") &&
    rest.every(({ role, surface }) => role === "core" && !QUALIFIER_WORDS.has(surface))
  );
}
