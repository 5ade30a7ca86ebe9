import { Database } from "bun:sqlite";
import { createHash, randomBytes } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { codeOf } from "../../db/errors.ts";
import type { Config } from "../runtime/config.ts";
import { WorkError } from "../runtime/errors.ts";

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
  const said: z.infer<typeof infoSchema> = { pid: process.pid, url: null, tokens: null };
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
    if (/^(ENOSPC|EDQUOT|SQLITE_FULL)$/.test(codeOf(error)))
      throw new WorkError(`the disk that holds ${dataDir} is full: free some space, or set WEBOID_DATA`);
    const why = error instanceof Error ? error.message : String(error);
    throw new WorkError(
      `the data folder ${dataDir} cannot be written (${why}): make it yours with chown, or set WEBOID_DATA to another folder`,
      { cause: error },
    );
  }
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

const PARENT_POLL_MS = 500;

/**
 * Calls `gone` when the launcher that started us has ended (crawler/cli/weboid.mjs): a launcher that is killed by
 * kill -9 cannot pass it on. Returns a function that ends the watch.
 */
export function watchParent(env: Readonly<Record<string, string | undefined>>, gone: () => void): () => void {
  const parent = Number(env.WEBOID_PARENT);
  if (!Number.isInteger(parent) || parent !== process.ppid) return () => {};
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    gone();
  }, PARENT_POLL_MS);
  return () => clearInterval(timer);
}

/** The secrets by which edge and origin, and dispatcher and edge, know each other on this machine. */
export interface Tokens {
  readonly originToken: string;
  readonly edgeToken: string;
  readonly originTokenOld: string | null;
  readonly edgeTokenOld: string | null;
  /** Of the data folder's own present ones, also where the environment has others. */
  readonly digest: string;
}

const secret = z.string().min(32);
const tokensSchema = z.object({
  originToken: secret,
  edgeToken: secret,
  /** Absent in the files of the first version. */
  originTokenOld: secret.nullable().default(null),
  edgeTokenOld: secret.nullable().default(null),
});
type OwnTokens = z.infer<typeof tokensSchema>;
export const tokensFile = (dataDir: string): string => join(dataDir, "tokens.json");
const newToken = () => randomBytes(32).toString("hex");

const digestOf = ({ originToken, edgeToken }: Pick<OwnTokens, "originToken" | "edgeToken">): string =>
  createHash("sha256").update(`${originToken} ${edgeToken}`).digest("hex");

/** Whole or not at all, and readable by its owner alone: what reads it meanwhile has the old ones or the new ones. */
function writeTokens(dataDir: string, tokens: OwnTokens): void {
  const file = tokensFile(dataDir);
  rmSync(`${file}.new`, { force: true });
  writeFileSync(`${file}.new`, `${JSON.stringify(tokens)}\n`, { mode: 0o600, flag: "wx" });
  renameSync(`${file}.new`, file);
}

/** The tokens of the environment, else random ones of this data folder, readable by its owner only. */
export function loadTokens(config: Config): Tokens {
  let own = readJson(tokensFile(config.dataDir), tokensSchema);
  if (own === null) {
    own = { originToken: newToken(), edgeToken: newToken(), originTokenOld: null, edgeTokenOld: null };
    mkdirSync(config.dataDir, { recursive: true });
    writeTokens(config.dataDir, own);
  }
  return {
    originToken: config.originToken ?? own.originToken,
    edgeToken: config.edgeToken ?? own.edgeToken,
    originTokenOld: config.originToken === null ? own.originTokenOld : config.originTokenOld,
    edgeTokenOld: config.edgeToken === null ? own.edgeTokenOld : config.edgeTokenOld,
    digest: digestOf(own),
  };
}

/** What `weboid up` does on a data folder; null: none runs there. */
export function upOn(dataDir: string): { readonly url: string | null } | null {
  return isHeld(dataDir, "up") ? { url: readJson(join(dataDir, "up.json"), infoSchema)?.url ?? null } : null;
}

/** An `up` runs that does not know the present secrets: it loaded those before, or none yet. */
const isWithoutTokens = (dataDir: string, present: OwnTokens): boolean =>
  isHeld(dataDir, "up") && loadedDigest(dataDir) !== digestOf(present);

const loadedDigest = (dataDir: string): string | null | undefined =>
  readJson(join(dataDir, "up.json"), infoSchema)?.tokens;

/** What the edge of an `up` takes that loaded these secrets of the folder; null: it loaded some that were ended since. */
function edgeTokenOf(loaded: string | null | undefined, own: OwnTokens): string | null {
  const { originToken, originTokenOld, edgeTokenOld } = own;
  // It does not say which, or not yet.
  if (loaded == null) return edgeTokenOld ?? own.edgeToken;
  if (loaded === digestOf(own)) return own.edgeToken;
  if (edgeTokenOld === null) return null;
  const before = { originToken: originTokenOld ?? originToken, edgeToken: edgeTokenOld };
  return loaded === digestOf(before) ? edgeTokenOld : null;
}

/**
 * Where the edge of the `up` that runs on this data folder answers, and its token (null: `keys rotate --force` ended it); null: none runs,
 * or it is still starting.
 */
export function runningEdge({ dataDir, edgeToken }: Pick<Config, "dataDir" | "edgeToken">): {
  readonly edgeUrl: string;
  readonly edgeToken: string | null;
} | null {
  const edgeUrl = upOn(dataDir)?.url ?? null;
  const own = readJson(tokensFile(dataDir), tokensSchema);
  if (edgeUrl === null) return null;
  if (edgeToken !== null) return { edgeUrl, edgeToken };
  return own === null ? null : { edgeUrl, edgeToken: edgeTokenOf(loadedDigest(dataDir), own) };
}

/**
 * `none`: the folder has no secrets yet. `in-use`: those that the exchange would end are still used. `cutsOff`: an `up` runs that has
 * none of those that are accepted from now on.
 */
export type Rotation =
  | { readonly kind: "rotated"; readonly cutsOff: boolean }
  | { readonly kind: "none" }
  | { readonly kind: "in-use"; readonly sinceMs: number; readonly restart: boolean };

/**
 * New tokens for a data folder, with the present ones accepted as well from the next start on; or, `finish`, without them. Without
 * `force` none goes that is still used: by an `up` that has not loaded the present ones (`restart`), or as those of an exchange that is not finished.
 */
export function rotateTokens(
  dataDir: string,
  { finish, force }: { readonly finish: boolean; readonly force: boolean },
): Rotation {
  const file = tokensFile(dataDir);
  const own = readJson(file, tokensSchema);
  if (own === null) return { kind: "none" };
  const isUnfinished = own.originTokenOld !== null || own.edgeTokenOld !== null;
  const restart = isUnfinished && isWithoutTokens(dataDir, own);
  if (!force && (restart || (isUnfinished && !finish)))
    return { kind: "in-use", sinceMs: statSync(file).mtimeMs, restart };
  const next = finish
    ? { ...own, originTokenOld: null, edgeTokenOld: null }
    : {
        originToken: newToken(),
        edgeToken: newToken(),
        originTokenOld: own.originToken,
        edgeTokenOld: own.edgeToken,
      };
  writeTokens(dataDir, next);
  const cutsOff = isHeld(dataDir, "up") && edgeTokenOf(loadedDigest(dataDir), next) === null;
  return { kind: "rotated", cutsOff };
}
