import { spawn, spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";

/** A folder on a disk of its own, if this machine lets us mount one (root does). */
export interface Disk {
  readonly folder: string;
  /** False: an ordinary folder, which cannot be filled. */
  readonly isOwn: boolean;
  /** Takes all room that is left. */
  fill(): Promise<void>;
  free(): void;
}

const FILLER = "filler";

/** `parent` is a reaper's, which unmounts it. */
export function openDisk(parent: string, name: string, megabytes: number): Disk {
  const folder = join(parent, name);
  mkdirSync(folder, { mode: 0o755 });
  const { status } = spawnSync("mount", [
    ...["-t", "tmpfs", "-o", `size=${megabytes}m,mode=755`, "tmpfs", folder],
  ]);
  const isOwn = status === 0;
  const filler = join(folder, FILLER);
  return {
    folder,
    isOwn,
    async fill() {
      if (!isOwn) return;
      const dd = spawn("dd", ["if=/dev/zero", `of=${filler}`, "bs=64k"], { stdio: "ignore" });
      await new Promise((done) => dd.once("close", done));
    },
    free: () => rmSync(filler, { force: true }),
  };
}

/** A folder that a role can use after it gave up root. */
export function openFolder(disk: Disk, name: string): string {
  const folder = join(disk.folder, name);
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, 0o777);
  return folder;
}
