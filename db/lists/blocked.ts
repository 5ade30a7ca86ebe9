import { and, asc, eq, or, type SQL, sql } from "drizzle-orm";
import type { Scope } from "../../shared/spam/types.ts";
import { urlKey } from "../../shared/url/key.ts";
import { OWN_PORT } from "../../shared/url/parts.ts";
import type { HostPattern, UrlQuestion } from "../../shared/url/pattern.ts";
import type { Scheme } from "../../shared/url/types.ts";
import type { Database } from "../connect.ts";
import { page, spamUse, url as urlTable, wiki } from "../schema/index.ts";
import { isAnyOf } from "../statement.ts";
import type { UrlId, WikiId } from "../types.ts";
import { selectWikiName } from "../wikis/wikis.ts";

/** A watched page with a link that a spam list blocks (P1). Such links are in no list of watched URLs. */
export interface BlockedUse {
  readonly url: string;
  /** The URL's row, if it is or was watched elsewhere; null: none. */
  readonly id: UrlId | null;
  readonly scope: Scope;
  readonly wikiId: WikiId;
  /** `dewiki@WMF` */
  readonly wiki: string;
  readonly pageid: number;
  readonly title: string;
}

interface Wanted {
  /** Who asks, of whose own pages they are; with `farm` those of all that farm's wikis. None: of all wikis. */
  readonly wiki?: WikiId;
  readonly farm?: number;
  /** []: pages of any namespace. */
  readonly namespaces: readonly number[];
  readonly limit: number;
}

/** Uses of blocked URLs that a question asks for (Q3, Q4), by URL, wiki and page; by local lists those of who asks alone (P1). */
export function blockedUses(
  { orm }: Database,
  question: UrlQuestion,
  { wiki: wikiId, farm, namespaces, limit }: Wanted,
): Promise<BlockedUse[]> {
  const { pageid, key, url, list } = spamUse;
  const isAsked: SQL =
    question.kind === "url" ? eq(key, urlKey(question.url)) : sql`${url} ~ ${blockedPattern(question)}`;
  const farmOf = orm.select({ farm: wiki.farm }).from(wiki).where(eq(wiki.id, spamUse.wikiId));
  const isOfAsker = wikiId === undefined ? undefined : eq(spamUse.wikiId, wikiId);
  return orm
    .select({
      url,
      id: urlTable.id,
      scope: list,
      wikiId: spamUse.wikiId,
      wiki: selectWikiName(orm, spamUse.wikiId),
      pageid,
      title: page.title,
    })
    .from(spamUse)
    .innerJoin(page, and(eq(page.wikiId, spamUse.wikiId), eq(page.pageid, pageid)))
    .leftJoin(urlTable, eq(urlTable.key, key))
    .where(
      and(
        isAsked,
        or(eq(list, "global"), isOfAsker),
        farm === undefined ? isOfAsker : sql`${farmOf} = ${farm}::int`,
        namespaces.length === 0 ? undefined : isAnyOf(page.namespace, namespaces),
      ),
    )
    .orderBy(asc(key), asc(spamUse.wikiId), asc(pageid))
    .limit(limit);
}

/** The regular expression for the URLs of a pattern, as PostgreSQL and JavaScript read it. */
export function blockedPattern({
  scheme,
  host,
  port,
  path,
}: Extract<UrlQuestion, { kind: "pattern" }>): string {
  const schemes = scheme === null ? (Object.keys(OWN_PORT) as Scheme[]) : [scheme];
  const authority = (own: number) =>
    `${hostPattern(host)}${port === null ? "(?::[0-9]+)?" : port === own ? "" : `:${port}`}`;
  const origins = schemes.map((name) => `${name}://${authority(OWN_PORT[name])}`);
  return `^(?:${origins.join("|")})${path === "" ? "/" : withWildcards(path, ".*")}`;
}

function hostPattern(host: HostPattern): string {
  if (host.kind === "host") return literal(host.name);
  if (host.kind === "within") return `(?:[^/]*\\.)?${literal(host.domain)}`;
  return withWildcards(host.pattern, "[^/:]*");
}

const literal = (text: string): string => text.replace(/[\\^$.|?*+()[\]{}]/g, "\\$&");

const withWildcards = (text: string, any: string): string => text.split("*").map(literal).join(any);
