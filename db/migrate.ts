import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Database, Sql } from "./connect.ts";
import { DatabaseError, type DatabaseLog } from "./errors.ts";

export interface Migration {
  readonly number: number;
  readonly name: string;
  readonly sql: string;
  /** SHA-256 of the text, so that an edit of what was applied somewhere is noticed. */
  readonly hash: string;
}

export type SchemaState =
  /** No Weboid tables yet. */
  | { readonly kind: "empty"; readonly known: number }
  | { readonly kind: "older"; readonly applied: number; readonly known: number }
  | { readonly kind: "current"; readonly applied: number; readonly known: number }
  | { readonly kind: "newer"; readonly applied: number; readonly known: number };

/** For all migrating processes of the database; the first half reads "webo". */
const MIGRATION_LOCK = [0x7765626f, 1] as const;

/** The files of db/migrations in their order; throws when numbers are missing or doubled, as that is a bug. */
export function migrations(): readonly Migration[] {
  const folder = join(import.meta.dirname, "migrations");
  const found = readdirSync(folder)
    .filter((file) => /^\d{4}_[a-z0-9_]+\.sql$/.test(file))
    .sort()
    .map((file) => {
      const sql = readFileSync(join(folder, file), "utf8");
      return {
        number: Number(file.slice(0, 4)),
        name: file.slice(5, -4),
        sql,
        hash: createHash("sha256").update(sql).digest("hex"),
      };
    });
  found.forEach(({ number }, index) => {
    if (number !== index + 1)
      throw new Error(`migrations are not numbered 1, 2, …: ${number} at ${index + 1}`);
  });
  return found;
}

interface Applied {
  readonly number: number;
  readonly hash: string;
}

async function appliedIn(sql: Sql): Promise<readonly Applied[]> {
  const [exists] = await sql<
    { found: boolean }[]
  >`select to_regclass('weboid_migration') is not null as found`;
  if (!exists?.found) return [];
  return sql<Applied[]>`select number, hash from weboid_migration order by number`;
}

/** How many; 0: no Weboid tables yet. */
export const appliedMigrations = async ({ sql }: Database): Promise<number> => (await appliedIn(sql)).length;

export async function schemaState(db: Database): Promise<SchemaState> {
  const known = migrations().length;
  const applied = await appliedMigrations(db);
  if (applied === 0) return { kind: "empty", known };
  const kind = applied < known ? "older" : applied > known ? "newer" : "current";
  return { kind, applied, known };
}

/** Throws a DatabaseError unless program and database fit together; every role calls it before its work. */
export async function requireSchema(db: Database): Promise<void> {
  const state = await schemaState(db);
  if (state.kind === "empty")
    throw new DatabaseError("schema-empty", "the database has no Weboid tables yet: run `weboid migrate`");
  if (state.kind === "older")
    throw new DatabaseError(
      "schema-older",
      `the database is at version ${state.applied}, this program needs ${state.known}: run \`weboid migrate\``,
    );
  if (state.kind === "newer")
    throw new DatabaseError(
      "schema-newer",
      `the database is at version ${state.applied}, this program knows ${state.known}: install the newer Weboid that migrated it`,
    );
}

function checkUnedited(applied: readonly Applied[], known: readonly Migration[]): void {
  for (const { number, hash } of applied) {
    const migration = known[number - 1];
    if (migration !== undefined && migration.hash !== hash)
      throw new DatabaseError(
        "schema-edited",
        `migration ${number} (${migration.name}) is not the one that this database was made with: install the Weboid version that made it, then update step by step`,
      );
  }
}

/**
 * Brings the database up to date; answers the names of what was applied. All in one transaction, under a lock that
 * lets the second of two processes wait and then find nothing to do. A newer database is left alone and reported.
 */
export async function migrate(db: Database, log: DatabaseLog): Promise<readonly string[]> {
  const known = migrations();
  return db.transaction(async ({ sql }) => {
    await sql`select pg_advisory_xact_lock(${MIGRATION_LOCK[0]}::int, ${MIGRATION_LOCK[1]}::int)`;
    await sql`create table if not exists weboid_migration (
      number integer primary key, name text not null, hash text not null,
      applied_at timestamptz not null default now())`;
    const applied = await appliedIn(sql);
    if (applied.length > known.length)
      throw new DatabaseError(
        "schema-newer",
        `the database is at version ${applied.length}, this program knows ${known.length}: install the newer Weboid that migrated it`,
      );
    checkUnedited(applied, known);
    const names: string[] = [];
    for (const migration of known.slice(applied.length)) {
      log.info(`migration ${migration.number}: ${migration.name}`);
      await sql.unsafe(migration.sql).simple();
      await sql`insert into weboid_migration (number, name, hash)
        values (${migration.number}, ${migration.name}, ${migration.hash})`;
      names.push(migration.name);
    }
    return names;
  });
}
