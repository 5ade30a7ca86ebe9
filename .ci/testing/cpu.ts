import { readFileSync } from "node:fs";

/** USER_HZ of Linux. */
const TICK_MS = 10;

/** CPU time of a living process, and of its children that have ended, milliseconds, by Linux's /proc. Throws where it has ended. */
export function cpuMsOf(pid: number | "self"): { readonly own: number; readonly ended: number } {
  // Behind the name of its program, which may have blanks.
  const fields = readFileSync(`/proc/${pid}/stat`, "latin1").split(") ").at(-1)?.split(" ") ?? [];
  const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11, 15).map(Number);
  return { own: (user + system) * TICK_MS, ended: (endedUser + endedSystem) * TICK_MS };
}
