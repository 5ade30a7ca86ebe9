import { isAcronymOf } from "./acronym.ts";
import { type Alignment, align, type Typo } from "./alignment.ts";
import { kindOf } from "./compounds.ts";
import { isOneSpelling } from "./fold.ts";
import { SINGLE_FORMS } from "./legal-forms.ts";
import { COMMON_WORDS, QUALIFIER_WORDS, TRADE_WORDS } from "./lexicon.ts";
import type { OrganisationName, Token } from "./name.ts";
import { isUnit, wholeOf } from "./units.ts";
import { KEPT_KINDS, LOCAL_KINDS, NATIONALITIES, PATRON_KINDS, TERRITORIES } from "./words.ts";

/** How two names stand to each other; what follows depends on the addresses, too. */
export interface Likeness {
  readonly relation:
    | "same"
    | "typos"
    | "part"
    | "acronym"
    | "with-place"
    | "without-patron"
    | "without-first-names"
    | "shortened"
    | "different"
    /** In two scripts, of which one cannot be written in letters of the other by rule. */
    | "not-comparable";
  readonly typos: readonly Typo[];
  /** What only one of them has: the words of `with-place`. */
  readonly extra: readonly string[];
  /** Whether the shorter name is the beginning of the longer. */
  readonly isBeginning: boolean;
  /** 0 to 1: the share of letters that both have. */
  readonly score: number;
  readonly common: CommonWords;
}

/** What kind of words two names have in common. */
interface CommonWords {
  /** Words that few organisations have. */
  readonly distinctive: boolean;
  /** How many letters such words have. */
  readonly letters: number;
  /** Such words, or the name of a place. */
  readonly particular: boolean;
  /** A kind of which there is one in every place. */
  readonly local: boolean;
  /** Words that may name the place. */
  readonly anchors: readonly string[];
}

export function likenessOf(a: OrganisationName, b: OrganisationName): Likeness {
  const likeness = plainLikeness(a, b);
  if (likeness.relation !== "different") return likeness;
  const [wholeA, wholeB] = [wholeOf(a), wholeOf(b)];
  return wholeA === a && wholeB === b ? likeness : plainLikeness(wholeA, wholeB);
}

const isInstitution = ({ role, key }: Token): boolean =>
  role === "kind" && PATRON_KINDS.has(key.slice("kind:".length));

function plainLikeness(a: OrganisationName, b: OrganisationName): Likeness {
  if (a.tokens.length === 0 || b.tokens.length === 0) return different(0);
  const aligned = align(withoutShortForm(a, b), withoutShortForm(b, a));
  const score = sharedShare(a, b, aligned);
  const like = (relation: Likeness["relation"]): Likeness => ({
    relation,
    typos: aligned.typos,
    extra: [...aligned.onlyA, ...aligned.onlyB].map(({ key }) => key),
    score,
    isBeginning: isBeginning(a.tokens, b.tokens),
    common: commonWords(aligned.pairs.map(([token]) => token)),
  });
  if (a.joined === b.joined && isOneSpelling(spellingOf(a), spellingOf(b)))
    return { ...like("same"), typos: [], score: 1, common: commonWords(a.tokens) };
  if (a.isOtherScript !== b.isOtherScript) return { ...like("not-comparable"), score: 0 };
  const { onlyA, onlyB } = aligned;
  if (onlyA.length + onlyB.length === 0) return like(aligned.typos.length === 0 ? "same" : "typos");
  if (isAcronym(onlyA, onlyB, b.tokens) || isAcronym(onlyB, onlyA, a.tokens))
    return { ...like("acronym"), score: 0.8 };
  if (onlyA.length > 0 && onlyB.length > 0) return different(score);
  const [whole, part, extra] = onlyA.length > 0 ? [b, a, onlyA] : [a, b, onlyB];
  // "Alpine S.r.l." is not what "Institute of Alpine Research" is a part of.
  const isWhole = part === b || whole.tokens.some((token) => kindOf(token) !== null);
  if (isWhole && isPart(whole, part, extra)) return like("part");
  if (
    aligned.typos.length === 0 &&
    extra.every(({ role, key }) => role === "place" || NATIONALITIES.has(key))
  )
    return like("with-place");
  if (isPatron(whole, part, extra))
    return like(isBeforeInstitution(part, extra) ? "without-first-names" : "without-patron");
  if (onlyB.length === 0 && isShortened(aligned)) return like("shortened");
  if (aligned.typos.length === 0 && extra.length === 1 && extra[0]?.role === "core")
    return like("with-place");
  return different(score);
}

/** Without the "St." of "St. Omroep Noordwal" beside "Stichting Omroep Noordwal". */
function withoutShortForm(
  { tokens, leadingForm }: OrganisationName,
  other: OrganisationName,
): readonly Token[] {
  const [first] = tokens;
  const isForm =
    first?.dotted === true &&
    leadingForm === null &&
    tokens.length > 1 &&
    other.leadingForm?.startsWith(first.surface) === true;
  return isForm ? tokens.slice(1) : tokens;
}

const isBeginning = (a: readonly Token[], b: readonly Token[]): boolean =>
  a.slice(0, b.length).every(({ key }, at) => b[at]?.key === key);

const spellingOf = ({ tokens }: OrganisationName): string => tokens.map(({ spelling }) => spelling).join("");

const different = (score: number): Likeness => ({
  relation: "different",
  typos: [],
  extra: [],
  isBeginning: false,
  score,
  common: { distinctive: false, letters: 0, particular: false, local: false, anchors: [] },
});

/** The letters of both that are in pairs, less those that differ. */
function sharedShare(a: OrganisationName, b: OrganisationName, { pairs, typos }: Alignment): number {
  const letters = (tokens: readonly Token[]) => tokens.reduce((sum, { surface }) => sum + surface.length, 0);
  const shared = letters(pairs.map(([x]) => x)) + letters(pairs.map(([, y]) => y));
  const edits = typos.reduce((sum, { count }) => sum + count, 0);
  return Math.max(0, (shared - 2 * edits) / (letters(a.tokens) + letters(b.tokens)));
}

function commonWords(tokens: readonly Token[]): CommonWords {
  const own = tokens.filter(({ role }) => role === "core" || role === "place");
  const rare = own.filter(
    ({ surface }) => !COMMON_WORDS.has(surface) && !TRADE_WORDS.has(surface) && !QUALIFIER_WORDS.has(surface),
  );
  return {
    distinctive: rare.some(({ role, surface }) => role === "core" && surface.length >= lengthMin(surface)),
    letters: rare.reduce((sum, { surface }) => sum + surface.length, 0),
    particular: rare.length > 0,
    local: tokens.some(({ role, key }) => role === "kind" && LOCAL_KINDS.has(key.slice("kind:".length))),
    anchors: own
      .filter(({ surface }) => !TRADE_WORDS.has(surface) && !QUALIFIER_WORDS.has(surface))
      .map(({ key }) => key),
  };
}

/** A word of Chinese characters says as much as one of twice as many letters. */
const lengthMin = (word: string): number => (/[\u3040-\u9fff\uac00-\ud7ff]/.test(word) ? 2 : 4);

/** "HTWG Konstanz" and "Hochschule Konstanz Technik, Wirtschaft und Gestaltung": one word has the first letters of the others. */
function isAcronym(short: readonly Token[], long: readonly Token[], wholeLong: readonly Token[]): boolean {
  const [only] = short;
  if (only === undefined || short.length > 1 || long.length < 2) return false;
  if (isAcronymOf(only, long) || isAcronymOf(only, wholeLong)) return true;
  // "HTBG", of "Hochschule Lindow Technik, Bau und Gestaltung": without its city.
  return isAcronymOf(
    only,
    wholeLong.filter((token) => token.role === "kind" || long.includes(token)),
  );
}

/**
 * Whether what one name has beyond the other names a part of it: an institute, the library, a branch. Other bodies that have the name in
 * theirs (its friends, a firm of its own) are none.
 */
function isPart(whole: OrganisationName, part: OrganisationName, extra: readonly Token[]): boolean {
  if (!areUnitsWords(part, extra)) return false;
  if (extra.some(({ role }) => role === "other-body") || isOtherBody(extra[0] as Token)) return false;
  if (!whole.tokens.some(({ role }) => role === "core" || role === "place")) return false;
  const extras = new Set(extra);
  const begins = ([first]: readonly Token[]): boolean =>
    first !== undefined && extras.has(first) && isUnit(first);
  // One word in brackets is rather a place: "Frankfurt (Oder)".
  const isApart = (tokens: readonly Token[]) =>
    (tokens.length > 1 || !part.text.includes("(")) && tokens.every((token) => extras.has(token));
  if (
    part.parts.every(
      (tokens) =>
        tokens.every((token) => !extras.has(token)) ||
        begins(tokens) ||
        (isApart(tokens) &&
          !part.endsInForm &&
          (whole.tokens.length > 1 || isRareWord(whole.tokens[0] as Token))),
    )
  )
    return true;
  // "Universität Seeberg Institut GmbH" is a body of its own.
  if (part.hasLegalForm && !whole.hasLegalForm) return false;
  if (extra.every(isUnit)) return true;
  const first = part.tokens.findIndex((token) => extras.has(token));
  const last = part.tokens.findLastIndex((token) => extras.has(token));
  const together = last - first + 1 === extra.length;
  if (!together) return false;
  // "Institut für Physik …" and "… Physics Laboratory", the latter of an institution only.
  const isInEnglish =
    whole.tokens.some(({ role }) => role === "kind" || role === "unit") && isUnit(extra.at(-1) as Token);
  return last === part.tokens.length - 1
    ? isUnit(extra[0] as Token) || isInEnglish
    : first === 0 &&
        (isUnit(extra[0] as Token) ||
          isOfUniversity(part, extra) ||
          isBeforeUniversity(extra.at(-1) as Token, part.tokens[last + 1], extra));
}

/** Whether words of kinds name parts there: "Heritage Trust, Museum Services", "Press of the University of Seeberg". */
function areUnitsWords(part: OrganisationName, extra: readonly Token[]): boolean {
  const isPlain = ({ role, key }: Token): boolean =>
    role !== "kind" || key === "kind:library" || (OF_UNIVERSITIES.has(key) && isOfUniversity(part, extra));
  return part.parts.every((tokens) => {
    const added = tokens.filter((token) => extra.includes(token));
    const last = added.at(-1);
    return last === undefined || (isUnit(last) && !part.endsInForm) || added.every(isPlain);
  });
}

const OF_UNIVERSITIES: ReadonlySet<string> = new Set([
  "kind:publisher",
  "kind:museum",
  "kind:gallery",
  "kind:hospital",
]);

/** One word that hardly two bodies have by chance: "Metsähallitus". */
const isRareWord = ({ role, surface }: Token): boolean =>
  role === "core" &&
  surface.length >= RARE_WORD_CHARS_MIN &&
  !COMMON_WORDS.has(surface) &&
  !TRADE_WORDS.has(surface) &&
  !QUALIFIER_WORDS.has(surface);
const RARE_WORD_CHARS_MIN = 9;

/**
 * "Botanischer Garten der Universität Seeberg", of the kinds of bodies whose parts are of all kinds; a word that names no kind of part
 * ("Big Band der Universität Seeberg") may be anybody's.
 */
const isOfUniversity = (part: OrganisationName, extra: readonly Token[]): boolean =>
  isBeforeOf(part, extra) &&
  !extra.some(isOtherBody) &&
  extra.some((token) => isUnit(token) || kindOf(token) !== null);

/** Whether words stand before "of" and a university's name. */
function isBeforeOf({ tokens }: OrganisationName, extra: readonly Token[]): boolean {
  const [next, ...behind] = tokens.slice(tokens.findLastIndex((token) => extra.includes(token)) + 1);
  return next?.linked === true && [next, ...behind].some(isSeatsKind);
}

/** "Filozofická fakulta Univerzity Velkov": where a genitive says what a word between says elsewhere. */
const isBeforeUniversity = ({ role }: Token, next: Token | undefined, extra: readonly Token[]): boolean =>
  role === "unit" && next !== undefined && isSeatsKind(next) && !extra.some(isOtherBody);

const isSeatsKind = ({ role, key }: Token): boolean => role === "kind" && SEATS.has(key);

const SEATS: ReadonlySet<string> = new Set(
  [...PATRON_KINDS, "university-of-applied-sciences", "technical-college", "teacher-college"].map(
    (kind) => `kind:${kind}`,
  ),
);
/** "Studentenclub", "étudiants": their bodies are not the university's. */
const STUDENTS = /^(?:student|studier|etudiant|estudiant|estudant|alumn)/;

/** "Studentenrat", "Sportverein": compounds that name bodies of their own. */
const BODY_ENDING =
  /.{3}(?:rat|verein|forening(?:en)?|vereniging|club|klub|bund|gruppe|kreis|verband|vertretung|gemeinschaft|gemeinde|werk|zeitung|stiftung|gesellschaft|netzwerk|chor|orchester|kirche|heim)$/;

/** Whether a word speaks of another body than the one that the name contains. */
export const isOtherBody = ({ role, surface }: Token): boolean =>
  role === "other-body" ||
  (role === "core" &&
    (BODY_ENDING.test(surface) ||
      STUDENTS.test(surface) ||
      (surface.length > 2 && SINGLE_FORMS.has(surface))));

/**
 * "Eberhard Karls Universität Tübingen", "Max-Planck-Gesellschaft zur Förderung …": of a name that says enough without it, a patron or a
 * purpose may be missing; a word that makes it another body may not.
 */
function isPatron(whole: OrganisationName, part: OrganisationName, extra: readonly Token[]): boolean {
  const { particular, distinctive, local } = commonWords(whole.tokens);
  const isBare = whole.tokens.every(({ role }) => role !== "kind");
  // "… University of Sciences" is another than "… University".
  const isSeat = whole.tokens.some(isInstitution);
  return (
    (isSeat ? particular : distinctive && !local && whole.tokens.length > 1) &&
    !extra.some(isOtherBody) &&
    !isBeforeOf(part, extra) &&
    extra.every(
      ({ role, key, surface }) =>
        (role === "core" || (role === "synonym" && !isSeat) || (key === "kind:publisher" && isBare)) &&
        !QUALIFIER_WORDS.has(surface) &&
        !TRADE_WORDS.has(surface),
    )
  );
}

/** "Georg-Simon-Universität Seeberg": hyphens join a person's name; what stands apart may be a subject, or a body of its own. */
function isBeforeInstitution({ text, tokens }: OrganisationName, extra: readonly Token[]): boolean {
  const at = tokens.findIndex(isInstitution);
  return /\p{L}-universit/iu.test(text) && extra.every((token) => tokens.indexOf(token) < at);
}

/** "Ministry of Finance", of the Republic of Karelovia: less than the organisation's whole name, and more than its kind. */
const isShortened = ({ pairs, onlyA }: Alignment): boolean =>
  pairs.length > 1 &&
  pairs.some(([token]) => kindOf(token) !== null) &&
  !onlyA.some((token) => isOtherBody(token) || (token.role === "kind" && !isWhose(token, pairs)));

/** "Railway Museum Foundation" and the museum that it keeps; "State Archives of the Canton of Seeberg". */
const isWhose = ({ key }: Token, pairs: Alignment["pairs"]): boolean =>
  pairs.some(([token]) => {
    const kind = kindOf(token) ?? "";
    if (key === "kind:foundation") return KEPT_KINDS.has(kind);
    return TERRITORIES.has(key) && kind.startsWith("kind:") && !TERRITORIES.has(kind);
  });
