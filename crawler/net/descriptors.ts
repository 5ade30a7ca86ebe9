import { closeSync, openSync, readFileSync } from "node:fs";

/** Where the system does not say how many files may be open. */
const FILES_MAX_ASSUMED = 4_096;

/** Three quarters of the files that this process may have open; the rest is for the database, logs and name service. */
export function socketsMax(): number {
  let limits = "";
  try {
    limits = readFileSync("/proc/self/limits", "utf8");
  } catch {
    // No Linux.
  }
  const files = Number(/^Max open files\s+(\d+)/m.exec(limits)?.[1] ?? FILES_MAX_ASSUMED);
  return Math.max(16, Math.floor(files * 0.75));
}

/** Whether this process can open anything: the network layer's failures do not distinguish that. */
export function descriptorsLeft(): boolean {
  try {
    closeSync(openSync("/dev/null", "r"));
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code !== "EMFILE" && code !== "ENFILE";
  }
}
