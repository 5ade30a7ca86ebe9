import { like, type SQL, sql } from "drizzle-orm";
import { STATUS_TABLE } from "../../shared/status/table.ts";
import type { Database } from "../connect.ts";
import { host, url } from "../schema/index.ts";
import { evaluate, setLocal } from "../statement.ts";

/** SQLSTATE of a statement that took longer. */
export const QUERY_CANCELED = "57014";

/**
 * To the end of the transaction, which only reads: statements that take longer are given up (QUERY_CANCELED), and each is planned
 * for what it asks. A plan that was made for any domain reads all URLs of the one that has a million.
 */
export async function limitTime({ orm }: Database, statementMs: number): Promise<void> {
  await setLocal(orm, {
    statement_timeout: String(statementMs),
    transaction_read_only: "on",
    plan_cache_mode: "force_custom_plan",
  });
}

/**
 * Runs a statement of a transaction that finds pages by URLs of theirs. The planner counts a table's pages and not what their lists
 * hold, which lie elsewhere: a few hundred rows seem cheap to read, for each URL again, where each has a thousand URLs.
 */
export async function byIndex<T>({ orm }: Database, statement: () => Promise<T>): Promise<T> {
  await setLocal(orm, { enable_seqscan: "off" });
  const rows = await statement();
  await evaluate(orm, {
    value: sql`set_config('enable_seqscan', (select reset_val from pg_settings where name = 'enable_seqscan'), true)`,
  });
  return rows;
}

export const reversed = (name: string): string => [...name].reverse().join("");

/** Names read from behind, in the order of the index `host_reversed`. */
export const reversedName = sql<string>`reverse(${host.name}) collate "C"`;

/**
 * Of `host`: the domain and all below it. One range of the index `host_reversed`: "." comes right before "/" in ASCII; in
 * between lie only names that end alike in the midst of a label, which the last condition leaves out.
 */
export function hostWithin(domain: string): SQL {
  const name = reversed(domain);
  return sql`(${reversedName} >= ${name} and ${reversedName} < ${`${name}/`}
    and (${host.name} = ${domain} or starts_with(reverse(${host.name}), ${`${name}.`})))`;
}

/** As in the index `url_host_path`. Characters are bytes: paths are ASCII (U4). */
export const PATH_INDEXED = 16;
export const indexedPath = sql<string>`left(${url.path}, ${sql.raw(String(PATH_INDEXED))}) collate "C"`;

/** What comes right behind all paths that begin so, as far as the index knows them. */
export function beyondIndexed(start: string): string {
  const indexed = start.slice(0, PATH_INDEXED);
  const last = indexed.charCodeAt(indexed.length - 1);
  return indexed.slice(0, -1) + String.fromCharCode(last + 1);
}

/** Of `url`: its path begins so. A range of the index `url_host_path` behind the host. "": any path. */
export const pathBegins = (start: string): SQL | undefined =>
  start === ""
    ? undefined
    : sql`(${indexedPath} >= ${start.slice(0, PATH_INDEXED)} and ${indexedPath} < ${beyondIndexed(start)}
        and starts_with(${url.path}, ${start}))`;

/** For `like`, in which "*" stands for any characters. */
export const likeOf = (pattern: string): string =>
  pattern.replaceAll("_", "\\_").replaceAll("%", "\\%").replaceAll("*", "%");

/** Of `url`: its path begins like this, in which "*" stands for any characters. */
export const pathMatches = (pattern: string): SQL =>
  pattern.includes("*")
    ? like(url.path, `${likeOf(pattern.replaceAll("\\", "\\\\"))}%`)
    : sql`starts_with(${url.path}, ${pattern})`;

const FAILING = new Set(["gone", "trouble", "silent"]);
const TYPES = STATUS_TABLE.filter((row) => FAILING.has(row.class)).map(({ type }) => type);
/** shared/history/pack.ts: the top bit of the first byte, a dead end. */
const DEAD_END = 128;

/**
 * Of `url`: the last thing observed was neither content nor a refusal. All that `judge` calls unreachable or doubtful are
 * among them, and hardly any other.
 */
export const isFailing = sql<boolean>`(octet_length(${url.history}) > 0
  and (get_byte(${url.history}, 0) >= ${DEAD_END} or get_byte(${url.history}, 0) = any(${sql.param(TYPES)}::int[])))`;
