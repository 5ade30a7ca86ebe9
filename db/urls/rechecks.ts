import { and, eq, inArray, lte, notBetween, type SQL, sql } from "drizzle-orm";
import { addDays, type Day } from "../../shared/calendar/day.ts";
import { batch, insertFrom } from "../batch.ts";
import type { Database, Orm } from "../connect.ts";
import { dueBatch } from "../hosts/read.ts";
import { granted, isFree, Leases } from "../lease/lease.ts";
import { EPOCH } from "../schema/columns.ts";
import { host, recheck, url } from "../schema/index.ts";
import { excluded, fromNow, isAnyOf } from "../statement.ts";
import type { DueBatch, UrlId } from "../types.ts";
import { dueColumns, isBlocked } from "./row.ts";

export const recheckLeases = new Leases(recheck, { id: recheck.urlId });

/**
 * A later day in a row was written by a clock that was ahead, and counts as none: else the row would be left alone until
 * that day comes. Tomorrow is credible, as clocks of workers differ around midnight.
 */
export const latestCredible = (today: Day): Day => addDays(today, 1);

export interface RecheckRequest {
  readonly worker: string;
  readonly count: number;
  readonly leaseSeconds: number;
  readonly today: Day;
}

/** Leases free rechecks of one range of the index `recheck_lease_due`, in its order. */
async function claim(
  orm: Orm,
  { worker, leaseSeconds, today }: RecheckRequest,
  range: SQL | undefined,
  limit: number,
): Promise<UrlId[]> {
  const next = orm.$with("next").as(
    orm
      .select({ id: recheck.urlId })
      .from(recheck)
      .where(and(range, lte(recheck.due, today)))
      .orderBy(recheck.leaseUntil, recheck.due)
      .limit(limit)
      .for("update", { skipLocked: true }),
  );
  const rows = await orm
    .with(next)
    .update(recheck)
    .set(granted(worker, leaseSeconds))
    .from(next)
    .where(eq(recheck.urlId, next.id))
    .returning({ id: recheck.urlId });
  return rows.map(({ id }) => id);
}

/**
 * Hands URLs that are due for another check to one worker: longest overdue first, but after all others those that were
 * taken and handed back, so that a host with very many of them holds up none. Their results come back through
 * `recordResults` without leases; until then, or until the lease runs out, no other worker gets them.
 */
export async function takeRechecks(db: Database, request: RecheckRequest): Promise<DueBatch> {
  const { count, today } = request;
  const rows = await db.transaction(async ({ orm }) => {
    // On PostgreSQL before 18 one range of both would read those due later as well.
    const ids = await claim(orm, request, eq(recheck.leaseUntil, EPOCH), count);
    const handedBack = and(sql`${recheck.leaseUntil} > ${EPOCH}`, isFree(recheck));
    if (ids.length < count) ids.push(...(await claim(orm, request, handedBack, count - ids.length)));
    const due = await orm
      .select(dueColumns)
      .from(url)
      .innerJoin(host, eq(host.id, url.hostId))
      .where(
        and(
          isAnyOf(url.id, ids),
          notBetween(url.queried, today, latestCredible(today)),
          sql`not ${isBlocked}`,
        ),
      )
      .orderBy(url.id);
    // Checked today already, by its slice, or deleted, or blocked (C10): nothing is left to do.
    const left = new Set(due.map(({ id }) => id));
    const done = ids.filter((id) => !left.has(id));
    if (done.length > 0) await orm.delete(recheck).where(isAnyOf(recheck.urlId, done));
    return due;
  });
  return dueBatch(db, rows);
}

interface Plan {
  readonly id: UrlId;
  readonly due: Day;
}

/** In the order of ids. `due`: of a recheck that was planned already. */
async function write(orm: Orm, plans: readonly Plan[], leaseUntil: SQL, due: SQL): Promise<void> {
  if (plans.length === 0) return;
  const given = batch("given", { id: recheck.urlId, due: recheck.due }, plans);
  const fields = { urlId: given.id, due: given.due, holder: sql`null`, leaseUntil };
  await insertFrom(orm, recheck, fields, (found) => found.from(given.rows)).onConflictDoUpdate({
    target: recheck.urlId,
    set: { due, holder: null, leaseUntil: excluded(recheck.leaseUntil) },
  });
}

const plansOf = (urls: readonly UrlId[], due: Day): Plan[] =>
  [...new Set(urls)].sort((one, other) => one - other).map((id) => ({ id, due }));

/** Puts URLs on the list, in place of what was planned for them. In the order of ids. */
export const planRechecks = (orm: Orm, plans: readonly Plan[]): Promise<void> =>
  write(orm, plans, EPOCH, excluded(recheck.due));

/** Puts URLs whose host asks for a pause on the list for a day after that; of two days the later counts. */
export const postponeRechecks = ({ orm }: Database, urls: readonly UrlId[], due: Day): Promise<void> =>
  write(orm, plansOf(urls, due), EPOCH, sql`greatest(${recheck.due}, ${excluded(recheck.due)})`);

/**
 * Puts URLs that were taken but not checked at the end of what is due today, for any worker. Also those of a slice: so a
 * host with very many URLs keeps no slice from being finished. What had a lease is taken after what never had one (takeRechecks).
 */
export const handBackRechecks = ({ orm }: Database, urls: readonly UrlId[], today: Day): Promise<void> =>
  write(orm, plansOf(urls, today), fromNow(0), sql`least(${recheck.due}, ${excluded(recheck.due)})`);

const idsOf = (held: readonly { readonly id: UrlId }[]): ReadonlySet<UrlId> =>
  new Set(held.map(({ id }) => id));
const leasesOf = (holder: string, urls: readonly UrlId[]) => urls.map((id) => ({ id, holder }));

/** Prolongs the leases of rechecks from now. Answers those that are still this worker's. */
export const renewRechecks = async (
  { orm }: Pick<Database, "orm">,
  worker: string,
  urls: readonly UrlId[],
  leaseSeconds: number,
): Promise<ReadonlySet<UrlId>> => idsOf(await recheckLeases.renew(orm, leasesOf(worker, urls), leaseSeconds));

/** Keeps rechecks from other workers until the transaction ends. Answers those that are still this worker's. */
export const lockRechecks = async (
  { orm }: Pick<Database, "orm">,
  worker: string,
  urls: readonly UrlId[],
): Promise<ReadonlySet<UrlId>> => idsOf(await recheckLeases.lock(orm, leasesOf(worker, urls)));

/** Takes URLs off the list: there is nothing to check. Their slices go on coming to them. */
export async function dropRechecks({ orm }: Pick<Database, "orm">, urls: readonly UrlId[]): Promise<void> {
  if (urls.length === 0) return;
  const wanted = orm
    .select({ id: recheck.urlId })
    .from(recheck)
    .where(isAnyOf(recheck.urlId, urls))
    .orderBy(recheck.urlId)
    .for("update");
  await orm.delete(recheck).where(inArray(recheck.urlId, wanted));
}
