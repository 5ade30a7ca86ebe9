import { and, asc, count, eq, inArray, lte, min, not, sql } from "drizzle-orm";
import type { Day } from "../../shared/calendar/day.ts";
import { insertRows } from "../batch.ts";
import type { Database, Orm } from "../connect.ts";
import { fenced, type Held, isFree, Leases } from "../lease/lease.ts";
import { archiveService, archiveVisit } from "../schema/index.ts";
import { fromNow, isAnyOf } from "../statement.ts";

export const serviceLeases = new Leases(archiveService, { type: archiveService.type });

/** An archive that nobody else asks meanwhile. */
export type ServiceLease = Held<typeof archiveService, { readonly type: typeof archiveService.type }>;

/** Has crawlers put URLs that begin to fail on the lists of these archives, and of no others: those are not asked any more. */
export function registerArchives(db: Database, types: readonly string[]): Promise<void> {
  return db.transaction(async ({ orm }) => {
    const { type, asked } = archiveService;
    const rows = [...types].sort().map((name) => ({ type: name, asked: true }));
    await insertRows(orm, archiveService, ["type", "asked"], rows).onConflictDoUpdate({
      target: type,
      set: { asked: true },
      setWhere: not(asked),
    });
    await orm
      .update(archiveService)
      .set({ asked: false })
      .where(and(asked, not(isAnyOf(type, types))));
  });
}

/** Notes archives of which pages or people name versions; those that are asked stay so. */
export async function noteArchives(orm: Orm, types: Iterable<string>): Promise<void> {
  const rows = [...new Set(types)].sort().map((type) => ({ type, asked: false }));
  if (rows.length > 0) await insertRows(orm, archiveService, ["type", "asked"], rows).onConflictDoNothing();
}

/** Archives that are asked, by the configuration. */
export async function askedArchives(orm: Orm): Promise<string[]> {
  const { type, asked } = archiveService;
  const rows = await orm.select({ type }).from(archiveService).where(sql`${asked}`);
  return rows.map((row) => row.type);
}

/** Archives that are not asked, but of which versions are known. */
export async function unaskedArchives({ orm }: Database): Promise<string[]> {
  const { type, asked } = archiveService;
  const rows = await orm.select({ type }).from(archiveService).where(not(asked)).orderBy(asc(type));
  return rows.map((row) => row.type);
}

/** Leases an archive that nobody asks and that is not left alone just now; null: another does, or it rests. */
export async function claimArchive(
  { orm }: Database,
  type: string,
  { worker, leaseSeconds }: { readonly worker: string; readonly leaseSeconds: number },
): Promise<ServiceLease | null> {
  const isAwake = lte(archiveService.restUntil, sql`clock_timestamp()`);
  // Where something is stored under the lease before, another asks it still.
  const free = orm
    .select({ type: archiveService.type })
    .from(archiveService)
    .where(and(eq(archiveService.type, type), isFree(archiveService), isAwake))
    .for("update", { skipLocked: true });
  const [claimed] = await orm
    .update(archiveService)
    .set(fenced(worker, leaseSeconds))
    .where(inArray(archiveService.type, free))
    .returning({ type: archiveService.type, token: archiveService.token });
  return claimed ?? null;
}

/** False: the lease is another's by now. */
export const renewArchive = async (
  { orm }: Database,
  lease: ServiceLease,
  seconds: number,
): Promise<boolean> => (await serviceLeases.renew(orm, [lease], seconds)).length > 0;

export async function releaseArchive({ orm }: Database, lease: ServiceLease): Promise<void> {
  await serviceLeases.release(orm, [lease]);
}

/** A visit came to a result. In the transaction that stores it. */
export async function noteAnswer(orm: Orm, lease: ServiceLease): Promise<void> {
  await orm
    .update(archiveService)
    .set({
      visits: sql`${archiveService.visits} + 1`,
      answeredAt: sql`clock_timestamp()`,
      failures: 0,
      failedSince: null,
      error: "",
    })
    .where(serviceLeases.isHeldBy(lease));
}

/** Longest pause after failures. */
const REST = { firstSeconds: 30, mostSeconds: 3_600 };

/**
 * The archive could not be asked: it is left alone, for as long as it wants, or for longer with each failure. Answers how many there were
 * in a row; 0: the lease is another's by now.
 */
export async function noteFailure(
  { orm }: Database,
  lease: ServiceLease,
  error: string,
  restSeconds: number | null,
): Promise<number> {
  const { failures } = archiveService;
  const growing = sql`least(${REST.mostSeconds}::float8, ${REST.firstSeconds}::float8 * 2 ^ least(${failures}, 12))`;
  const [noted] = await orm
    .update(archiveService)
    .set({
      failures: sql`${failures} + 1`,
      restUntil: fromNow(restSeconds ?? growing),
      failedSince: sql`coalesce(${archiveService.failedSince}, clock_timestamp())`,
      error: error.slice(0, 500),
    })
    .where(serviceLeases.isHeldBy(lease))
    .returning({ failures });
  return noted?.failures ?? 0;
}

/** How far archivists are with one archive. */
export interface ArchiveState {
  readonly type: string;
  /** False: only versions that pages or people name are looked after. */
  readonly asked: boolean;
  readonly visits: number;
  /** Milliseconds since 1970; null: it never answered. */
  readonly answeredMs: number | null;
  readonly failures: number;
  readonly failedSinceMs: number | null;
  readonly error: string;
  readonly restUntilMs: number;
  /** Visits that are due, counted up to DUE_COUNTED_MAX, and the day for which the oldest was. */
  readonly due: number;
  readonly oldestDue: Day | null;
}

const DUE_COUNTED_MAX = 10_000;

export async function archiveStates({ orm }: Database, today: Day): Promise<ArchiveState[]> {
  const services = await orm.select().from(archiveService).orderBy(asc(archiveService.type));
  return Promise.all(
    services.map(async (service) => {
      const isDue = and(isAnyOf(archiveVisit.type, [service.type]), lte(archiveVisit.due, today));
      const open = orm
        .select({ due: archiveVisit.due })
        .from(archiveVisit)
        .where(isDue)
        .orderBy(archiveVisit.due)
        .limit(DUE_COUNTED_MAX)
        .as("open");
      const [counted] = await orm.select({ due: count(), oldest: min(open.due) }).from(open);
      const { type, asked, visits, failures, error } = service;
      return {
        type,
        asked,
        visits,
        failures,
        error,
        answeredMs: service.answeredAt === 0 ? null : service.answeredAt,
        failedSinceMs: service.failedSince,
        restUntilMs: service.restUntil,
        due: counted?.due ?? 0,
        oldestDue: counted?.oldest ?? null,
      };
    }),
  );
}
