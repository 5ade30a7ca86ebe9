/** What no title contains; `#` and what follows is a section. */
const NO_TITLE = /[<>[\]{}|#\p{Cc}]/u;
const TITLE_BYTES_MAX = 255;

export const isProperty = (text: string): boolean => /^P[1-9][0-9]*(?:=[\w.-]+)?$/i.test(text);

/** `#12`: a page by its id. */
export const isPageNumber = (text: string): boolean => /^#0*[1-9][0-9]{0,14}$/.test(text);

/** null: it cannot be one. */
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

/** A namespace as its wiki tells of it. */
export interface StoredNamespace {
  readonly id: number;
  /** As titles have it; "": that of articles. */
  readonly name: string;
  /** The name in English that every wiki knows, if any. */
  readonly canonical: string | null;
  readonly aliases: readonly string[];
  /** Titles in it begin as they are written, in place of with a capital. */
  readonly caseSensitive: boolean;
}

/** MediaWiki takes marks of direction, which come along when a title is copied, out of titles, and any space for one. */
const MARKS = /[\u200e\u200f\u202a-\u202e]/g;
const SPACES = /[\u00a0\u1680\u180e\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]/g;

/** Where a small i has a capital of its own (MediaWiki's LanguageTr, LanguageAz, LanguageKaa). */
const DOTTED = new Set(["tr", "az", "kaa"]);

/** null: it has none, or none that MediaWiki takes: "ß" stays. */
function capital(text: string, lang: string): string | null {
  const first = String.fromCodePoint(text.codePointAt(0) ?? 0);
  const upper = first === "i" && DOTTED.has(lang) ? "İ" : first.toUpperCase();
  return upper === first || [...upper].length !== 1 ? null : upper + text.slice(first.length);
}

/**
 * How a page may be stored that somebody calls so (Q1), most likely first: MediaWiki's spelling (spaces, names of namespaces, a
 * capital in front), as far as it is known without asking the wiki. Empty: nothing can be called so.
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
  // As written too: of some letters only the wiki knows whether they have a capital.
  const capitals = space === undefined || space.caseSensitive ? null : capital(name, lang);
  return [...(capitals === null ? [] : [start + capitals]), start + name];
}
