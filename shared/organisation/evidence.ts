/**
 * What the evidence of a decision says (`Decision.evidence`), read again, so that pages can say it in the reader's language. Programs
 * get the English sentence itself.
 */
export type Evidence =
  | { readonly kind: (typeof OF_ONE_VALUE)[number]["kind"]; readonly value: string }
  | {
      readonly kind: "registrant";
      readonly names: (typeof NAMES)[keyof typeof NAMES];
      readonly place: (typeof PLACES)[keyof typeof PLACES];
    };

const OF_ONE_VALUE = [
  { kind: "root", form: /^(\S+) is the organisation's root domain$/ },
  { kind: "domain", form: /^(\S+) is a domain of the organisation$/ },
  { kind: "address", form: /^(\S+) lies in the organisation's address range$/ },
  { kind: "name-server", form: /^(\S+) is a name server of the organisation$/ },
  { kind: "email-domain", form: /^the registrant's e-mail domain (\S+) is the organisation's$/ },
] as const;

/** How the names of two registrants that are one organisation are alike (registrant.ts). */
const NAMES = {
  "equal names": "equal",
  "names that differ by typing errors": "similar",
  "the name, shortened": "similar",
  "a name with and without its city": "similar",
  "the name and a word apart": "similar",
  "a name with and without a patron": "similar",
  "the name of a part of it": "part",
  "a name and its acronym": "acronym",
  "the same acronym": "acronym",
  "a name and what may be its translation": "translated",
  "the name of its domain": "domain",
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

/** Null: it is none that a domain of an organisation is kept with, or of another version. */
export function readEvidence(text: string): Evidence | null {
  for (const { kind, form } of OF_ONE_VALUE) {
    const [, value] = form.exec(text) ?? [];
    if (value !== undefined) return { kind, value };
  }
  const [, said = "", where = ""] = REGISTRANT.exec(text) ?? [];
  const [names, place] = [memberOf(NAMES, said), memberOf(PLACES, where)];
  return names === undefined || place === undefined ? null : { kind: "registrant", names, place };
}
