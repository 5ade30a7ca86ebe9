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
  /** The map lacks the prefix (any more). */
  | { readonly kind: "unknown-prefix" };

/** MediaWiki's titles have 255 bytes beside the namespace; what is longer is none, and cut it would be another. */
const TITLE_UNITS_MAX = 600;

/** What an interwiki link is to us: one place for feeder, dumps and answers. */
export function resolveInterwiki(map: InterwikiMap, { prefix, title }: InterwikiLink): InterwikiUse {
  const target = map.get(prefix.toLowerCase());
  if (target === undefined || title.length > TITLE_UNITS_MAX) return { kind: "unknown-prefix" };
  return { kind: target.local ? "sister" : "link", url: interwikiUrl(target, title) };
}

/** What of a page's interwiki links are URLs like any other, and which lead to sister wikis; each once. */
export function pseudoLinks(
  map: InterwikiMap,
  links: readonly InterwikiLink[],
): { readonly urls: readonly string[]; readonly sisters: readonly string[] } {
  const [urls, sisters] = [new Set<string>(), new Set<string>()];
  for (const link of links) {
    const use = resolveInterwiki(map, link);
    if (use.kind === "link") urls.add(use.url);
    if (use.kind === "sister") sisters.add(use.url);
  }
  return { urls: [...urls], sisters: [...sisters] };
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
