import { z } from "zod";
import { failed, fine, type Result } from "./wiki.ts";

/** Where an interwiki prefix leads (U7). */
export interface InterwikiTarget {
  /** With `$1` for the title. */
  readonly url: string;
  /** A sister wiki: judged on the spot in an answer, never watched. */
  readonly local: boolean;
}

export type InterwikiMap = ReadonlyMap<string, InterwikiTarget>;

const row = z.object({ prefix: z.string(), url: z.string(), local: z.boolean().optional() });

/** Pure: `interwikimap` of a siteinfo answer (formatversion=2, where `local` stands only if it is true). */
export function parseInterwikiMap(
  query: Readonly<Record<string, unknown>>,
  api: string,
): Result<InterwikiMap> {
  const rows = z.array(row).safeParse(query.interwikimap);
  if (!rows.success)
    return failed({ kind: "not-mediawiki", message: `${api} tells no interwiki map in MediaWiki's shape` });
  return fine(
    new Map(rows.data.map(({ prefix, url, local = false }) => [prefix.toLowerCase(), { url, local }])),
  );
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
 * The address of a pseudo-interwiki link, as `iwprop=url` of the API tells it: the title in place of `$1`, https
 * where the map leaves the scheme open.
 */
export function interwikiUrl(target: InterwikiTarget, title: string): string {
  const escaped = encodeURIComponent(title.replaceAll(" ", "_").toWellFormed()).replace(
    /%(?:3B|40|24|2C|2F|3A)|'/g,
    (part) => LEFT[part] ?? part,
  );
  const url = target.url.replaceAll("$1", () => escaped);
  return url.startsWith("//") ? `https:${url}` : url;
}
