import { and, eq, lte, ne, sql } from "drizzle-orm";
import { unionAll } from "drizzle-orm/pg-core";
import type { Day } from "../../shared/calendar/day.ts";
import type { Database, Orm } from "../connect.ts";
import { FREED, isFree } from "../lease/lease.ts";
import { host, hostLease, recheck, slice, worker } from "../schema/index.ts";
import { fromNow, isAnyOf } from "../statement.ts";
import { recheckLeases } from "../urls/rechecks.ts";
import { sliceLeases } from "./slices.ts";
import { isLifeless, isSessionless } from "./workers.ts";

export interface HeldWork {
  /** Name of the worker that has it in hand. */
  readonly holder: string;
  /** Its session is there. */
  readonly lives: boolean;
  /** Until the first of its leases runs out, if it is not prolonged; negative: it did so a moment ago. */
  readonly seconds: number;
}

/** Of leases that ended so lately somebody who looked for free work just before saw them held. */
const JUST_ENDED_SECONDS = 5;

/** Who else than `worker` has slices or rechecks that are due, alive or not; those first whose leases end soonest. */
export async function heldWork({ orm }: Database, name: string, today: Day): Promise<HeldWork[]> {
  const each = unionAll(
    orm
      .select({ holder: slice.holder, until: slice.leaseUntil })
      .from(slice)
      .where(sql`not ${isFree(slice, JUST_ENDED_SECONDS)}`),
    orm
      .select({ holder: recheck.holder, until: recheck.leaseUntil })
      .from(recheck)
      .where(and(lte(recheck.due, today), sql`not ${isFree(recheck, JUST_ENDED_SECONDS)}`)),
  ).as("each");
  const seconds = sql<number>`extract(epoch from min(${each.until}) - clock_timestamp())::float8`;
  return orm
    .select({
      holder: sql<string>`${each.holder}`,
      lives: sql<boolean>`not ${isSessionless(each.holder)}`,
      seconds,
    })
    .from(each)
    .where(ne(each.holder, name))
    .groupBy(each.holder)
    .orderBy(seconds);
}

/** A host at which a dead worker was rests for so long, and for as long as the host itself asks for. */
const REST_SECONDS = 1;
/** The line of `printRobots` (crawler/politeness). */
const CRAWL_DELAY = "(?n)^Crawl-delay: ([0-9.]+)$";

/** Ends the leases on hosts, which others may ask after the host's own rest. */
async function releaseHosts(orm: Orm, holders: readonly string[]): Promise<void> {
  const held = orm.$with("held").as(
    orm
      .select({
        key: hostLease.key,
        interval: sql<number>`coalesce(${hostLease.paceMs}, ${host.paceMs}) / 1000.0`.as("interval"),
        rules: host.robots,
      })
      .from(hostLease)
      .leftJoin(host, eq(host.name, sql`substr(${hostLease.key}, 3)`))
      .where(isAnyOf(hostLease.holder, holders))
      .orderBy(hostLease.key)
      .for("update", { of: hostLease }),
  );
  const rest = sql<number>`greatest(${REST_SECONDS}::float8, ${held.interval}, substring(${held.rules} from ${CRAWL_DELAY})::float8)`;
  await orm
    .with(held)
    .update(hostLease)
    .set({ ...FREED, readyAt: sql`greatest(${hostLease.readyAt}, ${fromNow(rest)})` })
    .from(held)
    .where(eq(hostLease.key, held.key));
}

/**
 * Ends the leases of workers that died, in place of waiting until they run out: those whose session
 * is gone; `gone`: names of those that surely are no more (isLifeless). Answers their names. Where such a worker lives all the
 * same, as it only lost that connection, the fencing tokens keep its results out.
 */
export function releaseDead(db: Database, gone: readonly string[] = []): Promise<string[]> {
  return db.transaction(async ({ orm }) => {
    const rows = await orm
      .delete(worker)
      .where(and(eq(worker.role, "crawl"), isLifeless(gone)))
      .returning({ name: worker.name });
    const holders = rows.map(({ name }) => name);
    if (holders.length === 0) return holders;
    // They stay named: so a slice is known as one whose work was broken off (leaseSlices).
    await sliceLeases.endOf(orm, holders, true);
    await recheckLeases.endOf(orm, holders, true);
    await releaseHosts(orm, holders);
    return holders;
  });
}
