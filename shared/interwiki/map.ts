import { URL_CHARS_MAX } from "../url/classify.ts";

/** Where an interwiki prefix leads (U7). */
export interface InterwikiTarget {
  /** With `$1` for the title. */
  readonly url: string;
  /** A sister wiki: evaluated on the spot in an answer, never watched. */
  readonly local: boolean;
  /** Its api.php, where the map names it. */
  readonly api?: string;
}

/** By prefix, in lower case. */
export type InterwikiMap = ReadonlyMap<string, InterwikiTarget>;

/** An interwiki link of a page, as `prop=iwlinks` and the table of that name have it. */
export interface InterwikiLink {
  readonly prefix: string;
  readonly title: string;
}

export type InterwikiUse =
  /** A pseudo-interwiki: a URL like any other of the page. */
  | { readonly kind: "link"; readonly url: string }
  | { readonly kind: "sister"; readonly url: string }
  /** The map lacks the prefix (any more), or what it makes of the title is no address that can be. */
  | { readonly kind: "unknown-prefix" };

/** MediaWiki's titles have 255 bytes beside the namespace; what is longer is none, and cut it would be another. */
const TITLE_UNITS_MAX = 600;
/** Places for the title in one address: maps in use have one, two where a search wants it twice. More would be an amplifier. */
export const TITLE_PLACES_MAX = 2;
/** All addresses of one page together; 20,000 links of 200 characters. */
const PAGE_CHARS_MAX = 4 * 1024 * 1024;

/** Whether an address of an interwiki map has no more than TITLE_PLACES_MAX places for the title. */
export const isModest = (url: string): boolean =>
  url.split("$1", TITLE_PLACES_MAX + 2).length <= TITLE_PLACES_MAX + 1;

/** What an interwiki link is to us: one place for feeder, dumps and answers. An address that no URL can have is none. */
export function resolveInterwiki(map: InterwikiMap, { prefix, title }: InterwikiLink): InterwikiUse {
  const target = map.get(prefix.toLowerCase());
  if (target === undefined || title.length > TITLE_UNITS_MAX || !isModest(target.url))
    return { kind: "unknown-prefix" };
  const url = interwikiUrl(target, title);
  if (url.length > URL_CHARS_MAX) return { kind: "unknown-prefix" };
  return { kind: target.local ? "sister" : "link", url };
}

export interface PseudoLinks {
  readonly urls: readonly string[];
  readonly sisters: readonly string[];
  /** There were more than `charsMax` characters in all; what is beyond was left out. */
  readonly cut: boolean;
}

/**
 * What of a page's interwiki links are URLs like any other, and which lead to sister wikis; each once. A map and its pages
 * are the wiki's, so what they make together is bounded while it is made.
 */
export function pseudoLinks(
  map: InterwikiMap,
  links: readonly InterwikiLink[],
  charsMax = PAGE_CHARS_MAX,
): PseudoLinks {
  const [urls, sisters] = [new Set<string>(), new Set<string>()];
  let chars = 0;
  for (const link of links) {
    const use = resolveInterwiki(map, link);
    if (use.kind === "unknown-prefix") continue;
    const into = use.kind === "link" ? urls : sisters;
    if (into.has(use.url)) continue;
    chars += use.url.length;
    if (chars > charsMax) return { urls: [...urls], sisters: [...sisters], cut: true };
    into.add(use.url);
  }
  return { urls: [...urls], sisters: [...sisters], cut: false };
}

/** What MediaWiki leaves as it is where others escape (wfUrlencode); `'` it escapes where JavaScript does not. */
const LEFT: Readonly<Record<string, string>> = {
  "%3B": ";",
  "%40": "@",
  "%24": "$",
  "%2C": ",",
  "%2F": "/",
  "%3A": ":",
  "'": "%27",
};

/**
 * The address of an interwiki link, as `iwprop=url` of the API tells it: the title in place of `$1`, https where the
 * map leaves the scheme open.
 */
export function interwikiUrl({ url }: Pick<InterwikiTarget, "url">, title: string): string {
  const escaped = encodeURIComponent(title.replaceAll(" ", "_").toWellFormed()).replace(
    /%(?:3B|40|24|2C|2F|3A)|'/g,
    (part) => LEFT[part] ?? part,
  );
  const whole = url.replaceAll("$1", () => escaped);
  return whole.startsWith("//") ? `https:${whole}` : whole;
}
