import { readFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { type MigrationMeta, readMigrationFiles } from "drizzle-orm/migrator";
import type { PostgresJsDatabase } from "drizzle-orm/postgres-js";
import { migrate as applyMigrations } from "drizzle-orm/postgres-js/migrator";
import type { Database, Orm } from "./connect.ts";
import { DatabaseError, type DatabaseLog } from "./errors.ts";
import { advisoryLock, evaluate } from "./statement.ts";

export interface Migration {
  /** `0001_tables` */
  readonly name: string;
  /** SHA-256 of the text, so that an edit of what was applied somewhere is noticed. */
  readonly hash: string;
}

export type SchemaState =
  /** No Weboid tables yet. */
  | { readonly kind: "empty"; readonly known: number }
  | { readonly kind: "older" | "current" | "newer"; readonly applied: number; readonly known: number };

/** For all migrating processes of the database; the first half reads "webo". */
const MIGRATION_LOCK = [0x7765626f, 1] as const;

/** Where drizzle-kit writes them, and where Drizzle's migrator notes what it applied. */
const CONFIG = {
  migrationsFolder: join(import.meta.dirname, "migrations"),
  migrationsSchema: "public",
  migrationsTable: "schema_migration",
};

/** Of Weboid before its schema was generated; no such version was released. */
const FORMER_TABLE = "weboid_migration";

interface Journal {
  readonly entries: readonly { readonly tag: string }[];
}

/** Those of db/migrations in their order. */
export function migrations(): readonly Migration[] {
  const { entries }: Journal = JSON.parse(
    readFileSync(join(CONFIG.migrationsFolder, "meta/_journal.json"), "utf8"),
  );
  return readMigrationFiles(CONFIG).map(({ hash }: MigrationMeta, place) => ({
    name: entries[place]?.tag ?? "",
    hash,
  }));
}

/** Hashes of those that were applied, in their order. */
async function appliedIn(orm: Orm): Promise<readonly string[]> {
  const isThere = (table: string) => sql<boolean>`to_regclass(${table}) is not null`;
  const tables = await evaluate(orm, {
    present: isThere(CONFIG.migrationsTable),
    former: isThere(FORMER_TABLE),
  });
  if (tables.former)
    throw new DatabaseError(
      "schema-older",
      "the database was made by a Weboid of before its first release, which this one cannot bring up to date: create another database, and set DATABASE_URL to it",
    );
  if (!tables.present) return [];
  const rows = await orm
    .select({ hash: sql<string>`hash` })
    .from(sql`${sql.identifier(CONFIG.migrationsTable)}`)
    .orderBy(sql`created_at`);
  return rows.map(({ hash }) => hash);
}

/** How many; 0: no Weboid tables yet. */
export const appliedMigrations = async ({ orm }: Database): Promise<number> => (await appliedIn(orm)).length;

export async function schemaState(db: Database): Promise<SchemaState> {
  const known = migrations().length;
  const applied = await appliedMigrations(db);
  if (applied === 0) return { kind: "empty", known };
  return { kind: applied < known ? "older" : applied > known ? "newer" : "current", applied, known };
}

const newer = (applied: number, known: number) =>
  new DatabaseError(
    "schema-newer",
    `the database is at version ${applied}, this program knows ${known}: install the newer Weboid that migrated it`,
  );

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
  if (state.kind === "newer") throw newer(state.applied, state.known);
}

function checkUnedited(applied: readonly string[], known: readonly Migration[]): void {
  const edited = known.slice(0, applied.length).find(({ hash }, place) => hash !== applied[place]);
  if (edited !== undefined)
    throw new DatabaseError(
      "schema-edited",
      `migration ${edited.name} is not the one that this database was made with: install the Weboid version that made it, then update step by step`,
    );
}

/**
 * Brings the database up to date; answers the names of what was applied. All in one transaction, under a lock that
 * lets the second of two processes wait and then find nothing to do. A newer database is left alone and reported.
 */
export async function migrate(db: Database, log: DatabaseLog): Promise<readonly string[]> {
  const known = migrations();
  return db.transaction(async ({ orm }) => {
    await evaluate(orm, { locked: advisoryLock(...MIGRATION_LOCK) });
    const applied = await appliedIn(orm);
    if (applied.length > known.length) throw newer(applied.length, known.length);
    checkUnedited(applied, known);
    const names = known.slice(applied.length).map(({ name }) => name);
    if (names.length === 0) return [];
    log.info(`migrations: ${names.join(", ")}`);
    // Its `transaction` is the one that runs already (orm.ts).
    await applyMigrations(orm as PostgresJsDatabase, CONFIG);
    return names;
  });
}
