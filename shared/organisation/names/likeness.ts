import { type Edits, editsBetween } from "./edits.ts";
import { COMMON_WORDS, QUALIFIER_WORDS, TRADE_WORDS } from "./lexicon.ts";
import type { OrganisationName, Token } from "./name.ts";
import { LOCAL_KINDS, PATRON_KINDS } from "./words.ts";

export interface Typo extends Edits {
  readonly a: string;
  readonly b: string;
}

/** How two names stand to each other; what follows depends on the addresses, too. */
export interface Likeness {
  readonly relation: "same" | "typos" | "part" | "acronym" | "with-place" | "without-patron" | "different";
  readonly typos: readonly Typo[];
  /** What only one of them has: the words of `with-place`. */
  readonly extra: readonly string[];
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

interface Alignment {
  readonly pairs: readonly (readonly [Token, Token])[];
  readonly typos: readonly Typo[];
  readonly onlyA: readonly Token[];
  readonly onlyB: readonly Token[];
}

export function likenessOf(a: OrganisationName, b: OrganisationName): Likeness {
  if (a.tokens.length === 0 || b.tokens.length === 0) return different(0);
  const aligned = align(a.tokens, b.tokens);
  const score = sharedShare(a, b, aligned);
  const like = (relation: Likeness["relation"]): Likeness => ({
    relation,
    typos: aligned.typos,
    extra: [...aligned.onlyA, ...aligned.onlyB].map(({ key }) => key),
    score,
    common: commonWords(aligned.pairs.map(([token]) => token)),
  });
  if (a.joined === b.joined) return { ...like("same"), typos: [], score: 1, common: commonWords(a.tokens) };
  const { onlyA, onlyB } = aligned;
  if (onlyA.length + onlyB.length === 0) return like(aligned.typos.length === 0 ? "same" : "typos");
  if (isAcronym(onlyA, onlyB, b.tokens) || isAcronym(onlyB, onlyA, a.tokens))
    return { ...like("acronym"), score: 0.8 };
  if (onlyA.length > 0 && onlyB.length > 0) return different(score);
  const [whole, part, extra] = onlyA.length > 0 ? [b, a, onlyA] : [a, b, onlyB];
  if (isPart(whole, part, extra)) return like("part");
  if (aligned.typos.length === 0 && extra.every(({ role }) => role === "place")) return like("with-place");
  if (isPatron(whole, extra)) return like("without-patron");
  if (aligned.typos.length === 0 && extra.length === 1 && extra[0]?.role === "core")
    return like("with-place");
  return different(score);
}

const different = (score: number): Likeness => ({
  relation: "different",
  typos: [],
  extra: [],
  score,
  common: { distinctive: false, letters: 0, particular: false, local: false, anchors: [] },
});

/** Pairs of tokens that mean the same: equal ones first, then abbreviations, then words with typos, the nearest first. */
function align(a: readonly Token[], b: readonly Token[]): Alignment {
  const pairs: [Token, Token][] = [];
  const typos: Typo[] = [];
  let [restA, restB] = [[...a], [...b]];
  const pair = (fits: (x: Token, y: Token) => boolean, note?: (x: Token, y: Token) => void) => {
    restA = restA.filter((x) => {
      const at = restB.findIndex((y) => fits(x, y));
      const y = restB[at];
      if (y === undefined) return true;
      pairs.push([x, y]);
      note?.(x, y);
      restB.splice(at, 1);
      return false;
    });
  };
  pair((x, y) => x.key === y.key);
  pair((x, y) => abbreviates(x, y) || abbreviates(y, x));
  for (const count of [1, 2, 3])
    pair(
      (x, y) => mayBeTypo(x, y) && editsBetween(x.surface, y.surface)?.count === count,
      (x, y) => {
        const edits = editsBetween(x.surface, y.surface);
        if (edits !== null) typos.push({ ...edits, a: x.surface, b: y.surface });
      },
    );
  return { pairs, typos, onlyA: restA, onlyB: restB };
}

/** Shorter beginnings fit too many words. */
const ABBREVIATION_CHARS_MIN = 2;

const abbreviates = (short: Token, long: Token): boolean =>
  short.dotted &&
  short.surface.length >= ABBREVIATION_CHARS_MIN &&
  long.surface.length > short.surface.length &&
  (long.surface.startsWith(short.surface) || isContraction(short.surface, long.surface));

/** "Bk." for "Bank": the first and the last letter, and some between in their order. */
function isContraction(short: string, long: string): boolean {
  if (short[0] !== long[0] || short.at(-1) !== long.at(-1)) return false;
  let at = 0;
  for (const letter of long) if (letter === short[at]) at++;
  return at === short.length;
}

/** Words that are known are no typos of each other; a generic word with a typo was understood before. */
const mayBeTypo = (x: Token, y: Token): boolean =>
  (x.role === "core" && (y.role === "core" || y.role === "place")) ||
  (x.role === "place" && y.role === "core");

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

const ACRONYM_CHARS = { min: 2, max: 7 };

/** "HTWG Konstanz" and "Hochschule Konstanz Technik, Wirtschaft und Gestaltung": one word has the first letters of the others. */
function isAcronym(short: readonly Token[], long: readonly Token[], wholeLong: readonly Token[]): boolean {
  const [only] = short;
  if (only === undefined || short.length > 1 || only.role !== "core" || long.length < 2) return false;
  const { surface } = only;
  if (surface.length < ACRONYM_CHARS.min || surface.length > ACRONYM_CHARS.max) return false;
  return [long, wholeLong].some((tokens) =>
    spells(
      surface,
      tokens.map((token) => token.surface),
    ),
  );
}

/** How many letters a compound gives beyond its first: "BM" of "Bundesministerium". */
const LETTERS_OF_WORD_MAX = 3;

/** Whether letters are the first ones of words in their order, of which compounds may give more. */
function spells(letters: string, [word, ...words]: readonly string[]): boolean {
  if (word === undefined) return letters === "";
  for (let taken = 1, at = 0; taken <= LETTERS_OF_WORD_MAX; taken++) {
    const letter = letters[taken - 1];
    if (letter === undefined) return false;
    at = taken === 1 ? (word[0] === letter ? 0 : -1) : word.indexOf(letter, at + 1);
    if (at < 0) return false;
    if (spells(letters.slice(taken), words)) return true;
  }
  return false;
}

/**
 * Whether what one name has beyond the other names a part of it: an institute, the library, a branch. Other bodies that have the name in
 * theirs (its friends, a firm of its own) are none.
 */
function isPart(whole: OrganisationName, part: OrganisationName, extra: readonly Token[]): boolean {
  if (extra.some((token) => token.role === "kind" && token.key !== "kind:library")) return false;
  if (extra.some(({ role }) => role === "other-body") || isOtherBody(extra[0] as Token)) return false;
  if (!whole.tokens.some(({ role }) => role === "core" || role === "place")) return false;
  const extras = new Set(extra);
  const begins = ([first]: readonly Token[]): boolean =>
    first !== undefined && extras.has(first) && isUnit(first);
  if (part.parts.every((tokens) => tokens.every((token) => !extras.has(token)) || begins(tokens)))
    return true;
  // "Universität Seeberg Institut GmbH" is a body of its own.
  if (part.hasLegalForm && !whole.hasLegalForm) return false;
  if (extra.every(isUnit)) return true;
  const first = part.tokens.findIndex((token) => extras.has(token));
  const last = part.tokens.findLastIndex((token) => extras.has(token));
  const together = last - first + 1 === extra.length;
  return together && (first === 0 || last === part.tokens.length - 1) && isUnit(extra[0] as Token);
}

/** "Studentenrat", "Sportverein": compounds that name bodies of their own. */
const BODY_ENDING =
  /.{3}(?:rat|verein|club|klub|bund|gruppe|kreis|verband|vertretung|gemeinschaft|werk|stiftung|gesellschaft|netzwerk|chor|orchester|kirche|heim)$/;

const isOtherBody = ({ role, surface }: Token): boolean =>
  role === "other-body" || (role === "core" && BODY_ENDING.test(surface));

/** "Hauptamt", "Informatikdienste": compounds that name a part, of which no list has all. */
const UNIT_ENDING =
  /.{3}(?:amt|dienste?|zentrum|stelle|abteilung|institut|seminar|bibliothek|archiv|verwaltung|referat|dezernat)$/;

const isUnit = ({ role, key, surface }: Token): boolean =>
  role === "unit" || key === "kind:library" || (role === "core" && UNIT_ENDING.test(surface));

/**
 * "Eberhard Karls Universität Tübingen", "Max-Planck-Gesellschaft zur Förderung …": of a name that says enough without it, a patron or a
 * purpose may be missing; a word that makes it another body may not.
 */
function isPatron(whole: OrganisationName, extra: readonly Token[]): boolean {
  const isInstitution = whole.tokens.some(
    ({ role, key }) => role === "kind" && PATRON_KINDS.has(key.slice("kind:".length)),
  );
  const { particular, distinctive, local } = commonWords(whole.tokens);
  return (
    (isInstitution ? particular : distinctive && !local && whole.tokens.length > 1) &&
    !extra.some(isOtherBody) &&
    extra.every(
      ({ role, surface }) =>
        (role === "core" || role === "synonym") && !QUALIFIER_WORDS.has(surface) && !TRADE_WORDS.has(surface),
    )
  );
}
