import { and, eq, type SQL, sql } from "drizzle-orm";
import type { HostPattern } from "../../shared/url/pattern.ts";
import type { Database } from "../connect.ts";
import { codeOf } from "../errors.ts";
import { host } from "../schema/index.ts";
import { hostWithin, likeOf, limitTime, QUERY_CANCELED, reversed, reversedName } from "./conditions.ts";

type HostRow = Readonly<Pick<typeof host.$inferSelect, "id" | "name">>;

/** Some hosts that match, by their names read from behind; `through`: the last one tried, null: that was all. */
interface SomeHosts {
  readonly hosts: readonly HostRow[];
  readonly through: string | null;
}

/** The hosts of a pattern, from a name on, that one included; "": from the first. */
export type NextHosts = (db: Database, from: string) => Promise<SomeHosts>;

/** Of one answer to `NextHosts`: hosts that match, and hosts tried to find them. */
const STEP = { hosts: 64, tried: 4_000 };
/** Of names with `*` in the midst, found by their trigrams: so many are sorted, and it may take so long to see that there are more. */
const ALIKE = { hosts: 5_000, ms: 100 };

const literals = (pattern: string) => pattern.split("*").filter((literal) => literal.length >= 3);
const isFrom = (name: string): SQL => sql`${reversedName} >= ${reversed(name)}`;

const inOrder =
  (pattern: Exclude<HostPattern, { kind: "like" }>): NextHosts =>
  async ({ orm }, from) => {
    const isOne = pattern.kind === "host" ? eq(host.name, pattern.name) : hostWithin(pattern.domain);
    const hosts = await orm
      .select({ id: host.id, name: host.name })
      .from(host)
      .where(and(isOne, isFrom(from)))
      .orderBy(reversedName)
      .limit(STEP.hosts);
    return { hosts, through: hosts.length < STEP.hosts ? null : (hosts.at(-1)?.name ?? null) };
  };

/** Those that match, in order; null: they are many. They come in no order out of the index, so all of them are sorted. */
async function fewAlike(db: Database, pattern: string): Promise<readonly HostRow[] | null> {
  try {
    const rows = await db.transaction(async (tx) => {
      await limitTime(tx, ALIKE.ms);
      const parts = literals(pattern).map(
        (literal) => sql`weboid_trigrams(${host.name}) @> weboid_trigrams(${literal})`,
      );
      const matches = sql<boolean>`${host.name} like ${likeOf(pattern)}`;
      return tx.orm
        .select({ id: host.id, name: host.name, matches })
        .from(host)
        .where(and(...parts))
        .limit(ALIKE.hosts + 1);
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

/** Of hosts in the order of the index: their names end as the pattern does. */
function isWithin(pattern: string): SQL | undefined {
  const ending = reversed(pattern.slice(pattern.lastIndexOf("*") + 1));
  if (ending === "") return undefined;
  const behind = ending.slice(0, -1) + String.fromCharCode((ending.codePointAt(ending.length - 1) ?? 0) + 1);
  return sql`${reversedName} >= ${ending} and ${reversedName} < ${behind}`;
}

/** Where many match, so that some of them come soon: along the index, and of its part that ends as the pattern does. */
const walked =
  (pattern: string): NextHosts =>
  async ({ orm }, from) => {
    const ordered = orm
      .select({ id: host.id, name: host.name })
      .from(host)
      .where(and(isFrom(from), isWithin(pattern)))
      .orderBy(reversedName)
      .limit(STEP.tried)
      .as("ordered");
    const tried = orm
      .select({
        id: ordered.id,
        name: ordered.name,
        matches: sql<boolean>`${ordered.name} like ${likeOf(pattern)}`.as("matches"),
        atEnd: sql<boolean>`row_number() over () = ${STEP.tried}`.as("at_end"),
      })
      .from(ordered)
      .as("tried");
    const rows = await orm
      .select()
      .from(tried)
      .where(sql`${tried.matches} or ${tried.atEnd}`)
      .limit(STEP.hosts);
    const last = rows.at(-1);
    const goesOn = last !== undefined && (last.atEnd || rows.length === STEP.hosts);
    return { hosts: rows.filter(({ matches }) => matches), through: goesOn ? last.name : null };
  };

/** How the hosts of a pattern are found; asked once per question, as it may have to try thousands of names. */
export async function hostsOf(db: Database, pattern: HostPattern): Promise<NextHosts> {
  if (pattern.kind !== "like") return inOrder(pattern);
  const few = await fewAlike(db, pattern.pattern);
  return few === null ? walked(pattern.pattern) : given(few);
}
