import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { WorkError } from "../runtime/errors.ts";
import { type HeldLock, tryLock } from "./lock.mjs";

/** What a running `up` tells about itself in its lock file. */
const infoSchema = z.object({ url: z.string().nullable() });

/** One `up` per data folder. Throws a WorkError that says what runs where. */
export function holdDataDir(dataDir: string): HeldLock {
  try {
    mkdirSync(dataDir, { recursive: true });
    const lock = tryLock(join(dataDir, "up.lock"), { url: null });
    if (lock.held) return lock;
    const info = infoSchema.safeParse(lock.holder?.info);
    const where = info.success && info.data.url !== null ? `at ${info.data.url}/` : "and is still starting";
    throw new WorkError(
      `Weboid runs already ${where} (process ${lock.holder?.pid ?? "unknown"}, data in ${dataDir}). Stop that with Ctrl-C or kill, or start another beside it with WEBOID_DATA=FOLDER`,
    );
  } catch (error) {
    if (error instanceof WorkError) throw error;
    const why = error instanceof Error ? error.message : String(error);
    throw new WorkError(
      `the data folder ${dataDir} cannot be written (${why}): make it yours with chown, or set WEBOID_DATA to another folder`,
      { cause: error },
    );
  }
}

const PARENT_POLL_MS = 500;

/**
 * Calls `gone` when the launcher that started us has ended (bootstrap.mjs, weboid.mjs): a launcher that is killed by
 * kill -9 cannot pass it on. Answers a function that ends the watch.
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
