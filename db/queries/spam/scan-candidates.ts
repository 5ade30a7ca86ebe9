import { inPunycode, trigramsOf } from "../../../shared/spam/candidates.ts";
import type { Sql } from "../../connect.ts";
import type { UrlId } from "../../types.ts";
import type { UrlColumns } from "../../url-row.ts";

/** What stands in more hosts or URLs than this is no text to look for: going over all URLs is as good. */
const HOSTS_MAX = 20_000;
const URLS_MAX = 100_000;
/** Of a text so many of its trigrams are looked up, evenly spread: each costs, and few find other hosts than all. */
const TRIGRAMS_MAX = 6;

export type UrlRow = UrlColumns & { readonly id: UrlId };

/** URLs that have a text of host characters in their host, or behind `//` in their path; null: too many. */
export async function urlsWith(
  sql: Sql,
  literal: string,
  { nested }: { readonly nested: boolean },
): Promise<UrlRow[] | null> {
  const trigrams = someTrigrams(literal);
  const punycode = inPunycode(literal);
  const found = await sql<{ id: number; name: string }[]>`
    select id, name from host where weboid_trigrams(name) @> ${trigrams}::int[]
    ${punycode === null ? sql`` : sql`or weboid_trigrams(name) @> ${someTrigrams(punycode)}::int[]`}
    limit ${HOSTS_MAX + 1}`;
  if (found.length > HOSTS_MAX) return null;
  // The three characters may stand apart from each other.
  const has = (name: string) => name.includes(literal) || (punycode !== null && name.includes(punycode));
  const hosts = found.flatMap(({ id, name }) => (has(name) ? id : []));
  const urls = hosts.length === 0 ? [] : await urlsOf(sql, hosts);
  if (urls.length > URLS_MAX || !nested) return urls.length > URLS_MAX ? null : urls;
  const inPaths = await sql<UrlRow[]>`
    select u.id, u.scheme, h.name as host, u.port, u.path from url u join host h on h.id = u.host_id
    where u.path like '%//%' and weboid_nested(u.path) @> ${trigrams}::int[] limit ${URLS_MAX + 1}`;
  return inPaths.length > URLS_MAX ? null : [...urls, ...inPaths];
}

function someTrigrams(literal: string): number[] {
  const all = trigramsOf(literal);
  const every = Math.ceil(all.length / TRIGRAMS_MAX);
  return all.filter((_, at) => at % every === 0);
}

async function urlsOf(sql: Sql, hosts: readonly number[]): Promise<UrlRow[]> {
  const rows = await sql<UrlRow[]>`
    select u.id, u.scheme, h.name as host, u.port, u.path from url u join host h on h.id = u.host_id
    where u.host_id = any(${[...hosts]}::int[]) limit ${URLS_MAX + 1}`;
  return [...rows];
}
