import { URL_CHARS_MAX } from "../url/classify.ts";

/** The target of an interwiki prefix (U7). */
export interface InterwikiTarget {
  /** URL with `$1` for the title. */
  readonly url: string;
  /** Whether it is a sister wiki, whose pages are looked up when an answer is made and never watched. */
  readonly local: boolean;
  /** URL of its api.php, if the map names it. */
  readonly api?: string;
}

/** A wiki's interwiki map: targets by prefix in lower case. */
export type InterwikiMap = ReadonlyMap<string, InterwikiTarget>;

/** An interwiki link of a page, from `prop=iwlinks` or the table `iwlinks`. */
export interface InterwikiLink {
  readonly prefix: string;
  readonly title: string;
  /** Its URL as the wiki gives it now (`iwprop=url`), where it was asked. */
  readonly url?: string;
}

type InterwikiUse =
  /** A pseudo-interwiki link: a URL like any other of the page. */
  | { readonly kind: "link"; readonly url: string }
  | { readonly kind: "sister"; readonly url: string }
  /** The map does not have the prefix (any more), or the result is no possible URL. */
  | { readonly kind: "unknown-prefix" };

/** Longest title in UTF-16 units; MediaWiki's limit is 255 bytes without the namespace. Longer texts are no titles. */
const TITLE_UNITS_MAX = 600;
/** Most occurrences of `$1` in one target: real maps have one, or two for a search. More could multiply long titles. */
const TITLE_SLOTS_MAX = 2;
/** Limit on all interwiki URLs of one page, in characters: 20,000 links of 200. */
const PAGE_CHARS_MAX = 4 * 1024 * 1024;

/** Whether a target has at most TITLE_SLOTS_MAX occurrences of `$1`. */
const hasFewSlots = (url: string): boolean =>
  url.split("$1", TITLE_SLOTS_MAX + 2).length <= TITLE_SLOTS_MAX + 1;

/**
 * How Weboid treats an interwiki link, for feeder, dumps and answers alike. The map may be a day old, so a URL that the wiki
 * gives now has priority. If they differ in the scheme only, it is the map's: of a target without one the wiki gives that of the request.
 */
export function resolveInterwiki(map: InterwikiMap, link: InterwikiLink): InterwikiUse {
  const { prefix, title } = link;
  const target = map.get(prefix.toLowerCase());
  if (title.length > TITLE_UNITS_MAX) return { kind: "unknown-prefix" };
  const mapped = target === undefined || !hasFewSlots(target.url) ? null : interwikiUrl(target, title);
  const isOld = link.url !== undefined && withoutScheme(link.url) !== withoutScheme(mapped ?? "");
  const url = isOld ? withScheme(link.url ?? "") : mapped;
  if (url === null || url.length > URL_CHARS_MAX) return { kind: "unknown-prefix" };
  return { kind: target?.local === true ? "sister" : "link", url };
}

const withoutScheme = (url: string): string => url.replace(/^https?:/i, "");
const withScheme = (url: string): string => (url.startsWith("//") ? `https:${url}` : url);

export interface PseudoLinks {
  readonly urls: readonly string[];
  readonly sisters: readonly string[];
  /** Whether links were left out, because the URLs would have more than `charsMax` characters in all. */
  readonly cut: boolean;
}

/**
 * The URLs of a page's interwiki links, each once: those that are watched like any other link, and those of sister wikis.
 * Bounded by `charsMax`, as both map and page come from the wiki.
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

/** Differences of MediaWiki's wfUrlencode from encodeURIComponent: escapes that it does not make, and one that it makes. */
const WIKI_ESCAPES: Readonly<Record<string, string>> = {
  "%3B": ";",
  "%40": "@",
  "%24": "$",
  "%2C": ",",
  "%2F": "/",
  "%3A": ":",
  "'": "%27",
};

/**
 * The URL of an interwiki link, as `iwprop=url` of MediaWiki's API gives it: the title in place of `$1`, https if the
 * map gives no scheme.
 */
export function interwikiUrl({ url }: Pick<InterwikiTarget, "url">, title: string): string {
  const escaped = encodeURIComponent(title.replaceAll(" ", "_").toWellFormed()).replace(
    /%(?:3B|40|24|2C|2F|3A)|'/g,
    (part) => WIKI_ESCAPES[part] ?? part,
  );
  const whole = url.replaceAll("$1", () => escaped);
  return withScheme(whole);
}

/**
 * Version of the text form of an interwiki map, in which it is stored with the wiki and in its profile at the edge. The first line is the
 * version; each further line is a prefix with fields separated by tabs: prefix, `l` (local) or `w` (watched), URL, and API if known.
 * A text costs little where nobody needs the map.
 */
const VERSION = "1";

/** Limits on a stored map, as its content comes from the wiki; the WMF's largest map has 1,900 prefixes. */
export const INTERWIKI_LIMITS = { prefixes: 10_000, fieldUnits: 1_000, textUnits: 1_000_000 } as const;

const fits = (field: string): boolean =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they separate lines and fields, or cannot be stored
  field.length <= INTERWIKI_LIMITS.fieldUnits && !/[\0-\x1f]/.test(field);

/** Encodes a map as text. Entries beyond the limits are left out: control characters, long fields, too many `$1`, too many prefixes. */
export function encodeInterwikis(map: InterwikiMap): string {
  const { prefixes, textUnits } = INTERWIKI_LIMITS;
  let text = VERSION;
  let left: number = prefixes;
  for (const [prefix, { url, local, api }] of map) {
    if (prefix === "" || ![prefix, url, api ?? ""].every(fits) || !hasFewSlots(url)) continue;
    const line = [prefix, local ? "l" : "w", url, ...(api === undefined ? [] : [api])].join("\t");
    if (left === 0 || text.length + line.length >= textUnits) break;
    text += `\n${line}`;
    left -= 1;
  }
  return text;
}

/** Decodes a map. Never throws; a text of another version or form is an empty map. */
export function decodeInterwikis(text: string): InterwikiMap {
  const [version, ...lines] = text.split("\n", INTERWIKI_LIMITS.prefixes + 1);
  const map = new Map<string, InterwikiTarget>();
  if (version !== VERSION) return map;
  for (const line of lines) {
    const [prefix, kind, url, api] = line.split("\t");
    if (prefix === undefined || url === undefined) continue;
    map.set(prefix, { url, local: kind === "l", ...(api !== undefined && { api }) });
  }
  return map;
}
