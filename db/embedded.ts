import { readFileSync } from "node:fs";
import { join } from "node:path";
import postgres from "postgres";
import { usableBinaries } from "./embedded/binaries.ts";
import { ensureCluster, SUPERUSER } from "./embedded/cluster.ts";
import { fileTrouble, findPlace, type Place, rememberPlace } from "./embedded/place.ts";
import { type Hold, joinServer, startServer } from "./embedded/server.ts";
import { codeOf, DatabaseError, type DatabaseLog } from "./errors.ts";

export interface Embedded {
  /** For `connect`. */
  readonly url: string;
  /** Gives our share back: the server ends unless another process uses it. Safe to call twice. */
  stop(): Promise<void>;
}

export interface EmbeddedOptions {
  /** Server settings over the built-in ones, as `{ fsync: "off" }`. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Where the cluster may lie when the account that runs the server cannot reach the data folder (root only). */
  readonly outside?: readonly string[];
}

const ATTEMPTS_MAX = 20;
const DATABASE = "weboid";

function addressOf(password: string, port: number, database: string): string {
  return `postgres://${SUPERUSER}:${password}@127.0.0.1:${port}/${database}`;
}

/** Creates the database on the first start; answers false when the server went away meanwhile. */
async function ensureDatabase(password: string, port: number): Promise<boolean> {
  const sql = postgres(addressOf(password, port, "postgres"), { max: 1, onnotice() {}, connect_timeout: 10 });
  try {
    const found = await sql`select 1 from pg_database where datname = ${DATABASE}`;
    if (found.length === 0) await sql.unsafe(`create database ${DATABASE}`);
    return true;
  } catch (error) {
    const code = codeOf(error);
    // Made by another start in the same moment: duplicate_database, or the unique index of pg_database.
    if (code === "42P04" || code === "23505") return true;
    if (/^(57P0[1-3]|ECONN|CONNECTION_)/.test(code)) return false;
    throw error;
  } finally {
    await sql.end({ timeout: 1 });
  }
}

async function holdServer(place: Place, password: string, start: () => Promise<Hold | null>): Promise<Hold> {
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
    const hold = (await joinServer(place.folder)) ?? (await start());
    if (hold === null) continue;
    if ((await ensureDatabase(password, hold.port)) && hold.valid()) return hold;
    await hold.release();
  }
  throw new DatabaseError(
    "start-failed",
    `PostgreSQL in ${place.folder} starts and stops again and again: see its server.log, and that no other program uses the folder`,
  );
}

/**
 * Starts the PostgreSQL server that belongs to a data folder, on 127.0.0.1 and a free port, with a password that only
 * this user can read; or takes a share in it when it runs already, so that commands can be used beside `weboid up`.
 * The first start makes the cluster. The server ends when its last holder stops or dies, however it dies.
 * Works as root (the server runs as an account that exists) and as an ordinary user. Throws DatabaseError.
 */
export async function startEmbedded(
  dataDir: string,
  log: DatabaseLog,
  options: EmbeddedOptions = {},
): Promise<Embedded> {
  let place = findPlace(dataDir, log, options.outside);
  const binaries = usableBinaries(place.account, place.copies);
  await ensureCluster(binaries, place);
  const folder = rememberPlace(place);
  if (folder !== place.folder) place = findPlace(dataDir, log, options.outside);
  let password: string;
  try {
    password = readFileSync(join(place.folder, "password"), "utf8").trim();
  } catch (cause) {
    throw new DatabaseError(
      "data-dir",
      `the database in ${place.folder} belongs to another user: start Weboid as that user, or set WEBOID_DATA to another folder`,
      { cause },
    );
  }
  const start = () => startServer(binaries, place, options.settings ?? {});
  const hold = await holdServer(place, password, start).catch((error: unknown) => {
    // A refusal of the file system, or PostgreSQL's disk_full.
    const code = codeOf(error) === "53100" ? "ENOSPC" : codeOf(error);
    throw /^E[A-Z]+$/.test(code)
      ? fileTrouble(place.folder, Object.assign(new Error(code), { code }))
      : error;
  });
  log.info(`PostgreSQL ${binaries.version.split("-")[0]} on 127.0.0.1:${hold.port}, data in ${place.folder}`);
  return { url: addressOf(password, hold.port, DATABASE), stop: () => hold.release() };
}
