import { z } from "zod";
import type { InterwikiMap } from "../../shared/interwiki/map.ts";
import type { WikiError } from "./answer.ts";
import { parseInterwikiMap } from "./interwiki.ts";
import { failed, fine, type Result, type Wiki } from "./wiki.ts";

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
  /** The namespaces that hold pages (0 and up); `canonical`: the name in English that every wiki knows, if any. */
  readonly namespaces: readonly {
    readonly id: number;
    readonly name: string;
    readonly canonical: string | null;
  }[];
  /** Where its interwiki prefixes lead (U7); empty where it does not tell. */
  readonly interwikis: InterwikiMap;
}

/** formatversion=2 came with 1.25 (2015). */
const MINOR_MIN = 25;

const general = z.object({
  generator: z.string(),
  sitename: z.string(),
  lang: z.string(),
  server: z.string(),
  articlepath: z.string(),
  wikiid: z.string(),
});
const namespaces = z.record(
  z.string(),
  z.object({ id: z.number().int(), name: z.string(), canonical: z.string().nullable().default(null) }),
);

/** All that is read of it. */
export const SITE = { meta: "siteinfo", siprop: "general|namespaces|interwikimap" } as const;

export async function readSiteInfo(wiki: Wiki): Promise<Result<SiteInfo>> {
  const answer = await wiki.query(SITE);
  return answer.ok ? parseSiteInfo(answer.value.query, wiki.api) : answer;
}

/** Pure: the `query` of a siteinfo answer. */
export function parseSiteInfo(query: Readonly<Record<string, unknown>>, api: string): Result<SiteInfo> {
  const parsed = general.safeParse(query.general);
  const spaces = namespaces.safeParse(query.namespaces);
  if (!parsed.success || !spaces.success)
    return failed(unusable(api, "what it says about itself has another shape than MediaWiki's"));
  const { generator, sitename, lang, server, articlepath, wikiid } = parsed.data;
  const version = /^MediaWiki (1\.(\d+)\S*)/.exec(generator);
  if (version?.[1] === undefined) return failed(unusable(api, `it is a ${generator}, not a MediaWiki`));
  if (Number(version[2]) < MINOR_MIN)
    return failed(unusable(api, `it is ${generator}; Weboid reads MediaWiki 1.${MINOR_MIN} and later`));
  // A protocol-relative server ($wgServer = "//host") is meant as the page was asked for.
  const base = URL.parse(server, api);
  if (base === null || !/^https?:$/.test(base.protocol))
    return failed(unusable(api, `its server name is ${server}; set $wgServer there`));
  if (!articlepath.includes("$1"))
    return failed(unusable(api, `its $wgArticlePath ${articlepath} has no $1`));
  return fine({
    dbname: wikiid,
    siteName: sitename,
    lang,
    server: base.origin,
    articleUrl: articlepath.startsWith("/") ? base.origin + articlepath : articlepath,
    version: version[1],
    namespaces: Object.values(spaces.data)
      .filter(({ id }) => id >= 0)
      .sort((one, other) => one.id - other.id),
    interwikis: parseInterwikiMap(query) ?? new Map(),
  });
}

function unusable(api: string, why: string): WikiError {
  return { kind: "refused", message: `${api} cannot be used: ${why}` };
}
