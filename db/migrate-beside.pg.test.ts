import { rmSync } from "node:fs";
import { afterEach, beforeEach, expect, test } from "vitest";
import { connect, type Database } from "./connect.ts";
import { noLog } from "./errors.ts";
import { migrate, requireSchema, schemaState } from "./migrate.ts";
import { migrations } from "./migration-files.ts";
import { freshDatabaseUrl } from "./testing/fresh.ts";
import { laterMigrations } from "./testing/later-migrations.ts";

const known = migrations().length;
const folders: string[] = [];
let db: Database;
let other: Database;

beforeEach(async () => {
  const url = await freshDatabaseUrl();
  [db, other] = [await connect(url, { max: 2 }), await connect(url, { max: 2 })];
});
afterEach(async () => {
  await Promise.all([db.close(), other.close()]);
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

function later(more: Readonly<Record<string, string>>): { folder: string } {
  const folder = laterMigrations(more);
  folders.push(folder);
  return { folder };
}

/** Holds a table as a long report or a dump does, until it is released. */
async function hold(table: string): Promise<() => Promise<void>> {
  const held = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const over = other.transaction(async ({ sql }) => {
    await sql.unsafe(`lock table ${table} in access share mode`);
    held.resolve();
    await released.promise;
  });
  await held.promise;
  return async () => {
    released.resolve();
    await over;
  };
}

const EXPAND = { later_1: `alter table "page" add column "later" integer` };

test("who needs a table that a migration waits for waits for two seconds at most, and the migration comes to its turn", async () => {
  const release = await hold("page");
  const waits: string[] = [];
  const log = { info: (line: string) => void waits.push(line), warn() {} };
  const applied = migrate(db, log, later(EXPAND));
  await expect.poll(() => waits.filter((line) => line.includes("tries again")).length).toBeGreaterThan(0);
  // Between two attempts, while the long one is still there, the table is free for readers and writers.
  await other.sql`update page set pageid = pageid where false`;
  await release();
  expect(await applied).toEqual(["later_1"]);
  await db.sql`select later from page`;
});

test("without a moment in which the table is free, nothing of it was done, and the next run does it", async () => {
  const release = await hold("page");
  await expect(migrate(db, noLog, { ...later(EXPAND), patienceMs: 0 })).rejects.toMatchObject({
    code: "tables-in-use",
    message: expect.stringMatching(/end long transactions.*run `weboid migrate` again/),
  });
  expect(await schemaState(db)).toMatchObject({ kind: "current", applied: known });
  await release();
  expect(await migrate(db, noLog, later(EXPAND))).toEqual(["later_1"]);
});

test("a dump that runs holds up no migration but those of tables that it reads at the time", async () => {
  const release = await hold("schema_migration, host, url");
  expect(await migrate(db, noLog, { ...later(EXPAND), patienceMs: 0 })).toEqual(["later_1"]);
  await release();
});

test("a migration that fails leaves those before it, and nothing of its own", async () => {
  const broken = { ...EXPAND, later_2: `create table "half" ();--> statement-breakpoint\nselect 1/0` };
  await expect(migrate(db, noLog, later(broken))).rejects.toMatchObject({ code: "22012" });
  expect(await schemaState(db, later(EXPAND).folder)).toMatchObject({ kind: "current" });
  expect(await db.sql`select to_regclass('half') as half`).toEqual([{ half: null }]);
});

test("an index that an interrupted build left, which is used for nothing, is replaced", async () => {
  await db.sql`create table twice as select 1 as n from generate_series(1, 2)`;
  await expect(db.sql`create unique index concurrently twice_n on twice (n)`).rejects.toMatchObject({
    code: "23505",
  });
  const index = () => db.sql`
    select indisvalid as valid, indisunique as unique from pg_index where indexrelid = 'twice_n'::regclass`;
  expect(await index()).toEqual([{ valid: false, unique: true }]);
  const INDEX = `-- concurrently\ncreate index concurrently if not exists "twice_n" on "twice" ("n")`;
  expect(await migrate(db, noLog, later({ later_1: INDEX }))).toEqual(["later_1"]);
  expect(await index()).toEqual([{ valid: true, unique: false }]);
});

test("processes that wait for their turn do not hold up the building of an index", async () => {
  const more = later({
    ...EXPAND,
    later_2: `-- concurrently\ncreate index concurrently if not exists "host_later" on "host" ("name", "id")`,
    later_3: `create table "later" ("id" integer primary key)`,
  });
  const applied = await Promise.all(
    [db, other, db, other, db, other].map((one) => migrate(one, noLog, more)),
  );
  expect(applied.flat().sort()).toEqual(["later_1", "later_2", "later_3"]);
});

test("the version before goes on, starts and has nothing to migrate, until a migration says that it cannot", async () => {
  await migrate(db, noLog, later(EXPAND));
  await requireSchema(other);
  expect(await migrate(other, noLog)).toEqual([]);
  const contract = `-- programs since ${known + 1}\nalter table "page" drop column "later"`;
  const both = later({ ...EXPAND, later_2: contract });
  expect(await migrate(db, noLog, both)).toEqual(["later_2"]);
  await requireSchema(db, both.folder);
  await requireSchema(db, later(EXPAND).folder);
  await expect(requireSchema(other)).rejects.toMatchObject({ code: "schema-newer" });
  await expect(migrate(other, noLog)).rejects.toMatchObject({ code: "schema-newer" });
});
