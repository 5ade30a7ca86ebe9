/**
 * What the evidence of a decision says (`Decision.evidence`), read again, so that pages can say it in the reader's language. Programs
 * get the English sentence itself.
 */
export type Evidence =
  | { readonly kind: OfOneValue; readonly value: string }
  | {
      readonly kind: "registrant";
      readonly names: (typeof NAMES)[NamesAlike];
      readonly place: (typeof PLACES)[PlacesAlike];
    };

/** All sentences that a domain of an organisation is kept with: another one is an error of the compiler, where it is made. */
export type EvidenceText = `${string}${(typeof OF_ONE_VALUE)[OfOneValue][1]}` | `the registrant: ${Alike}`;
export type Alike = `${NamesAlike}; ${PlacesAlike}`;
export type NamesAlike = keyof typeof NAMES;
export type PlacesAlike = keyof typeof PLACES;
type OfOneValue = keyof typeof OF_ONE_VALUE;

/** What stands before the value, and behind it. */
const OF_ONE_VALUE = {
  root: ["", " is the organisation's root domain"],
  domain: ["", " is a domain of the organisation"],
  address: ["", " lies in the organisation's address range"],
  "name-server": ["", " is a name server of the organisation"],
  "email-domain": ["the registrant's e-mail domain ", " is the organisation's"],
} as const;

/** @param value a host name, or an address */
export const evidenceOf = (kind: OfOneValue, value: string): EvidenceText =>
  `${OF_ONE_VALUE[kind][0]}${value}${OF_ONE_VALUE[kind][1]}`;

/** How the names of two registrants that are one organisation are alike (registrant.ts). */
const NAMES = {
  "equal names": "equal",
  "names that differ by typing errors": "similar",
  "the name, shortened": "similar",
  "a name with and without its city": "similar",
  "the name and a word apart": "similar",
  "a name with and without a patron": "similar",
  "a name with and without its country": "similar",
  "a name with another word for its kind": "similar",
  "the name of a part of it": "part",
  "a part without the name of the whole": "part",
  "a name and its acronym": "acronym",
  "the same acronym": "acronym",
  "a name and what may be its translation": "translated",
  "the name of its domain": "domain",
  "an e-mail domain of a third party": "unlike",
} as const;

const PLACES = {
  "the same street address": "street",
  "the same postal code": "postal-code",
  "the same city": "city",
  "another place": "elsewhere",
  "another country": "abroad",
  "addresses that cannot be compared": "unknown",
} as const;

const REGISTRANT = /^the registrant: (.+); ([^;]+)$/;

const memberOf = <Table extends object>(table: Table, name: string): Table[keyof Table] | undefined =>
  Object.hasOwn(table, name) ? table[name as keyof Table] : undefined;

const entries = Object.entries as <Table extends object>(table: Table) => [keyof Table, Table[keyof Table]][];

/** Null: it is none that a domain of an organisation is kept with, or of another version. */
export function readEvidence(text: string): Evidence | null {
  for (const [kind, [before, behind]] of entries(OF_ONE_VALUE)) {
    const value = text.slice(before.length, text.length - behind.length);
    if (text === before + value + behind && /^\S+$/.test(value)) return { kind, value };
  }
  const [, said = "", where = ""] = REGISTRANT.exec(text) ?? [];
  const [names, place] = [memberOf(NAMES, said), memberOf(PLACES, where)];
  return names === undefined || place === undefined ? null : { kind: "registrant", names, place };
}
