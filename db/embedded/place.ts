import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { codeOf, DatabaseError, type DatabaseLog, messageOf } from "../errors.ts";
import { type Account, canReach, serverAccount } from "./account.ts";
import { dataOf, runningServer } from "./process.ts";

/** A folder that belongs to one cluster: `data`, `password`, the FIFO `hold`, `server.log`. */
export interface Place {
  readonly folder: string;
  readonly account: Account;
  /** Where a copy of the programs may be put, reachable by `account`. */
  readonly copies: string;
  /** Written once the cluster exists, when it lies outside the data folder; null: it lies inside. */
  readonly locationFile: string | null;
}

export const hasCluster = (folder: string): boolean => existsSync(join(dataOf(folder), "PG_VERSION"));

/** Where the cluster of a data folder lies; null: there is none. */
export function clusterOf(dataDir: string): string | null {
  const base = resolve(dataDir);
  const locationFile = join(base, "postgres.location");
  const folder = existsSync(locationFile)
    ? readFileSync(locationFile, "utf8").trim()
    : join(base, "postgres");
  return hasCluster(folder) ? folder : null;
}

/** A data folder that nobody keeps a database in; one that cannot be looked into may have one. */
export function hasNoCluster(dataDir: string): boolean {
  const isMissing = (name: string) => {
    try {
      statSync(join(resolve(dataDir), name));
      return false;
    } catch (error) {
      return codeOf(error) === "ENOENT";
    }
  };
  return isMissing("postgres") && isMissing("postgres.location");
}

/** A file system's refusal in words that name the folder and how to fix it. */
export function fileTrouble(folder: string, error: unknown): DatabaseError {
  const code = codeOf(error);
  if (error instanceof DatabaseError) return error;
  if (code === "ENOSPC" || code === "EDQUOT")
    return new DatabaseError(
      "disk-full",
      `the disk that holds ${folder} is full: free some space, or set WEBOID_DATA`,
    );
  return new DatabaseError(
    "data-dir",
    `${folder} cannot be used for the database (${code || messageOf(error)}): make it writable for this user, or set WEBOID_DATA to another folder`,
    { cause: error },
  );
}

const TEMPORARY = join(tmpdir(), "weboid");

/** Folders that survive a restart first; the temporary folder is for data folders that are temporary themselves. */
function outsideFolders(base: string): readonly string[] {
  return base.startsWith(`${tmpdir()}/`) ? [TEMPORARY] : ["/var/lib/weboid", "/srv/weboid", TEMPORARY];
}

/** Nobody but root may exchange what root is going to run there. */
function isOurs(folder: string): boolean {
  const { uid, mode } = statSync(folder);
  return uid === process.getuid?.() && (mode & 0o022) === 0;
}

/**
 * Databases beside a new one whose data folder is gone or names another. Under the temporary folder they are
 * removed, as their data folders were temporary too; elsewhere they may be somebody's and are only reported.
 */
function reportOrphans(parent: string, log: DatabaseLog): void {
  for (const name of readdirSync(parent).filter((entry) => entry.startsWith("postgres-"))) {
    const folder = join(parent, name);
    const originFile = join(folder, "origin");
    if (!existsSync(originFile) || runningServer(folder) !== null) continue;
    const locationFile = readFileSync(originFile, "utf8").trim();
    if (existsSync(locationFile) && readFileSync(locationFile, "utf8").trim() === folder) continue;
    if (parent === TEMPORARY) rmSync(folder, { recursive: true, force: true });
    else
      log.warn(
        `${folder} holds the database of ${locationFile}, which is gone: remove it if nobody needs it`,
        "database-orphaned",
      );
  }
}

function outsidePlace(log: DatabaseLog, account: Account, folders: readonly string[]): string {
  for (const parent of folders) {
    try {
      mkdirSync(parent, { recursive: true, mode: 0o755 });
      if (!canReach(account, parent) || !isOurs(parent)) continue;
      reportOrphans(parent, log);
      if (folders.length > 1 && parent === TEMPORARY)
        log.warn(
          `the database lies under ${parent}, which a restart of the machine may empty`,
          "database-temporary",
        );
      return join(parent, `postgres-${randomBytes(6).toString("hex")}`);
    } catch {
      // The next candidate; none at all is reported below.
    }
  }
  throw new DatabaseError(
    "data-dir",
    `user ${account.name}, as whom PostgreSQL runs, can reach neither the data folder nor /var/lib: start Weboid as an ordinary user, or set WEBOID_DATA`,
  );
}

/**
 * Where the cluster of `dataDir` lies or is to lie. Root cannot run PostgreSQL and the account it lends may not be
 * able to pass through the data folder's parents (a checkout under /root): then the cluster lies elsewhere, and the
 * file `postgres.location` in the data folder remembers where.
 */
export function findPlace(dataDir: string, log: DatabaseLog, outside?: readonly string[]): Place {
  const base = resolve(dataDir);
  const inside = join(base, "postgres");
  const locationFile = join(base, "postgres.location");
  try {
    mkdirSync(base, { recursive: true });
    if (existsSync(locationFile)) {
      const folder = readFileSync(locationFile, "utf8").trim();
      if (!hasCluster(folder))
        throw new DatabaseError(
          "data-gone",
          `the database of ${base} was kept in ${folder}, which is gone: put it back, or remove ${locationFile} to begin with an empty one`,
        );
      return { folder, account: serverAccount(dataOf(folder)), copies: dirname(folder), locationFile: null };
    }
    const existing = hasCluster(inside);
    const account = serverAccount(existing ? dataOf(inside) : null);
    if (canReach(account, base)) {
      return { folder: inside, account, copies: join(base, "programs"), locationFile: null };
    }
    if (existing)
      throw new DatabaseError(
        "data-dir",
        `user ${account.name}, to whom ${inside} belongs, can no longer reach it: give the folders above it mode o+x`,
      );
    const folder = outsidePlace(log, account, outside ?? outsideFolders(base));
    return { folder, account, copies: dirname(folder), locationFile };
  } catch (error) {
    throw fileTrouble(base, error);
  }
}

/**
 * Writes where the cluster lies; when another start was quicker, its cluster counts and ours is removed.
 * Answers the folder that counts.
 */
export function rememberPlace(place: Place): string {
  if (place.locationFile === null) return place.folder;
  try {
    writeFileSync(place.locationFile, `${place.folder}\n`, { flag: "wx" });
    // After the other: a place with an origin whose location is missing counts as an orphan.
    writeFileSync(join(place.folder, "origin"), `${place.locationFile}\n`);
    return place.folder;
  } catch (error) {
    if (codeOf(error) !== "EEXIST") throw fileTrouble(dirname(place.locationFile), error);
    rmSync(place.folder, { recursive: true, force: true });
    return readFileSync(place.locationFile, "utf8").trim();
  }
}
