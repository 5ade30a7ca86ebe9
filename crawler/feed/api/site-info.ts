import { z } from "zod";
import {
  decodeInterwikis,
  encodeInterwikis,
  type InterwikiMap,
  type InterwikiTarget,
} from "../../../shared/interwiki/map.ts";
import type { StoredNamespace } from "../../../shared/interwiki/stored-titles.ts";
import type { WikiError } from "./answer.ts";
import { failed, fine, type Result, rowsOf, type WikiApi } from "./wiki.ts";

const row = z.object({
  prefix: z.string(),
  url: z.string(),
  local: z.boolean().optional(),
  /** The map leaves the scheme open; `url` has the one of this very request. */
  protorel: z.boolean().optional(),
  api: z.string().optional(),
});

/**
 * Parses `interwikimap` of a siteinfo answer (formatversion=2, where `local` is present only if true). Broken rows are
 * left out; null: the answer has no such list. Pure.
 */
export function parseInterwikiMap(query: Readonly<Record<string, unknown>>): InterwikiMap | null {
  const rows = rowsOf(row, query.interwikimap);
  if (rows === null) return null;
  const map = new Map<string, InterwikiTarget>();
  for (const { prefix, url: given, local = false, protorel, api } of rows) {
    const url = protorel === true ? given.replace(/^https?:/i, "") : given;
    map.set(prefix.toLowerCase(), { url, local, ...(api !== undefined && { api }) });
  }
  // As it is read back from the database: what cannot be stored is not used at all.
  return decodeInterwikis(encodeInterwikis(map));
}

/** What a wiki says about itself, in the form in which its configuration is stored (M2). */
export interface SiteInfo {
  /** As the wiki names its database; `dewiki`. */
  readonly dbname: string;
  readonly siteName: string;
  readonly lang: string;
  /** Scheme and host, without a final slash: `https://de.wikipedia.org`. */
  readonly server: string;
  /** With `$1` for the title: `https://de.wikipedia.org/wiki/$1`. */
  readonly articleUrl: string;
  readonly version: string;
  /** The namespaces that hold pages (0 and up). */
  readonly namespaces: readonly StoredNamespace[];
  /** Where its interwiki prefixes lead (U7); empty where it does not say. */
  readonly interwikis: InterwikiMap;
  /** How many pages of any kind it has; null: it does not say. */
  readonly pages: number | null;
}

/** formatversion=2 came with 1.25, and with 1.26 (2015) lists that say by themselves where they go on. */
const MINOR_MIN = 26;
/** Characters of a name: what a wiki says about itself is stored and shown. */
const TEXT_CHARS_MAX = 500;
const NAMESPACES_MAX = 2_000;
/** Also MediaWiki's own codes, such as `be-x-old` and `simple`. */
export const LANGUAGE = /^[a-z]{2,12}(?:-[a-z0-9]{1,12}){0,6}$/i;

/** PostgreSQL takes no NUL. */
const text = z
  .string()
  .max(TEXT_CHARS_MAX)
  .refine((given) => !given.includes("\0"));
const general = z.object({
  generator: text,
  sitename: z.string().transform((name) => name.slice(0, TEXT_CHARS_MAX)),
  lang: text,
  server: text,
  articlepath: text,
  wikiid: text,
});
const namespaces = z
  .record(
    z.string(),
    z.object({
      id: z.int32(),
      name: text,
      canonical: text.nullable().default(null),
      case: z.unknown().optional(),
    }),
  )
  .refine((all) => Object.keys(all).length <= NAMESPACES_MAX);
/** Further names of namespaces; a wiki without them can be read all the same. */
const aliases = z
  .array(z.object({ id: z.int32(), alias: text }))
  .catch([])
  .transform((all) => all.slice(0, NAMESPACES_MAX));

const statistics = z.object({ pages: z.int().nonnegative() });

/** Parses `statistics` of a siteinfo answer: how many pages the wiki has; null: it does not say. Pure. */
export const parsePages = (query: Readonly<Record<string, unknown>>): number | null =>
  statistics.safeParse(query.statistics).data?.pages ?? null;

/** The request for a wiki's site information. */
export const SITE = {
  meta: "siteinfo",
  siprop: "general|namespaces|namespacealiases|interwikimap|statistics",
} as const;

export async function readSiteInfo(wiki: WikiApi): Promise<Result<SiteInfo>> {
  const answer = await wiki.query(SITE);
  return answer.ok ? parseSiteInfo(answer.value.query, wiki.api) : answer;
}

/**
 * Parses the `query` of a siteinfo answer. Pure.
 * @param from where it was read, if not from the API
 */
export function parseSiteInfo(
  query: Readonly<Record<string, unknown>>,
  api: string,
  from: string = api,
): Result<SiteInfo> {
  const old = tooOld(query.general);
  if (old !== null) return failed(unusable(from, old));
  const parsed = general.safeParse(query.general);
  const spaces = namespaces.safeParse(query.namespaces);
  if (!parsed.success || !spaces.success)
    return failed(unusable(from, "what it says about itself has another shape than MediaWiki's"));
  const { generator, sitename, lang, server, articlepath, wikiid } = parsed.data;
  const version = /^MediaWiki (1\.(\d+)\S*)/.exec(generator);
  if (version?.[1] === undefined) return failed(unusable(from, `it is a ${generator}, not a MediaWiki`));
  // A protocol-relative server ($wgServer = "//host") is meant as the page was asked for.
  const base = URL.parse(server, api);
  if (base === null || !/^https?:$/.test(base.protocol))
    return failed(unusable(from, `its server name is ${server}; set $wgServer there`));
  if (!articlepath.includes("$1"))
    return failed(unusable(from, `its $wgArticlePath ${articlepath} has no $1`));
  const articleUrl = articlepath.startsWith("/") ? base.origin + articlepath : articlepath;
  if (!/^https?:\/\//i.test(articleUrl) || !URL.canParse(articleUrl))
    return failed(unusable(from, `its $wgArticlePath ${articlepath} leads to no web page; set it there`));
  if (!LANGUAGE.test(lang))
    return failed(unusable(from, `its content language is ${lang || "empty"}; set $wgLanguageCode there`));
  const further = aliases.parse(query.namespacealiases);
  return fine({
    dbname: wikiid,
    siteName: sitename,
    lang,
    server: base.origin,
    articleUrl,
    version: version[1],
    namespaces: Object.values(spaces.data)
      .filter(({ id }) => id >= 0)
      .sort((one, other) => one.id - other.id)
      .map(({ id, name, canonical, case: spelt }) => ({
        id,
        name,
        canonical,
        aliases: further.filter((one) => one.id === id).map(({ alias }) => alias),
        caseSensitive: spelt === "case-sensitive",
      })),
    interwikis: parseInterwikiMap(query) ?? new Map(),
    pages: parsePages(query),
  });
}

/** The message for a version that is too old; checked first, as old versions answer in other shapes. */
function tooOld(said: unknown): string | null {
  const generator = z.object({ generator: text }).safeParse(said).data?.generator ?? "";
  const minor = /^MediaWiki 1\.(\d+)/.exec(generator)?.[1];
  return minor === undefined || Number(minor) >= MINOR_MIN
    ? null
    : `it is ${generator}; Weboid reads MediaWiki 1.${MINOR_MIN} and later, so update it`;
}

function unusable(api: string, why: string): WikiError {
  return { kind: "refused", message: `${api} cannot be used: ${why}` };
}
