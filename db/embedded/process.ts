import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { codeOf } from "../errors.ts";

export const dataOf = (folder: string): string => join(folder, "data");

export function alive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === "EPERM";
  }
}

/** "" of one that died, or is another user's and hidden. */
function commandLine(pid: number): string {
  try {
    if (existsSync("/proc/self/cmdline")) return readFileSync(`/proc/${pid}/cmdline`, "utf8");
    return execFileSync("ps", ["-p", String(pid), "-o", "command="], { encoding: "utf8", timeout: 5_000 });
  } catch (error) {
    const { status } = error as { status?: unknown };
    if (typeof status === "number" || /^(ENOENT|ESRCH|EACCES|EPERM)$/.test(codeOf(error))) return "";
    throw error;
  }
}

export interface RunningServer {
  readonly pid: number;
  /** 0 until the server has written it. */
  readonly port: number;
  readonly status: "starting" | "ready" | "stopping";
}

/**
 * The server that postmaster.pid of a place names; null when there is none, it died, or its number is another's now.
 * Throws where that cannot be seen, as by a process that has no file left to open: then nothing is known of it.
 */
export function runningServer(folder: string): RunningServer | null {
  let lines: string[];
  try {
    lines = readFileSync(join(dataOf(folder), "postmaster.pid"), "utf8").split("\n");
  } catch (error) {
    if (codeOf(error) === "ENOENT") return null;
    throw error;
  }
  const pid = Number(lines[0]);
  if (!alive(pid)) return null;
  const command = commandLine(pid);
  if (!command.includes(dataOf(folder)) && !command.includes(realpathSync(dataOf(folder)))) return null;
  const status = lines[7]?.trim();
  return {
    pid,
    port: Number(lines[3] ?? 0),
    status: status === "ready" || status === "stopping" ? status : "starting",
  };
}
