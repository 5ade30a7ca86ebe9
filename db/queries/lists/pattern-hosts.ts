import type { HostPattern } from "../../../shared/url/pattern.ts";
import type { Database, Sql } from "../../connect.ts";
import { codeOf } from "../../errors.ts";
import type { HostId } from "../../types.ts";
import { limitTime, QUERY_CANCELED } from "./limit-time.ts";
import { hostWithin } from "./within.ts";

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
