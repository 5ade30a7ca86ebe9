import { setTimeout as sleep } from "node:timers/promises";
import { type SQL, sql } from "drizzle-orm";
import { bigint, integer, pgTable, serial, text } from "drizzle-orm/pg-core";
import type { Database, Orm } from "./connect.ts";
import { codeOf, DatabaseError, type DatabaseLog, messageOf } from "./errors.ts";
import { MIGRATIONS_FOLDER, type Migration, migrations } from "./migration-files.ts";
import { evaluate, setLocal } from "./statement.ts";

export type SchemaState =
  /** No Weboid tables yet. */
  | { readonly kind: "empty"; readonly known: number }
  | {
      /** `compatible`: newer than the program, which can use it all the same. */
      readonly kind: "older" | "current" | "compatible" | "newer";
      readonly applied: number;
      readonly known: number;
    };

/** For all migrating processes of the database; the first half reads "webo". */
const MIGRATION_LOCK = [0x7765626f, 1] as const;

/** What was applied; made by `migrate` itself, before there is a schema. */
const schemaMigration = pgTable("schema_migration", {
  id: serial().primaryKey(),
  hash: text().notNull(),
  createdAt: bigint("created_at", { mode: "number" }),
  /** `Migration.oldest` */
  oldest: integer().notNull().default(0),
});

/** Of Weboid before its schema was generated; no such version was released. */
const FORMER_TABLE = "weboid_migration";

interface Applied {
  /** In their order. */
  readonly hashes: readonly string[];
  /** Programs that know fewer migrations cannot use the database. */
  readonly oldest: number;
}

async function appliedIn(orm: Orm): Promise<Applied> {
  const isThere = (table: string) => sql<boolean>`to_regclass(${table}) is not null`;
  const tables = await evaluate(orm, {
    present: isThere("schema_migration"),
    former: isThere(FORMER_TABLE),
  });
  if (tables.former)
    throw new DatabaseError(
      "schema-older",
      "the database was made by a Weboid of before its first release, which this one cannot bring up to date: create another database, and set DATABASE_URL to it",
    );
  if (!tables.present) return { hashes: [], oldest: 0 };
  const rows = await orm
    // The column is missing until the first migration by this program.
    .select({
      hash: schemaMigration.hash,
      oldest: sql<number>`coalesce((to_jsonb(${schemaMigration}) ->> 'oldest')::int, 0)`,
    })
    .from(schemaMigration)
    .orderBy(schemaMigration.createdAt);
  return { hashes: rows.map(({ hash }) => hash), oldest: Math.max(0, ...rows.map(({ oldest }) => oldest)) };
}

export interface SchemaVersion {
  /** How many migrations were applied; 0: no Weboid tables yet. */
  readonly applied: number;
  /** Programs that know fewer migrations cannot use the database. */
  readonly oldest: number;
}

export async function schemaVersion({ orm }: Database): Promise<SchemaVersion> {
  const { hashes, oldest } = await appliedIn(orm);
  return { applied: hashes.length, oldest };
}

export async function schemaState(db: Database, folder = MIGRATIONS_FOLDER): Promise<SchemaState> {
  const known = migrations(folder).length;
  const { applied, oldest } = await schemaVersion(db);
  if (applied === 0) return { kind: "empty", known };
  if (applied === known) return { kind: "current", applied, known };
  if (applied < known) return { kind: "older", applied, known };
  return { kind: known < oldest ? "newer" : "compatible", applied, known };
}

const newer = (applied: number, known: number) =>
  new DatabaseError(
    "schema-newer",
    `the database is at version ${applied}, this program knows ${known}: install the newer Weboid that migrated it`,
  );

/** Throws a DatabaseError unless program and database fit together; every role calls it before its work. */
export async function requireSchema(db: Database, folder = MIGRATIONS_FOLDER): Promise<void> {
  const state = await schemaState(db, folder);
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

/** What waits for a table waits behind a migration that waits for it: so long at most. */
const LOCK_TIMEOUT_MS = 2_000;
/** Until then the others have their turn. */
const RETRY_MS = 3_000;
/** Between two questions whether another process is done. */
const BUSY_MS = 100;
/** lock_not_available */
const LOCK_TIMEOUT = "55P03";

export interface MigrateOptions {
  readonly folder?: string;
  /** It gives up when tables were in use for so long. */
  readonly patienceMs?: number;
}

/**
 * Brings the database up to date beside programs that use it; answers the names of what was applied. Each migration in a
 * transaction of its own, under a lock that lets the second of two processes wait and then go on with what is left. A
 * newer database is left alone, and reported where this program cannot use it.
 */
export async function migrate(
  db: Database,
  log: DatabaseLog,
  { folder = MIGRATIONS_FOLDER, patienceMs = 600_000 }: MigrateOptions = {},
): Promise<readonly string[]> {
  const known = migrations(folder);
  const names: string[] = [];
  let deadline = Date.now() + patienceMs;
  let waits = 0;
  for (;;) {
    try {
      const isNew = names[0] !== undefined && names[0] === known[0]?.name;
      const step = await applyNext(db, known, { log, isNew });
      if (step.kind === "done") {
        if (names.length > 0) log.info(`migrations: ${names.join(", ")}`);
        return names;
      }
      // Another process migrates, for hours where it builds a large index.
      if (step.kind === "busy") await sleep(BUSY_MS);
      else names.push(step.name);
      deadline = Date.now() + patienceMs;
      waits = 0;
    } catch (error) {
      if (codeOf(error) !== LOCK_TIMEOUT) throw error;
      if (Date.now() > deadline) throw tablesInUse(error);
      if (waits === 0) log.info("its tables are in use: it tries again, for ten minutes");
      waits += 1;
      await sleep(RETRY_MS * (0.5 + Math.random()));
    }
  }
}

const tablesInUse = (error: unknown) =>
  new DatabaseError(
    "tables-in-use",
    `a migration found no moment in which its tables were free (${messageOf(error)}): end long transactions (pg_stat_activity: psql, pg_dump), and run \`weboid migrate\` again; nothing of it was changed`,
    { cause: error },
  );

type Step =
  | { readonly kind: "done" }
  | { readonly kind: "busy" }
  | { readonly kind: "applied"; readonly name: string };

/** Applies the first that is missing. `isNew`: a database whose tables were made a moment ago, and are empty. */
async function applyNext(
  db: Database,
  known: readonly Migration[],
  { log, isNew }: { readonly log: DatabaseLog; readonly isNew: boolean },
): Promise<Step> {
  const next = await inTurn(db, known, async (orm, missing) => {
    if (missing !== undefined) await makeTable(orm);
    return missing ?? null;
  });
  if (next === undefined) return { kind: "busy" };
  if (next === null) return { kind: "done" };
  if (next.concurrently && !isNew) log.info(`migration ${next.name} builds indexes, which may take hours`);
  const isApplied = await (next.concurrently ? applyAlone(db, known, next) : applyWhole(db, known, next));
  return isApplied ? { kind: "applied", name: next.name } : { kind: "busy" };
}

/**
 * Whether no other process migrates; the lock is ours then. It is not waited for in the database: who waits there is in a
 * transaction, for which the building of an index waits in turn.
 */
async function isOurTurn(orm: Orm, lock: SQL): Promise<boolean> {
  const [kind, id] = MIGRATION_LOCK;
  const { locked } = await evaluate(orm, { locked: sql<boolean>`${lock}(${kind}::int, ${id}::int)` });
  return locked;
}

async function firstMissing(orm: Orm, known: readonly Migration[]): Promise<Migration | undefined> {
  const { hashes, oldest } = await appliedIn(orm);
  if (known.length < oldest) throw newer(hashes.length, known.length);
  checkUnedited(hashes, known);
  return known[hashes.length];
}

/** A transaction with the first that is missing, while nobody else migrates; undefined: another process does. */
const inTurn = <T>(
  db: Database,
  known: readonly Migration[],
  work: (orm: Orm, missing: Migration | undefined) => Promise<T>,
): Promise<T | undefined> =>
  db.transaction(async ({ orm }) => {
    if (!(await isOurTurn(orm, sql`pg_try_advisory_xact_lock`))) return undefined;
    await setLocal(orm, { lock_timeout: String(LOCK_TIMEOUT_MS) });
    return work(orm, await firstMissing(orm, known));
  });

/** False: another process was faster. */
const applyWhole = (
  db: Database,
  known: readonly Migration[],
  migration: Migration,
): Promise<boolean | undefined> =>
  inTurn(db, known, async (orm, missing) => {
    if (missing !== migration) return false;
    for (const statement of migration.statements) await orm.execute(sql.raw(statement));
    await note(orm, migration);
    return true;
  });

const note = (orm: Orm, { hash, written, oldest }: Migration) =>
  orm.insert(schemaMigration).values({ hash, createdAt: written, oldest });

/**
 * Builds indexes beside everything else, over a connection of its own that no transaction is open on: each would be waited for,
 * this one as well. An index that an interrupted build left is never used, and is taken for the finished one by `if not exists`: it goes first.
 */
async function applyAlone(db: Database, known: readonly Migration[], migration: Migration): Promise<boolean> {
  const session = db.session();
  const { orm } = session;
  try {
    if (!(await isOurTurn(orm, sql`pg_try_advisory_lock`))) return false;
    if ((await firstMissing(orm, known)) !== migration) return false;
    const text = migration.statements.join();
    const invalid = await orm
      .select({ name: sql<string>`relname` })
      .from(sql`pg_index join pg_class on pg_class.oid = indexrelid`)
      .where(sql`not indisvalid and relnamespace = 'public'::regnamespace`);
    for (const { name } of invalid.filter((index) => text.includes(`"${index.name}"`)))
      await orm.execute(sql.raw(`drop index concurrently if exists "${name}"`));
    for (const statement of migration.statements) await orm.execute(sql.raw(statement));
    await note(orm, migration);
    return true;
  } finally {
    await session.close();
  }
}

async function makeTable(orm: Orm): Promise<void> {
  await orm.execute(
    sql`create table if not exists schema_migration (id serial primary key, hash text not null, created_at bigint)`,
  );
  const [column] = await orm
    .select({ name: sql<string>`attname` })
    .from(sql`pg_attribute`)
    .where(sql`attrelid = 'schema_migration'::regclass and attname = 'oldest'`);
  // Only once, as even an `add column if not exists` waits for every dump that runs.
  if (column === undefined)
    await orm.execute(sql`alter table schema_migration add column oldest integer not null default 0`);
}
