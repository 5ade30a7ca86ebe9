import { Database } from "bun:sqlite";
import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync } from "node:fs";
import { WorkError } from "../../runtime/errors.ts";

/**
 * A copy of the store as it is at one moment, in one file without a log; writers go on meanwhile. Throws a WorkError that says how to
 * fix it, and leaves nothing half-written.
 */
export function backUp(file: string, copy: string): void {
  if (!existsSync(file))
    throw new WorkError(`there is no store at ${file}: set WEBOID_DATA to the folder of the edge`);
  if (existsSync(copy)) throw new WorkError(`${copy} exists: name a file that does not, or remove it`);
  const part = `${copy}.part`;
  rmSync(part, { force: true });
  try {
    // Readable by its owner from the first byte on.
    closeSync(openSync(part, "wx", 0o600));
    const db = new Database(file, { readwrite: true, create: false });
    try {
      db.run("vacuum into ?", [part]);
    } finally {
      db.close();
    }
    const written = openSync(part, "r");
    fsyncSync(written);
    closeSync(written);
    renameSync(part, copy);
  } catch (error) {
    rmSync(part, { force: true });
    const why = error instanceof Error ? error.message : String(error);
    throw new WorkError(`${copy} was not written: ${why}`, { cause: error });
  }
}
