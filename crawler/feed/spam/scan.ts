import { advanceScan, hasScans, ScanError, type ScanTest } from "../../../db/spam/scans.ts";
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

/** How long a scan rests after an error. */
const FAILED_PAUSE_MS = 5 * 60_000;

type Context = Pick<RoleContext, "db" | "signal" | "log" | "clock">;

/** Scans that met an error, by id, and until when they rest. */
type Resting = Map<number, number>;

/**
 * Tests known URLs against new entries of lists, until no scan is open but those at rest; the pages are marked to be read
 * again. False: a scan met an unexpected error, and stays where it is; no other scan and no wiki waits for it. Throws errors of
 * the database.
 */
export async function runSpamScans(ctx: Context, resting: Resting = new Map()): Promise<boolean> {
  if (!(await hasScans(ctx.db))) return true;
  for (const [id, untilMs] of resting) if (untilMs <= ctx.clock.now()) resting.delete(id);
  const test = createScanTest();
  const session = ctx.db.session();
  let went = true;
  let after: number | undefined;
  let urls = 0;
  let marked = 0;
  try {
    while (!ctx.signal.aborted) {
      const turn = { after, except: [...resting.keys()] };
      const step = await advanceScan(ctx.db, session, test, turn).catch((error: unknown) =>
        rest(ctx, resting, error),
      );
      if (step === null) break;
      if (step === "failed") {
        went = false;
        continue;
      }
      after = step.turn;
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
  return went;
}

/** Leaves a scan alone for a while whose error concerns no other. */
function rest(ctx: Context, resting: Resting, error: unknown): "failed" {
  if (!(error instanceof ScanError)) throw error;
  if (!isOfWorkAlone(error.cause, ctx)) throw error.cause;
  resting.set(error.scan, ctx.clock.now() + FAILED_PAUSE_MS);
  ctx.log.error(`spam lists: known URLs are not tested: ${unexpected(error.cause)}`, "work-failed");
  return "failed";
}

/** Runs scans whenever there are any, until the signal. */
export async function scanForever(ctx: RoleContext): Promise<void> {
  const resting: Resting = new Map();
  while (!ctx.signal.aborted) {
    await retryWhileDatabaseDown(ctx, () => runSpamScans(ctx, resting));
    await pause(IDLE_MS, ctx.signal);
  }
}
