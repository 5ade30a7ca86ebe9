import { spawn, spawnSync } from "node:child_process";
import { closeSync, constants, fstatSync, openSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { codeOf, DatabaseError, type DatabaseLog } from "../errors.ts";
import type { Binaries } from "./binaries.ts";
import { startTrouble } from "./cluster.ts";
import type { Place } from "./place.ts";
import { rememberPort, usualPort } from "./port.ts";
import { dataOf, type RunningServer, runningServer } from "./process.ts";

const POLL_MS = 15;
/** Of a start: until the server says in postmaster.pid that it is starting, and after how long each time this is said. */
const START_LIMITS = { namedMs: 60_000, sayMs: 30_000 };
const STOP_TIMEOUT_MS = 30_000;
/** How long a stop waits for signs that the server ends; without any, others still hold it. */
const SHARED_AFTER_MS = 1_000;
const LEFT_BEHIND_MS = 250;
const LOG_BYTES_MAX = 4 * 1024 * 1024;

/** A share in a running server. The server ends when the last holder closes its share, or dies in whatever way. */
export interface Hold {
  readonly port: number;
  /** Gives the share back; resolves when the server has ended, or at once when others hold it too. */
  release(): Promise<void>;
  /** False when the server is about to end though we hold a share: we came in the last moment. */
  valid(): boolean;
  /** The server ended though we hold a share: it was killed, or could not go on. */
  ended(): boolean;
}

/**
 * Holders keep the FIFO `hold` open for writing; this watcher reads it, and end of file means that none is left:
 * the kernel counts for us, also under kill -9. It is forked twice, so that it is no child of the server, which
 * would take its end for a crash. `$$` is the server's number, as the shell becomes the server.
 */
const LAUNCHER = `
place=$1; shift
( (
  trap '' INT TERM HUP
  cat "$place/hold" >/dev/null
  read -r pid <"$place/data/postmaster.pid" && [ "$pid" = "$$" ] && kill -INT "$$"
) >/dev/null 2>&1 & )
exec "$@"
`;

function settings(port: number, extra: Readonly<Record<string, string>>): string[] {
  const all: Record<string, string> = {
    listen_addresses: "127.0.0.1",
    port: String(port),
    unix_socket_directories: "",
    max_connections: "200",
    shared_buffers: "256MB",
    max_wal_size: "2GB",
    wal_level: "minimal",
    max_wal_senders: "0",
    jit: "off",
    // Containers often have 64 MB of /dev/shm, which parallel plans overrun; two cores gain little from them.
    max_parallel_workers_per_gather: "0",
    max_parallel_maintenance_workers: "0",
    log_min_messages: "warning",
    log_checkpoints: "off",
    // URLs of readers do not belong in a log.
    log_min_error_statement: "panic",
    ...extra,
  };
  return Object.entries(all).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
}

/** null: nobody reads the FIFO, so no watcher stands by. */
function openHold(folder: string): number | null {
  try {
    return openSync(join(folder, "hold"), constants.O_WRONLY | constants.O_NONBLOCK);
  } catch (error) {
    if (codeOf(error) === "ENXIO" || codeOf(error) === "ENOENT") return null;
    throw error;
  }
}

function makeHold(place: Place): void {
  const made = spawnSync("mkfifo", ["-m", "600", join(place.folder, "hold")], {
    ...place.account.ids,
    cwd: "/",
    encoding: "utf8",
  });
  // Status 1: another start made it, or the folder refuses; then opening it says more than mkfifo does.
  if (made.error) throw new DatabaseError("start-failed", `mkfifo does not run: ${made.error.message}`);
}

async function until<T>(
  timeoutMs: number,
  read: () => T | undefined,
  signal?: AbortSignal,
): Promise<T | undefined> {
  const polls = Math.ceil(timeoutMs / POLL_MS);
  for (let poll = 0; poll < polls && !signal?.aborted; poll++) {
    const value = read();
    if (value !== undefined) return value;
    await sleep(POLL_MS);
  }
  return undefined;
}

export interface Waiting {
  readonly log: DatabaseLog;
  readonly signal?: AbortSignal | undefined;
  /** In place of START_LIMITS. */
  readonly limits?: Partial<typeof START_LIMITS> | undefined;
}

/**
 * Waits for a server's start. One that says it is starting recovers what was under way when it was killed, for many minutes
 * after much work, and would begin that again if it was ended: only `signal` ends the wait.
 */
async function untilStarted<T>(
  read: () => T | "starting" | undefined,
  { log, signal, limits }: Waiting,
): Promise<T | undefined> {
  const { namedMs, sayMs } = { ...START_LIMITS, ...limits };
  const began = performance.now();
  let said = 0;
  for (let polls = Math.ceil(namedMs / POLL_MS); polls > 0 && !signal?.aborted; ) {
    const value = read();
    if (value === undefined) polls--;
    else if (value !== "starting") return value;
    const ms = performance.now() - began;
    if (ms > (said + 1) * sayMs) {
      said = Math.floor(ms / sayMs);
      log.info(
        `PostgreSQL has been starting for ${Math.round(ms / 1000)} s: after a kill it first recovers what was under way, and a busy machine takes longer`,
      );
    }
    await sleep(POLL_MS);
  }
  return undefined;
}

/** Undefined: that cannot be seen just now, as where this process has no file left to open. */
function seenServer(folder: string): RunningServer | null | undefined {
  try {
    return runningServer(folder);
  } catch {
    return undefined;
  }
}

function isGone(folder: string, pid: number): boolean {
  const server = seenServer(folder);
  return server !== undefined && server?.pid !== pid;
}

const untilGone = (folder: string, pid: number, timeoutMs = STOP_TIMEOUT_MS) =>
  until(timeoutMs, () => isGone(folder, pid) || undefined);

async function release(folder: string, fd: number, pid: number): Promise<void> {
  closeSync(fd);
  const ending = () => isGone(folder, pid) || seenServer(folder)?.status === "stopping";
  if (await until(SHARED_AFTER_MS, () => ending() || undefined)) await untilGone(folder, pid);
}

function holdOf(folder: string, fd: number, pid: number, port: number): Hold {
  let released: Promise<void> | null = null;
  return {
    port,
    release: () => {
      released ??= release(folder, fd, pid);
      return released;
    },
    valid: () => {
      const again = openHold(folder);
      if (again === null) return false;
      closeSync(again);
      const server = runningServer(folder);
      return server?.pid === pid && server.status === "ready";
    },
    ended: () => released === null && isGone(folder, pid),
  };
}

/** Ends a server that nobody holds and no watcher would end: its starter and the watcher were killed. */
async function endOrphan(folder: string, pid: number): Promise<void> {
  for (const signal of ["SIGINT", "SIGQUIT", "SIGKILL"] as const) {
    try {
      process.kill(pid, signal);
    } catch (error) {
      if (codeOf(error) === "ESRCH") return;
      throw new DatabaseError(
        "data-dir",
        `the database in ${folder} is run by another user (process ${pid}): stop it, or set WEBOID_DATA`,
      );
    }
    if (await untilGone(folder, pid, STOP_TIMEOUT_MS / 3)) return;
  }
}

/** A share in the server that runs already; null when none does (any more). Aborted by its signal, it throws its reason. */
export async function joinServer(folder: string, waiting: Waiting): Promise<Hold | null> {
  const server = runningServer(folder);
  if (server === null) return null;
  const fd = openHold(folder);
  if (fd === null) {
    if (server.status !== "stopping") await endOrphan(folder, server.pid);
    else await untilGone(folder, server.pid);
    return null;
  }
  const ready = await untilStarted(() => {
    const now = seenServer(folder);
    if (now === undefined) return undefined;
    if (now?.pid !== server.pid || now.status === "stopping") return "ended" as const;
    return now.status === "ready" ? now : ("starting" as const);
  }, waiting);
  if (ready === undefined || ready === "ended") {
    closeSync(fd);
    waiting.signal?.throwIfAborted();
    await untilGone(folder, server.pid);
    return null;
  }
  return holdOf(folder, fd, server.pid, ready.port);
}

interface Launched {
  readonly pid: number;
  readonly ended: () => boolean;
  readonly output: () => string;
}

function launch(
  binaries: Binaries,
  place: Place,
  port: number,
  extra: Readonly<Record<string, string>>,
): Launched {
  const logFile = join(place.folder, "server.log");
  let log = openSync(logFile, "a", 0o600);
  if (fstatSync(log).size > LOG_BYTES_MAX) {
    closeSync(log);
    log = openSync(logFile, "w", 0o600);
  }
  const before = fstatSync(log).size;
  const child = spawn(
    "/bin/sh",
    [
      "-c",
      LAUNCHER,
      "sh",
      place.folder,
      binaries.postgres,
      "-D",
      dataOf(place.folder),
      ...settings(port, extra),
    ],
    {
      ...place.account.ids,
      cwd: "/",
      env: { PATH: process.env.PATH ?? "/usr/bin:/bin", LC_ALL: "C" },
      stdio: ["ignore", log, log],
      // A session of its own: an interrupt typed at the terminal must not end the server before its clients.
      detached: true,
    },
  );
  closeSync(log);
  let ended = false;
  let problem = "";
  child.on("exit", () => {
    ended = true;
  });
  child.on("error", (error) => {
    ended = true;
    problem = error.message;
  });
  child.unref();
  return {
    pid: child.pid ?? -1,
    ended: () => ended,
    output: () => problem || readFileSync(logFile).subarray(before).toString("utf8"),
  };
}

/** Ends the watcher of a server that did not start: it waits for a first holder, for ever. `held`: our share, if there is one yet. */
async function endWatcher(folder: string, held: number | null): Promise<void> {
  const fd = held ?? (await until(SHARED_AFTER_MS, () => openHold(folder) ?? undefined));
  if (fd !== undefined) closeSync(fd);
}

/** Ends a server that is still starting. */
async function endLaunched({ pid, ended }: Launched): Promise<void> {
  if (pid > 0 && !ended()) process.kill(pid, "SIGINT");
  await until(STOP_TIMEOUT_MS, () => ended() || undefined);
}

/** Removes a pid file that names a dead process, or one whose number belongs to another program now. */
function removeStalePid(folder: string): void {
  if (runningServer(folder) === null) rmSync(join(dataOf(folder), "postmaster.pid"), { force: true });
}

/**
 * Starts a server; null when another start was quicker or took the port, so that the caller tries again.
 * Throws a DatabaseError when it cannot start; the reason of its signal where that is aborted first, and no server is left.
 */
export async function startServer(
  binaries: Binaries,
  place: Place,
  extra: Readonly<Record<string, string>>,
  waiting: Waiting,
): Promise<Hold | null> {
  const { signal } = waiting;
  makeHold(place);
  const launched = launch(binaries, place, await usualPort(place.folder), extra);
  let fd: number | null = null;
  const server = await untilStarted(() => {
    if (launched.ended()) return "ended" as const;
    fd ??= openHold(place.folder);
    const now = seenServer(place.folder);
    if (now?.pid !== launched.pid) return undefined;
    if (now.status === "starting") return now.status;
    return fd !== null && now.status === "ready" ? now : undefined;
  }, waiting);
  if (server !== undefined && server !== "ended" && fd !== null) {
    rememberPort(place.folder, server.port);
    return holdOf(place.folder, fd, server.pid, server.port);
  }

  // With holders of another server, who came first, it goes by itself; before its first one comes we would end that server.
  if (signal?.aborted || fd !== null || runningServer(place.folder) === null)
    await endWatcher(place.folder, fd);
  if (signal?.aborted) await endLaunched(launched);
  signal?.throwIfAborted();
  const output = launched.output();
  if (server === undefined) {
    if (launched.pid > 0 && !launched.ended()) process.kill(launched.pid, "SIGQUIT");
    const { namedMs } = { ...START_LIMITS, ...waiting.limits };
    throw startTrouble(place.folder, `${output}\nFATAL: not ready after ${namedMs / 1000} s`);
  }
  if (/postmaster\.pid.* already exists|Address already in use/.test(output)) {
    removeStalePid(place.folder);
    return null;
  }
  if (/pre-existing shared memory block/.test(output)) {
    // What a killed server left behind notices that within moments.
    await sleep(LEFT_BEHIND_MS);
    return null;
  }
  throw startTrouble(place.folder, output);
}
