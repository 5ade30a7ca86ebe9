import type { Database } from "../../db/connect.ts";
import { awayOf, type DatabaseError, isConflict, messageOf } from "../../db/errors.ts";
import { ping } from "../../db/work/workers.ts";
import { pause } from "./clock.ts";
import type { RoleContext } from "./context.ts";

/** How long a role waits for a database that went away in the midst of its work. */
export interface Patience {
  /** Between looks, doubled from the first to the most. */
  readonly firstMs: number;
  readonly mostMs: number;
  /** After that it stays away: the role ends, and says so. */
  readonly totalMs: number;
}

export const PATIENCE = {
  /** A restart, a failover or an upgrade of the server is over within this. */
  lasting: { firstMs: 1_000, mostMs: 30_000, totalMs: 10 * 60_000 },
  /** Somebody waits for the end of the command. */
  once: { firstMs: 500, mostMs: 4_000, totalMs: 10_000 },
} as const satisfies Record<string, Patience>;

/** Work that meets an outage so often is its cause. */
const OUTAGES_MAX = 20;

type Waiting = Pick<RoleContext, "db" | "log" | "signal" | "patience">;

/** An outage of a database, shared by all roles on it, so that it is told once. */
interface Outage {
  /** In `performance.now()`. */
  readonly since: number;
  waiters: number;
  back: boolean;
}

const outages = new WeakMap<Database, Outage>();

/** The context for one run of a role: with `once` it waits briefly, unless its patience was given. */
export function waiting(ctx: RoleContext, once: boolean): RoleContext {
  return { ...ctx, patience: ctx.patience ?? (once ? PATIENCE.once : PATIENCE.lasting) };
}

/**
 * Runs work that needs the database; when that goes away meanwhile, waits until it is back and runs the work anew, so
 * work has to bear being done twice. It is also run anew, as often as need be, when a statement of it lost to another one
 * (a deadlock): whoever won went on, so this comes to an end. Throws what the work throws; the DatabaseError when the database stays away for
 * longer than `ctx.patience`, or at once after the signal.
 */
export async function outlast<T>(ctx: Waiting, work: () => Promise<T>): Promise<T> {
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
        const { firstMs, mostMs } = ctx.patience ?? PATIENCE.lasting;
        ctx.log.warn(`the database: ${messageOf(error)}; what was under way is done again`);
        const waited = await pause(Math.min(firstMs * 2 ** (conflicts - 1), mostMs), ctx.signal);
        if (!waited && conflicts >= OUTAGES_MAX) throw error;
      } else throw error;
    }
  }
}

async function untilBack(waiting: Waiting, away: DatabaseError, outage: number): Promise<void> {
  const { db, log, signal } = waiting;
  const { firstMs, mostMs, totalMs } = waiting.patience ?? PATIENCE.lasting;
  const began = performance.now();
  const left = () => totalMs - (performance.now() - began);
  let told = outages.get(db);
  if (told === undefined) {
    told = { since: began, waiters: 0, back: false };
    outages.set(db, told);
    log.warn(`${away.message}; waiting for it, for ${Math.round(totalMs / 1_000)} s at most`);
  }
  told.waiters += 1;
  try {
    for (let delay = Math.min(firstMs * 2 ** (outage - 1), mostMs); ; delay = Math.min(delay * 2, mostMs)) {
      if (!(await pause(Math.min(delay, Math.max(0, left())), signal))) throw away;
      if (await ping(db)) break;
      if (left() <= 0) throw away;
    }
    if (!told.back)
      log.info(`the database is back after ${Math.round((performance.now() - told.since) / 1_000)} s`);
    told.back = true;
  } finally {
    told.waiters -= 1;
    // Back: what fails from now on is another outage. Given up by everybody: the next who tries tells it anew.
    if ((told.back || told.waiters === 0) && outages.get(db) === told) outages.delete(db);
  }
}
