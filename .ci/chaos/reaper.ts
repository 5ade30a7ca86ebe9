import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chmodSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Ends what a trial started, and gives back what it mounted, also where the trial itself is killed. */
export interface Reaper {
  /** Of every process of the trial: by this they are found. */
  readonly env: Readonly<Record<string, string>>;
  /** Disks and folders of the trial lie directly in it. */
  readonly folder: string;
  /** Kills, unmounts and removes all that is left; resolves when that is done. */
  close(): Promise<void>;
}

const MARK = "WEBOID_TRIAL";

/** Waits for the end of its standard input: the system closes that with the trial, however it ends. */
const SCRIPT = `
trap '' INT TERM HUP
cat >/dev/null
for environ in /proc/[0-9]*/environ; do
  if tr '\\0' '\\n' <"$environ" 2>/dev/null | grep -q "^${MARK}=$1\\$"; then
    pid=\${environ#/proc/}; kill -9 "\${pid%/environ}" 2>/dev/null
  fi
done
for disk in "$2"/*; do umount -l "$disk" 2>/dev/null; done
rm -rf "$2"
`;

export function openReaper(name: string): Reaper {
  const mark = randomBytes(8).toString("hex");
  const folder = mkdtempSync(join(tmpdir(), `weboid-${name}-`));
  // As root, servers run under another account, which passes through.
  chmodSync(folder, 0o755);
  const child = spawn("/bin/sh", ["-c", SCRIPT, "sh", mark, folder], {
    stdio: ["pipe", "ignore", "ignore"],
    detached: true,
  });
  const ended = new Promise<void>((done) => child.once("close", () => done()));
  child.once("error", () => {});
  return {
    env: { [MARK]: mark },
    folder,
    async close() {
      child.stdin.end();
      await ended;
    },
  };
}
