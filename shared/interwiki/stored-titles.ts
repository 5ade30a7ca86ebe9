/** Characters that no title contains; `#` begins a section. */
const NO_TITLE = /[<>[\]{}|#\p{Cc}]/u;
const TITLE_BYTES_MAX = 255;

/** Whether a criterion of a wiki's pages is a Wikidata property: `P123` or `P123=Q5`. */
export const isProperty = (text: string): boolean => /^P[1-9][0-9]*(?:=[\w.-]+)?$/i.test(text);

/** The highest page id: MediaWiki has unsigned 32 bits for it. */
export const PAGEID_MAX = 4_294_967_295;

/** Whether a text names a page by its id: `#12`. */
export function isPageNumber(text: string): boolean {
  const pageid = /^#[0-9]{1,15}$/.test(text) ? Number(text.slice(1)) : 0;
  return pageid >= 1 && pageid <= PAGEID_MAX;
}

/** A title with MediaWiki's spaces (`a_b` → `a b`, no leading colon); null: no page can have it. */
export function titleOf(text: string): string | null {
  const title = text
    .normalize("NFC")
    .replaceAll("_", " ")
    .replace(/ +/g, " ")
    .trim()
    .replace(/^:/, "")
    .trim();
  const fits =
    title !== "" && !NO_TITLE.test(title) && new TextEncoder().encode(title).length <= TITLE_BYTES_MAX;
  return fits && !/:$/.test(title) ? title : null;
}

/** A namespace, from a wiki's site information. */
export interface StoredNamespace {
  readonly id: number;
  /** Local name as in titles; "": the article namespace. */
  readonly name: string;
  /** English name that every wiki accepts, if any. */
  readonly canonical: string | null;
  readonly aliases: readonly string[];
  /** Whether titles may begin with a small letter. */
  readonly caseSensitive: boolean;
}

/** Direction marks, which MediaWiki removes from titles (they are copied along), and the spaces that it treats alike. */
const MARKS = /[\u200e\u200f\u202a-\u202e]/g;
const SPACES = /[\u00a0\u1680\u180e\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]/g;

/** Languages in which the capital of i is İ (MediaWiki's LanguageTr, LanguageAz, LanguageKaa). */
const DOTTED = new Set(["tr", "az", "kaa"]);

/** The text with a capital first letter; null: it has no other capital, or not one that MediaWiki uses ("ß" stays). */
function capital(text: string, lang: string): string | null {
  const first = String.fromCodePoint(text.codePointAt(0) ?? 0);
  const upper = first === "i" && DOTTED.has(lang) ? "İ" : first.toUpperCase();
  return upper === first || [...upper].length !== 1 ? null : upper + text.slice(first.length);
}

/**
 * The titles under which a page called `text` may be stored (Q1), most likely first: MediaWiki's spelling (spaces, namespace names, first
 * letter), as far as it is known without asking the wiki. Empty: no page can have that title.
 */
export function storedTitles(text: string, namespaces: readonly StoredNamespace[], lang: string): string[] {
  const title = titleOf(text.replace(MARKS, "").replace(SPACES, " "));
  if (title === null) return [];
  const [, prefix = "", rest = ""] = /^([^:]+?) ?: ?(.+)$/.exec(title) ?? [];
  const called = prefix.toLowerCase();
  const own = namespaces.find(
    ({ id, name, canonical, aliases }) =>
      id !== 0 && [name, canonical, ...aliases].some((one) => one?.toLowerCase() === called),
  );
  const [start, name] = own === undefined ? ["", title] : [`${own.name}:`, rest];
  const space = own ?? namespaces.find(({ id }) => id === 0);
  // Also as written, because only the wiki knows the capitals of some letters.
  const capitals = space === undefined || space.caseSensitive ? null : capital(name, lang);
  return [...(capitals === null ? [] : [start + capitals]), start + name];
}
