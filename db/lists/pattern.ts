import type { PendingQuery, Row } from "postgres";
import { STATUS_TABLE } from "../../shared/status/table.ts";
import { OWN_PORT } from "../../shared/url/parts.ts";
import type { HostPattern, UrlQuestion } from "../../shared/url/pattern.ts";
import type { Database, Sql } from "../connect.ts";
import { codeOf } from "../errors.ts";
import type { HostId, UrlId } from "../types.ts";
import { SCHEMES } from "../urls/row.ts";
import { beyondIndexed, hostWithin, PATH_INDEXED } from "./uses.ts";

/** SQLSTATE of a statement that took longer. */
export const QUERY_CANCELED = "57014";

/**
 * To the end of the transaction, which only reads: statements that take longer are given up (QUERY_CANCELED), and each is planned
 * for what it asks. A plan that was made for any domain reads all URLs of the one that has a million.
 */
export async function limitTime({ sql }: Database, statementMs: number): Promise<void> {
  await sql`
    select set_config('statement_timeout', ${String(statementMs)}, true), set_config('transaction_read_only', 'on', true),
      set_config('plan_cache_mode', 'force_custom_plan', true)`;
}

export interface HostRow {
  readonly id: HostId;
  readonly name: string;
}

/** Some hosts that match, by their names read from behind; `through`: the last one looked at, null: that was all. */
export interface SomeHosts {
  readonly hosts: readonly HostRow[];
  readonly through: string | null;
}

/** The hosts of a pattern, from a name on, that one included; "": from the first. */
export type NextHosts = (db: Database, from: string) => Promise<SomeHosts>;

/** Of one answer to `NextHosts`: hosts that match, and hosts looked at to find them. */
const STEP = { hosts: 64, looked: 4_000 };
/** Of names with `*` in the midst, found by their trigrams: so many are sorted, and it may take so long to see that there are more. */
const ALIKE = { hosts: 5_000, ms: 100 };

const reversed = (name: string): string => [...name].reverse().join("");
const literals = (pattern: string) => pattern.split("*").filter((literal) => literal.length >= 3);
/** For `like`, in which "*" stands for any characters. */
export const likeOf = (pattern: string): string =>
  pattern.replaceAll("_", "\\_").replaceAll("%", "\\%").replaceAll("*", "%");

const beyond = (sql: Sql, from: string) => sql`reverse(h.name) collate "C" >= ${reversed(from)}`;

const inOrder =
  (host: Exclude<HostPattern, { kind: "like" }>): NextHosts =>
  async ({ sql }, from) => {
    const isOne = host.kind === "host" ? sql`h.name = ${host.name}` : hostWithin(sql, host.domain);
    const hosts = await sql<HostRow[]>`
      select h.id, h.name from host h where ${isOne} and ${beyond(sql, from)}
      order by reverse(h.name) collate "C" limit ${STEP.hosts}`;
    return { hosts, through: hosts.length < STEP.hosts ? null : (hosts.at(-1)?.name ?? null) };
  };

/** Those that match, in order; null: they are many. They come in no order out of the index, so all of them are sorted. */
async function fewAlike(db: Database, pattern: string): Promise<readonly HostRow[] | null> {
  try {
    const rows = await db.transaction(async (tx) => {
      await limitTime(tx, ALIKE.ms);
      const { sql } = tx;
      const parts = literals(pattern).map(
        (literal) => sql`and weboid_trigrams(h.name) @> weboid_trigrams(${literal})`,
      );
      return sql<(HostRow & { matches: boolean })[]>`
        select h.id, h.name, h.name like ${likeOf(pattern)} as matches from host h
        where true ${parts} limit ${ALIKE.hosts + 1}`;
    });
    if (rows.length > ALIKE.hosts) return null;
    const keyed = rows
      .filter(({ matches }) => matches)
      .map(({ id, name }) => ({ key: reversed(name), id, name }));
    return keyed.sort((a, b) => (a.key < b.key ? -1 : 1)).map(({ id, name }) => ({ id, name }));
  } catch (error) {
    if (codeOf(error) === QUERY_CANCELED) return null;
    throw error;
  }
}

const given =
  (all: readonly HostRow[]): NextHosts =>
  async (_, from) => {
    const start = all.findIndex(({ name }) => reversed(name) >= reversed(from));
    const hosts = start < 0 ? [] : all.slice(start, start + STEP.hosts);
    const last = hosts.at(-1);
    return { hosts, through: last === undefined || last === all.at(-1) ? null : last.name };
  };

/** Where many match, so that some of them come soon: along the index, and of its part that ends as the pattern does. */
const walked =
  (pattern: string): NextHosts =>
  async ({ sql }, from) => {
    const ending = reversed(pattern.slice(pattern.lastIndexOf("*") + 1));
    const behind =
      ending.slice(0, -1) + String.fromCharCode((ending.codePointAt(ending.length - 1) ?? 0) + 1);
    const within =
      ending === ""
        ? sql`true`
        : sql`reverse(h.name) collate "C" >= ${ending} and reverse(h.name) collate "C" < ${behind}`;
    const rows = await sql<(HostRow & { matches: boolean; atEnd: boolean })[]>`
      select * from (
        select id, name, name like ${likeOf(pattern)} as matches, row_number() over () = ${STEP.looked} as "atEnd" from (
          select h.id, h.name from host h where ${beyond(sql, from)} and ${within}
          order by reverse(h.name) collate "C" limit ${STEP.looked}
        ) ordered
      ) looked
      where matches or "atEnd" limit ${STEP.hosts}`;
    const last = rows.at(-1);
    const goesOn = last !== undefined && (last.atEnd || rows.length === STEP.hosts);
    return { hosts: rows.filter(({ matches }) => matches), through: goesOn ? last.name : null };
  };

/** How the hosts of a pattern are found; asked once per question, as it may have to look at thousands of names. */
export async function hostsOf(db: Database, host: HostPattern): Promise<NextHosts> {
  if (host.kind !== "like") return inOrder(host);
  const few = await fewAlike(db, host.pattern);
  return few === null ? walked(host.pattern) : given(few);
}

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

const FAILING = new Set(["gone", "trouble", "silent"]);
const TYPES = STATUS_TABLE.filter((row) => FAILING.has(row.class)).map(({ type }) => type);
/** shared/history/pack.ts: the top bit of the first byte, a dead end. */
const DEAD_END = 128;

/**
 * Of `url u`: the last thing observed was neither content nor a refusal. All that `judge` calls unreachable or doubtful are
 * among them, and hardly any other.
 */
export const isFailing = (sql: Sql) => sql`
  (octet_length(u.history) > 0 and (get_byte(u.history, 0) >= ${DEAD_END} or get_byte(u.history, 0) = any(${TYPES}::int[])))`;

/**
 * Runs a statement of a transaction that finds pages by URLs of theirs. The planner counts a table's pages and not what their lists
 * hold, which lie elsewhere: a few hundred rows seem cheap to read, for each URL anew, where each has a thousand URLs.
 */
export async function byIndex<T extends readonly Row[]>(
  { sql }: Database,
  statement: PendingQuery<T>,
): Promise<T> {
  const allowed = (scan: "on" | "off") => sql`select set_config('enable_seqscan', ${scan}, true)`;
  const [, rows] = await Promise.all([allowed("off"), statement, allowed("on")]);
  return rows;
}
