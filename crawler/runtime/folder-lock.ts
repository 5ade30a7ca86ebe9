import { Database } from "bun:sqlite";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { codeOf, messageOf } from "../../db/errors.ts";
import { WorkError } from "./errors.ts";

/** JSON of a file of the data folder; null where it is missing or damaged. */
export function readJson<T>(file: string, schema: z.ZodType<T>): T | null {
  try {
    return schema.parse(JSON.parse(readFileSync(file, "utf8")));
  } catch {
    return null;
  }
}

/** What a running `up` says of itself, for a second one on the same folder. */
const infoSchema = z.object({
  pid: z.number(),
  url: z.string().nullable(),
  /** When it began, milliseconds since 1970; null: one that did not say so yet. */
  sinceMs: z.number().nullable().default(null),
  /** Which secrets of the folder it loaded (`digestOf`); null: none yet. */
  tokens: z.string().nullable().default(null),
});

export interface DataFolderLock {
  /** Names the address at which `up` answers. */
  setUrl(url: string): void;
  /** Says which secrets `up` loaded: `Tokens.digest`. */
  setTokens(digest: string): void;
  release(): void;
}

/** What one process at a time has of a data folder: all of it, or the edge's store. */
type Held = "up" | "edge";

/** That the lock is somebody's: asked by a read, which an exclusive lock refuses and which leaves nothing behind. */
function isHeld(dataDir: string, held: Held): boolean {
  try {
    using lock = new Database(join(dataDir, `${held}.lock`), { readonly: true });
    lock.query("select count(*) from sqlite_schema").get();
    return false;
  } catch (error) {
    return codeOf(error) === "SQLITE_BUSY";
  }
}

/**
 * Takes the data folder for this process: one `up`, and one edge, per folder. The lock is that of a SQLite file, which the system ends
 * with the process, however that ends. Throws a WorkError that says what is running where.
 */
export function lockDataFolder(dataDir: string, held: Held = "up"): DataFolderLock {
  const info = join(dataDir, `${held}.json`);
  const said: z.infer<typeof infoSchema> = { pid: process.pid, url: null, sinceMs: Date.now(), tokens: null };
  const write = (more: Partial<typeof said>) =>
    writeFileSync(info, JSON.stringify(Object.assign(said, more)));
  try {
    mkdirSync(dataDir, { recursive: true });
    const lock = new Database(join(dataDir, `${held}.lock`));
    // As long as another command may take to ask whether it is held.
    lock.run("pragma busy_timeout = 50");
    lock.run("begin exclusive");
    write({});
    return {
      setUrl: (url) => write({ url }),
      setTokens: (tokens) => write({ tokens }),
      release: () => lock.close(),
    };
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "SQLITE_BUSY")
      throw isRunning(dataDir, info);
    throw folderTrouble(dataDir, error);
  }
}

/** Why a data folder cannot be used, in words that say how to fix it. */
export function folderTrouble(dataDir: string, error: unknown): WorkError {
  if (error instanceof WorkError) return error;
  if (/^(ENOSPC|EDQUOT|SQLITE_FULL)$/.test(codeOf(error)))
    return new WorkError(`the disk that holds ${dataDir} is full: free some space, or set WEBOID_DATA`);
  return new WorkError(
    `the data folder ${dataDir} cannot be written (${messageOf(error)}): make it yours with chown, or set WEBOID_DATA to another folder`,
    { cause: error },
  );
}

/** Throws, as `lockDataFolder` would, where another has it; takes nothing. */
export function refuseHeld(dataDir: string, held: Held): void {
  if (isHeld(dataDir, held)) throw isRunning(dataDir, join(dataDir, `${held}.json`));
}

function isRunning(dataDir: string, file: string): WorkError {
  const info = readJson(file, infoSchema);
  const where = info?.url == null ? "and is still starting" : `at ${info.url}/`;
  return new WorkError(
    `Weboid is already running ${where} (process ${info?.pid ?? "unknown"}, data in ${dataDir}). Stop that with Ctrl-C or kill, or start another beside it with WEBOID_DATA=FOLDER`,
  );
}

/** What a `weboid up` says of itself that runs on a data folder; null: none runs there. */
export function upOn(dataDir: string): Omit<z.infer<typeof infoSchema>, "pid"> | null {
  if (!isHeld(dataDir, "up")) return null;
  const said = readJson(join(dataDir, "up.json"), infoSchema);
  return said ?? { url: null, sinceMs: null, tokens: null };
}
