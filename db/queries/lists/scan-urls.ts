import { OWN_PORT } from "../../../shared/url/parts.ts";
import type { UrlQuestion } from "../../../shared/url/pattern.ts";
import type { Database, Sql } from "../../connect.ts";
import type { UrlId } from "../../types.ts";
import { SCHEMES } from "../../url-row.ts";
import { likeOf, type NextHosts } from "./pattern-hosts.ts";
import { beyondIndexed, PATH_INDEXED } from "./within.ts";

export type PatternQuestion = Extract<UrlQuestion, { kind: "pattern" }>;

/** Of a pattern, or of a folder: there "*" in the path is that character. */
export type ScanQuestion = Omit<PatternQuestion, "kind"> & { readonly kind: "pattern" | "folder" };

/** The path between its wildcards. */
const literalsOf = ({ kind, path }: ScanQuestion) => (kind === "folder" ? [path] : path.split("*"));

/** A place in the order of such answers: hosts by their names read from behind, start of the path, id. */
export interface UrlPlace {
  readonly host: string;
  readonly start: string;
  readonly url: UrlId;
}

/** Everything up to `through` was looked at; null: that was all. */
export interface ScannedUrls {
  readonly found: readonly UrlPlace[];
  readonly through: UrlPlace | null;
}

/** Rows of a host that one step reads. */
const ROWS = { ofOne: 500, ofMany: 200 };
/** Right behind every path: "0" follows "/" in ASCII. */
const BEHIND_PATHS = "0";

/** Of `u`: the port, which is 0 where it is the scheme's own (U4). */
function portIs(sql: Sql, port: number) {
  const own = SCHEMES.flatMap((scheme, place) => (OWN_PORT[scheme] === port ? [place] : []));
  return sql`(u.port = ${port} or u.port = 0 and u.scheme = any(${own}::int[]))`;
}

/** Of `u`: what the index does not know of. */
function matches(sql: Sql, question: ScanQuestion) {
  const { scheme, port, path } = question;
  const [, ...rest] = literalsOf(question);
  return sql`(
    ${scheme === null ? sql`true` : sql`u.scheme = ${SCHEMES.indexOf(scheme)}`}
    and ${port === null ? sql`true` : portIs(sql, port)}
    and ${rest.length === 0 ? sql`true` : sql`u.path like ${`${likeOf(path.replaceAll("\\", "\\\\"))}%`}`})`;
}

/**
 * Of `u` and `given`: from a place of a host on, to the end of those that begin so. Whole rows of the index `url_host_path` compared,
 * and not "= given.host": of that the planner takes as many as a host has on the average, and sorts what is left of a large one anew
 * in every step.
 */
const hostFrom = (sql: Sql) =>
  sql`(u.host_id, left(u.path, ${PATH_INDEXED}) collate "C", u.id) > (given.host, given.start, given.url)`;
function hostUpTo(sql: Sql, start: string) {
  if (start === "") return sql`u.host_id <= given.host`;
  return sql`
    (u.host_id, left(u.path, ${PATH_INDEXED}) collate "C") < (given.host, ${beyondIndexed(start)}) and starts_with(u.path, ${start})`;
}

/**
 * The next URLs that match (Q4), as far as one step goes: of some hosts at most ROWS rows each are read, whatever matches of them,
 * so that a step ends soon and its successor goes on.
 */
export async function scanUrls(
  db: Database,
  question: ScanQuestion,
  nextHosts: NextHosts,
  after: UrlPlace | null,
): Promise<ScannedUrls> {
  const { sql } = db;
  const { hosts, through } = await nextHosts(db, after?.host ?? "");
  const goesOn = through === null ? null : { host: through, start: BEHIND_PATHS, url: 0 as UrlId };
  if (hosts.length === 0) return { found: [], through: goesOn };
  const rowsMax = hosts.length === 1 ? ROWS.ofOne : ROWS.ofMany;
  const [start = ""] = literalsOf(question);
  // Where the index is entered: from "" on it would be read up to there.
  const beginning = start.slice(0, PATH_INDEXED);
  const rows = await sql<{ place: number; start: string; url: UrlId; full: boolean; matches: boolean }[]>`
    select given.place::int, u.start, u.id as url, u.matches, u.n = ${rowsMax} as full
    from unnest(${hosts.map(({ id }) => id)}::int[],
      ${hosts.map(({ name }) => (name === after?.host ? after.start : beginning))}::text[],
      ${hosts.map(({ name }) => (name === after?.host ? after.url : 0))}::bigint[]
    ) with ordinality as given (host, start, url, place)
    cross join lateral (
      select ordered.*, row_number() over (order by ordered.start collate "C", ordered.id) as n from (
        select u.id, left(u.path, ${PATH_INDEXED}) as start, ${matches(sql, question)} as matches
        from url u where ${hostFrom(sql)} and ${hostUpTo(sql, start)}
        order by u.host_id, left(u.path, ${PATH_INDEXED}) collate "C", u.id limit ${rowsMax}
      ) ordered
    ) u
    where u.matches or u.n = ${rowsMax}
    order by given.place, u.start collate "C", u.id`;
  const nameOf = (place: number) => hosts[place - 1]?.name ?? "";
  const found: UrlPlace[] = [];
  for (const row of rows) {
    const place = { host: nameOf(row.place), start: row.start, url: row.url };
    if (row.matches) found.push(place);
    // There are more of this host, so those of the next ones are for another step.
    if (row.full) return { found, through: place };
  }
  return { found, through: goesOn };
}
