import { and, eq, exists, gte, lt, lte, max, notExists, type SQL, sql } from "drizzle-orm";
import { addDays, type Day } from "../../shared/calendar/day.ts";
import { insertFrom } from "../batch.ts";
import type { Database } from "../connect.ts";
import { dueBatch } from "../hosts/read.ts";
import { FREED, fenced, isFree, Leases } from "../lease/lease.ts";
import { host, recheck, slice, url } from "../schema/index.ts";
import { apart, fromNow } from "../statement.ts";
import type { DueBatch, SliceLease, UrlId } from "../types.ts";
import { latestCredible } from "../urls/rechecks.ts";
import { dueColumns, isBlocked, SLICE_IDS } from "../urls/row.ts";

export const sliceLeases = new Leases(slice, { slice: slice.no });

/** The ids of a slice. */
export const isInSlice = (no: number, id: typeof url.id | typeof recheck.urlId = url.id): SQL | undefined =>
  and(gte(id, (no * SLICE_IDS) as UrlId), lt(id, ((no + 1) * SLICE_IDS) as UrlId));

/**
 * Makes missing rows of the slice table, for all ids up to the youngest. Feeders make them as they go; this completes a
 * table restored or filled by other means. Answers how many were missing.
 */
export async function ensureSlices({ orm }: Database): Promise<number> {
  const no = sql`given.no`;
  const last = orm.select({ no: sql`coalesce(${max(url.id)}, -1) / ${SLICE_IDS}::int` }).from(url);
  const inside = orm
    .select({ id: url.id })
    .from(url)
    .where(sql`${url.id} >= ${no} * ${SLICE_IDS}::int and ${url.id} < (${no} + 1) * ${SLICE_IDS}::int`);
  const known = orm.select({ no: slice.no }).from(slice).where(eq(slice.no, no));
  const missing = orm
    .select({ no: sql`no` })
    .from(sql`generate_series(0, ${last}) as given (no)`)
    .where(notExists(known));
  // Only of those that are missing a URL is looked for.
  const { count } = await insertFrom(orm, slice, { no }, (found) =>
    found
      .from(sql`(${apart(missing)}) as given (no)`)
      .where(exists(inside))
      .orderBy(no),
  ).onConflictDoNothing();
  return count;
}

export interface LeaseRequest {
  /** Name of the worker, for operators. */
  readonly worker: string;
  /** How many at most. */
  readonly count: number;
  readonly leaseSeconds: number;
  readonly today: Day;
  /** A slice is due again when its last sweep began at least so long ago. */
  readonly passDays: number;
}

/** A slice never swept stands at -1 and is always due. */
const dueDayOf = (today: Day, passDays: number): number =>
  Math.max(-1, today - passDays >= 0 ? addDays(today, -passDays) : -1);

/**
 * That a slice is due and nobody has it. A holder whose lease ran out died over it: a pass is still open then, and fresh
 * URLs are to be searched for again.
 */
const isLeasable = (today: Day, passDays: number): SQL | undefined =>
  and(
    isFree(slice),
    sql`(${slice.fresh} or ${slice.holder} is not null or ${slice.passBegan} >= 0
      or ${slice.swept} <= ${dueDayOf(today, passDays)} or ${slice.swept} > ${latestCredible(today)})`,
  );

/**
 * Leases slices (design 2): those with never-contacted URLs first, those whose first pass is not over, then those whose
 * last pass began longest ago; at random among equals, so that a pass is spread over the whole table (C4). A pass that was
 * interrupted counts by its own beginning, so its rest waits behind what was not swept for longer. Each lease has a
 * token greater than all before. Empty: nothing is due, or others hold it.
 */
export async function leaseSlices({ orm }: Database, request: LeaseRequest): Promise<SliceLease[]> {
  const { worker, count, leaseSeconds, today, passDays } = request;
  const dueDay = dueDayOf(today, passDays);
  const latest = latestCredible(today);
  const isOpen = sql`${slice.passBegan} between 0 and ${latest}`;
  const isDue = sql`${slice.swept} <= ${dueDay} or ${slice.swept} > ${latest}`;
  const began = sql<Day | null>`case when ${isOpen} then ${slice.passBegan} when ${isDue} then ${today}::int end`;
  const due = orm.$with("due").as(
    orm
      .select({ no: slice.no, began: began.as("began") })
      .from(slice)
      .where(isLeasable(today, passDays))
      .orderBy(
        sql`(${slice.fresh} or (${slice.holder} is not null and ${slice.passBegan} < 0)) desc`,
        sql`${slice.swept} < 0 desc`,
        sql`case when ${isOpen} then ${slice.passBegan} when ${slice.swept} <= ${latest} then ${slice.swept} else -1 end`,
        sql`random()`,
      )
      .limit(count)
      .for("update", { skipLocked: true }),
  );
  return orm
    .with(due)
    .update(slice)
    .set({ ...fenced(worker, leaseSeconds), fresh: false, passBegan: sql`coalesce(${due.began}, -1)` })
    .from(due)
    .where(eq(slice.no, due.no))
    .returning({
      slice: slice.no,
      token: slice.token,
      kind: sql<SliceLease["kind"]>`case when ${due.began} is null then 'fresh' else 'pass' end`,
      began: sql<Day>`coalesce(${due.began}, ${today}::int)`,
      swept: slice.swept,
    });
}

/** Prolongs leases from now. Answers the slices that are still ours; the others were given to another worker. */
export async function renewLeases(
  { orm }: Database,
  leases: readonly SliceLease[],
  leaseSeconds: number,
): Promise<ReadonlySet<number>> {
  const held = await sliceLeases.renew(orm, leases, leaseSeconds);
  return new Set(held.map((lease) => lease.slice));
}

/** Keeps slices from other workers until the transaction ends. Answers those that are still ours. */
export async function lockSlices(
  { orm }: Pick<Database, "orm">,
  leases: readonly SliceLease[],
): Promise<ReadonlySet<number>> {
  const held = await sliceLeases.lock(orm, leases);
  return new Set(held.map((lease) => lease.slice));
}

/** Gives leases back unfinished, for any worker to go on with. Answers how many were still ours. */
export async function releaseSlices({ orm }: Database, leases: readonly SliceLease[]): Promise<number> {
  // An open pass remembers its beginning, which is enough; URLs never contacted keep their slice in front.
  const fresh = sql`${slice.fresh} or ${slice.passBegan} < 0`;
  return (await sliceLeases.release(orm, leases, { also: { fresh } })).length;
}

/** How many URLs of a slice have which status byte, as JSON. */
const countsOf = (no: number) => sql`(
  select coalesce(jsonb_object_agg(status, urls), '{}') from (
    select case when length(${url.history}) = 0 then 0 else get_byte(${url.history}, 0) & 127 end as status, count(*) as urls
    from ${url} where ${isInSlice(no)} group by 1
  ) counted)`;

/**
 * All of a slice's URLs have their result or are on the list of rechecks: gives the lease back, and counts its URLs by
 * status byte for `weboid status`. After a pass the slice is dated with the day on which that began, so that the next one
 * begins in time for its first URLs too. When it was finished is remembered for first passes (db/wikis/first-pass.ts). False: the lease was another's
 * by now, and nothing was written.
 */
export async function finishSlice({ orm }: Database, lease: SliceLease): Promise<boolean> {
  const { count } = await orm
    .update(slice)
    .set({
      ...FREED,
      leaseUntil: fromNow(0),
      ...(lease.kind === "pass" && { swept: lease.began }),
      passBegan: -1,
      counts: countsOf(lease.slice),
    })
    .where(and(eq(slice.no, lease.slice), eq(slice.token, lease.token)));
  return count > 0;
}

/** Whether there is a slice to be leased. */
export async function isSliceDue({ orm }: Database, today: Day, passDays: number): Promise<boolean> {
  const found = await orm.select({ no: slice.no }).from(slice).where(isLeasable(today, passDays)).limit(1);
  return found.length > 0;
}

/**
 * The URLs of a leased slice that are to be checked: not yet dated since its pass began, and in a lease of kind `fresh`
 * only those never contacted; never what spam lists block (C10), nor what is on the list of rechecks by now, as a worker gave it away. One range
 * of the primary key; so after a crash nothing is checked twice.
 */
export async function readSlice(db: Database, lease: SliceLease, today: Day): Promise<DueBatch> {
  const listed = db.orm
    .select({ id: recheck.urlId })
    .from(recheck)
    .where(and(eq(recheck.urlId, url.id), isInSlice(lease.slice, recheck.urlId), lte(recheck.due, today)));
  const rows = await db.orm
    .select(dueColumns)
    .from(url)
    .innerJoin(host, eq(host.id, url.hostId))
    .where(
      and(
        isInSlice(lease.slice),
        sql`(${url.queried} < ${lease.began} or ${url.queried} > ${latestCredible(today)})`,
        lease.kind === "pass" ? undefined : lt(url.queried, 0 as Day),
        sql`not ${isBlocked}`,
        notExists(listed),
      ),
    )
    .orderBy(url.id);
  return dueBatch(db, rows);
}
