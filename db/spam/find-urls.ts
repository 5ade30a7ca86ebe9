import { and, eq, or, sql } from "drizzle-orm";
import { candidatesOf, inPunycode, trigramsOf } from "../../shared/spam/literals.ts";
import type { Orm } from "../connect.ts";
import { host, type spamScan, url } from "../schema/index.ts";
import { isAnyOf } from "../statement.ts";
import type { UrlId } from "../types.ts";
import { type UrlColumns, urlColumns } from "../urls/row.ts";

/** What known URLs are to be tried on. */
export type ScanEntry = (typeof spamScan.$inferSelect)["entries"][number];

/** What stands in more hosts or URLs than this, with all texts of an entry, is none to search for: going over all URLs is as good. */
const HOSTS_MAX = 20_000;
const URLS_MAX = 100_000;
/** Of a text so many of its trigrams are looked up, evenly spread: each costs, and few find other hosts than all. */
const TRIGRAMS_MAX = 6;

export type UrlRow = UrlColumns & { readonly id: UrlId };

const columns = { id: url.id, ...urlColumns };

export const selectUrls = (orm: Orm) =>
  orm.select(columns).from(url).innerJoin(host, eq(host.id, url.hostId)).$dynamic();

/** The URLs that an entry may concern, by a text that it has; null: it has none, or too many URLs have it. */
export async function urlsOfEntry(orm: Orm, entry: ScanEntry): Promise<readonly UrlRow[] | null> {
  const candidates = candidatesOf(entry);
  if (candidates === null) return [];
  if (candidates.kind === "all") return null;
  const all: UrlRow[] = [];
  for (const literal of candidates.literals) {
    const found = await urlsWith(orm, literal, candidates);
    if (found === null || all.length + found.length > URLS_MAX) return null;
    for (const row of found) all.push(row);
  }
  return all;
}

/** URLs that have a text of host characters in their host, or behind `//` in their path; null: too many. */
async function urlsWith(
  orm: Orm,
  literal: string,
  { nested }: { readonly nested: boolean },
): Promise<UrlRow[] | null> {
  const punycode = inPunycode(literal);
  const found = await orm
    .select({ id: host.id, name: host.name })
    .from(host)
    .where(
      or(
        sql`weboid_trigrams(${host.name}) @> ${someTrigrams(literal)}`,
        punycode === null ? undefined : sql`weboid_trigrams(${host.name}) @> ${someTrigrams(punycode)}`,
      ),
    )
    .limit(HOSTS_MAX + 1);
  if (found.length > HOSTS_MAX) return null;
  // The three characters may stand apart from each other.
  const has = (name: string) => name.includes(literal) || (punycode !== null && name.includes(punycode));
  const hosts = found.flatMap(({ id, name }) => (has(name) ? id : []));
  const isOfHosts = isAnyOf(url.hostId, hosts);
  const urls =
    hosts.length === 0
      ? []
      : await selectUrls(orm)
          .where(isOfHosts)
          .limit(URLS_MAX + 1);
  if (urls.length > URLS_MAX) return null;
  if (!nested) return urls;
  const inPaths = await selectUrls(orm)
    .where(and(sql`${url.path} like '%//%'`, sql`weboid_nested(${url.path}) @> ${someTrigrams(literal)}`))
    .limit(URLS_MAX + 1);
  return inPaths.length > URLS_MAX ? null : [...urls, ...inPaths];
}

function someTrigrams(literal: string) {
  const all = trigramsOf(literal);
  const every = Math.ceil(all.length / TRIGRAMS_MAX);
  return sql`${sql.param(all.filter((_, at) => at % every === 0))}::int[]`;
}

/** Words of which each URL that the entries match has one; null: an entry has none. */
export function wordsOf(entries: readonly ScanEntry[]): readonly string[] | null {
  const words: string[] = [];
  for (const entry of entries) {
    const candidates = candidatesOf(entry);
    if (candidates?.kind === "literals")
      words.push(...candidates.literals.flatMap((literal) => [literal, inPunycode(literal) ?? literal]));
    else if (candidates?.words) words.push(...candidates.words);
    else return null;
  }
  return words;
}
