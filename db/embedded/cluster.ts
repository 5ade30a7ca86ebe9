import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chownSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { codeOf, DatabaseError } from "../errors.ts";
import type { Binaries } from "./binaries.ts";
import { fileTrouble, hasCluster, type Place } from "./place.ts";
import { alive, dataOf } from "./process.ts";
import { SUPERUSER } from "./set-up.ts";

const INITDB_TIMEOUT_MS = 120_000;
const OUTPUT_BYTES_MAX = 16_384;

/** Runs initdb; answers what it wrote when it failed, null when it succeeded. */
function initdb(
  binaries: Binaries,
  {
    account,
    folder,
    signal,
  }: Pick<Place, "account" | "folder"> & { readonly signal: AbortSignal | undefined },
): Promise<string | null> {
  const args = [
    `--pgdata=${dataOf(folder)}`,
    `--username=${SUPERUSER}`,
    `--pwfile=${join(folder, "password")}`,
    "--auth=scram-sha-256",
    "--encoding=UTF8",
    // Byte order: titles and hosts are compared, never sorted for people, in the database.
    "--locale=C",
    "--no-instructions",
  ];
  return new Promise((done) => {
    const child = spawn(binaries.initdb, args, {
      ...account.ids,
      cwd: "/",
      env: { PATH: process.env.PATH ?? "/usr/bin:/bin", LC_ALL: "C" },
      stdio: ["ignore", "pipe", "pipe"],
      timeout: INITDB_TIMEOUT_MS,
      // A process group of its own.
      detached: true,
    });
    // With the server that it runs, as it ends by itself only after that one's step. Their folder is free once both have ended.
    const kill = () => {
      try {
        if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
      } catch {
        // They have ended.
      }
    };
    signal?.addEventListener("abort", kill, { once: true });
    if (signal?.aborted) kill();
    let output = "";
    const keep = (chunk: Buffer) => {
      output = (output + chunk.toString("utf8")).slice(-OUTPUT_BYTES_MAX);
    };
    child.stdout?.on("data", keep);
    child.stderr?.on("data", keep);
    child.on("error", (error) => done(error.message));
    child.on("close", (code) => {
      signal?.removeEventListener("abort", kill);
      done(code === 0 ? null : output);
    });
  });
}

/** The line of PostgreSQL's output that says why; the last line when none is marked. */
export function reasonIn(output: string): string {
  const lines = output
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
  const marked = lines.find((line) => /\b(FATAL|PANIC|error):/.test(line));
  return (marked ?? lines.at(-1) ?? "no message").slice(0, 400);
}

export function startTrouble(folder: string, output: string): DatabaseError {
  if (/No space left on device|Disk quota exceeded|Check free disk space/.test(output))
    return new DatabaseError(
      "disk-full",
      `the disk that holds ${folder} is full: free some space, or set WEBOID_DATA`,
    );
  const [, uid] = /could not look up effective user ID (\d+)/.exec(output) ?? [];
  if (uid !== undefined)
    return new DatabaseError(
      "no-user",
      `the embedded PostgreSQL does not run as user ${uid}, who has no line in /etc/passwd: start Weboid as a user who has one, or set DATABASE_URL`,
    );
  if (/Read-only file system|Permission denied/.test(output))
    return new DatabaseError(
      "data-dir",
      `the database cannot write in ${folder} (${reasonIn(output)}): make it writable, or set WEBOID_DATA to another folder`,
    );
  return new DatabaseError("start-failed", `PostgreSQL did not start in ${folder}: ${reasonIn(output)}`);
}

/** Leftovers of a first start that was killed in its midst. */
function removeUnfinished(folder: string): void {
  const prefix = `${basename(folder)}.new-`;
  for (const name of readdirSync(dirname(folder))) {
    if (!name.startsWith(prefix) || alive(Number.parseInt(name.slice(prefix.length), 10))) continue;
    rmSync(join(dirname(folder), name), { recursive: true, force: true });
  }
}

/**
 * Makes the cluster of `place` unless it exists: beside its final folder and renamed when complete, so that a start
 * that is killed, or two at once, never leave or see half a cluster. Aborted by `signal`, it throws its reason.
 */
export async function ensureCluster(binaries: Binaries, place: Place, signal?: AbortSignal): Promise<void> {
  const { folder, account } = place;
  if (hasCluster(folder)) {
    const found = readFileSync(join(dataOf(folder), "PG_VERSION"), "utf8").trim();
    const major = binaries.version.split(".")[0];
    if (found !== major)
      throw new DatabaseError(
        "start-failed",
        `${dataOf(folder)} was written by PostgreSQL ${found}, this is ${major}: see docs/database.md, "Another PostgreSQL version"`,
      );
    return;
  }
  const unfinished = `${folder}.new-${process.pid}-${randomBytes(4).toString("hex")}`;
  try {
    removeUnfinished(folder);
    mkdirSync(unfinished, { mode: 0o700 });
    const password = join(unfinished, "password");
    writeFileSync(password, `${randomBytes(24).toString("hex")}\n`, { mode: 0o600 });
    const { uid, gid } = account.ids;
    if (uid !== undefined && gid !== undefined)
      for (const path of [unfinished, password]) chownSync(path, uid, gid);
    const failure = await initdb(binaries, { account, folder: unfinished, signal });
    signal?.throwIfAborted();
    if (failure !== null) throw startTrouble(dirname(folder), failure);
    renameSync(unfinished, folder);
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    signal?.throwIfAborted();
    if (hasCluster(folder)) return;
    if (/^(ENOTEMPTY|EEXIST|ENOTDIR)$/.test(codeOf(error)))
      throw new DatabaseError(
        "data-gone",
        `${folder} is there, but has no database: put its folder data back, or move ${folder} away to begin with an empty one`,
        { cause: error },
      );
    throw fileTrouble(dirname(folder), error);
  }
}
