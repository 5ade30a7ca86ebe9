import { advanceScan, hasScans, type ScanTest } from "../../../db/spam/scans.ts";
import { pause } from "../../runtime/clock.ts";
import type { RoleContext } from "../../runtime/context.ts";
import { isOfWorkAlone, retryWhileDatabaseDown } from "../../runtime/database-retry.ts";
import { unexpected } from "../../runtime/errors.ts";
import { counted } from "../../runtime/words.ts";
import { entriesTest } from "./change.ts";

/** How often a feeder looks for changes of lists to apply. */
const IDLE_MS = 2_000;
/** URLs that are tested without giving way to other work. */
const URLS_AT_ONCE = 500;

/** A test that compiles the lines of the scan under way once. */
function createScanTest(): ScanTest {
  let ready: { readonly id: number; readonly test: (url: string) => boolean } | null = null;
  return async (scan, urls) => {
    ready = ready?.id === scan.id ? ready : { id: scan.id, test: entriesTest(scan.entries) };
    const hits: boolean[] = [];
    for (let at = 0; at < urls.length; at += URLS_AT_ONCE) {
      hits.push(...urls.slice(at, at + URLS_AT_ONCE).map(ready.test));
      await new Promise((done) => setImmediate(done));
    }
    return hits;
  };
}

/** How long scans rest after an error of one of them. */
const FAILED_PAUSE_MS = 5 * 60_000;

type Context = Pick<RoleContext, "db" | "signal" | "log">;

/**
 * Tests known URLs against new entries of lists, until no scan is open; the pages are marked to be read again. False: a scan
 * met an unexpected error, and stays where it is; no wiki waits for it. Throws errors of the database.
 */
export async function runSpamScans(ctx: Context): Promise<boolean> {
  try {
    await advanceScans(ctx);
    return true;
  } catch (error) {
    if (!isOfWorkAlone(error, ctx)) throw error;
    ctx.log.error(`spam lists: known URLs are not tested: ${unexpected(error)}`, "work-failed");
    return false;
  }
}

async function advanceScans(ctx: Context): Promise<void> {
  if (!(await hasScans(ctx.db))) return;
  const test = createScanTest();
  const session = ctx.db.session();
  let urls = 0;
  let marked = 0;
  try {
    while (!ctx.signal.aborted) {
      const step = await advanceScan(ctx.db, session, test);
      if (step === null) break;
      urls += step.urls;
      marked += step.marked;
    }
  } finally {
    await session.close();
  }
  if (urls > 0)
    ctx.log.info(
      `spam lists: ${counted(urls, "known URL")} tested against new entries, ${counted(marked, "page")} to be read again`,
    );
}

/** Runs scans whenever there are any, until the signal. */
export async function scanForever(ctx: RoleContext): Promise<void> {
  while (!ctx.signal.aborted) {
    const went = await retryWhileDatabaseDown(ctx, () => runSpamScans(ctx));
    await pause(went ? IDLE_MS : FAILED_PAUSE_MS, ctx.signal);
  }
}
