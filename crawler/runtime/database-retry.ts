import type { Database } from "../../db/connect.ts";
import { awayOf, type DatabaseError, isConflict, isOfWholeDatabase, messageOf } from "../../db/errors.ts";
import { ping } from "../../db/work/workers.ts";
import { pause } from "./clock.ts";
import type { Log } from "./log.ts";

/** How long a role waits for a database that went away in the midst of its work. */
export interface Backoff {
  /** Between two pings, doubled from the first to the most. */
  readonly firstMs: number;
  readonly mostMs: number;
  /** After that the role ends with the error. */
  readonly totalMs: number;
}

const BACKOFF = {
  /** A restart, a failover or an upgrade of the server is over within this. */
  lasting: { firstMs: 1_000, mostMs: 30_000, totalMs: 10 * 60_000 },
  /** Somebody waits for the end of the command. */
  once: { firstMs: 500, mostMs: 4_000, totalMs: 10_000 },
} as const satisfies Record<string, Backoff>;

/** Work that meets an outage so often is its cause. */
const OUTAGES_MAX = 20;

/** The part of a RoleContext that waiting for the database needs. */
interface RetryContext {
  readonly db: Database;
  readonly log: Log;
  readonly signal: AbortSignal;
  readonly backoff?: Backoff;
}

/** An outage of a database, shared by all roles on it, so that it is logged once. */
interface Outage {
  /** In `performance.now()`. */
  readonly since: number;
  waiters: number;
  back: boolean;
}

const outages = new WeakMap<Database, Outage>();

/** The context for one run of a role: with `once` it waits briefly, unless its backoff was given. */
export function withBackoff<T extends { readonly backoff?: Backoff }>(ctx: T, once: boolean): T {
  return { ...ctx, backoff: ctx.backoff ?? (once ? BACKOFF.once : BACKOFF.lasting) };
}

/**
 * Runs work that needs the database. When the database goes away meanwhile, waits until it is back and runs the work
 * again, so the work must be repeatable. Work that PostgreSQL ended in favour of another transaction (a deadlock) is run
 * again as often as need be: the other one went on, so this comes to an end. Throws what the work throws; the
 * DatabaseError when the database stays away for longer than `ctx.backoff`, or at once after the signal.
 */
export async function retryWhileDatabaseDown<T>(ctx: RetryContext, work: () => Promise<T>): Promise<T> {
  let outages = 0;
  let conflicts = 0;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      const away = awayOf(error);
      if (away !== null) {
        outages += 1;
        if (outages === OUTAGES_MAX) throw away;
        await untilBack(ctx, away, outages);
      } else if (isConflict(error)) {
        conflicts += 1;
        const { firstMs, mostMs } = ctx.backoff ?? BACKOFF.lasting;
        ctx.log.warn(
          `the database: ${messageOf(error)}; what was under way is done again`,
          "database-conflict",
        );
        const waited = await pause(Math.min(firstMs * 2 ** (conflicts - 1), mostMs), ctx.signal);
        if (!waited && conflicts >= OUTAGES_MAX) throw error;
      } else throw error;
    }
  }
}

/**
 * Whether an error concerns this one piece of work, such as an answer that cannot be stored, or a bug: not the database as a
 * whole, nor a conflict, nor a stop. Others may go on.
 */
export const isOfWorkAlone = (error: unknown, { signal }: Pick<RetryContext, "signal">): boolean =>
  !signal.aborted && !isOfWholeDatabase(error) && !isConflict(error);

/** `attempt`: how many outages this work has met. */
async function untilBack(ctx: RetryContext, away: DatabaseError, attempt: number): Promise<void> {
  const { db, log, signal } = ctx;
  const { firstMs, mostMs, totalMs } = ctx.backoff ?? BACKOFF.lasting;
  const began = performance.now();
  const left = () => totalMs - (performance.now() - began);
  let outage = outages.get(db);
  if (outage === undefined) {
    outage = { since: began, waiters: 0, back: false };
    outages.set(db, outage);
    log.warn(
      `${away.message}; waiting for it, for ${Math.round(totalMs / 1_000)} s at most`,
      "database-away",
    );
  }
  outage.waiters += 1;
  try {
    for (let delay = Math.min(firstMs * 2 ** (attempt - 1), mostMs); ; delay = Math.min(delay * 2, mostMs)) {
      if (!(await pause(Math.min(delay, Math.max(0, left())), signal))) throw away;
      if (await ping(db)) break;
      if (left() <= 0) throw away;
    }
    if (!outage.back)
      log.info(`the database is back after ${Math.round((performance.now() - outage.since) / 1_000)} s`);
    outage.back = true;
  } finally {
    outage.waiters -= 1;
    // Back: what fails from now on is another outage. Given up by everybody: the next failure logs it again.
    if ((outage.back || outage.waiters === 0) && outages.get(db) === outage) outages.delete(db);
  }
}
